/**
 * Wall-clock time in a zone to an instant. Owns the names of zones as tools print them and the arithmetic over the
 * platform's zone data; reading times out of text is `reset-time`.
 */

/** Zone abbreviations that tools print, as minutes east of UTC. */
const abbreviations: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  Z: 0,
  WET: 0,
  WEST: 60,
  BST: 60,
  CET: 60,
  CEST: 120,
  SAST: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  IST: 330,
  SGT: 480,
  HKT: 480,
  AWST: 480,
  JST: 540,
  KST: 540,
  AEST: 600,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
  BRT: -180,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  AKST: -540,
  AKDT: -480,
  HST: -600,
}

/** Names of people for zones that change their clocks. */
const spoken: Readonly<Record<string, string>> = {
  PT: 'America/Los_Angeles',
  PACIFIC: 'America/Los_Angeles',
  MT: 'America/Denver',
  MOUNTAIN: 'America/Denver',
  CT: 'America/Chicago',
  CENTRAL: 'America/Chicago',
  ET: 'America/New_York',
  EASTERN: 'America/New_York',
  BEIJING: 'Asia/Shanghai',
}

export interface WallTime {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second?: number
}

/** `GMT-3`, `UTC+05:30`, `+0200`: minutes east of UTC. */
function offsetIn(name: string): number | null {
  const found = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(name)
  if (found === null) return null
  const minutes = Number(found[2]) * 60 + Number(found[3] ?? 0)
  return minutes > 14 * 60 ? null : found[1] === '-' ? -minutes : minutes
}

const fixedOffset = (name: string): number | null => {
  const upper = name.toUpperCase()
  return Object.hasOwn(abbreviations, upper) ? abbreviations[upper]! : offsetIn(name)
}

const ianaName = (name: string): string => spoken[name.toUpperCase()] ?? name

export function isZone(name: string): boolean {
  if (fixedOffset(name) !== null) return true
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: ianaName(name) })
    return true
  } catch {
    return false // the platform's way of saying that it knows no such zone
  }
}

function offsetMinutes(zone: string, instant: number): number {
  const wall = wallTime(new Date(instant), zone)
  const shown = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute)
  return Math.ceil((shown - instant) / 60_000)
}

/** What a clock on the wall of this zone shows. */
export function wallTime(instant: Date, zone: string): WallTime {
  const fixed = fixedOffset(zone)
  if (fixed !== null) {
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
    timeZone: ianaName(zone),
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

const dayMs = 86_400_000

/**
 * A wall time that exists twice, where clocks are set back, is the later one: what waits for it is never early. One that
 * does not exist, where they are set forward, is as far behind the change as it was meant to be.
 */
export function instantOf(wall: WallTime, zone: string): Date {
  const utc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second ?? 0)
  // Before and after any change of clocks that is near.
  const both = [utc - dayMs, utc + dayMs].map((near) => utc - offsetMinutes(zone, near) * 60_000)
  const real = both.filter((instant) => instant + offsetMinutes(zone, instant) * 60_000 === utc)
  return new Date(Math.max(...(real.length > 0 ? real : both)))
}
