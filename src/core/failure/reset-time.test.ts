/** Every form of a reset time that tools print, and texts that hold none. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseResetTime } from './reset-time.ts'

const now = new Date('2025-10-08T12:00:00Z')
const iso = (text: string, zone?: string): string | null => parseResetTime(text, now, zone)?.toISOString() ?? null

test.each([
  // relative
  ['in 3h 24m', '2025-10-08T15:24:00.000Z'],
  ['45m', '2025-10-08T12:45:00.000Z'],
  ['2d 3h', '2025-10-10T15:00:00.000Z'],
  ['in 3 days 4 hours', '2025-10-11T16:00:00.000Z'],
  ['1.5d', '2025-10-10T00:00:00.000Z'],
  ["You've hit your usage limit. Try again in 3 days 4 hours 5 minutes.", '2025-10-11T16:05:00.000Z'],
  ['Please retry in 21.5s.', '2025-10-08T12:00:21.500Z'],
  ['"retryDelay": "38s"', '2025-10-08T12:00:38.000Z'],
  ['You reached your 5 hour limit, resets in 2h 13m', '2025-10-08T14:13:00.000Z'],
  ['try again in 1 hour and 5 minutes', '2025-10-08T13:05:00.000Z'],
  ['Weekly limit. Resets in 2 weeks', '2025-10-22T12:00:00.000Z'],
  // clock
  ['resets 3pm (Europe/Sofia)', '2025-10-09T12:00:00.000Z'],
  ['resets 4pm (Europe/Sofia)', '2025-10-08T13:00:00.000Z'],
  ['14:30', '2025-10-08T14:30:00.000Z'],
  ['2:30 PM', '2025-10-08T14:30:00.000Z'],
  ['11:30', '2025-10-09T11:30:00.000Z'],
  ['5-hour limit reached ∙ resets 7:45pm (America/New_York)', '2025-10-08T23:45:00.000Z'],
  ['Your limit will reset at 12am', '2025-10-09T00:00:00.000Z'],
  ['Try again at 3:30 PM PST', '2025-10-08T23:30:00.000Z'],
  ['visit the page to purchase more credits or try again at 10:33 PM.', '2025-10-08T22:33:00.000Z'],
  ["You've hit your 5-hour limit · resets 11:19pm (UTC)", '2025-10-08T23:19:00.000Z'],
  ['resets at 12pm (Europe/London)', '2025-10-09T11:00:00.000Z'],
  // dates
  ['Oct 9 at 5pm', '2025-10-09T17:00:00.000Z'],
  ['resets Oct 9 at 5pm (Europe/Sofia)', '2025-10-09T14:00:00.000Z'],
  ['Nov 3rd, 2025 5:22 AM', '2025-11-03T05:22:00.000Z'],
  ['try again at Nov 3rd, 2025 5:22 AM.', '2025-11-03T05:22:00.000Z'],
  ['resets January 2 at 9am', '2026-01-02T09:00:00.000Z'],
  ['resets Oct 7 at 5pm', '2025-10-07T17:00:00.000Z'],
  ['resets Oct 9, 5pm', '2025-10-09T17:00:00.000Z'],
  ['available again 2025-10-09T03:04:05Z', '2025-10-09T03:04:05.000Z'],
  ['resets_at: 2025-10-09T03:04:05+03:00', '2025-10-09T00:04:05.000Z'],
  ['2025-10-09 03:04', '2025-10-09T03:04:00.000Z'],
  // epoch after a pipe
  ['Claude AI usage limit reached|1767225600', '2026-01-01T00:00:00.000Z'],
  ['usage limit reached|1767225600000', '2026-01-01T00:00:00.000Z'],
  // headers
  ['retry-after: 120', '2025-10-08T12:02:00.000Z'],
  ['Retry-After: Wed, 08 Oct 2025 13:00:00 GMT', '2025-10-08T13:00:00.000Z'],
  ['retry-after-ms: 1500', '2025-10-08T12:00:01.500Z'],
  ['x-ratelimit-reset-requests: 6m0s', '2025-10-08T12:06:00.000Z'],
  ['anthropic-ratelimit-unified-reset: 1767225600', '2026-01-01T00:00:00.000Z'],
  ['{"retry-after":"30"}', '2025-10-08T12:00:30.000Z'],
])('%s', (text, expected) => {
  expect(iso(text)).toBe(expected)
})

test.each([
  '',
  'usage limit reached',
  'rate limit of 5 requests per minute',
  'error 429 at line 14',
  'in a moment',
  'request took 45m of nothing',
  'resets soon',
  'resets 3',
  '25:99',
  'Oct 45 at 5pm',
  'usage limit reached|12',
  'in 99999999999999999d',
  'retry-after: 99999999999999999999',
])('holds no time: %s', (text) => {
  expect(iso(text)).toBeNull()
})

test('a clock without a zone is read in the zone given', () => {
  expect(iso('resets 4pm', 'Europe/Sofia')).toBe('2025-10-08T13:00:00.000Z')
  expect(iso('Oct 9 at 5pm', 'America/New_York')).toBe('2025-10-09T21:00:00.000Z')
})

test('the zone of the text wins over the zone given, an unknown one does not', () => {
  expect(iso('resets 4pm (Europe/Sofia)', 'America/New_York')).toBe('2025-10-08T13:00:00.000Z')
  expect(iso('resets 4pm (Nowhere/Land)', 'Europe/Sofia')).toBe('2025-10-08T13:00:00.000Z')
})

test('a change of clocks between now and the reset is counted', () => {
  const saturday = new Date('2025-10-25T20:00:00Z')
  expect(parseResetTime('resets 9am (Europe/Sofia)', saturday)?.toISOString()).toBe('2025-10-26T07:00:00.000Z')
})

test('the roll to the next day crosses the end of a year', () => {
  const evening = new Date('2025-12-31T22:00:00Z')
  expect(parseResetTime('resets 3pm', evening)?.toISOString()).toBe('2026-01-01T15:00:00.000Z')
})

test('any text gives a real date or nothing', () => {
  const words = fc.constantFrom(
    'resets',
    'in',
    'at',
    '3pm',
    '14:30',
    'Oct',
    '9',
    '2025',
    '|',
    '1767225600',
    '45m',
    '(UTC)',
    'retry-after:',
  )
  const texts = fc.oneof(
    fc.string(),
    fc.array(words, { maxLength: 8 }).map((parts) => parts.join(' ')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const found = parseResetTime(text, now)
      expect(found === null || !Number.isNaN(found.getTime())).toBe(true)
    }),
  )
})
