/** Time and chance come in by hand, so that a test can hold them. */
export interface Clock {
  now(): Date
}

export interface Ids {
  /** `l_` and 24 hex digits. */
  launch(): string
  uuid(): string
  /** 32 random bytes, base64url. */
  token(): string
}
