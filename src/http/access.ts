/**
 * Who may pass which door: one pure answer from a route's scope, the caller and what the request is about. The routes
 * name their scope; tokens are read by the gate; what a flow does with a caller is the flow's business.
 */
import type { Refusal } from '#contract/error'
import type { Caller } from '#flows/access/caller'

/**
 * public    nobody needs a token
 * operator  the operator's token, a signed-in page, the trusted proxy
 * self      also a session about itself: the one its path names, and where it names none, the token's own
 * read      also a session about itself, and an orchestrator about sessions of its project
 * lead      also an orchestrator within its project
 * member    also any session within its project; what it may do there, the flow decides by its role
 */
export type Scope = 'public' | 'operator' | 'self' | 'read' | 'lead' | 'member'

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

/** Is the `{id}` of this route's path a session's? */
export const isAboutSession = (path: string): boolean =>
  path.startsWith('/api/v1/sessions/{id}') || path === '/api/v1/orchestrators/{id}'

/** The session that a request is about: named by the path, or, where a session may speak only for itself, the token's own. */
export function sessionAskedFor(scope: Scope, caller: Caller, named: string | null): string | null {
  if (named !== null) return named
  return scope === 'self' && caller.type === 'session' ? caller.sessionId : null
}

/** What no page may do, signed in or not: a request that a browser sends names where it comes from. */
export function refusePages(origin: string | undefined): Refusal | null {
  if (origin === undefined) return null
  return { refused: 'FORBIDDEN_ORIGIN', message: 'No page may stop the daemon.', hint: 'Run `drover stop`.' }
}

/** Before anything of the request but its path is read. */
export function refuseByScope(scope: Scope, caller: Caller, sessionId: string | null): Refusal | null {
  if (scope === 'public' || caller.type === 'operator') return null
  if (scope === 'operator') return refuse("This route is the operator's alone.")
  if (scope === 'member') return null
  const own = sessionId !== null && sessionId === caller.sessionId
  if (scope === 'self') return own ? null : refuse('A session speaks for itself alone.')
  if (scope === 'read' && own) return null
  return caller.kind === 'orchestrator' ? null : refuse('Only an orchestrator may do this, within its project.')
}

/** After the request was read: an orchestrator stays within its project. */
export function refuseByProject(scope: Scope, caller: Caller, target: Target): Refusal | null {
  if (caller.type === 'operator' || !withinProject(scope)) return null
  if (target.sessionId === caller.sessionId && scope === 'read') return null
  if (target.projectId === caller.projectId) return null
  return refuse(`A session of ${caller.projectId} may not reach beyond that project.`)
}

/** Scopes in which a session reaches others, and only those of its project. */
export const withinProject = (scope: Scope): boolean => scope === 'read' || scope === 'lead' || scope === 'member'
