/**
 * Days on the operator's calendar: where each begins as an instant, and which time words such as `today` and `7d` mean. Days
 * that are longer or shorter, because clocks were changed, are whole days here. Pure.
 */
import { instantOf, type WallTime, wallTime } from '#core/failure/zone-time'

export interface Day {
  /** `2026-01-31`. */
  readonly name: string
  readonly from: number
  readonly until: number
}

const hourMs = 3_600_000

const two = (n: number): string => String(n).padStart(2, '0')
const nameOf = ({ year, month, day }: WallTime): string => `${year}-${two(month)}-${two(day)}`

/** Midnight of the day `offset` days from the given one. */
function midnight({ year, month, day }: WallTime, offset: number, zone: string): { name: string; at: number } {
  const shifted = new Date(Date.UTC(year, month - 1, day + offset))
  const wall = {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: 0,
    minute: 0,
  }
  return { name: nameOf(wall), at: instantOf(wall, zone).getTime() }
}

export const dayStart = (now: number, zone: string, offset = 0): number =>
  midnight(wallTime(new Date(now), zone), offset, zone).at

/** Every day that has a part in the time from `since` (inclusive) to `until` (exclusive), cut to it. */
export function daysBetween(since: number, until: number, zone: string): readonly Day[] {
  const first = wallTime(new Date(since), zone)
  const days: Day[] = []
  for (let n = 0, from = midnight(first, 0, zone); from.at < until; n++) {
    const next = midnight(first, n + 1, zone)
    days.push({ name: from.name, from: Math.max(since, from.at), until: Math.min(until, next.at) })
    from = next
  }
  return days
}

/** `today`, `7d` (today and the six days before), `24h`, `2026-01-31`, an ISO time. null: not understood. */
export function sinceOf(word: string, now: number, zone: string): number | null {
  const said = word.trim().toLowerCase()
  if (said === 'today') return dayStart(now, zone)
  if (said === 'yesterday') return dayStart(now, zone, -1)
  const days = /^([1-9]\d{0,4})d$/.exec(said)
  if (days !== null) return dayStart(now, zone, 1 - Number(days[1]))
  const hours = /^([1-9]\d{0,5})h$/.exec(said)
  if (hours !== null) return now - Number(hours[1]) * hourMs
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(said)
  if (day !== null) {
    const [year, month, date] = [Number(day[1]), Number(day[2]), Number(day[3])]
    const real = new Date(Date.UTC(year, month - 1, date))
    if (real.getUTCMonth() !== month - 1 || real.getUTCDate() !== date) return null
    return midnight({ year, month, day: date, hour: 0, minute: 0 }, 0, zone).at
  }
  const time = /^\d{4}-\d{2}-\d{2}t/.test(said) ? Date.parse(word.trim()) : Number.NaN
  return Number.isNaN(time) ? null : time
}
