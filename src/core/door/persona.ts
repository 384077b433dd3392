/** What a persona is once its table is read: every field with a value, and the one that ships with Drover. */
import type { OwnPersona, Preset } from '#contract/door'
import type { Permissions } from '#contract/session'

export interface Persona {
  readonly name: string
  readonly system: string | null
  /** An agent spec as written; null: the default harness. */
  readonly agent: string | null
  readonly tools: 'none' | 'all'
  readonly permissions: Permissions | null
  readonly budgetUsd: number | null
  readonly timeoutMs: number
  readonly project: string | null
  readonly resume: 'none' | 'history'
  /** How many processes of its agent wait for a conversation. */
  readonly warm: number
  readonly presets: readonly Preset[]
}

/** Whoever is asked for by an agent spec alone: told nothing, without tools. No name of a configuration begins like it. */
export const bareName = '@agent'

export const shippedName = 'conversational'

const conversational: OwnPersona = {
  system: [
    'You are a voice assistant: everything you say is spoken aloud.',
    'Answer in the language of the speaker, in one to three short sentences.',
    'Plain words only: no markdown, no lists, no code, no emoji, no links.',
    'You have no tools and cannot look anything up or do anything; say so when that is asked for.',
  ].join('\n'),
  timeoutMs: 120_000,
}

const usualTimeoutMs = 900_000

export function personaOf(name: string, own: OwnPersona): Persona {
  const tools = own.tools ?? 'none'
  return {
    name,
    system: own.system === undefined || own.system.trim() === '' ? null : own.system,
    agent: own.agent ?? null,
    tools,
    permissions: tools === 'none' ? 'read-only' : (own.permissions ?? null),
    budgetUsd: own.budgetUsd ?? null,
    timeoutMs: own.timeoutMs ?? usualTimeoutMs,
    project: tools === 'none' ? null : (own.project ?? null),
    resume: own.resume ?? 'none',
    warm: tools === 'none' ? (own.warm ?? 0) : 0,
    presets: own.presets ?? [],
  }
}

export const bareAgent: Persona = personaOf(bareName, {})

/** By name: the shipped one, and those of a configuration, which may change the shipped one key by key. */
export const personasOf = (own: Readonly<Record<string, OwnPersona>>): ReadonlyMap<string, Persona> =>
  new Map(Object.entries(tablesOf(own)).map(([name, table]) => [name, personaOf(name, table)]))

/** The same as they are written, with what is left out left out. */
export const tablesOf = (own: Readonly<Record<string, OwnPersona>>): Readonly<Record<string, OwnPersona>> => ({
  ...own,
  [shippedName]: { ...conversational, ...(Object.hasOwn(own, shippedName) ? own[shippedName] : {}) },
})
