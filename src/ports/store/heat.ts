/** Heats as they are kept. */
import type { Heat } from '#contract/heat'
import type { Permissions } from '#contract/session'

export interface HeatRecord extends Omit<Heat, 'verifying'> {
  /** What its sessions are started with, for the daemon that goes on after a crash. */
  readonly name: string | null
  readonly permissions: Permissions | null
  readonly ignoreConfig: boolean
  /** When the one that is being kept was chosen. */
  readonly keepingSince: string | null
}

export interface HeatReads {
  heat(id: string): HeatRecord | null
  /** Newest first. */
  heats(query: { readonly projectId?: string; readonly limit: number }): readonly HeatRecord[]
  /** Those that are starting or keep one. */
  busyHeats(): readonly HeatRecord[]
}

export interface HeatWrites {
  nextHeatNumber(): number
  insertHeat(heat: HeatRecord): void
  updateHeat(id: string, patch: Partial<HeatRecord>): HeatRecord
  /** Only for one that could not be started. */
  deleteHeat(id: string): void
}
