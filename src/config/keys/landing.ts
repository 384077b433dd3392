/** Keys of what becomes of finished work: the merge queue and the forge. */
import type { Row } from './row.ts'

export const landingKeys: readonly Row[] = [
  [
    'merge.push',
    'true or false',
    false,
    'Pushes what lands: the remote first, the branch here follows. Refused in a repository’s file.',
  ],
  [
    'merge.checkout',
    '"fast-forward" or "refuse"',
    'fast-forward',
    'What happens to a clean tree that has the target checked out. Refused in a repository’s file.',
  ],
  ['merge.union', 'a list of globs', [], 'Files whose conflicts are settled by keeping both sides.', true],
  [
    'merge.tiers',
    'a list of clean, mechanical, agent, human',
    ['clean', 'mechanical', 'agent', 'human'],
    'How far a merge may go: mechanical is the union of merge.union, agent asks the session of merge.agent, human asks a person.',
    true,
  ],
  ['merge.attempts', 'a whole number from 1 to 20', 3, 'How often a merge begins anew when its target moved.', true],
  [
    'merge.train',
    'a whole number from 1 to 20',
    4,
    'How many clean merges of one target are verified together and land together; 1: each alone.',
    true,
  ],
  [
    'merge.agent',
    'an agent such as "cc" or "codex:model"',
    null,
    'Who resolves the conflicts that are left, in the merge’s own tree. Unset: no agent.',
    true,
  ],
  [
    'merge.agent_tries',
    'a whole number from 0 to 10',
    1,
    'How often an agent is called for one merge before a person is.',
    true,
  ],
  [
    'forge.github.url',
    'an address',
    'https://api.github.com',
    'The API of GitHub, or of an installation of it (`https://git.example.com/api/v3`). The token is sent there alone.',
  ],
  [
    'forge.forgejo.url',
    'an address',
    null,
    'A Forgejo or Gitea (`https://codeberg.org`). `DROVER_FORGEJO_TOKEN` is sent there alone. Unset: none is spoken to.',
  ],
  [
    'forge.merge_method',
    '"merge", "squash" or "rebase"',
    'merge',
    'How `drover pr merge` merges, unless it is told otherwise.',
  ],
  [
    'forge.nudge',
    'a list of ci, review, conflict',
    ['ci', 'review', 'conflict'],
    'What a session is told of its pull request by mail: failed checks, changes that were asked for, conflicts.',
  ],
  [
    'forge.interval',
    'a duration such as 30 or "1m"',
    30,
    'How often open pull requests are looked at, in seconds; 0: never.',
  ],
  [
    'forge.on_merge',
    '"keep" or "end"',
    'keep',
    'What becomes of a session once its pull request is merged and no other of it is open: it goes on, or it ends.',
  ],
]
