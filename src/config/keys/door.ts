/** Keys of the doors for other programs, in the user's file only: their queue and the personas behind them. */
import type { Row } from './row.ts'

export const doorKeys: readonly Row[] = [
  ['doors.default', 'the name of a persona', 'conversational', 'Persona that serves a request without a model.'],
  ['doors.max_concurrency', 'a whole number from 1 to 1000', 10, 'Requests of all doors that run at once.'],
  [
    'doors.max_queue_depth',
    'a whole number from 1 to 100000',
    100,
    'Requests of all doors that run or wait; further ones are told that the queue is full.',
  ],
  [
    'doors.keep_days',
    'a number of days',
    7,
    'Keeps conversations of the doors, and what they were, so long after their last turn; 0: for ever.',
  ],
  [
    'doors.forget_days',
    'a number of days',
    90,
    'Forgets ended jobs, and ended sessions that played a persona, so long after their end; 0: never. What is in a project stays: its session, branch and snapshots.',
  ],
  [
    'doors.forget_above',
    'a whole number from 0 to 1000000',
    10_000,
    'Forgets the oldest of them above this number; 0: never.',
  ],
  [
    'doors.callback_secret',
    'a text of 16 characters or more',
    null,
    'Signs the callbacks of jobs (X-Drover-Signature, HMAC-SHA256); without it none are taken.',
  ],
  [
    'doors.t3',
    '"0.0.27" or "0.0.33"',
    null,
    'Opens doors for controllers written for that version of T3; closed without it.',
  ],
  ['personas.*.system', 'a text', null, 'What the persona is told in every turn.'],
  [
    'personas.*.agent',
    'an agent spec such as "cc:haiku"',
    null,
    'Who plays it; else default_harness, else claude-code.',
  ],
  [
    'personas.*.tools',
    '"none" or "all"',
    null,
    '"none" (unless said otherwise): no workspace, a fresh directory, no bypass of permissions.',
  ],
  [
    'personas.*.permissions',
    '"bypass", "ask" or "read-only"',
    null,
    'Of a persona with tools; without tools always "read-only".',
  ],
  ['personas.*.budget_usd', 'an amount of US dollars above 0', null, 'What one request may cost by what is known.'],
  [
    'personas.*.timeout',
    'a duration such as 900 or "15m"',
    null,
    'Time that a turn may take once it runs; else 900 s, and 120 s of `conversational`.',
  ],
  ['personas.*.project', 'the id of a project', null, 'With tools: each conversation has a worktree of this project.'],
  [
    'personas.*.resume',
    '"none" or "history"',
    null,
    '"history": a history that extends a conversation we hold goes on with it.',
  ],
  [
    'personas.*.warm',
    'a whole number from 0 to 20',
    null,
    'Processes of its agent that wait for a conversation, so that its first words come sooner; without tools only, and with a CLI that can wait.',
  ],
  ['personas.*.presets', 'a list of { label, prompt }', [], 'Prompts that the talk page offers.'],
]
