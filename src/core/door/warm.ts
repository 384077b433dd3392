/**
 * Which processes should wait for conversations, and what is to be done about those that do. Pure: what waits is told by a mark
 * of everything that it was started with, so that one started with other words never answers.
 */
import type { Permissions } from '#contract/session'
import { type AgentSpec, specText } from '#core/relay/agent-spec'
import type { Persona } from './persona.ts'

/** All that a process is told or given when it starts; two that are alike in it are as good as one another. */
export const warmMark = (
  persona: Persona,
  agent: AgentSpec,
  permissions: Permissions | null,
  /** `[harness.NAME]`. */
  config: unknown,
): string =>
  JSON.stringify([persona.name, persona.system, persona.tools, persona.budgetUsd, specText(agent), permissions, config])

export interface Wanted {
  readonly mark: string
  readonly count: number
}

export interface Waiting {
  readonly id: string
  readonly mark: string
  readonly startedMs: number
  /** Its process lives and nobody is ending it. */
  readonly lives: boolean
}

/** Credentials, settings and programs change: none waits for longer. */
export const longestWaitMs = 30 * 60_000

export interface Tending {
  readonly end: readonly string[]
  /** Marks of those to start, one for each. */
  readonly start: readonly string[]
}

/** Never more than `most` in all: the first wanted come first. */
export function tend(wanted: readonly Wanted[], waiting: readonly Waiting[], nowMs: number, most: number): Tending {
  const kept = new Set<string>()
  const start: string[] = []
  let room = most
  for (const { mark, count } of wanted) {
    const fit = waiting.filter((one) => one.mark === mark && one.lives && nowMs - one.startedMs < longestWaitMs)
    const share = Math.min(count, room)
    room -= share
    for (const one of fit.slice(0, share)) kept.add(one.id)
    for (let n = fit.length; n < share; n++) start.push(mark)
  }
  return { end: waiting.filter(({ id }) => !kept.has(id)).map(({ id }) => id), start }
}
