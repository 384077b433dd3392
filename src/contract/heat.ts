/** A heat: one prompt and one base given to several agents, each in a session of its own, of which one is kept. */
import { carries } from './carries.ts'
import type { Status } from './session.ts'
import type { Verification } from './verify.ts'

/** keeping: the chosen one is on its way to the target. kept: it landed, the others ended. failed: it could not be started. */
export const heatStates = ['starting', 'running', 'keeping', 'kept', 'failed'] as const
export type HeatState = (typeof heatStates)[number]

export const heatIdPattern = /^h-[1-9][0-9]{0,9}$/
export const isHeatId = (word: string): boolean => heatIdPattern.test(word)

export const mostInHeat = 8

export interface HeatMember {
  /** As it was asked for, such as `claude-code:opus`. */
  readonly agent: string
  /** null while its session is being made. */
  readonly sessionId: string | null
  /** What the project's verify said of it the last time; null: not run, or there is none. */
  readonly verify: Verification | null
}

export interface Heat {
  readonly id: string
  readonly projectId: string
  readonly prompt: string
  readonly baseRef: string
  /** The commit that all of them began at. */
  readonly baseCommit: string
  readonly state: HeatState
  /** Why it failed, or why the last one that was to be kept did not land. */
  readonly reason: string | null
  readonly members: readonly HeatMember[]
  /** The session that is being kept, or was. */
  readonly keeping: string | null
  /** The merge that brings it to the target. */
  readonly merge: string | null
  /** Sessions that are being verified now. */
  readonly verifying: readonly string[]
  readonly createdAt: string
  readonly endedAt: string | null
}

/** What one of them came to. */
export interface HeatSide {
  readonly sessionId: string
  readonly agent: string
  readonly name: string
  readonly status: Status
  /** In turns, the running one included. */
  readonly durationMs: number
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly costUsd: number | null
  readonly files: readonly {
    readonly path: string
    readonly status: 'added' | 'modified' | 'deleted' | 'renamed' | 'type'
    readonly additions: number | null
    readonly deletions: number | null
  }[]
  readonly additions: number
  readonly deletions: number
  readonly verify: Verification | null
}

/** Whose work touches which files. */
export interface HeatFiles {
  readonly all: readonly string[]
  readonly some: readonly string[]
  readonly only: readonly { readonly sessionId: string; readonly paths: readonly string[] }[]
}

export interface HeatBoard {
  readonly heat: Heat
  readonly sides: readonly HeatSide[]
  readonly files: HeatFiles
}

export const heatChanges = {
  heat_started: carries<Heat>(),
  heat_updated: carries<Heat>(),
  /** It could not be started, and nothing of it is left. */
  heat_removed: carries<{ readonly id: string }>(),
}
