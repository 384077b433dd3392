/** Every form of a reset time that tools print, by who prints it, and texts that hold none. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseResetTime } from './reset-time.ts'

/** A Wednesday. */
const noon = '2025-10-08T12:00:00Z'
const iso = (text: string, zone?: string, at = noon): string | null =>
  parseResetTime(text, new Date(at), zone)?.toISOString() ?? null

/** What is said, and when that is; the zone of the machine is UTC. */
type Row = readonly [text: string, expected: string]

const relative: readonly Row[] = [
  ['in 3h 24m', '2025-10-08T15:24:00.000Z'],
  ['45m', '2025-10-08T12:45:00.000Z'],
  ['2d 3h', '2025-10-10T15:00:00.000Z'],
  ['in 3 days 4 hours', '2025-10-11T16:00:00.000Z'],
  ['1.5d', '2025-10-10T00:00:00.000Z'],
  ['1d12h', '2025-10-10T00:00:00.000Z'],
  ['7d', '2025-10-15T12:00:00.000Z'],
  ['5h30m', '2025-10-08T17:30:00.000Z'],
  ['try again in 1 hour and 5 minutes', '2025-10-08T13:05:00.000Z'],
  ['Weekly limit. Resets in 2 weeks', '2025-10-22T12:00:00.000Z'],
  ['Please wait 59s before sending another request', '2025-10-08T12:00:59.000Z'],
  ['Too many requests. Retry after 30 seconds.', '2025-10-08T12:00:30.000Z'],
  ['Your quota will be available again in about 2 hours', '2025-10-08T14:00:00.000Z'],
  ['Come back in 3h 47m — your free usage resets automatically at midnight Pacific.', '2025-10-08T15:47:00.000Z'],
  ['Reached message rate limit for this model. Please try again later. Resets in: 30m0s', '2025-10-08T12:30:00.000Z'],
]

const claudeCode: readonly Row[] = [
  ['Claude AI usage limit reached|1767225600', '2026-01-01T00:00:00.000Z'],
  ['Claude AI usage limit reached|1762952400', '2025-11-12T13:00:00.000Z'],
  ['usage limit reached|1767225600000', '2026-01-01T00:00:00.000Z'],
  ['5-hour limit reached ∙ resets 3pm', '2025-10-08T15:00:00.000Z'],
  ['5-hour limit reached ∙ resets 3am', '2025-10-09T03:00:00.000Z'],
  ['5-hour limit reached ∙ resets 7:45pm (America/New_York)', '2025-10-08T23:45:00.000Z'],
  ['Session limit reached ∙ resets 5:00 PM', '2025-10-08T17:00:00.000Z'],
  ['Session limit reached ∙ resets 9:30pm\n     /upgrade to increase your usage limit.', '2025-10-08T21:30:00.000Z'],
  ['Weekly limit reached ∙ resets Oct 9, 5pm', '2025-10-09T17:00:00.000Z'],
  [
    'Weekly limit reached · resets 10am (Asia/Seoul) · /upgrade to Max or turn on /extra-usage',
    '2025-10-09T01:00:00.000Z',
  ],
  ["You've hit your limit · resets 11pm (America/Anchorage)", '2025-10-09T07:00:00.000Z'],
  ["You've hit your limit · resets 6:30pm (Asia/Calcutta)", '2025-10-08T13:00:00.000Z'],
  ["You've hit your limit · resets 7pm (Europe/Paris)", '2025-10-08T17:00:00.000Z'],
  ["You've hit your limit · resets 10pm ", '2025-10-08T22:00:00.000Z'],
  ["You've hit your session limit · resets 3pm (America/Bogota)", '2025-10-08T20:00:00.000Z'],
  ["You've hit your session limit · resets 8:30pm (Asia/Tokyo)", '2025-10-09T11:30:00.000Z'],
  ["You've hit your session limit · resets 11:20am (Europe/Budapest)", '2025-10-09T09:20:00.000Z'],
  ["You've hit your 5-hour limit · resets 11:19pm (UTC)", '2025-10-08T23:19:00.000Z'],
  ["You've hit your weekly limit · resets 4am (Europe/Madrid)", '2025-10-09T02:00:00.000Z'],
  ["You've hit your weekly limit · resets Oct 12, 4pm (Europe/Rome)", '2025-10-12T14:00:00.000Z'],
  ["You've hit your weekly limit · resets Oct 15 at 7pm", '2025-10-15T19:00:00.000Z'],
  ["You've hit your Opus limit · resets Oct 12, 10:59am (America/New_York)", '2025-10-12T14:59:00.000Z'],
  ['Resets 12:59pm (America/New_York)', '2025-10-08T16:59:00.000Z'],
  ['Claude usage limit reached. Your limit will reset at 3pm.', '2025-10-08T15:00:00.000Z'],
  ['Your limit will reset at 12am', '2025-10-09T00:00:00.000Z'],
  ['Claude usage limit reached. Your limit will reset at 7pm (Asia/Tokyo).', '2025-10-09T10:00:00.000Z'],
  ['five-hour limit reached, resets in 3h 24m', '2025-10-08T15:24:00.000Z'],
  ['You reached your 5 hour limit, resets in 2h 13m', '2025-10-08T14:13:00.000Z'],
  ["You've hit your limit · resets 45m", '2025-10-08T12:45:00.000Z'],
  ['resets 3pm (Europe/Sofia)', '2025-10-09T12:00:00.000Z'],
  ['resets 4pm (Europe/Sofia)', '2025-10-08T13:00:00.000Z'],
  ['resets Oct 9 at 5pm (Europe/Sofia)', '2025-10-09T14:00:00.000Z'],
  ['resets at 12pm (Europe/London)', '2025-10-09T11:00:00.000Z'],
  ['resets Thu 9:59 AM (America/Los_Angeles)', '2025-10-09T16:59:00.000Z'],
]

const codex: readonly Row[] = [
  ["You've hit your usage limit. Try again in 3 days 4 hours 5 minutes.", '2025-10-11T16:05:00.000Z'],
  [
    "■ You've hit your usage limit. Upgrade to Pro (https://openai.com/chatgpt/pricing) or try again in 5 days 22 hours 11\nminutes.",
    '2025-10-14T10:11:00.000Z',
  ],
  ["You've hit your usage limit. Try again in 4 days 20 hours 9 minutes.", '2025-10-13T08:09:00.000Z'],
  ["You've hit your usage limit. Try again at 2:15 PM.", '2025-10-08T14:15:00.000Z'],
  ["ERROR: You've hit your usage limit. Try again at 5:22 AM.", '2025-10-09T05:22:00.000Z'],
  [
    "You've hit your usage limit. Upgrade to Plus to continue using Codex (https://chatgpt.com/explore/plus), or try again at Nov 5th, 2025 8:19 PM.",
    '2025-11-05T20:19:00.000Z',
  ],
  ['try again at Nov 3rd, 2025 5:22 AM.', '2025-11-03T05:22:00.000Z'],
  ['try again at Nov 1st, 2025 12:05 AM.', '2025-11-01T00:05:00.000Z'],
  ['try again at Nov 22nd, 2025 12:05 PM.', '2025-11-22T12:05:00.000Z'],
  ['visit the page to purchase more credits or try again at 10:33 PM.', '2025-10-08T22:33:00.000Z'],
  ['5h limit: [████░░░░] 0% left (resets 18:34)', '2025-10-08T18:34:00.000Z'],
  ['Weekly limit:     [███████████░░░░░░░░░] 56% left (resets 03:16 on 2 Dec)', '2025-12-02T03:16:00.000Z'],
  ['Weekly limit:     [█████████████░░░░░░░] 65% left (resets 18:05 on 29 Nov)', '2025-11-29T18:05:00.000Z'],
  [
    '{"error":{"type":"usage_limit_reached","message":"The usage limit has been reached","plan_type":"free","resets_at":1775317531,"resets_in_seconds":602705}}',
    '2026-04-04T15:45:31.000Z',
  ],
  ['{"type":"usage_limit_reached","resets_in_seconds":602705}', '2025-10-15T11:25:05.000Z'],
  [
    'Rate limit reached for gpt-5 on tokens per min (TPM): Limit 30000. Please try again in 6m0s.',
    '2025-10-08T12:06:00.000Z',
  ],
  ['Rate limit reached for gpt-5 in organization org-x. Please try again in 1.898s.', '2025-10-08T12:00:01.898Z'],
  ['Please try again in 28ms. Visit the page to learn more.', '2025-10-08T12:00:00.028Z'],
  ['stream error: 429 Too Many Requests; retrying 2/5 in 378ms…', '2025-10-08T12:00:00.378Z'],
]

const geminiAndQwen: readonly Row[] = [
  ['TerminalQuotaError: Your quota will reset after 1h0m0s.', '2025-10-08T13:00:00.000Z'],
  [
    'RESOURCE_EXHAUSTED (code 429): You have exhausted your capacity on this model. Your quota will reset after 42h1m20s.',
    '2025-10-10T06:01:20.000Z',
  ],
  [
    'You have exhausted your daily quota on this model. Your quota will reset after 18h47m12s.',
    '2025-10-09T06:47:12.000Z',
  ],
  ['quota will reset after 48m20s.', '2025-10-08T12:48:20.000Z'],
  ['Usage limit reached for gemini-3-flash-preview. Access resets at 10:57 PM GMT-3.', '2025-10-09T01:57:00.000Z'],
  ['Usage limit reached for gemini-2.5-pro. Access resets at 7:00 AM PDT.', '2025-10-08T14:00:00.000Z'],
  ['Usage limit reached for all Pro models. Access resets at 2:30 PM GMT+5:30.', '2025-10-09T09:00:00.000Z'],
  ['Your daily quota resets at midnight Pacific time.', '2025-10-09T07:00:00.000Z'],
  ['You exceeded your current quota, please check your plan. Please retry in 21.5s.', '2025-10-08T12:00:21.500Z'],
  ['Please retry in 38.482911744s.', '2025-10-08T12:00:38.483Z'],
  ['"retryDelay": "38s"', '2025-10-08T12:00:38.000Z'],
  ['{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"6853.667943359s"}', '2025-10-08T13:54:13.668Z'],
  [
    '{"reason":"QUOTA_EXHAUSTED","metadata":{"quotaResetDelay":"135h9m46s","quotaResetTimeStamp":"2025-10-14T03:09:46Z"}}',
    '2025-10-14T03:09:46.000Z',
  ],
  ['"quotaResetTimeStamp": "2026-03-05T07:20:42Z"', '2026-03-05T07:20:42.000Z'],
  [
    'You have reached the quota limit for this model. You can resume using this model at 10/9/25, or: Resets in 7d',
    '2025-10-15T12:00:00.000Z',
  ],
  ['You can resume using this model at 2025-10-09T05:00:00Z', '2025-10-09T05:00:00.000Z'],
  ['Individual quota reached. Resets in 5h30m', '2025-10-08T17:30:00.000Z'],
  ['Retrying in 240s (attempt 3/10): [API Error: 429 Qwen OAuth quota]', '2025-10-08T12:04:00.000Z'],
  ['Qwen free quota used up. Quota resets at 00:00 UTC.', '2025-10-09T00:00:00.000Z'],
]

const opencodeAndItsProviders: readonly Row[] = [
  ['Monthly usage limit reached. It will reset in 10 days 19 hours.', '2025-10-19T07:00:00.000Z'],
  [
    'weekly usage limit reached. It will reset in 5 days 10 hours. To continue using this model now, enable usage from your available balance',
    '2025-10-13T22:00:00.000Z',
  ],
  ['Free usage exceeded, subscribe to Go [retrying in 8h 13m attempt #1]', '2025-10-08T20:13:00.000Z'],
  [
    'Free usage exceeded, add credits https://opencode.ai/zen [retrying in 32m 50s attempt #1]',
    '2025-10-08T12:32:50.000Z',
  ],
  ['429 Too Many Requests retrying in 59 minutes 12 seconds attempt #15', '2025-10-08T12:59:12.000Z'],
  ['Usage limit reached. Resets in 7 days', '2025-10-15T12:00:00.000Z'],
  ['5 hour limit reached, resets in 3 days', '2025-10-11T12:00:00.000Z'],
  ['Usage limit reached for 5 hour. Your limit will reset at 2025-10-08 19:01:25', '2025-10-08T19:01:25.000Z'],
  ['Weekly/Monthly Limit Exhausted. Your limit will reset at 2025-10-15 07:41:44', '2025-10-15T07:41:44.000Z'],
  [
    '{"error":{"code":"1308","message":"已达到 5\n小时的使用上限。您的限额将在 2025-10-09 07:41:44 重置。"}}',
    '2025-10-09T07:41:44.000Z',
  ],
  ['reset at 2025-10-09 03:04:05 UTC+8', '2025-10-08T19:04:05.000Z'],
  ['reset at 2025-10-09 03:04:05 (Asia/Shanghai)', '2025-10-08T19:04:05.000Z'],
  ['{"resetTime":"2025-10-08T14:00:00.000Z"}', '2025-10-08T14:00:00.000Z'],
]

const copilotPiAndOthers: readonly Row[] = [
  [
    "Sorry, you've hit a rate limit that restricts the number of Copilot model requests you can make within a specific time period. Please try again in 2 hours. Please review our Terms of Service",
    '2025-10-08T14:00:00.000Z',
  ],
  ['period. Please try again in 58 hours. Please review our Terms of Service', '2025-10-10T22:00:00.000Z'],
  ['Please try again in 15 hours 23 minutes. Please review our Terms of Service', '2025-10-09T03:23:00.000Z'],
  ['Your premium request allowance resets on November 1, 2025 at 00:00 UTC.', '2025-11-01T00:00:00.000Z'],
  ['You have used your monthly premium requests. Your allowance resets on November 1.', '2025-11-01T00:00:00.000Z'],
  ['Your limits reset on 1 November 2025.', '2025-11-01T00:00:00.000Z'],
  ['Quota exceeded, resets on 2025-11-01', '2025-11-01T00:00:00.000Z'],
  ['You have hit your ChatGPT usage limit (plus plan). Try again in ~500 min.', '2025-10-08T20:20:00.000Z'],
  [
    'Codex usage limit reached: the 5h window is exhausted; resets at 2025-10-08T19:15:09Z (in ~47m).',
    '2025-10-08T19:15:09.000Z',
  ],
  ['limit resets at: 2025-10-11T10:13:01+0000', '2025-10-11T10:13:01.000Z'],
  ['Credits refresh Monday at 9am', '2025-10-13T09:00:00.000Z'],
  ['Weekly credits reset on Monday', '2025-10-13T00:00:00.000Z'],
  ['resets Wed 9am', '2025-10-15T09:00:00.000Z'],
  ['resets Wednesday, 9pm', '2025-10-08T21:00:00.000Z'],
  ['available again tomorrow at 9am', '2025-10-09T09:00:00.000Z'],
]

const clocksAndZones: readonly Row[] = [
  ['14:30', '2025-10-08T14:30:00.000Z'],
  ['2:30 PM', '2025-10-08T14:30:00.000Z'],
  ['11:30', '2025-10-09T11:30:00.000Z'],
  ['resets 2:30 p.m.', '2025-10-08T14:30:00.000Z'],
  ['resets at 14:30:45', '2025-10-08T14:30:45.000Z'],
  ['Try again at 3:30 PM PST', '2025-10-08T23:30:00.000Z'],
  ['Try again at 3:30 PM PT', '2025-10-08T22:30:00.000Z'],
  ['Try again at 9am ET', '2025-10-08T13:00:00.000Z'],
  ['resets 11pm JST', '2025-10-08T14:00:00.000Z'],
  ['it will reset at 6:30pm IST', '2025-10-08T13:00:00.000Z'],
  ['resets 3pm CEST', '2025-10-08T13:00:00.000Z'],
  ['resets at 9pm BST', '2025-10-08T20:00:00.000Z'],
  ['resets 14:30 UTC+05:30', '2025-10-09T09:00:00.000Z'],
  ['resets 16:00 +0200', '2025-10-08T14:00:00.000Z'],
  ['resets at 5pm (GMT-7)', '2025-10-09T00:00:00.000Z'],
  ['resets at noon (America/Sao_Paulo)', '2025-10-08T15:00:00.000Z'],
  ['resets 6:30pm (Asia/Kathmandu)', '2025-10-08T12:45:00.000Z'],
  ['resets 2am (Australia/Lord_Howe)', '2025-10-08T15:00:00.000Z'],
  ['resets 9am (Etc/GMT+12)', '2025-10-08T21:00:00.000Z'],
  // dates
  ['Oct 9 at 5pm', '2025-10-09T17:00:00.000Z'],
  ['Nov 3rd, 2025 5:22 AM', '2025-11-03T05:22:00.000Z'],
  ['resets 5pm on October 9', '2025-10-09T17:00:00.000Z'],
  ['resets Thursday, October 9 at 5pm (UTC)', '2025-10-09T17:00:00.000Z'],
  ['resets January 2 at 9am', '2026-01-02T09:00:00.000Z'],
  ['resets Oct 7 at 5pm', '2025-10-07T17:00:00.000Z'],
  ['available again 2025-10-09T03:04:05Z', '2025-10-09T03:04:05.000Z'],
  ['resets_at: 2025-10-09T03:04:05+03:00', '2025-10-09T00:04:05.000Z'],
  ['2025-10-09 03:04', '2025-10-09T03:04:00.000Z'],
]

const headers: readonly Row[] = [
  ['retry-after: 120', '2025-10-08T12:02:00.000Z'],
  ['Retry-After: Wed, 08 Oct 2025 13:00:00 GMT', '2025-10-08T13:00:00.000Z'],
  ['retry-after: Thu, 01 Jan 2026 00:00:00 GMT', '2026-01-01T00:00:00.000Z'],
  ['retry-after-ms: 1500', '2025-10-08T12:00:01.500Z'],
  ['{"retry-after":"30"}', '2025-10-08T12:00:30.000Z'],
  ['{"message":"slow down","retry_after":12.5}', '2025-10-08T12:00:12.500Z'],
  ['{"error":"quota","retry_after": "86400"}', '2025-10-09T12:00:00.000Z'],
  ['x-ratelimit-reset-requests: 6m0s', '2025-10-08T12:06:00.000Z'],
  ['x-ratelimit-reset-tokens: 20ms', '2025-10-08T12:00:00.020Z'],
  ['x-ratelimit-reset: 1767225600', '2026-01-01T00:00:00.000Z'],
  ['X-RateLimit-Reset: 1767225600000', '2026-01-01T00:00:00.000Z'],
  ['x-ratelimit-reset-after: 12.5', '2025-10-08T12:00:12.500Z'],
  ['ratelimit-reset: 50', '2025-10-08T12:00:50.000Z'],
  ['anthropic-ratelimit-unified-reset: 1767225600', '2026-01-01T00:00:00.000Z'],
  ['anthropic-ratelimit-requests-reset: 2025-10-08T12:05:00Z', '2025-10-08T12:05:00.000Z'],
  ['x-codex-primary-reset-at: 1789805447', '2026-09-19T08:10:47.000Z'],
  ['x-codex-primary-reset-after-seconds: 604800', '2025-10-15T12:00:00.000Z'],
  ['content-type: application/json\nretry-after: 60\nserver: x', '2025-10-08T12:01:00.000Z'],
]

const rows: readonly Row[] = [
  ...relative,
  ...claudeCode,
  ...codex,
  ...geminiAndQwen,
  ...opencodeAndItsProviders,
  ...copilotPiAndOthers,
  ...clocksAndZones,
  ...headers,
]

test.each(rows)('%s', (text, expected) => {
  expect(iso(text)).toBe(expected)
})

test('D17: the table is as long as it claims, and says nothing twice', () => {
  const texts = rows.map(([text]) => text)
  expect(new Set(texts).size).toBe(texts.length)
  expect(texts.length).toBeGreaterThanOrEqual(120)
})

test.each([
  '',
  'usage limit reached',
  "You've hit your usage limit. Try again later.",
  'Rate limit exceeded. Please retry after a brief wait.',
  'rate limit of 5 requests per minute',
  'You may send 10 requests in 1 minute',
  'GenerateRequestsPerDayPerProjectPerModel-FreeTier, quotaValue 50',
  'error 429 at line 14',
  'in a moment',
  'request took 45m of nothing',
  'Your 5-hour limit is used up',
  'this resets your 5 hour limit',
  'switch back in 5-hour mode',
  'resets soon',
  'resets 3',
  'resets at 3',
  'resets 13pm',
  'resets 0am',
  '25:99',
  'resets 24:30',
  'Oct 45 at 5pm',
  'resets Feb 30 at 5pm',
  'resets 2025-02-29 10:00',
  'resets 2025-13-01 10:00',
  'resets Okt 9 um 17 Uhr',
  // Day and month, or month and day? Nobody knows.
  'Your usage limits will reset on 10/9/2025.',
  "You've hit your usage limit. Upgrade your plan to continue, or try again at 10 de jul. de 2026, 11:52.",
  'usage limit reached|12',
  'usage limit reached|12345678901',
  'in 99999999999999999d',
  'retry-after: 99999999999999999999',
  'retry-after: soon 5',
  'retry-after: -1',
  'resetCount: 3',
  '{"reset":true,"retries":5}',
  'HTTP 429 (Request ID: AF08:1CC094:79C2BF:8F5AB7:69C609B2)',
  'Version 2.1.226 at 127.0.0.1:8787',
])('holds no time: %s', (text) => {
  expect(iso(text)).toBeNull()
})

test('a clock without a zone is read in the zone given', () => {
  expect(iso('resets 4pm', 'Europe/Sofia')).toBe('2025-10-08T13:00:00.000Z')
  expect(iso('Oct 9 at 5pm', 'America/New_York')).toBe('2025-10-09T21:00:00.000Z')
  expect(iso('2025-10-09 03:04:05', 'Asia/Shanghai')).toBe('2025-10-08T19:04:05.000Z')
  expect(iso('resets on November 1', 'America/Los_Angeles')).toBe('2025-11-01T07:00:00.000Z')
})

test('the zone of the text wins over the zone given, an unknown one does not', () => {
  expect(iso('resets 4pm (Europe/Sofia)', 'America/New_York')).toBe('2025-10-08T13:00:00.000Z')
  expect(iso('resets 4pm (Nowhere/Land)', 'Europe/Sofia')).toBe('2025-10-08T13:00:00.000Z')
})

describe('where clocks change', () => {
  test.each([
    // Set back between now and the reset: Sofia on 26 October, New York on 2 November.
    ['resets 9am (Europe/Sofia)', '2025-10-25T20:00:00Z', '2025-10-26T07:00:00.000Z'],
    ['resets 9am (America/New_York)', '2025-11-01T20:00:00Z', '2025-11-02T14:00:00.000Z'],
    // Set forward: Sofia on 29 March, New York on 8 March.
    ['resets 9am (Europe/Sofia)', '2026-03-28T20:00:00Z', '2026-03-29T06:00:00.000Z'],
    ['resets 9am (America/New_York)', '2026-03-07T20:00:00Z', '2026-03-08T13:00:00.000Z'],
    // An hour that exists twice: the later one, so that nobody is early.
    ['resets 3:30am (Europe/Sofia)', '2025-10-25T20:00:00Z', '2025-10-26T01:30:00.000Z'],
    ['resets 1:30am (America/New_York)', '2025-11-01T20:00:00Z', '2025-11-02T06:30:00.000Z'],
    ['resets 1:30am (America/New_York)', '2025-11-02T05:45:00Z', '2025-11-02T06:30:00.000Z'],
    ['resets Oct 26 at 3:30am (Europe/Sofia)', '2025-10-20T20:00:00Z', '2025-10-26T01:30:00.000Z'],
    // An hour that does not exist: behind the change.
    ['resets 3:30am (Europe/Sofia)', '2026-03-28T20:00:00Z', '2026-03-29T01:30:00.000Z'],
    ['resets 2:30am (America/New_York)', '2026-03-07T20:00:00Z', '2026-03-08T07:30:00.000Z'],
    ['resets 2:15am (Australia/Lord_Howe)', '2026-10-03T10:00:00Z', '2026-10-03T15:45:00.000Z'],
    // An abbreviation says which of the two is meant.
    ['resets 1:30am EDT', '2025-11-01T20:00:00Z', '2025-11-02T05:30:00.000Z'],
    ['resets 1:30am EST', '2025-11-01T20:00:00Z', '2025-11-02T06:30:00.000Z'],
    // A duration does not care.
    ['resets in 12h', '2025-10-25T20:00:00Z', '2025-10-26T08:00:00.000Z'],
  ])('%s, said at %s', (text, at, expected) => {
    expect(iso(text, 'UTC', at)).toBe(expected)
  })
})

describe('ends of days, years and Februaries', () => {
  test.each([
    ['resets 3pm', '2025-12-31T22:00:00Z', '2026-01-01T15:00:00.000Z'],
    ['resets 3pm (Asia/Tokyo)', '2025-12-31T22:00:00Z', '2026-01-01T06:00:00.000Z'],
    ['resets Jan 2 at 9am', '2025-12-30T22:00:00Z', '2026-01-02T09:00:00.000Z'],
    ['resets Dec 31 at 11pm', '2026-01-01T00:30:00Z', '2025-12-31T23:00:00.000Z'],
    ['resets 03:16 on 2 Jan', '2025-12-30T22:00:00Z', '2026-01-02T03:16:00.000Z'],
    ['resets Thu 9am', '2025-12-31T22:00:00Z', '2026-01-01T09:00:00.000Z'],
    ['resets Jan 1 at 12am (America/Los_Angeles)', '2025-12-31T22:00:00Z', '2026-01-01T08:00:00.000Z'],
    ['in 3 days 4 hours', '2025-12-30T22:00:00Z', '2026-01-03T02:00:00.000Z'],
    ['resets 3am', '2028-02-28T22:00:00Z', '2028-02-29T03:00:00.000Z'],
    ['resets Feb 29 at 5pm', '2028-02-20T12:00:00Z', '2028-02-29T17:00:00.000Z'],
    ['resets 2028-02-29 17:00', '2028-02-20T12:00:00Z', '2028-02-29T17:00:00.000Z'],
    ['resets 3am', '2027-02-28T22:00:00Z', '2027-03-01T03:00:00.000Z'],
    ['resets 12pm', '2025-10-08T12:00:00Z', '2025-10-09T12:00:00.000Z'],
    ['resets 12pm', '2025-10-08T11:59:59Z', '2025-10-08T12:00:00.000Z'],
  ])('%s, said at %s', (text, at, expected) => {
    expect(iso(text, 'UTC', at)).toBe(expected)
  })

  test('a 29 February that is nowhere near', () => {
    expect(iso('resets Feb 29, 2027 at 5pm')).toBeNull()
  })
})

test('any text gives a real date or nothing', () => {
  const words = fc.constantFrom(
    'resets',
    'in',
    'at',
    'on',
    '3pm',
    '14:30',
    'Oct',
    'Thu',
    'midnight',
    '9',
    '2025',
    '|',
    '1767225600',
    '45m',
    '(UTC)',
    'GMT-3',
    'retry-after:',
    '"resets_at":',
  )
  const texts = fc.oneof(
    fc.string(),
    fc.array(words, { maxLength: 8 }).map((parts) => parts.join(' ')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const found = parseResetTime(text, new Date(noon))
      expect(found === null || !Number.isNaN(found.getTime())).toBe(true)
    }),
  )
})
