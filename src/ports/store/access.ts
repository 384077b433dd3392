/** Page bearers: who may pass the doors besides the operator's token. */

export interface BearerRecord {
  readonly id: number
  readonly hash: string
  readonly label: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

export interface AccessReads {
  bearers(): readonly BearerRecord[]
  bearerByHash(hash: string): BearerRecord | null
}

export interface AccessWrites {
  insertBearer(bearer: Omit<BearerRecord, 'id'>): BearerRecord
  updateBearer(id: number, patch: Partial<BearerRecord>): void
}
