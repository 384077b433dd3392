/**
 * Wall-clock time in a zone to an instant. Owns the arithmetic over the platform's zone data; reading times out of text
 * is `reset-time`.
 */

/** Zone abbreviations that tools print, as minutes east of UTC. Everything else is an IANA name. */
const abbreviations: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  Z: 0,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  CET: 60,
  CEST: 120,
  EET: 120,
  EEST: 180,
}

export interface WallTime {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
}

export function isZone(name: string): boolean {
  if (Object.hasOwn(abbreviations, name.toUpperCase())) return true
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false // the platform's way of saying that it knows no such zone
  }
}

function offsetMinutes(zone: string, instant: number): number {
  const fixed = abbreviations[zone.toUpperCase()]
  if (fixed !== undefined) return fixed
  const wall = wallTime(new Date(instant), zone)
  const shown = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute)
  return Math.round((shown - instant) / 60_000)
}

/** What a clock on the wall of this zone shows. */
export function wallTime(instant: Date, zone: string): WallTime {
  const fixed = abbreviations[zone.toUpperCase()]
  if (fixed !== undefined) {
    const shifted = new Date(instant.getTime() + fixed * 60_000)
    return {
      year: shifted.getUTCFullYear(),
      month: shifted.getUTCMonth() + 1,
      day: shifted.getUTCDate(),
      hour: shifted.getUTCHours(),
      minute: shifted.getUTCMinutes(),
    }
  }
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(instant)
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value)
  return { year: part('year'), month: part('month'), day: part('day'), hour: part('hour'), minute: part('minute') }
}

/** The offset is asked for twice, so that a wall time beside a change of clocks gets the offset of its own side. */
export function instantOf(wall: WallTime, zone: string): Date {
  const utc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute)
  const first = utc - offsetMinutes(zone, utc) * 60_000
  return new Date(utc - offsetMinutes(zone, first) * 60_000)
}
