/**
 * The tools by which an agent speaks to Drover, as data: a name, what it is for, what goes in, and the one request that it
 * becomes. Whoever offers them (the MCP server does) adds no meaning of its own. The names are those that role texts use.
 */
import { z } from 'zod'
import { mailPriorities, mailStates, mailTypes } from '#contract/mail'
import { api, type Self, sessionPath as session, type Tool, tool } from './tool.ts'

/** The id of a session begins with its project's. */
const projectOf = (self: Self): string => own(self).replace(/-\d+$/, '')
/** Offered to a session alone. */
const own = ({ sessionId }: Self): string => sessionId ?? ''

const to = z
  .string()
  .min(1)
  .describe('a session id, "operator", "@parent", "@children", "@all", or a role in the plural such as "@builders"')
const subject = z.string().min(1).describe('one line')
const body = z.string().describe('the whole text')
const payload = z.record(z.string(), z.unknown()).describe('the fields of this type of mail')
const summary = z.string().min(1).describe('what was done, in a few sentences')
const followups = z.array(z.string().min(1)).describe('work that is left, one title each')

/** What a session says at the end of its work on the task it holds. */
const taskReport = (how: 'done' | 'handoff', description: string): Tool =>
  tool({
    name: `task_${how}`,
    description,
    input: { summary, followups: followups.optional() },
    reads: false,
    call: ({ summary: said, followups: left = [] }) => ({
      method: 'POST',
      path: `${api}/tasks/current/${how}`,
      body: { summary: said, followups: left },
    }),
  })

export const tools: readonly Tool[] = [
  tool({
    name: 'mail_send',
    description:
      'Send mail to another session or to the operator. Your report at the end of your work is such a mail, of the type that your role names.',
    input: {
      to,
      subject,
      body,
      type: z.enum(mailTypes).optional().describe('default: status'),
      payload: payload.optional(),
      priority: z.enum(mailPriorities).optional().describe('default: normal'),
      replyTo: z.string().optional().describe('the id of the mail that this one belongs to'),
    },
    reads: false,
    call: (input) => ({ method: 'POST', path: `${api}/mail`, body: input }),
  }),
  tool({
    name: 'mail_check',
    description:
      'List mail to yourself, by default what has come and waits. It begins your next turn by itself; look only if you need it now.',
    input: {
      state: z.enum(mailStates).optional().describe('default: queued'),
      from: z.string().optional(),
      type: z.enum(mailTypes).optional(),
      limit: z.number().int().min(1).max(1000).optional(),
    },
    reads: true,
    call: ({ state = 'queued', ...rest }, self) => ({
      method: 'GET',
      path: `${api}/mail`,
      query: { to: own(self), state, ...rest },
    }),
  }),
  tool({
    name: 'mail_reply',
    description: 'Answer a mail. It goes to the other side and joins the thread.',
    input: { id: z.string().min(1).describe('the id of the mail'), body, subject: subject.optional() },
    reads: false,
    call: ({ id, ...words }) => ({ method: 'POST', path: `${api}/mail/${encodeURIComponent(id)}/reply`, body: words }),
  }),
  tool({
    name: 'task_get',
    description: 'The task that you hold: its title, its text, what it must prove.',
    input: {},
    reads: true,
    call: () => ({ method: 'GET', path: `${api}/tasks/current` }),
  }),
  taskReport('done', 'Say that the task you hold is done. It does not replace the report that you owe.'),
  taskReport('handoff', 'Give the task you hold back with what you found, for somebody else to go on.'),
  tool({
    name: 'progress',
    description: 'Note how far you are. People and later tries read it.',
    input: { summary, complete: z.boolean().optional(), followups: followups.optional() },
    reads: false,
    call: (input, self) => ({
      method: 'POST',
      path: `${api}/progress`,
      body: { projectId: projectOf(self), ...input },
    }),
  }),
  tool({
    name: 'wait',
    description:
      'Agree to wait, then end your turn: you are woken when it has come. It answers at once and holds nothing up. Without it the end of a turn means that your work is over.',
    input: {
      for: z
        .string()
        .regex(/^(children|mail|task:.+|time:.+)$/)
        .describe('"children", "mail", "task:ID" or "time:30m"'),
      deadline: z.string().optional().describe('woken at the latest after this long, such as "2h"'),
    },
    reads: false,
    call: (input, self) => ({ method: 'POST', path: `${session(own(self))}/wait`, body: input }),
  }),
  tool({
    name: 'spawn',
    description: 'Start a child that works for you in a worktree of its own. It answers when the child is launched.',
    input: {
      role: z.string().min(1).describe('what it is: one that your own role may spawn'),
      prompt: z.string().min(1).describe('what it is to do, whole: it knows nothing of your conversation'),
      taskId: z.string().optional().describe('the task it works on'),
      files: z.array(z.string().min(1)).optional().describe('patterns of the files that it alone may change'),
      spec: z.string().optional().describe('the path of a file that says more'),
      agent: z.string().optional().describe('an agent such as "codex:gpt-5.5"; default: as the project says'),
    },
    reads: false,
    call: (input, self) => ({
      method: 'POST',
      path: `${api}/sessions`,
      body: { projectId: projectOf(self), ...input },
    }),
  }),
  tool({
    name: 'children',
    description: 'Your children: what each is at, waits for and has reported.',
    input: {},
    reads: true,
    call: (_, self) => ({ method: 'GET', path: `${session(own(self))}/children` }),
  }),
  tool({
    name: 'merge_ready',
    description:
      'Say that your branch is committed and can be merged. Your parent is told, and it enters the queue of merges.',
    input: {
      subject: subject.optional(),
      body: z.string().optional().describe('what the branch does'),
      payload: payload.optional().describe('completed from what Drover sees where it is left out'),
    },
    reads: false,
    call: ({ subject: title = 'Ready to be merged', body: text = '', payload: fields }) => ({
      method: 'POST',
      path: `${api}/mail`,
      body: {
        to: '@parent',
        type: 'merge_ready',
        subject: title,
        body: text,
        ...(fields === undefined ? {} : { payload: fields }),
      },
    }),
  }),
  tool({
    name: 'session_status',
    description:
      'What Drover knows of a session: its status, role, branch, what it waits for. Without an id: of yourself.',
    input: { id: z.string().optional() },
    reads: true,
    call: ({ id }, self) => ({ method: 'GET', path: session(id ?? own(self)) }),
  }),
]

/** For a CLI that hides tools behind a search, and for whoever reads what a server is for. */
export const toolsInWords = `Drover runs you beside other agents; these tools speak to it and to them: ${tools
  .map(({ name }) => name)
  .join(', ')}. None of them waits: a call answers at once, also wait, which takes effect when your turn ends.`
