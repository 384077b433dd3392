/** `[actions]`: the operator's own commands. */
import type { Row } from './row.ts'

export const actionKeys: readonly Row[] = [
  [
    'actions.*.argv',
    'a list: a program (its name or whole path) and its arguments',
    null,
    'What runs, without a shell.',
  ],
  ['actions.*.title', 'a text', null, 'What its button says; else its name.'],
  [
    'actions.*.mutating',
    'true or false',
    null,
    'It changes something: in the danger group, asked for first, one at a time.',
  ],
  ['actions.*.confirm', 'true, false or the question', null, 'Asks before it runs; else what changes something asks.'],
  ['actions.*.timeout', 'a duration up to a day, such as "2m"', null, 'Ends it after so long; else after 60 s.'],
  [
    'actions.*.before',
    'the name of another action without a before of its own',
    null,
    'Runs first, and its output is kept in the home: forensics before a reset.',
  ],
]
