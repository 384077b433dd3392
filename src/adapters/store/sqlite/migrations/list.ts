/** Every migration in order. A number is given once and its text never changes after a release. */

import { firstStore } from './001-first-store.ts'
import { runtimes } from './002-runtimes.ts'
import { merges } from './003-merges.ts'
import { transcriptMarks } from './004-transcript-marks.ts'
import { failures } from './005-failures.ts'
import { tasks } from './006-tasks.ts'
import { lostSnapshots } from './007-lost-snapshots.ts'
import { relays } from './008-relays.ts'
import { mail } from './009-mail.ts'
import { roles } from './010-roles.ts'
import { efforts } from './011-efforts.ts'
import { trains } from './012-trains.ts'
import { titles } from './013-titles.ts'
import { archive } from './014-archive.ts'
import { usage } from './015-usage.ts'
import { reviews } from './016-reviews.ts'
import { heats } from './017-heats.ts'
import { notify } from './018-notify.ts'
import { mailPlaces } from './019-mail-places.ts'
import { refusedOffers } from './020-refused-offers.ts'
import { pullRequests } from './021-pull-requests.ts'
import { trips } from './022-trips.ts'
import { reviewThreads } from './023-review-threads.ts'
import { doors } from './024-doors.ts'
import { jobs } from './025-jobs.ts'
import { terminals } from './026-terminals.ts'
import { t3 } from './027-t3.ts'

export interface Migration {
  readonly n: number
  readonly name: string
  readonly sql: string
}

export const migrations: readonly Migration[] = [
  { n: 1, name: 'first store', sql: firstStore },
  { n: 2, name: 'runtimes', sql: runtimes },
  { n: 3, name: 'merges', sql: merges },
  { n: 4, name: 'transcript marks', sql: transcriptMarks },
  { n: 5, name: 'failures and models of turns', sql: failures },
  { n: 6, name: 'tasks', sql: tasks },
  { n: 7, name: 'lost snapshots', sql: lostSnapshots },
  { n: 8, name: 'relays', sql: relays },
  { n: 9, name: 'mail', sql: mail },
  { n: 10, name: 'roles', sql: roles },
  { n: 11, name: 'efforts', sql: efforts },
  { n: 12, name: 'trains and mergers', sql: trains },
  { n: 13, name: 'titles of sessions', sql: titles },
  { n: 14, name: 'archived sessions', sql: archive },
  { n: 15, name: 'what agents used', sql: usage },
  { n: 16, name: 'reviews', sql: reviews },
  { n: 17, name: 'heats', sql: heats },
  { n: 18, name: 'notify', sql: notify },
  { n: 19, name: 'places of mail', sql: mailPlaces },
  { n: 20, name: 'refused offers', sql: refusedOffers },
  { n: 21, name: 'pull requests', sql: pullRequests },
  { n: 22, name: 'trips', sql: trips },
  { n: 23, name: 'review threads', sql: reviewThreads },
  { n: 24, name: 'doors', sql: doors },
  { n: 25, name: 'jobs', sql: jobs },
  { n: 26, name: 'terminals', sql: terminals },
  { n: 27, name: 'controllers that speak T3', sql: t3 },
]
