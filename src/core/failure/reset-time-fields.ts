/**
 * Named fields that hold a reset: headers (`retry-after: 30`, `x-codex-primary-reset-at: 1767225600`) and JSON
 * (`"resets_in_seconds": 602705`, `"quotaResetDelay": "135h9m46s"`). Owns which names mean a time and in which unit;
 * dates inside a value are read as everywhere.
 */
import { readIso } from './reset-time-calendar.ts'
import { wholeDurationMs } from './reset-time-duration.ts'

/** At the begin of a line or of a field, so that prose with a colon is left to the other readers. */
const field = /(?:^|[\n{,]\s*)"?([a-z][\w-]*)"?\s*[:=]\s*(?:"([^"\n]*)"|([^"\n}]*))/gi

/** Without dashes and underscores. What comes before (`anthropic-ratelimit-unified-`) is the provider's. */
const times =
  /(?:retry(?:after|delay|in)|resets?(?:at|in|on|after|time(?:stamp)?|date|delay|epoch|requests|tokens)?)(?:ms|millis|milliseconds|s|secs|seconds)?$/

export function readFields(text: string, now: Date, zone: string): Date | null {
  for (const [, name = '', quoted, bare = ''] of text.matchAll(field)) {
    const key = name.toLowerCase().replace(/[-_]/g, '')
    const found = times.test(key) ? readValue(key, (quoted ?? bare).trim(), now, zone) : null
    if (found !== null && !Number.isNaN(found.getTime())) return found
  }
  return null
}

function readValue(key: string, value: string, now: Date, zone: string): Date | null {
  // In JSON the next field follows a number.
  const number = /^(\d+(?:\.\d+)?)(?=\s*(?:,|$))/.exec(value)?.[1]
  if (number !== undefined) return fromNumber(key, number, now)
  const ms = wholeDurationMs(value)
  if (ms !== null) return new Date(now.getTime() + ms)
  return httpDate.test(value) ? new Date(value) : readIso(value, now, zone)
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** A number of seconds that is as long as a date is one. */
function fromNumber(key: string, number: string, now: Date): Date {
  const whole = number.split('.')[0] ?? ''
  if (whole.length === 10) return new Date(Number(number) * 1000)
  if (whole.length === 13) return new Date(Number(number))
  return new Date(now.getTime() + Number(number) * (/(?:ms|millis|milliseconds)$/.test(key) ? 1 : 1000))
}
