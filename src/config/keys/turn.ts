/** Keys of a turn: the prompts offered for it, how long it and its requests may take, how it is judged and saved. */
import { megabyte, type Row } from './row.ts'

export const turnKeys: readonly Row[] = [
  ['presets', 'a list of { label, prompt }', [], 'Prompts that the cockpit offers.'],
  [
    'turn_timeout',
    'a duration such as 3600 or "2h"',
    null,
    'Ends a longer turn, in seconds; 0: never. Unset: never when attended, 2 h when not.',
  ],
  [
    'request_timeout',
    'a duration such as 3600 or "24h"',
    86_400,
    'Approvals are denied and questions closed when nobody answered for so long, in seconds; 0: never.',
  ],
  [
    'stall_threshold',
    'a duration such as 900 or "15m"',
    900,
    'Silence after which a running agent without a connection, CPU or I/O is ended and its turn fails as stalled; 0: never.',
  ],
  ['tool_stall_threshold', 'a duration such as 7200 or "2h"', 7_200, 'The same while one of its tools runs.'],
  [
    'connected_idle',
    'a duration such as 300 or "5m"',
    300,
    'Silence beyond stall_threshold after which an agent whose connection carries nothing is shown as suspect.',
  ],
  ['connected_kill', 'a duration such as 3600 or "1h"', 3_600, 'Silence after which such an agent is ended.'],
  ['cancel_grace', 'a duration such as 5 or "5s"', 5, 'Seconds between SIGTERM and SIGKILL.'],
  [
    'snapshot_max_file',
    'a size such as 1048576 or "50MB"',
    50 * megabyte,
    'Larger files are left out of snapshots, in bytes.',
  ],
]
