/**
 * The long form: `npm run test:simulation`, a hundred thousand schedules, then ten thousand of relays and as many of mail. `SIM_SEED=<n>` replays the one of that number and
 * prints what happened, `SIM_COUNT=<n>` runs another number of them, `SIM_FROM=<n>` begins elsewhere.
 */
import { alone, describeFinding, mailFrom, relaysFrom, run, scheduleOf, search } from './schedule.ts'

const replay = process.env.SIM_SEED
const count = Number(process.env.SIM_COUNT ?? 100_000)
const relayCount = 10_000
const from = Number(replay ?? process.env.SIM_FROM ?? 1)
if (replay !== undefined)
  await alone(() => run(scheduleOf(from), { trace: (line) => process.stdout.write(`${line}\n`) }))
const begun = process.cpuUsage()
const few = replay !== undefined || process.env.SIM_COUNT !== undefined
const found =
  (await search(from, replay === undefined ? count : 1)) ??
  (few ? null : ((await search(relaysFrom, relayCount)) ?? (await search(mailFrom, relayCount))))
// Of one core, so that a busy machine says the same.
const { user, system } = process.cpuUsage(begun)
const seconds = (user + system) / 1e6
const pace =
  found === null && replay === undefined
    ? `, ${Math.round((few ? count : count + 2 * relayCount) / seconds)} a second`
    : ''
process.stdout.write(
  `${found === null ? `${replay ?? (few ? count : count + 2 * relayCount)} schedules hold` : describeFinding(found)} (${seconds.toFixed(1)} s of one core${pace})\n`,
)
process.exitCode = found === null ? 0 : 1
