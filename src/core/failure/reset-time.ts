/**
 * When does a spent quota come back? Reads the time out of what a tool said: relative, clock with zone, date, ISO, epoch,
 * headers. Nothing readable is null, never a guess: the relay then probes again. A time in the past is given as it is
 * (the quota is back), only a bare clock time rolls to the next day.
 */
import { instantOf, isZone, wallTime } from './zone-time.ts'

const unitMs: Readonly<Record<string, number>> = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 }

const duration =
  '(?:\\d+(?:\\.\\d+)?\\s*(?:weeks?|days?|hours?|hrs?|minutes?|mins?|seconds?|secs?|ms|[wdhms])(?![a-z])[\\s,]*(?:and\\s+)?)+'
const clock = '(\\d{1,2})(?::(\\d{2}))?(?::\\d{2})?\\s*([ap]\\.?m\\.?)?(?![\\d:])'
const zoneTail = '(?:\\s*\\(([A-Za-z][A-Za-z0-9_+/-]*)\\)|\\s+([A-Z]{1,4}T|UTC|GMT|[A-Z][A-Za-z]+\\/[A-Za-z_/]+))?'
const month = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const lead = '(?:reset(?:s|ting)?|again|until|available|at|after|by|on|back)'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

type Reader = (text: string, now: Date, zone: string) => Date | null

/** Most exact first: a text that holds an epoch needs no reading of its clock. */
const readers: readonly Reader[] = [readEpoch, readHeader, readIso, readDate, readRelative, readClock]

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
  const found = /\|\s*(\d{10}|\d{13})\b/.exec(text)?.[1]
  return found === undefined ? null : fromEpoch(found)
}

const fromEpoch = (digits: string): Date => new Date(digits.length === 13 ? Number(digits) : Number(digits) * 1000)

/** `retry-after: 30`, `retry-after: <HTTP date>`, `x-ratelimit-reset-requests: 6m0s`, `anthropic-ratelimit-unified-reset: <epoch>`. */
function readHeader(text: string, now: Date): Date | null {
  const found = /(?:^|\n|[{,]\s*)"?((?:[a-z-]*-)?(?:retry-after(?:-ms)?|reset(?:-[a-z]+)?))"?\s*:\s*"?([^"\n}]+)/i.exec(
    text,
  )
  const name = found?.[1]?.toLowerCase()
  const value = found?.[2]?.trim()
  if (name === undefined || value === undefined) return null
  if (/^(\d{10}|\d{13})$/.test(value)) return fromEpoch(value)
  if (/^\d+(\.\d+)?$/.test(value)) return new Date(now.getTime() + Number(value) * (name.endsWith('-ms') ? 1 : 1000))
  if (wholeDuration.test(value)) return new Date(now.getTime() + durationMs(value))
  const parsed = Date.parse(value)
  return Number.isNaN(parsed) ? null : new Date(parsed)
}

function readIso(text: string, _now: Date, zone: string): Date | null {
  const found = /\b(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(:\d{2}(?:\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})?/.exec(text)
  if (found === null) return null
  const [whole, year, monthOf, day, hour, minute, , offset] = found
  if (offset !== undefined) {
    const parsed = Date.parse(whole.replace(' ', 'T').replace(/\s/g, ''))
    return Number.isNaN(parsed) ? null : new Date(parsed)
  }
  const wall = {
    year: Number(year),
    month: Number(monthOf),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
  }
  return isReal(wall.month, wall.day, wall.hour, wall.minute) ? instantOf(wall, zone) : null
}

/** `Oct 9 at 5pm`, `Nov 3rd, 2025 5:22 AM`. Without a year: the one that lies nearest to now. */
function readDate(text: string, now: Date, zone: string): Date | null {
  const pattern = `\\b${month}\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?(?:,|\\s+at)?\\s+${clock}${zoneTail}`
  const found = new RegExp(pattern, 'i').exec(text)
  if (found === null) return null
  const [, name, day, year, hourWord, minuteWord, half, zoneA, zoneB] = found
  const time = clockOf(hourWord, minuteWord, half)
  const place = zoneOf(zoneA ?? zoneB, zone)
  const monthOf = months.indexOf((name ?? '').toLowerCase().slice(0, 3)) + 1
  if (time === null || !isReal(monthOf, Number(day), time.hour, time.minute)) return null
  const at = (inYear: number): Date => instantOf({ year: inYear, month: monthOf, day: Number(day), ...time }, place)
  if (year !== undefined) return at(Number(year))
  const thisYear = wallTime(now, place).year
  const away = (date: Date): number => Math.abs(date.getTime() - now.getTime())
  return [thisYear - 1, thisYear, thisYear + 1].map(at).sort((a, b) => away(a) - away(b))[0] ?? null
}

const wholeDuration = new RegExp(`^\\s*(?:in\\s+)?${duration}\\s*$`, 'i')
const ledDuration = new RegExp(`\\b(?:in|after|within|retryDelay"?\\s*:\\s*")\\s*(?:about\\s+)?(${duration})`, 'i')

function readRelative(text: string, now: Date): Date | null {
  const found = wholeDuration.test(text) ? text : ledDuration.exec(text)?.[1]
  if (found === undefined) return null
  const ms = durationMs(found)
  return ms > 0 ? new Date(now.getTime() + ms) : null
}

function durationMs(text: string): number {
  let total = 0
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)\s*(ms|[a-z])[a-z]*/gi)) {
    total += Number(amount) * (unit === 'ms' ? 1 : (unitMs[(unit ?? '').toLowerCase()] ?? 0))
  }
  return Math.round(total)
}

const wholeClock = new RegExp(`^\\s*${clock}${zoneTail}\\s*\\.?\\s*$`, 'i')
const ledClock = new RegExp(`\\b${lead}[:\\s]+(?:at\\s+)?${clock}${zoneTail}`, 'i')

const datedClock = new RegExp(`\\b${month}\\s+\\d{1,2}\\b`, 'i')

/** `resets 3pm (Europe/Sofia)`, `14:30`, `2:30 PM`. A bare number is no clock. Past times mean tomorrow. */
function readClock(text: string, now: Date, zone: string): Date | null {
  const found = wholeClock.exec(text) ?? ledClock.exec(text)
  // A date that `readDate` refused must not come back as today's clock.
  if (found === null || datedClock.test(text)) return null
  const [, hourWord, minuteWord, half, zoneA, zoneB] = found
  const time = clockOf(hourWord, minuteWord, half)
  if (time === null || (minuteWord === undefined && half === undefined)) return null
  const place = zoneOf(zoneA ?? zoneB, zone)
  const today = wallTime(now, place)
  const first = instantOf({ ...today, ...time }, place)
  if (first.getTime() > now.getTime()) return first
  const next = new Date(Date.UTC(today.year, today.month - 1, today.day + 1))
  const tomorrow = { year: next.getUTCFullYear(), month: next.getUTCMonth() + 1, day: next.getUTCDate() }
  return instantOf({ ...tomorrow, ...time }, place)
}

const zoneOf = (found: string | undefined, fallback: string): string =>
  found !== undefined && isZone(found) ? found : fallback

function clockOf(
  hourWord: string | undefined,
  minuteWord: string | undefined,
  half: string | undefined,
): { hour: number; minute: number } | null {
  const hour = Number(hourWord)
  const minute = minuteWord === undefined ? 0 : Number(minuteWord)
  if (minute > 59 || hour > 23) return null
  if (half === undefined) return { hour, minute }
  if (hour < 1 || hour > 12) return null
  return { hour: (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0), minute }
}

function isReal(monthOf: number, day: number, hour: number, minute: number): boolean {
  // A leap year, so that 29 February passes.
  const lastDay = new Date(Date.UTC(2028, monthOf, 0)).getUTCDate()
  return monthOf >= 1 && monthOf <= 12 && day >= 1 && day <= lastDay && hour <= 23 && minute <= 59
}
