/** What the end of one verification command means. Only a plain exit with 0 holds; everything else says why not. */
export interface CommandEnd {
  readonly code: number | null
  readonly signal: string | null
  readonly timedOut: boolean
  readonly overflowed: boolean
  readonly called: 'off' | 'on'
}

/** null: it holds. */
export function whyNotVerified(end: CommandEnd): string | null {
  if (end.called === 'off') return 'it was called off'
  if (end.timedOut) return 'it took longer than verify_timeout allows and was ended'
  if (end.overflowed) return 'it printed more than is kept of any output and was ended'
  if (end.signal !== null) return `it was ended by ${end.signal}`
  if (end.code === null) return 'its exit code is not known'
  return end.code === 0 ? null : `it ended with exit code ${end.code}`
}
