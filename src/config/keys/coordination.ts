/** Keys of roles, efforts and the watchdog. */
import type { Row } from './row.ts'

export const coordinationKeys: readonly Row[] = [
  [
    'roles.*.agent',
    'an agent spec, such as "cc:opus"',
    null,
    'Agent of this role when none is named; before the route of its name.',
  ],
  ['roles.*.files', '"reads" or "writes"', null, 'Whether the role changes files.', true],
  ['roles.*.spawns', 'a list of roles', [], 'Roles that it may start.', true],
  [
    'roles.*.ends',
    'a list of types of mail, such as ["worker_done"]',
    [],
    'Mails that end its work; an empty list: it lives as long as its effort.',
    true,
  ],
  ['roles.*.permissions', '"bypass", "ask" or "read-only"', null, 'What it may do by default.', true],
  [
    'coordination.reminders',
    'a whole number from 0 to 20',
    1,
    'Turns that ask for a report that was not given, before it counts as missing and the parent is told.',
  ],
  ['coordination.max_depth', 'a whole number from 0 to 10', 2, 'How far below the root a session may start another.'],
  [
    'coordination.max_children',
    'a whole number of 1 or more',
    5,
    'Children of one session that may be at work at once.',
  ],
  ['coordination.max_agents', 'a whole number of 1 or more', 25, 'Sessions of one effort that may be at work at once.'],
  [
    'coordination.max_wakes_per_hour',
    'a whole number of 0 or more',
    30,
    'Turns of one session that mail of sessions alone may begin within an hour; what the operator writes always does.',
  ],
  [
    'coordination.native_subagents',
    '"allow" or "deny"',
    'allow',
    'Whether the agent of a role may start sub-agents of its own, which Drover does not see.',
    true,
  ],
  [
    'coordination.show_after',
    'a duration such as 120 or "2m"',
    120,
    'Idleness after which a session that owes a report is shown as such; 0: never.',
  ],
  [
    'coordination.remind_after',
    'a duration such as 300 or "5m"',
    300,
    'Idleness after which it is reminded; 0: never.',
  ],
  [
    'coordination.notice_after',
    'a duration such as 900 or "15m"',
    900,
    'Idleness after which the operator is told; 0: never.',
  ],
  [
    'coordination.stop_after',
    'a duration such as 3600 or "1h"',
    3600,
    'Idleness after which it is stopped and its parent told that it died; 0: never.',
  ],
]
