/**
 * The way out to a server that has a token: its own origin only, redirects that leave it without the credential, bodies read to
 * their end under a cap, a limit in time. What is cut off or too large is an error, never an empty success.
 */
export interface Guard {
  readonly origin: string
  readonly timeoutMs: number
  readonly mostBytes: number
}

export type WayOut = (guard: Guard) => typeof fetch
