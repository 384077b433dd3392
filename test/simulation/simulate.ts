/**
 * The long form: `npm run test:simulation`, a hundred thousand schedules, ten thousand of relays, as many of mail and of trips, and a hundred thousand of
 * efforts. `SIM_SEED=<n>` replays the one of that number and prints what happened, `SIM_COUNT=<n>` runs another number of them,
 * `SIM_FROM=<n>` begins elsewhere.
 */
import {
  alone,
  describeFinding,
  effortsFrom,
  mailFrom,
  relaysFrom,
  run,
  scheduleOf,
  search,
  tripsFrom,
} from './schedule.ts'

const replay = process.env.SIM_SEED
const count = Number(process.env.SIM_COUNT ?? 100_000)
/** What follows when nothing else was asked for. */
const more: readonly (readonly [number, number])[] = [
  [relaysFrom, 10_000],
  [mailFrom, 10_000],
  [effortsFrom, 100_000],
  [tripsFrom, 10_000],
]
const from = Number(replay ?? process.env.SIM_FROM ?? 1)
if (replay !== undefined)
  await alone(() => run(scheduleOf(from), { trace: (line) => process.stdout.write(`${line}\n`) }))
const begun = process.cpuUsage()
const few = replay !== undefined || process.env.SIM_COUNT !== undefined
let found = await search(from, replay === undefined ? count : 1)
let all = replay === undefined ? count : 1
for (const [first, many] of few ? [] : more) {
  found ??= await search(first, many)
  all += many
}
// Of one core, so that a busy machine says the same.
const { user, system } = process.cpuUsage(begun)
const seconds = (user + system) / 1e6
const pace = found === null && replay === undefined ? `, ${Math.round(all / seconds)} a second` : ''
process.stdout.write(
  `${found === null ? `${replay ?? all} schedules hold` : describeFinding(found)} (${seconds.toFixed(1)} s of one core${pace})\n`,
)
process.exitCode = found === null ? 0 : 1
