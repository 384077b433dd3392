/**
 * Which agent goes on with a session's work when somebody names another: a spec, or harness and model by themselves. Checks
 * that it is known, takes the model, can run with these permissions and is on this machine. Writes nothing.
 */
import { DroverError } from '#contract/error'
import type { Permissions } from '#contract/session'
import { type AgentSpec, parseSpec } from '#core/relay/agent-spec'
import { wishedAgent } from '#core/session/other-agent'
import { decidePermissions } from '#core/session/spawn'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import { knownIn } from '#flows/relay/agents'
import type { EffectiveSettings } from '#ports/settings'
import { chooseModel } from './check-spawn.ts'
import { findHarness, type Ground, locate } from './ground.ts'

export interface AgentAsked {
  /** `harness[:model]`, by its short or its long name. */
  readonly agent?: string
  readonly harness?: string
  /** Empty: the agent's own. */
  readonly model?: string
}

export interface AgentChosen {
  readonly harness: string
  readonly model: string | null
  readonly permissions: Permissions
}

/** Nobody named: the one it has. */
export async function chooseAgent(
  context: Context,
  { settings, session }: Pick<Ground, 'settings' | 'session'>,
  { agent, harness: named, model: wished }: AgentAsked,
  permissions: Permissions = session.permissions,
): Promise<AgentChosen> {
  const wish = wishedAgent(session, {
    ...(agent === undefined ? {} : { spec: specOf(context, settings, agent) }),
    ...(named === undefined ? {} : { harness: named }),
    ...(wished === undefined ? {} : { model: wished }),
  })
  const harness = findHarness(context, wish.harness, settings)
  const may = accepted(decidePermissions({ id: harness.id, permissions: harness.can.permissions }, permissions))
  if (wish.same) return { harness: harness.id, model: wish.model, permissions: may }
  const config = settings.harness(harness.id)
  const model = chooseModel(harness, config, wish.model)
  await locate(context, harness, config)
  return { harness: harness.id, model, permissions: may }
}

function specOf(context: Context, settings: EffectiveSettings, word: string): AgentSpec {
  const parsed = parseSpec(word, knownIn(context, settings))
  if ('code' in parsed) throw new DroverError(parsed.code, parsed.message, { hint: parsed.hint })
  return parsed.spec
}
