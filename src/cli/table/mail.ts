/** Commands for mail between people and sessions. */
import type { Arg, Command, Flag } from '../command.ts'
import { each, id as session, yes } from './common.ts'

const mails = () => import('../commands/mail.ts')
const id: Arg = { name: 'id', summary: 'the mail, such as `mail-12`' }
const body: Flag = { name: 'body', value: '<text>', summary: 'what to say; - reads standard input' }
const priority: Flag = {
  name: 'priority',
  value: '<word>',
  choices: ['low', 'normal', 'high', 'urgent'],
  summary: 'urgent also goes into a turn that runs, where the agent takes words there',
}

export const mailCommands: readonly Command[] = [
  {
    path: ['mail', 'send'],
    summary: 'send a mail to the operator, a session or a group',
    detail:
      'Groups are the live sessions of the sender’s effort: @parent, @children, @all, @builders and so on. A session that is idle begins a turn with it.',
    args: [],
    flags: [
      { name: 'to', value: '<address>', summary: 'operator, a session, @parent, @children, @all or @<role>s' },
      { name: 'subject', value: '<text>', summary: 'in one line (default: the first line of the body)' },
      body,
      { name: 'type', value: '<type>', summary: 'status (the default), question, result, worker_done, escalation …' },
      { name: 'payload', value: '<json>', summary: 'what a typed mail carries' },
      priority,
      { name: 'reply-to', value: '<id>', summary: 'the mail whose thread it joins' },
      { name: 'effort', value: '<id>', summary: 'whose sessions a group means (for the operator)' },
    ],
    examples: [
      'drover mail send --to demo-2 --body "The API has changed: see docs/api.md"',
      'drover mail send --to @parent --type worker_done --body "login mended, tests added"',
    ],
    load: async () => (await mails()).send,
  },
  {
    path: ['mail', 'check'],
    summary: 'mail that nobody has read yet: yours, or inside a session its own',
    detail: 'What is shown counts as read; a question with options stays until it is answered.',
    args: [],
    flags: [
      { name: 'to', value: '<address>', summary: 'look into another inbox; nothing is marked' },
      { name: 'keep', summary: 'do not mark it as read' },
    ],
    examples: ['drover mail check', 'drover mail check --to demo-2 --json'],
    load: async () => (await mails()).check,
  },
  {
    path: ['mail', 'list'],
    summary: 'list mail, newest first',
    args: [],
    flags: [
      { name: 'to', value: '<address>', summary: 'to this session, or operator' },
      { name: 'from', value: '<address>', summary: 'of this session, or operator' },
      { name: 'type', value: '<type>', summary: 'only of this type; what `send` says is a message' },
      { name: 'state', value: '<state>', summary: 'queued, delivered, read, undeliverable or cancelled' },
      { name: 'thread', value: '<id>', summary: 'only of this thread' },
      { name: 'effort', value: '<id>', summary: 'only of this effort' },
      { name: 'limit', value: '<n>', summary: 'how many (default 100, at most 1000)' },
      { name: 'cursor', value: '<cursor>', summary: 'go on where a page ended' },
    ],
    examples: ['drover mail list --to operator --state queued', 'drover mail list --to demo-1 --type message'],
    load: async () => (await mails()).list,
  },
  {
    path: ['mail', 'read'],
    summary: 'show a mail; one that is for you counts as read then',
    args: [each(id)],
    flags: [],
    examples: ['drover mail read mail-12'],
    load: async () => (await mails()).read,
  },
  {
    path: ['mail', 'reply'],
    summary: 'answer a mail in its thread',
    args: [id],
    flags: [body, { name: 'option', value: '<option>', summary: 'one of the options that were offered' }, priority],
    examples: ['drover mail reply mail-12 --body "Use port 8080"', 'drover mail reply mail-14 --option "keep both"'],
    load: async () => (await mails()).reply,
  },
  {
    path: ['mail', 'thread'],
    summary: 'a thread from its first mail on',
    args: [each(id)],
    flags: [],
    examples: ['drover mail thread mail-12'],
    load: async () => (await mails()).thread,
  },
  {
    path: ['mail', 'edit'],
    summary: 'change a message that waits for its turn',
    args: [id],
    flags: [body],
    examples: ['drover mail edit mail-7 --body "Use the old API after all"'],
    load: async () => (await mails()).edit,
  },
  {
    path: ['mail', 'move'],
    summary: 'put a message that waits before or behind others to the same session',
    args: [id],
    flags: [{ name: 'to', value: '<place>', summary: 'head, tail, or mail-N: right behind that one' }],
    examples: ['drover mail move mail-9 --to head', 'drover mail move mail-9 --to mail-7'],
    load: async () => (await mails()).move,
  },
  {
    path: ['mail', 'cancel'],
    summary: 'take back a message that waits for its turn',
    args: [each(id)],
    flags: [],
    examples: ['drover mail cancel mail-7'],
    load: async () => (await mails()).cancel,
  },
  {
    path: ['mail', 'purge'],
    summary: 'throw away mail that was read, cancelled or is undeliverable',
    args: [],
    flags: [
      { name: 'all', summary: 'all of it' },
      { name: 'days', value: '<n>', summary: 'what is older than so many days' },
      { name: 'agent', value: '<session>', summary: 'what this session sent and got' },
      yes,
    ],
    examples: ['drover mail purge --days 30'],
    load: async () => (await mails()).purge,
  },
  {
    path: ['nudge'],
    summary: 'remind a session: says whether a turn started, is queued or was refused',
    args: [each(session)],
    flags: [
      { name: 'message', value: '<text>', summary: 'what to say instead of the usual reminder' },
      { name: 'force', summary: 'also when it was reminded within the last half minute' },
    ],
    examples: ['drover nudge demo-1', 'drover nudge demo-1 --force'],
    load: async () => (await mails()).nudge,
  },
]
