/**
 * Loaded into the daemon before everything else: `SIGUSR2` makes its clock jump, by the hours that the file named in
 * DROVER_TEST_CLOCK holds at that moment. Timers are not touched: a real clock that is set does not touch them either.
 */
import { readFileSync } from 'node:fs'

const RealDate = Date
let offset = 0
process.on('SIGUSR2', () => {
  offset = Number(readFileSync(process.env.DROVER_TEST_CLOCK, 'utf8')) * 3_600_000
})
globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + offset)
    else super(...args)
  }
  static now() {
    return RealDate.now() + offset
  }
}
