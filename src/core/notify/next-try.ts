/**
 * What follows a try to send: it arrived, it is tried again at a time, it is given up, its receiver is gone. Pure. Times are
 * milliseconds of the wall clock; one that was set back or forward leaves nothing waiting longer than the longest pause.
 */

/** What a sender saw. */
export type Outcome =
  | { readonly type: 'sent' }
  /** May succeed later: `afterMs` where the receiver said when. */
  | { readonly type: 'later'; readonly error: string; readonly afterMs: number | null }
  /** Will not succeed as it is. */
  | { readonly type: 'refused'; readonly error: string }
  /** The receiver does not exist any more. */
  | { readonly type: 'gone'; readonly error: string }

export type NextTry =
  | { readonly state: 'sent' }
  | { readonly state: 'queued'; readonly dueAt: number; readonly error: string }
  | { readonly state: 'failed'; readonly error: string; readonly gone: boolean }

const firstPauseMs = 5_000
export const longestPauseMs = 15 * 60_000
const mostTries = 20
/** News of yesterday rings nobody. */
const tooOldMs = 24 * 3_600_000

/** `attempts` counts the one that just ended; `ageMs` is the age of the oldest ring of the message. */
export function nextTry(outcome: Outcome, attempts: number, ageMs: number, nowMs: number): NextTry {
  if (outcome.type === 'sent') return { state: 'sent' }
  if (outcome.type !== 'later') return { state: 'failed', error: outcome.error, gone: outcome.type === 'gone' }
  if (attempts >= mostTries || ageMs > tooOldMs) return { state: 'failed', error: outcome.error, gone: false }
  const pause = firstPauseMs * 2 ** Math.min(attempts - 1, 20)
  const asked = Math.max(pause, outcome.afterMs ?? 0)
  return { state: 'queued', dueAt: nowMs + Math.min(asked, longestPauseMs), error: outcome.error }
}

/** A time further away than any pause was set by another clock. */
export const isDue = (dueAt: number, nowMs: number): boolean => dueAt <= nowMs || dueAt - nowMs > longestPauseMs

/** `Retry-After`: seconds or a date; null: it says nothing that can be read. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs)
}

/** What an HTTP receiver meant by its status. */
export function outcomeOfStatus(
  status: number,
  headers: { readonly retryAfter?: string | undefined; readonly location?: string | undefined },
  nowMs: number,
): Outcome {
  if (status >= 200 && status < 300) return { type: 'sent' }
  const error = `it answered ${status}`
  if (status >= 300 && status < 400)
    return { type: 'refused', error: `${error}: a redirect, which is not followed${hostOf(headers.location)}` }
  if (status === 404 || status === 410) return { type: 'gone', error }
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return { type: 'later', error, afterMs: retryAfterMs(headers.retryAfter, nowMs) }
  return { type: 'refused', error }
}

function hostOf(location: string | undefined): string {
  const host = /^https?:\/\/([^/?#@]+)(?:[/?#]|$)/i.exec(location ?? '')?.[1]
  return host === undefined ? '' : ` (to ${host})`
}
