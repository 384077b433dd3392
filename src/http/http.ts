/**
 * Puts the door together: the app with its guards, routes, pages and fallbacks, and the two places it listens at. The
 * composition root gives it flows and gate; it decides nothing about sessions.
 */
import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { DroverError } from '#contract/error'
import type { Gate } from '#flows/access/caller'
import type { Flows } from '#flows/engine/flows'
import { answerError } from './answer.ts'
import { answerFault, type DoorDeps, type Env, enter, refusePlace } from './door.ts'
import type { TrustedProxy } from './guard.ts'
import { type Listening, type ListenOptions, listen } from './listen.ts'
import { createMux } from './mux/mux.ts'
import { openApiDocument } from './openapi.ts'
import { createPages, type Pages } from './pages.ts'
import { createRateLimit } from './rate-limit.ts'
import { doorFigures } from './routes/metrics.ts'
import { routes, verbsOf } from './routes.ts'
import { createStreams } from './stream/streams.ts'

export interface HttpLog {
  debug(message: string, fields?: Record<string, unknown>): void
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
}

export interface HttpConfig {
  /** Names beyond loopback that `Host` may carry, without port. */
  readonly allowedHosts: readonly string[]
  readonly trustedProxy: TrustedProxy | null
  /** Hold every answer against its schema; a mismatch is a fault. For tests. */
  readonly checkAnswers?: boolean
  /** Time between comments on a stream; 15 s unless a test says otherwise. */
  readonly beatMs?: number
  /** How long a connection of `/mux` may take to say who it is; 10 s unless a test says otherwise. */
  readonly muxAuthMs?: number
}

export interface HttpOptions {
  readonly flows: Flows
  readonly gate: Gate
  readonly config: HttpConfig
  /** The built cockpit, or null for a plain page. */
  readonly assets: { readonly dir: string | null }
  readonly log: HttpLog
  readonly version: string
  readonly pid: number
  readonly home: string
  readonly startedAt?: Date
  readonly now?: () => Date
  readonly configSchema?: () => unknown
  /** Called once the answer is on its way. */
  readonly onShutdown: (agents: 'stop' | 'keep') => void
}

export interface Http {
  readonly app: Hono<Env>
  /** The routes in memory, without a socket; streams need a real connection. */
  readonly fetch: (request: Request) => Response | Promise<Response>
  /** Rejects with the system's error (EADDRINUSE …) and leaves nothing open. */
  listen(options: ListenOptions): Promise<Listening>
  readonly openStreams: () => number
  readonly openSockets: () => number
}

export function createHttp(options: HttpOptions): Http {
  const now = options.now ?? (() => new Date())
  const { flows, gate, log, config } = options
  const streams = createStreams({
    flows,
    gate,
    log,
    ...(config.beatMs === undefined ? {} : { beatMs: config.beatMs }),
  })
  const rateLimit = createRateLimit({ burst: 20, perSecond: 1, now: () => performance.now() })
  const mux = createMux({ flows, gate, log, config, rateLimit })
  let place: ReturnType<DoorDeps['place']> = { port: null, socket: null, secure: false }
  let document: object | null = null
  const deps: DoorDeps = {
    ...options,
    now,
    startedAt: options.startedAt ?? now(),
    streams,
    rateLimit,
    place: () => place,
    configSchema: options.configSchema ?? (() => ({})),
    document: () => {
      document ??= openApiDocument(routes, options.version)
      return document
    },
    within: async (request, { caller, stillValid }) => app.fetch(request, { as: { caller, stillValid } }),
  }
  flows.measureToo(() => doorFigures(deps))
  const pages = createPages({ dir: options.assets.dir, version: options.version, ready: () => flows.ready() })
  const app = buildApp(deps, pages)

  return {
    app,
    fetch: (request) => app.fetch(request, {}),
    openStreams: () => streams.open,
    openSockets: () => mux.open,
    async listen(at) {
      const listening = await listen(app, at, { log, streams, mux })
      place = { port: listening.port, socket: listening.socket, secure: at.tls !== undefined }
      return listening
    },
  }
}

function buildApp(deps: DoorDeps, pages: Pages): Hono<Env> {
  const app = new Hono<Env>()
  app.use('*', async (c, next) => {
    const given = c.req.header('x-request-id')
    c.set(
      'requestId',
      given !== undefined && /^[\w-]{8,64}$/.test(given)
        ? given
        : `req_${randomUUID().replaceAll('-', '').slice(0, 18)}`,
    )
    const refused = c.env?.as === undefined ? refusePlace(c, deps.config) : null
    if (refused !== null) return refused
    // HEAD is for pages and for probes of health; a stream's HEAD would never end.
    const verbs = c.req.method === 'HEAD' && !/^\/(health|ready)z$/.test(c.req.path) ? verbsOf(c.req.path) : []
    return verbs.length > 0 ? wrongVerb(c, verbs) : next()
  })
  for (const route of routes) app.on(route.method, route.path.replace(/\{(\w+)\}/g, ':$1'), enter(route, deps))
  app.notFound((c) => otherwise(c, pages).catch((error: unknown) => answerFault(c, error, deps)))
  app.onError((error, c) => answerFault(c as Context<Env>, error, deps))
  return app
}

/** No route took it: a wrong verb, a page, or nothing at all. */
async function otherwise(c: Context<Env>, pages: Pages): Promise<Response> {
  const { path, method } = c.req
  const verbs = verbsOf(path)
  if (verbs.length > 0) return wrongVerb(c, verbs)
  const ours = /^\/(api|auth|v1|mux)(\/|$)/.test(path)
  if (!ours && (method === 'GET' || method === 'HEAD')) {
    const page = await pages.get(path, c.req.raw, c.get('requestId'))
    if (page !== null) return page
  }
  const error = new DroverError('ROUTE_NOT_FOUND', `There is no route ${method} ${path}.`, {
    hint: 'GET /api/v1/openapi.json lists every route.',
  })
  return answerError(error, c.get('requestId'))
}

function wrongVerb(c: Context<Env>, verbs: readonly string[]): Response {
  const allow = [...new Set(verbs)].join(', ')
  const error = new DroverError('METHOD_NOT_ALLOWED', `${c.req.method} is not possible here.`, {
    hint: `This route answers to ${allow}.`,
  })
  return answerError(error, c.get('requestId'), { allow })
}
