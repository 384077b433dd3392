/**
 * Words that must reach an agent exactly as given but may hold a secret: the store keeps the redacted form, the vault the
 * true one in a 0600 file of the session until it was delivered.
 */
export interface Vault {
  /** Keeps the text only when redaction would change it; what stood there of an attempt that was rolled back goes. */
  keep(sessionId: string, key: string, text: string): void
  read(sessionId: string, key: string): string | null
  drop(sessionId: string, key: string): void
}
