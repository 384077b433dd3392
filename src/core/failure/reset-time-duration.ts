/**
 * Durations in what tools say of a reset: `in 3 days 4 hours`, `1.5d`, `6m0s`. Owns which durations are a wait and which
 * are a rate or the name of a limit; the other forms of a time are beside it.
 */
const unitMs: Readonly<Record<string, number>> = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 }

const duration =
  '(?:\\d+(?:\\.\\d+)?\\s*(?:weeks?|wks?|days?|hours?|hrs?|minutes?|mins?|seconds?|secs?|ms|[wdhms])(?![a-z])[\\s,]*(?:and\\s+)?)+'
const roughly = '(?:(?:about|around|approximately|approx\\.?|roughly|another|~)\\s*)?'
/** What comes back: without such a word "10 requests in 1 minute" is a rate. */
const comes =
  'reset\\w*|retry\\w*|again|available|wait|back|renew\\w*|refresh\\w*|resum\\w*|restor\\w*|recover\\w*|unlock\\w*'
const led = `(?:${comes})\\b[^.!?;\\n]{0,40}?\\b(?:in|after|within)\\b:?|wait(?:\\s+for)?|resets?:|resets?\\b`
/** "resets 5 hour limit" names a limit. */
const noName = '(?![\\s-]*(?:limit|window|period|rolling|session|quota|plan)\\b)'

const wholeDuration = new RegExp(`^\\s*(?:in\\s+)?${roughly}(${duration})\\.?\\s*$`, 'i')
const ledDuration = new RegExp(`\\b(?:${led})\\s*${roughly}(${duration})${noName}`, 'i')

export function readRelative(text: string, now: Date): Date | null {
  const found = (wholeDuration.exec(text) ?? ledDuration.exec(text))?.[1]
  if (found === undefined) return null
  const ms = durationMs(found)
  return ms > 0 ? new Date(now.getTime() + ms) : null
}

/** null: the text is not a duration alone. */
export function wholeDurationMs(text: string): number | null {
  const found = wholeDuration.exec(text)?.[1]
  return found === undefined ? null : durationMs(found)
}

function durationMs(text: string): number {
  let total = 0
  for (const [, amount, word = ''] of text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/gi)) {
    const unit = word.toLowerCase()
    total += Number(amount) * (unit === 'ms' ? 1 : (unitMs[unit[0] ?? ''] ?? 0))
  }
  return Math.round(total)
}
