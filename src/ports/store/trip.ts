/** Trips, and the repositories that were enrolled for them. */
import type { LandingMode, Trip, TripAction, TripEffect } from '#contract/trip'

/** What only the loop itself needs to know of a trip; all of it survives a crash. */
export interface TripOwn {
  /** The API of the forge that the issue lives at. */
  readonly forgeUrl: string
  /** In every comment that is written for the trip: by it they are found again. */
  readonly nonce: string
  /** When the ready label was given, by the tracker's clock; null: it was started by hand. */
  readonly readyAt: string | null
  readonly claimId: string | null
  /** When the claim was last written, by the clock here. */
  readonly claimedAt: string | null
  readonly checklistId: string | null
  /** What it says. */
  readonly checklist: string | null
  readonly labelled: boolean
  readonly startedAt: string | null
  /** Why the agent could not be started. */
  readonly startError: string | null
  /** Where its work begins, and the remote's default branch at that time. */
  readonly remoteBase: string | null
  /** The commit of its own branch that was pushed or landed last. */
  readonly pushedHead: string | null
  readonly pushedAt: string | null
  readonly landed: boolean
  /** The pull request that was seen merged last; a trip whose checks were red afterwards has another one by then. */
  readonly landedPr: string | null
  /** The commit of its own branch that is being landed, and why that failed. */
  readonly landingHead: string | null
  readonly landingError: string | null
  readonly redAt: string | null
  /** The red commit that had its corrective turn, and the key of that turn. */
  readonly answered: string | null
  readonly followKey: string | null
  /** What the red checks of a commit printed, by name and address; '' where that is not to be had. */
  readonly tails?: { readonly commit: string; readonly of: Readonly<Record<string, string>> } | null
  /** The one decision that ends it; its effects are being done. */
  readonly ending: { readonly action: TripAction; readonly reason: string } | null
  /** When its issue was first seen closed while its own work may have done that; null: it was not. */
  readonly closedAt: string | null
  /** The operator stopped the loop at once. */
  readonly stopped: boolean
}

export interface TripRecord extends Trip {
  readonly own: TripOwn
  /** Every effect of its end, done ones too. */
  readonly effects: readonly TripEffect[]
}

export interface EnrolmentRecord {
  /** `owner/name`. */
  readonly repo: string
  readonly projectId: string
  readonly landing: LandingMode
  /** `harness[:model]`; null: the loop's own. */
  readonly agent: string | null
  /** Its stages, as they are written; empty: the loop's own. */
  readonly ci: readonly string[]
  readonly createdAt: string
}

export interface TripReads {
  trip(id: string): TripRecord | null
  /** Newest first. */
  trips(query: { readonly projectId?: string; readonly open?: boolean; readonly limit: number }): readonly TripRecord[]
  openTrips(): readonly TripRecord[]
  /** The newest of a session. */
  tripOf(sessionId: string): TripRecord | null
  /** The newest of an issue. */
  tripAt(repo: string, issue: number): TripRecord | null
  enrolments(): readonly EnrolmentRecord[]
}

export interface TripWrites {
  nextTripNumber(): number
  /** Throws where the repository has one under way. */
  insertTrip(trip: TripRecord): void
  /** Sets `updatedAt` too. */
  updateTrip(id: string, patch: Partial<TripRecord>): TripRecord
  /** Only for one that another daemon won. */
  deleteTrip(id: string): void
  putEnrolment(enrolment: EnrolmentRecord): void
  deleteEnrolment(repo: string): void
}
