/** The effort that a session works in, as far as landing asks: the target it was started with, while it runs. */
import type { EffortReads } from '#ports/store/effort'
import type { Reads } from '#ports/store/journal'
import type { SessionRecord } from '#ports/store/session'

/** null: it works in none. */
export function effortOf(reads: Reads, session: SessionRecord | null): { readonly into: string } | null {
  const { effortId = null } = (session ?? {}) as { readonly effortId?: string | null }
  if (effortId === null) return null
  const effort = (reads as Reads & Partial<Pick<EffortReads, 'effort'>>).effort?.(effortId) ?? null
  return effort?.state === 'running' ? { into: effort.into } : null
}
