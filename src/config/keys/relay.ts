/** Keys of relays: mixes, routes, tries and rests. */
import type { Row } from './row.ts'

export const relayKeys: readonly Row[] = [
  [
    'relay.mix',
    'a text or a list of agent specs, such as ["cc@2", "cx"]',
    [],
    'Agents of a relay whose task has no route and that names none itself: alias[:model][@quota].',
  ],
  ['relay.tries', 'a whole number from 1 to 100', 5, 'Tries that a task gets before it counts as failed.'],
  [
    'relay.backoff',
    'a duration such as 5 or "5s"',
    5,
    'First wait before a passing failure is tried again; it doubles.',
  ],
  ['relay.backoff_max', 'a duration such as 300 or "5m"', 300, 'The longest of these waits.'],
  [
    'relay.pause',
    'a duration such as 3600 or "1h"',
    3600,
    'Rest of an agent that met more than one passing failure in a row; also the time between the looks after it.',
  ],
  ['relay.freeze', 'a duration such as 18000 or "5h"', 18_000, 'Rest of an agent that failed all of these looks.'],
  ['relay.probes', 'a whole number from 1 to 100', 5, 'Failed looks after which a paused agent is frozen.'],
  [
    'relay.stall_threshold',
    'a duration such as 900 or "15m"',
    null,
    'The stall_threshold of relays; unset: the one above.',
  ],
  ['relay.connected_idle', 'a duration such as 300 or "5m"', null, 'The connected_idle of relays.'],
  ['relay.connected_kill', 'a duration such as 3600 or "1h"', null, 'The connected_kill of relays.'],
  [
    'relay.commit',
    '"leftovers" or "agent"',
    'leftovers',
    'What a completed try left uncommitted: committed by Drover, or the try counts as incomplete.',
  ],
  [
    'relay.land',
    'true or false',
    false,
    'Brings every finished task to the base branch at once, as --land does.',
    true,
  ],
  ['relay.auto_resume', 'true or false', true, 'Parked work starts by itself, once, when its agent is back.'],
  [
    'routes.*',
    'a text or a list of agent specs, such as ["cc@2", "cx"]',
    {},
    "Named lists of agents; a task's role picks the route of its name, else default, else relay.mix.",
  ],
  ['models.*', 'the name of a model', {}, 'Short names for models, in agent specs of every harness.'],
  [
    'providers.*',
    'a text or a list of agent specs, such as ["cc", "op:anthropic/*"]',
    {},
    'Specs that share one account: what one of them used up benches all of them.',
  ],
  ['role.*.route', 'the name of a route', null, "Route of this role's tasks when it has another name."],
  ['role.*.verify', 'a command, or a list of commands', [], "Proves the work of this role's tasks.", true],
]
