/**
 * The door: every request passes here in the same order. Host, Origin, token, scope, readiness, params, query, body, the
 * orchestrator's project; then the route's one call; then its answer or the error envelope. Knows no route by name.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { DroverError } from '#contract/error'
import type { Caller } from '#flows/access/caller'
import type { Flows } from '#flows/engine/flows'
import { isAboutSession, refuseByProject, refuseByScope, sessionAskedFor, withinProject } from './access.ts'
import { answerError, answerRefusal, answerText, JsonText } from './answer.ts'
import { bodyLimit, jsonOf, readText } from './body.ts'
import { bearerOf, type Door, proxiedCaller, refuseHost, refuseOrigin } from './guard.ts'
import type { HttpConfig } from './http.ts'
import { parseBody, parseParams, parseQuery } from './parse.ts'
import type { RateLimit } from './rate-limit.ts'
import type { Call, Route, RouteDeps } from './route.ts'
import { subjectOf } from './subject.ts'

/** In memory (tests, tools) there is no raw pair and the door is TCP's. */
export type Env = {
  /** `as`: a request that a route makes for its own caller, who was let in at the door already. */
  Bindings: Partial<HttpBindings> & { door?: Door; known?: () => void; as?: Known }
  Variables: { requestId: string }
}

export interface DoorDeps extends RouteDeps {
  readonly config: HttpConfig
  readonly rateLimit: RateLimit
}

const nobody: Caller = { type: 'operator', via: 'page', label: 'nobody' }

/** null when Host and Origin are in order. */
export function refusePlace(c: Context<Env>, config: HttpConfig): Response | null {
  const host = c.req.header('host')
  const refusal =
    refuseHost(host, c.env?.door ?? 'tcp', config.allowedHosts) ?? refuseOrigin(c.req.header('origin'), host)
  return refusal === null ? null : answerRefusal(refusal, c.get('requestId'))
}

export interface Known {
  readonly caller: Caller
  readonly stillValid: () => boolean
}

function identify(c: Context<Env>, deps: DoorDeps): Known {
  const peer = c.env?.incoming?.socket.remoteAddress ?? null
  const authorization = c.req.header('authorization')
  const bearer = bearerOf(authorization)
  if (bearer !== null) {
    const caller = deps.gate.identify(bearer)
    if (caller !== null) return { caller, stillValid: () => deps.gate.identify(bearer) !== null }
  }
  if (authorization === undefined) {
    const proxied = proxiedCaller(deps.config.trustedProxy, peer, (name) => c.req.header(name))
    if (proxied?.type === 'operator') {
      const request = { requestId: c.get('requestId'), method: c.req.method, path: c.req.path }
      deps.log.info('request vouched for by the trusted proxy', { ...request, who: proxied.label })
      return { caller: proxied, stillValid: () => true }
    }
    throw new DroverError('UNAUTHORIZED', 'This route needs a bearer token.', {
      hint: 'Send `Authorization: Bearer <token>`; the token is in the file `token` of the home.',
    })
  }
  if (bearer !== null) guessed(deps, peer)
  throw new DroverError('UNAUTHORIZED', 'This token is not valid (any more).', {
    hint: 'Run `drover link` for a new page link; a session’s token ends with its launch.',
  })
}

const reader: Caller = { type: 'operator', via: 'token', label: 'own token' }

/** A route may have a token of its own. Compared by their digests: how long it takes says nothing. */
function byOwnToken(route: Route, c: Context<Env>, deps: DoorDeps): Known | null {
  const own = route.ownToken?.(deps) ?? null
  const shown = bearerOf(c.req.header('authorization'))
  if (own === null || shown === null || !sameToken(own, shown)) return null
  return { caller: reader, stillValid: () => true }
}

function sameToken(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

/** Counts a wrong token or code against its peer; throws when there were too many. */
function guessed(deps: DoorDeps, peer: string | null): void {
  const wait = deps.rateLimit.fail(peer ?? 'socket')
  if (wait === null) return
  throw new DroverError('RATE_LIMITED', 'Too many wrong tokens from this address.', {
    hint: `Wait ${wait} s, then try the right one.`,
    details: { retryAfterSeconds: wait },
  })
}

/** What Hono runs for one route. */
export function enter(route: Route, deps: DoorDeps): (c: Context<Env>) => Promise<Response> {
  return async (c) => {
    const requestId = c.get('requestId')
    const started = performance.now()
    let who = 'nobody'
    let response: Response
    let answered: unknown
    const trace = traceOf(route, c, deps)
    const work = async (): Promise<Response> => {
      const known =
        route.scope === 'public'
          ? { caller: nobody, stillValid: () => true }
          : (c.env?.as ?? byOwnToken(route, c, deps) ?? identify(c, deps))
      if (route.scope !== 'public') c.env?.known?.()
      who = known.caller.type === 'session' ? known.caller.sessionId : known.caller.label
      return serve(route, c, deps, known, (answer) => {
        answered = answer
      })
    }
    try {
      response = trace === null ? await work() : await trace.run(work)
    } catch (error) {
      response = inOwnWords(route, c, answerFault(c, error, deps), error)
    }
    const ms = Math.round((performance.now() - started) * 10) / 10
    const subject = subjectOf(route.path, c.req.param() as Record<string, string>, answered)
    const status = response === RESPONSE_ALREADY_SENT ? route.status : response.status
    trace?.end(response === RESPONSE_ALREADY_SENT ? (c.env?.outgoing?.statusCode ?? status) : status)
    const facts = { requestId, method: c.req.method, path: c.req.path, status, ms, who, ...subject }
    // Hooks report at every tool call: as common as reads.
    if (route.method === 'get' || route.scope === 'self') deps.log.debug('request', facts)
    else deps.log.info('request', facts)
    return response
  }
}

/** What is logged and which headers go along is the same. */
function inOwnWords(route: Route, c: Context<Env>, answer: Response, error: unknown): Response {
  if (route.inOwnWords === undefined) return answer
  const known = error instanceof DroverError ? error : new DroverError('INTERNAL_ERROR', 'The daemon failed.')
  const { status, body } = route.inOwnWords(known, c.get('requestId'), c.req.header('authorization'))
  return new Response(JSON.stringify(body), { status, headers: answer.headers })
}

/** Of what may change something; reads and hooks are as common as breathing. */
function traceOf(route: Route, c: Context<Env>, { flows }: DoorDeps): ReturnType<Flows['traceRequest']> {
  if (route.method === 'get' || route.scope === 'self') return null
  const traceparent = c.req.header('traceparent')
  return flows.traceRequest({ method: c.req.method, route: route.path, requestId: c.get('requestId'), traceparent })
}

async function serve(
  route: Route,
  c: Context<Env>,
  deps: DoorDeps,
  { caller, stillValid }: Known,
  tell: (answer: unknown) => void,
): Promise<Response> {
  const rawParams = c.req.param() as Record<string, string>
  const named = isAboutSession(route.path) ? (rawParams.id ?? null) : null
  const sessionId = sessionAskedFor(route.scope, caller, named)
  const refused = refuseByScope(route.scope, caller, sessionId)
  if (refused !== null) throw DroverError.of(refused)
  if (route.early !== true && !deps.flows.ready()) throw notReady()
  const { incoming, outgoing, door = 'tcp' } = c.env ?? {}
  const node = incoming === undefined || outgoing === undefined ? null : { incoming, outgoing }
  const call: Call = {
    params: parseParams(route.params, rawParams),
    query: parseQuery(route.query, c.req.query()),
    body: await bodyOf(route, c.req.raw, node?.incoming ?? null),
    caller,
    sessionId,
    deps,
    requestId: c.get('requestId'),
    door,
    header: (name) => c.req.header(name),
    idempotencyKey: keyOf(c.req.header('idempotency-key')),
    guessed: () => guessed(deps, incoming?.socket.remoteAddress ?? null),
    stillValid,
    node,
  }
  const outside = refuseOutside(route, call, sessionId, deps)
  if (outside !== null) throw DroverError.of(outside)
  const answer = await route.handle(call)
  if (typeof route.answer === 'string') return answer as Response
  if (!(answer instanceof JsonText)) tell(answer)
  const text = answer instanceof JsonText ? answer.text : JSON.stringify(answer)
  // A wrong shape is a bug of a flow: found in tests, where every answer is held against its schema.
  if (deps.config.checkAnswers === true) route.answer.parse(answer instanceof JsonText ? JSON.parse(text) : answer)
  return answerText(route.status, text, call.requestId, node)
}

/** 1 to 200 visible characters. */
function keyOf(given: string | undefined): string | null {
  if (given === undefined) return null
  if (/^[\x21-\x7e]{1,200}$/.test(given)) return given
  throw new DroverError('INVALID_QUERY', 'The header Idempotency-Key is not valid.', {
    hint: 'Give 1 to 200 visible characters, such as a UUID; the same for the same call.',
  })
}

/** A command is carried out once it has come whole, also where its body says nothing: its caller may have given up before. */
async function bodyOf(route: Route, request: Request, incoming: IncomingMessage | null): Promise<unknown> {
  if (route.method === 'get') return undefined
  const text = await readText(request, incoming, route.bodyLimit ?? bodyLimit)
  if (route.body === null) return undefined
  return route.body === 'text' ? text : parseBody(route.body, jsonOf(text))
}

function refuseOutside(route: Route, call: Call, sessionId: string | null, deps: DoorDeps) {
  if (call.caller.type === 'operator') return null
  if (!withinProject(route.scope)) return null
  const projectId =
    sessionId === null
      ? (route.projectOf?.(call) ?? null)
      : sessionId === call.caller.sessionId
        ? call.caller.projectId
        : deps.flows.session(sessionId).projectId
  return refuseByProject(route.scope, call.caller, { sessionId, projectId })
}

export const notReady = (): DroverError =>
  new DroverError('NOT_READY', 'The daemon is still taking stock of its sessions.', {
    hint: 'Try again in a moment; GET /readyz says when.',
  })

/** A refusal or failure is answered with its code; any other throw is a bug, logged whole and answered bare. */
export function answerFault(c: Context<Env>, error: unknown, deps: { readonly log: RouteDeps['log'] }): Response {
  const requestId = c.get('requestId')
  if (error instanceof DroverError) {
    const headers: Record<string, string> = {}
    if (error.code === 'UNAUTHORIZED') headers['www-authenticate'] = 'Bearer'
    const wait = (error.details as { retryAfterSeconds?: unknown } | undefined)?.retryAfterSeconds
    if (typeof wait === 'number') headers['retry-after'] = String(wait)
    if (error.code === 'INTERNAL_ERROR' || error.cause !== undefined) {
      deps.log.warn('request failed', { requestId, path: c.req.path, code: error.code, cause: error })
    }
    return answerError(error, requestId, headers)
  }
  deps.log.error('unexpected fault', { requestId, method: c.req.method, path: c.req.path, cause: error })
  const bare = new DroverError('INTERNAL_ERROR', 'Something went wrong inside the daemon.', {
    hint: `The log has the cause under request id ${requestId}: run \`drover logs\`.`,
  })
  return answerError(bare, requestId)
}
