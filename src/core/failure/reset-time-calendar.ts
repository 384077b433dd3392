/**
 * Clocks, weekdays and dates in what tools say of a reset, read on a wall of the zone they name or else of the zone given.
 * Owns the words; which instant a wall time is, also where clocks change, is `zone-time`.
 */
import { instantOf, isZone, type WallTime, wallTime } from './zone-time.ts'

type Day = Pick<WallTime, 'year' | 'month' | 'day'>
type Clock = Pick<WallTime, 'hour' | 'minute' | 'second'>

const clock = '(?:(\\d{1,2})(?::(\\d{2}))?(?::(\\d{2}))?\\s*([ap]\\.?m\\b\\.?)?(?![\\d:])|(midnight|noon))'
const zoneName =
  '[+-]\\d{2}:?\\d{2}|(?:UTC|GMT)[+-]\\d{1,2}(?::?\\d{2})?|[A-Z]{1,4}T|UTC|GMT|MSK|Pacific|Mountain|Central|Eastern|Beijing|[A-Z][A-Za-z]+\\/[A-Za-z_/]+'
const zoneTail = `(?:\\s*\\(([A-Za-z+-][A-Za-z0-9_+:/ -]*)\\)|\\s*(${zoneName})\\b)?`
const month = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const dayOfMonth = '(\\d{1,2})(?:st|nd|rd|th)?'
const weekday = '(mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?'
const lead = '(?:reset(?:s|ting)?|again|until|available|at|after|by|on|back|resume|renews?|refresh(?:es)?)'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const isoTime = new RegExp(
  `\\b(\\d{4})-(\\d{2})-(\\d{2})(?:[T ](\\d{2}):(\\d{2})(?::(\\d{2})(?:\\.\\d+)?)?(?:(Z)\\b|${zoneTail})|(?![\\dT]))`,
)

/** `2025-10-09T03:04:05Z`, `2025-10-09 03:04`, `2025-11-01`: without a zone in the zone given, without a time its midnight. */
export function readIso(text: string, _now: Date, zone: string): Date | null {
  const found = isoTime.exec(text)
  if (found === null) return null
  const [, year, monthOf, day, hour = '0', minute = '0', second = '0', zulu, zoneA, zoneB] = found
  const date = { year: Number(year), month: Number(monthOf), day: Number(day) }
  const time = { hour: Number(hour), minute: Number(minute), second: Number(second) }
  if (!isDay(date) || time.hour > 23 || time.minute > 59 || time.second > 59) return null
  return instantOf({ ...date, ...time }, zoneOf(zulu ?? zoneA ?? zoneB, zone))
}

const midnight: Clock = { hour: 0, minute: 0 }

interface DateForm {
  readonly pattern: RegExp
  /** Where its parts stand; a form without a clock means the begin of the day. */
  readonly parts: (found: RegExpExecArray) => {
    readonly name: string | undefined
    readonly day: string | undefined
    readonly year: string | undefined
    readonly time: Clock | null
    readonly zone: string | undefined
  }
}

const dateForms: readonly DateForm[] = [
  {
    // Oct 9 at 5pm; Nov 3rd, 2025 5:22 AM; Jun 7, 4pm (Europe/Rome)
    pattern: new RegExp(`\\b${month}\\s+${dayOfMonth}(?:,?\\s+(\\d{4}))?(?:,?\\s+at|,)?\\s+${clock}${zoneTail}`, 'i'),
    parts: (f) => ({ name: f[1], day: f[2], year: f[3], time: clockOf(f.slice(4, 9)), zone: f[9] ?? f[10] }),
  },
  {
    // 9 Oct 2025 17:00; Wed, 08 Oct 2025 13:00:00 GMT
    pattern: new RegExp(`\\b${dayOfMonth}\\s+${month}(?:,?\\s+(\\d{4}))?(?:,?\\s+at|,)?\\s+${clock}${zoneTail}`, 'i'),
    parts: (f) => ({ name: f[2], day: f[1], year: f[3], time: clockOf(f.slice(4, 9)), zone: f[9] ?? f[10] }),
  },
  {
    // 22:15 on 9 Oct
    pattern: new RegExp(`\\b${clock}${zoneTail}\\s+on\\s+${dayOfMonth}\\s+${month}(?:,?\\s+(\\d{4}))?`, 'i'),
    parts: (f) => ({ name: f[9], day: f[8], year: f[10], time: clockOf(f.slice(1, 6)), zone: f[6] ?? f[7] }),
  },
  {
    // 5pm on October 9
    pattern: new RegExp(`\\b${clock}${zoneTail}\\s+on\\s+${month}\\s+${dayOfMonth}(?:,?\\s+(\\d{4}))?`, 'i'),
    parts: (f) => ({ name: f[8], day: f[9], year: f[10], time: clockOf(f.slice(1, 6)), zone: f[6] ?? f[7] }),
  },
  {
    // resets on November 1, 2025
    pattern: new RegExp(
      `\\b${lead}[:\\s]+(?:on\\s+)?${month}\\s+${dayOfMonth}(?:,?\\s+(\\d{4}))?(?!\\d|,?\\s+at\\b)`,
      'i',
    ),
    parts: (f) => ({ name: f[1], day: f[2], year: f[3], time: midnight, zone: undefined }),
  },
  {
    // resets on 1 November 2025
    pattern: new RegExp(
      `\\b${lead}[:\\s]+(?:on\\s+)?${dayOfMonth}\\s+${month}(?:,?\\s+(\\d{4}))?(?!\\d|,?\\s+at\\b)`,
      'i',
    ),
    parts: (f) => ({ name: f[2], day: f[1], year: f[3], time: midnight, zone: undefined }),
  },
]

/** A date by the name of its month. Without a year: the one that lies nearest to now. */
export function readDate(text: string, now: Date, zone: string): Date | null {
  for (const { pattern, parts } of dateForms) {
    const found = pattern.exec(text)
    if (found === null) continue
    const { name = '', day, year, time, zone: said } = parts(found)
    if (time === null) return null
    const place = zoneOf(said, zone)
    const thisYear = wallTime(now, place).year
    const years = year === undefined ? [thisYear - 1, thisYear, thisYear + 1] : [Number(year)]
    const days = years
      .map((one): Day => ({ year: one, month: months.indexOf(name.toLowerCase().slice(0, 3)) + 1, day: Number(day) }))
      .filter(isDay)
    const away = (date: Date): number => Math.abs(date.getTime() - now.getTime())
    return days.map((one) => instantOf({ ...one, ...time }, place)).sort((a, b) => away(a) - away(b))[0] ?? null
  }
  return null
}

const ledWeekday = new RegExp(
  `\\b${lead}[:\\s]+(?:on\\s+)?${weekday}(?:,?\\s+at|,)?(?:\\s+${clock}${zoneTail})?(?![a-z\\d])`,
  'i',
)

/** `resets Thu 9:59 AM`, `resets on Monday`: the next one. */
export function readWeekday(text: string, now: Date, zone: string): Date | null {
  const found = ledWeekday.exec(text)
  if (found === null) return null
  const time = found.slice(2, 7).every((part) => part === undefined) ? midnight : clockOf(found.slice(2, 7))
  if (time === null) return null
  const place = zoneOf(found[7] ?? found[8], zone)
  const today = wallTime(now, place)
  const asked = weekdays.indexOf((found[1] ?? '').toLowerCase())
  const ahead = (asked - new Date(Date.UTC(today.year, today.month - 1, today.day)).getUTCDay() + 7) % 7
  const first = instantOf({ ...dayAfter(today, ahead), ...time }, place)
  return first.getTime() > now.getTime() ? first : instantOf({ ...dayAfter(today, ahead + 7), ...time }, place)
}

const wholeClock = new RegExp(`^\\s*(?:at\\s+)?${clock}${zoneTail}\\s*\\.?\\s*$`, 'i')
const ledClock = new RegExp(`\\b${lead}[:\\s]+(tomorrow\\s+)?(?:at\\s+)?${clock}${zoneTail}`, 'i')

const dated = new RegExp(
  `\\b${month}\\s+\\d{1,2}\\b|\\b\\d{1,2}(?:st|nd|rd|th)?\\s+(?:de\\s+)?${month}|\\d/\\d|\\d-\\d\\d-\\d`,
  'i',
)

/** `resets 3pm (Europe/Sofia)`, `14:30`, `midnight Pacific`. A bare number is no clock. Past times mean tomorrow. */
export function readClock(text: string, now: Date, zone: string): Date | null {
  const whole = wholeClock.exec(text)
  const found = whole === null ? ledClock.exec(text)?.slice(1) : [undefined, ...whole.slice(1)]
  // A date that was refused must not come back as today's clock.
  if (found === undefined || dated.test(text)) return null
  const [tomorrow, ...parts] = found
  const time = clockOf(parts.slice(0, 5))
  // A bare number is no clock.
  if (time === null || (parts[1] === undefined && parts[3] === undefined && parts[4] === undefined)) return null
  const place = zoneOf(parts[5] ?? parts[6], zone)
  const today = wallTime(now, place)
  const first = instantOf({ ...dayAfter(today, 0), ...time }, place)
  const isNext = tomorrow !== undefined || first.getTime() <= now.getTime()
  return isNext ? instantOf({ ...dayAfter(today, 1), ...time }, place) : first
}

const zoneOf = (found: string | undefined, fallback: string): string => {
  const name = found?.trim().replace(/\s+time$/i, '')
  return name !== undefined && isZone(name) ? name : fallback
}

/** Hour, minute, second, am or pm, a word. null: no such time. */
function clockOf([hourWord, minuteWord, secondWord, half, word]: readonly (string | undefined)[]): Clock | null {
  if (word !== undefined) return { hour: word.toLowerCase() === 'noon' ? 12 : 0, minute: 0 }
  const [hour, minute, second] = [Number(hourWord), Number(minuteWord ?? 0), Number(secondWord ?? 0)]
  if (hour > 23 || minute > 59 || second > 59) return null
  if (half === undefined) return { hour, minute, second }
  if (hour < 1 || hour > 12) return null
  return { hour: (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0), minute, second }
}

/** In the calendar: 29 February in leap years only. */
function isDay({ year, month: monthOf, day }: Day): boolean {
  if (monthOf < 1 || monthOf > 12 || day < 1) return false
  return day <= new Date(Date.UTC(year, monthOf, 0)).getUTCDate()
}

function dayAfter(today: Day, days: number): Day {
  const next = new Date(Date.UTC(today.year, today.month - 1, today.day + days))
  return { year: next.getUTCFullYear(), month: next.getUTCMonth() + 1, day: next.getUTCDate() }
}
