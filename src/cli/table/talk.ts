/** Words to agents and their answers. */
import type { Command } from '../command.ts'
import { id, ids } from './common.ts'

const talking = () => import('../commands/talk.ts')

export const talkCommands: readonly Command[] = [
  {
    path: ['send'],
    summary: 'send a message to a session; says whether it started or is queued',
    args: [
      { name: 'session', optional: true, summary: 'to which session (or --session)' },
      { name: 'message', optional: true, many: true, summary: 'what to say; - reads standard input (or --message)' },
    ],
    flags: [
      { name: 'session', value: '<id>', summary: 'to which session' },
      { name: 'message', value: '<text>', summary: 'what to say; - reads standard input' },
      { name: 'interrupt', summary: 'end the running turn first' },
      { name: 'model', value: '<model>', summary: 'for the turn this message becomes; the session keeps its own' },
      {
        name: 'attach',
        value: '<file>',
        many: true,
        summary: 'a file that goes with it: an image, a PDF or text, at most 10 MB; several times',
      },
      { name: 'steer', summary: 'into the running turn, where the harness takes words there' },
      { name: 'no-wait', summary: 'refuse while its agent is benched, instead of waiting for the reset' },
    ],
    examples: [
      'drover send demo-1 "Use the new API instead"',
      'drover send demo-1 "What is wrong here?" --attach screenshot.png',
      'drover send --session demo-1 --message "Use the new API instead"',
    ],
    load: async () => (await talking()).send,
  },
  {
    path: ['cancel'],
    summary: 'cancel the running turn, if one runs; the session stays',
    args: [ids],
    flags: [],
    examples: ['drover cancel demo-1'],
    load: async () => (await talking()).cancel,
  },
  {
    path: ['answer'],
    summary: 'answer what an agent asks',
    args: [
      id,
      {
        name: 'requestId',
        optional: true,
        summary: 'which request; needed where several are open (`drover session get`)',
      },
      { name: 'allow|deny|TEXT', many: true, optional: true, summary: 'the decision, or the answer in words' },
    ],
    flags: [],
    examples: ['drover answer demo-1 allow', 'drover answer demo-1 r1 allow', 'drover answer demo-1 r2 "Port 8080"'],
    load: async () => (await talking()).answer,
  },
  {
    path: ['orchestrator', 'ls'],
    summary: 'list the orchestrators',
    args: [],
    flags: [],
    examples: ['drover orchestrator ls'],
    load: async () => (await import('../commands/session-ls.ts')).orchestrators,
  },
]
