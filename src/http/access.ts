/**
 * Who may pass which door: one pure answer from a route's scope, the caller and what the request is about. The routes
 * name their scope; tokens are read by the gate; what a flow does with a caller is the flow's business.
 */
import type { Refusal } from '#contract/error'
import type { Caller } from '#flows/flows'

/**
 * public    nobody needs a token
 * operator  the operator's token, a signed-in page, the trusted proxy
 * self      also a session about itself
 * read      also a session about itself, and an orchestrator about sessions of its project
 * lead      also an orchestrator within its project
 */
export type Scope = 'public' | 'operator' | 'self' | 'read' | 'lead'

/** What the request is about; null where it names none. */
export interface Target {
  readonly sessionId: string | null
  readonly projectId: string | null
}

const refuse = (message: string): Refusal => ({
  refused: 'FORBIDDEN_SCOPE',
  message,
  hint: 'A session may report its own activity and read its own transcript; ask the operator for anything else.',
})

/** Before anything of the request but its path is read. */
export function refuseByScope(scope: Scope, caller: Caller, sessionId: string | null): Refusal | null {
  if (scope === 'public' || caller.type === 'operator') return null
  if (scope === 'operator') return refuse("This route is the operator's alone.")
  const own = sessionId !== null && sessionId === caller.sessionId
  if (scope === 'self') return own ? null : refuse('A session speaks for itself alone.')
  if (scope === 'read' && own) return null
  return caller.kind === 'orchestrator' ? null : refuse('Only an orchestrator may do this, within its project.')
}

/** After the request was read: an orchestrator stays within its project. */
export function refuseByProject(scope: Scope, caller: Caller, target: Target): Refusal | null {
  if (caller.type === 'operator' || (scope !== 'read' && scope !== 'lead')) return null
  if (target.sessionId === caller.sessionId && scope === 'read') return null
  if (target.projectId === caller.projectId) return null
  return refuse(`An orchestrator of ${caller.projectId} may not reach beyond that project.`)
}
