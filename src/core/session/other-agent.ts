/** Which agent somebody means who names one, a model or neither for work that another has done so far. Pure. */
import type { AgentSpec } from '#core/relay/agent-spec'

export interface AgentWish {
  /** `harness[:model]`, understood. */
  readonly spec?: AgentSpec
  readonly harness?: string
  /** Empty: the agent's own. */
  readonly model?: string
}

export interface WishedAgent {
  readonly harness: string
  /** null: the agent's own, or the one its configuration names. */
  readonly model: string | null
  /** Nothing was named: it stays as it is, and nothing is chosen anew. */
  readonly same: boolean
}

/** Another agent does not inherit the model of the one before: models belong to their agents. */
export function wishedAgent(now: AgentSpec, { spec, harness, model }: AgentWish): WishedAgent {
  const named = spec?.harness ?? harness
  if (named === undefined && model === undefined) return { ...now, same: true }
  const wished = model ?? spec?.model ?? null
  return { harness: named ?? now.harness, model: wished === '' ? null : wished, same: false }
}
