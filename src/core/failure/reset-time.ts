/**
 * When does a spent quota come back? Reads the time out of what a tool said: relative, clock with zone, weekday, date,
 * ISO, epoch, fields of JSON and headers. Nothing readable is null, never a guess: the relay then probes again. A time in
 * the past is given as it is (the quota is back), only a bare clock time rolls to the next day. Owns the order of the
 * readers; each form has its own file beside this one.
 */
import { readClock, readDate, readIso, readWeekday } from './reset-time-calendar.ts'
import { readRelative } from './reset-time-duration.ts'
import { readFields } from './reset-time-fields.ts'

type Reader = (text: string, now: Date, zone: string) => Date | null

/** Most exact first: a text that holds an epoch needs no reading of its clock. */
const readers: readonly Reader[] = [readEpoch, readFields, readIso, readDate, readRelative, readWeekday, readClock]

export function parseResetTime(text: string, now: Date, zone = 'UTC'): Date | null {
  for (const read of readers) {
    const found = read(text, now, zone)
    // Numbers beyond the calendar are no time.
    if (found !== null && !Number.isNaN(found.getTime())) return found
  }
  return null
}

/** `usage limit reached|1767225600`, in seconds or milliseconds. */
function readEpoch(text: string): Date | null {
  const found = /\|\s*(\d{10}|\d{13})(?!\d)/.exec(text)?.[1]
  return found === undefined ? null : new Date(found.length === 13 ? Number(found) : Number(found) * 1000)
}
