/** Time and chance come in by hand, so that a test can hold them. */
export interface Clock {
  now(): Date
  /** The zone of the machine's own clock, by its IANA name: tools print times in it. */
  readonly zone: string
  /** Milliseconds that nobody sets: what lasted is measured with it, whatever is done to the clock on the wall. */
  steady(): number
  /** Resolves after so long, or at once when the signal is aborted. Never rejects, keeps no process alive. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export interface Ids {
  /** `l_` and 24 hex digits. */
  launch(): string
  uuid(): string
  /** 32 random bytes, base64url. */
  token(): string
}
