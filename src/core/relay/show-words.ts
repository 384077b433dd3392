/**
 * Numbers, spans and texts as the relay's monitor writes them, and how many columns a text takes on a terminal. Pure; no
 * colours and no escapes. What the lines say is `show-monitor` and `show-end`.
 */

/** How a line is meant: whoever has colours paints it by this. */
export type Tone = 'plain' | 'strong' | 'quiet' | 'good' | 'bad' | 'warn'

export interface Line {
  readonly text: string
  readonly tone: Tone
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const none = /[\p{Mn}\p{Me}\p{Cf}]/u

const widthOf = (sign: string): number => (none.test(sign) ? 0 : wide.test(sign) ? 2 : 1)

export function columnsOf(text: string): number {
  let columns = 0
  for (const sign of text) columns += widthOf(sign)
  return columns
}

/** Cut at a sign, never inside one, with a mark that something is missing. */
export function cutTo(text: string, width: number): string {
  if (columnsOf(text) <= width) return text
  let kept = ''
  let columns = 0
  for (const sign of text) {
    columns += widthOf(sign)
    if (columns > width - 1) break
    kept += sign
  }
  return width < 1 ? '' : `${kept.trimEnd()}…`
}

/** One line of text, whatever came; text from strangers is made harmless before it gets here. */
export const flat = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** To the second, so that a line that is rewritten shows that time goes on. */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (n: number) => String(n).padStart(2, '0')
  if (seconds < 60) return `${seconds}s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h ${two(Math.floor((seconds % 3600) / 60))}m`
  return `${Math.floor(seconds / 86_400)}d ${Math.floor((seconds % 86_400) / 3600)}h`
}

export function counted(n: number): string {
  if (n < 1000) return String(Math.round(n))
  if (n < 99_950) return `${(n / 1000).toFixed(1)}k`
  if (n < 999_500) return `${Math.round(n / 1000)}k`
  return `${(n / 1_000_000).toFixed(1)}M`
}

export const money = (usd: number): string => (usd > 0 && usd < 0.01 ? '<$0.01' : `$${usd.toFixed(2)}`)

export const plural = (n: number, word: string, many = `${word}s`): string => `${n} ${n === 1 ? word : many}`

/** A part of a status line. What has the highest rank is left out first when there is no room. */
export interface Part {
  readonly text: string
  readonly rank: number
}

const between = ' · '

/** as many parts as fit, in their order; the last one that must stay is cut. */
export function joinParts(parts: readonly Part[], width: number): string {
  let kept = parts.filter(({ text }) => text !== '')
  const joined = () => kept.map(({ text }) => text).join(between)
  while (kept.length > 1 && columnsOf(joined()) > width) {
    const least = Math.max(...kept.map(({ rank }) => rank))
    kept = kept.filter((_, index) => index !== kept.findLastIndex(({ rank }) => rank === least))
  }
  return cutTo(joined(), width)
}
