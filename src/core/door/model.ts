/**
 * Who serves a request: the `model` of the wire as a persona and an agent. A model is a persona's name, a bare model name of the
 * default persona's harness, an alias of `[models]`, or an agent spec. Owns the order in which these are tried and what is
 * listed; whether the agent can be started is found out when it is.
 */
import type { AgentSpec } from '#core/relay/agent-spec'
import { bareAgent, type Persona } from './persona.ts'

export interface ModelFacts {
  readonly personas: ReadonlyMap<string, Persona>
  /** The persona of a request without a model. */
  readonly fallback: string
  /** `[models]`. */
  readonly aliases: Readonly<Record<string, string>>
  /** Harnesses there are. */
  readonly harnesses: readonly string[]
  /** `[harness.NAME.models]` of one harness. */
  readonly modelsOf: (harness: string) => readonly string[]
  /** An agent spec without a quota; null: it names no agent. */
  readonly spec: (word: string) => AgentSpec | null
  /** Of a persona that names no agent. */
  readonly defaultHarness: string
}

export interface Served {
  readonly persona: Persona
  readonly agent: AgentSpec
  /** What the answer calls it. */
  readonly model: string
}

export interface Unsupported {
  readonly supported: readonly string[]
}

export const isUnsupported = (found: Served | Unsupported): found is Unsupported => 'supported' in found

/** What Claude Code calls its models, short and in full. */
const claudeNames = ['haiku', 'sonnet', 'opus', 'claude-haiku-4-5', 'claude-sonnet-4-6', 'claude-opus-4-7']
const claudeId = /^claude-(haiku|sonnet|opus)-\d[\w.-]*$/

export function resolveModel(asked: string | null | undefined, facts: ModelFacts): Served | Unsupported {
  const fallback = facts.personas.get(facts.fallback)
  if (asked === null || asked === undefined || asked === '') {
    return fallback === undefined ? unsupported(facts) : (serve(fallback, facts, fallback.name) ?? unsupported(facts))
  }
  const persona = facts.personas.get(asked)
  if (persona !== undefined) return serve(persona, facts, asked) ?? unsupported(facts)
  const played = fallback === undefined ? null : serve(fallback, facts, asked)
  if (played !== null && isBare(asked, played.agent.harness, facts)) {
    return { ...played, agent: { ...played.agent, model: asked } }
  }
  const alias = Object.hasOwn(facts.aliases, asked) ? facts.aliases[asked] : undefined
  if (alias !== undefined) {
    const agent = facts.spec(alias)
    if (agent !== null) return { persona: bareAgent, agent, model: asked }
    if (played !== null) return { ...played, agent: { ...played.agent, model: alias } }
  }
  const agent = facts.spec(asked)
  return agent === null ? unsupported(facts) : { persona: bareAgent, agent, model: asked }
}

function serve(persona: Persona, facts: ModelFacts, model: string): Served | null {
  const agent = persona.agent === null ? { harness: facts.defaultHarness, model: null } : facts.spec(persona.agent)
  return agent === null ? null : { persona, agent, model }
}

const isBare = (word: string, harness: string, facts: ModelFacts): boolean =>
  bareNames(harness, facts).includes(word) || (harness === 'claude-code' && claudeId.test(word))

const bareNames = (harness: string, facts: ModelFacts): readonly string[] => [
  ...(harness === 'claude-code' ? claudeNames : []),
  ...facts.modelsOf(harness),
]

/** Every name that a request may say, in order; specs with a model of their own are not among them, they are without end. */
export function supportedModels(facts: ModelFacts): readonly string[] {
  const fallback = facts.personas.get(facts.fallback)
  const played = fallback === undefined ? null : serve(fallback, facts, '')
  const names = [
    ...facts.personas.keys(),
    ...(played === null ? [] : bareNames(played.agent.harness, facts)),
    ...Object.keys(facts.aliases),
    ...facts.harnesses,
  ]
  return [...new Set(names)].sort((a, b) => (a < b ? -1 : 1))
}

const unsupported = (facts: ModelFacts): Unsupported => ({ supported: supportedModels(facts) })
