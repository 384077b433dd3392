/**
 * What the headers of a refused request say about limits: whether a quota is spent, and when it comes back. Knows the
 * headers of providers by name; which of them reach the evidence is the adapters' business (`limitHeaders` names them).
 */
import { parseResetTime } from './reset-time.ts'

type Headers = Readonly<Record<string, string>>

/** Anthropic's own verdict over all windows of a plan. `overage` is another quota, which most accounts do not have. */
const unified = 'anthropic-ratelimit-unified'

/** The plan's quota is spent: waiting a moment does not help. */
export const isRejected = (headers: Headers): boolean => headers[`${unified}-status`]?.trim() === 'rejected'

/** The reset of what was rejected, else the wait that the provider names. A window that is still open names no wait. */
export function headerReset(headers: Headers, now: Date): Date | null {
  const windows = Object.keys(headers)
    .filter((name) => name.startsWith(unified) && name.endsWith('-status') && !name.includes('-overage-'))
    .filter((name) => headers[name]?.trim() === 'rejected')
    .map((name) => name.replace(/-status$/, '-reset'))
  const plan = windows.length === 0 ? [] : [`${unified}-reset`, ...windows]
  for (const name of [...plan, 'retry-after-ms', 'retry-after']) {
    const value = headers[name]
    const found = value === undefined ? null : parseResetTime(`${name.replace(/^.*-reset$/, 'reset')}: ${value}`, now)
    if (found !== null) return found
  }
  return null
}
