/** The outbox of rings, and the pages that take Web Push. */
import type { NotifyKind, Ring } from '#contract/notify'

export interface RingRecord extends Ring {
  /** The message it went with, by the number of that message's first ring; null: none was made yet. */
  readonly batch: number | null
  /** Milliseconds of the wall clock. */
  readonly dueAt: number
  readonly triedAt: string | null
}

export interface SubscriptionRecord {
  readonly id: number
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  /** What the page's browser calls itself. */
  readonly label: string
  /** The signed-in page it belongs to: it goes when that page is signed out. */
  readonly page: string
  /** null: those of the configuration. */
  readonly kinds: readonly NotifyKind[] | null
  readonly createdAt: string
}

export interface NotifyReads {
  ring(id: number): RingRecord | null
  ringOf(key: string, to: string): RingRecord | null
  /** Queued ones of a place, oldest first. */
  waitingRings(to: string, limit: number): readonly RingRecord[]
  /** Places that something waits for. */
  placesWaiting(): readonly string[]
  ringsSending(): readonly RingRecord[]
  /** Newest first. */
  rings(limit: number): readonly RingRecord[]
  /** What was tried last at a place. */
  lastTried(to: string): RingRecord | null
  lastSent(to: string): RingRecord | null
  countWaiting(to: string): number
  subscriptions(): readonly SubscriptionRecord[]
  subscription(id: number): SubscriptionRecord | null
}

export interface NotifyWrites {
  insertRing(ring: Omit<RingRecord, 'id'>): RingRecord
  updateRing(id: number, patch: Partial<RingRecord>): void
  /** Those that are over and older than this. */
  pruneRings(before: string): void
  /** One that subscribes again keeps its number. */
  putSubscription(subscription: Omit<SubscriptionRecord, 'id'>): SubscriptionRecord
  deleteSubscription(id: number): void
}
