/**
 * Whether the program of an agent is another one than in the session's last launch, and how that is told: a conversation goes
 * on in it, and what it does differently has its reason here. Pure; looking at the program is the flows'.
 */
import type { AgentEvent } from '#contract/agent-event'

/** A program as a look at its files found it. */
export interface ProgramFacts {
  /** Another one for another program or another content of it. */
  readonly stamp: string
  /** null: its files do not say. */
  readonly version: string | null
}

type Notice = Extract<AgentEvent, { kind: 'notice' }>

/** null: the same as before, or nothing is known of the one before. */
export function programNotice(name: string, before: ProgramFacts | null, now: ProgramFacts): Notice | null {
  if (before === null || before.stamp === now.stamp) return null
  const told = before.version !== null && now.version !== null && before.version !== now.version
  const how = told ? `from ${before.version} to ${now.version}` : 'its program is another one now'
  return {
    kind: 'notice',
    code: 'harness_changed',
    message: `${name} changed since the last turn: ${how}. The conversation goes on in it.`,
    before: before.version,
    now: now.version,
  }
}

const saved = (start: unknown): Record<string, unknown> =>
  (typeof start === 'object' && start !== null ? start : {}) as Record<string, unknown>

/** Older versions of Drover saved no name: there was one agent to a conversation. */
export const launchedBy = (start: unknown, harness: string): boolean => (saved(start).harness ?? harness) === harness

/** What was saved with a launch of this harness; launches of older versions of Drover saved nothing. */
export function savedProgram(start: unknown, harness: string): ProgramFacts | null {
  const { stamp, version } = saved(start)
  // Another agent took over: its program is no news of this one.
  if (!launchedBy(start, harness)) return null
  return typeof stamp === 'string' ? { stamp, version: typeof version === 'string' ? version : null } : null
}
