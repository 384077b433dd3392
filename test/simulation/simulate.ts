/**
 * The long form: `npm run test:simulation`, a hundred thousand schedules. `SIM_SEED=<n>` replays the one of that number,
 * `SIM_COUNT=<n>` runs another number of them, `SIM_DEFECT=<name>` plants a defect.
 */
import { describeFinding, search } from './schedule.ts'

const defects = new Set(process.env.SIM_DEFECT === undefined ? [] : [process.env.SIM_DEFECT])
const replay = process.env.SIM_SEED
const count = replay === undefined ? Number(process.env.SIM_COUNT ?? 100_000) : 1
const from = replay === undefined ? 1 : Number(replay)
const begun = performance.now()
const found = search(from, count, defects)
const seconds = Math.round((performance.now() - begun) / 100) / 10
process.stdout.write(`${found === null ? `${count} schedules hold` : describeFinding(found)} (${seconds}s)\n`)
process.exitCode = found === null ? 0 : 1
