/** Files that people attach to what they say: kept beside the session, outside every repository, 0600. */
export interface Attachments {
  /** Whole or not at all. */
  keep(sessionId: string, id: string, bytes: Uint8Array): Promise<void>
  /** Where it lies; null: there is none of this id. */
  find(sessionId: string, id: string): string | null
  /** Its bytes as base64; null: there is none of this id, or it has more of them than `most`. */
  read(sessionId: string, id: string, most: number): string | null
  /** Bytes of all of them. */
  total(sessionId: string): number
  drop(sessionId: string): Promise<void>
}
