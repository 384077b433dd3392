/**
 * What a route is: plain data (method, path, scope, schemas) and one function that calls one flow or one read. The door
 * runs it, the OpenAPI document describes it, the tests enumerate it; all from this one value.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from '@hono/zod-openapi'
import type { DroverError, ErrorCode } from '#contract/error'
import type { Caller, Gate } from '#flows/access/caller'
import type { Flows } from '#flows/engine/flows'
import type { Scope } from './access.ts'
import type { JsonText } from './answer.ts'
import type { Door } from './guard.ts'
import type { HttpLog } from './http.ts'
import type { Streams } from './stream/streams.ts'

/** What routes are given to work with. */
export interface RouteDeps {
  readonly flows: Flows
  readonly gate: Gate
  readonly streams: Streams
  readonly log: HttpLog
  readonly version: string
  readonly pid: number
  readonly home: string
  readonly startedAt: Date
  readonly now: () => Date
  /** Known once the doors listen. */
  readonly place: () => { readonly port: number | null; readonly socket: string | null; readonly secure: boolean }
  readonly configSchema: () => unknown
  readonly onShutdown: (agents: 'stop' | 'keep') => void
  readonly document: () => object
  /** One of our own routes, asked for the caller of this one and with no more rights. */
  readonly within: (request: Request, call: Pick<Call, 'caller' | 'stillValid'>) => Promise<Response>
}

export type Shape = Record<string, z.ZodType>
type Read<S extends Shape> = z.output<z.ZodObject<S>>
/** What a flow answers is readonly; what goes over the wire has the schema's shape. */
export type Frozen<T> = T extends (infer U)[]
  ? readonly Frozen<U>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T

export interface Call<P = unknown, Q = unknown, B = unknown> {
  readonly params: P
  readonly query: Q
  readonly body: B
  /** Of a public route: an operator nobody identified. Do not use it there. */
  readonly caller: Caller
  /** Named by the path; on a route of scope `self` that names none, the session whose token this is. null: neither. */
  readonly sessionId: string | null
  readonly deps: RouteDeps
  readonly requestId: string
  readonly door: Door
  readonly header: (name: string) => string | undefined
  /** The caller's own word for this call: said again, it is the same call. null: none was given. */
  readonly idempotencyKey: string | null
  /** Counts a wrong code against the peer; throws RATE_LIMITED when there were too many. */
  readonly guessed: () => void
  /** Is this request's credential still good? Asked by streams as they live on. */
  readonly stillValid: () => boolean
  /** The raw pair, absent when the app is called in memory. */
  readonly node: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse } | null
}

/** How a route refuses in the words of its own clients. */
export type OwnWords = (
  error: DroverError,
  requestId: string,
  authorization: string | undefined,
) => { readonly status: number; readonly body: object }

interface Words {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  readonly path: string
  /** The operation's name in the generated client. */
  readonly name: string
  readonly summary: string
  readonly tag:
    | 'daemon'
    | 'auth'
    | 'projects'
    | 'harnesses'
    | 'sessions'
    | 'transcript'
    | 'prs'
    | 'workspace'
    | 'orchestrators'
    | 'tasks'
    | 'merges'
    | 'relays'
    | 'efforts'
    | 'heats'
    | 'costs'
    | 'mail'
    | 'notify'
    | 'doors'
    | 'trips'
    | 'actions'
    | 'mcp'
    | 'jobs'
  readonly scope: Scope
  /** More than the usual limit of a body, in bytes. */
  readonly bodyLimit?: number
  /** A token that opens this route and no other, beside those of its scope. */
  readonly ownToken?: (deps: RouteDeps) => string | null
  /** Answers also before reconcile is done. */
  readonly early?: true
  readonly status: 200 | 201 | 202
  /** Refusals of its own, beyond those that every route can give. */
  readonly codes?: readonly ErrorCode[]
  /** Where it refuses in the words of its own clients: which statuses, in which shape. */
  /** Every refusal and failure of it, also what the door itself refuses once it knows the route. */
  readonly inOwnWords?: OwnWords
  readonly ownRefusals?: { readonly statuses: readonly number[]; readonly shape: z.ZodType }
}

/** A route with its types forgotten: what the door and the document work with. */
export interface Route extends Words {
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  /** The schema of a JSON body; `text`: as it came, for a route that reads it itself (a signature is on the text). */
  readonly body: z.ZodType | 'text' | null
  /** The schema of a JSON answer, or the media type of one that writes itself. */
  readonly answer: z.ZodType | string
  /** What a raw answer looks like, for the document alone. */
  readonly shape: z.ZodType | null
  readonly projectOf: ((call: Call) => string | null) | null
  readonly handle: (call: Call) => unknown
}

interface Inputs<P extends Shape, Q extends Shape, B extends z.ZodType> {
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** The project that an orchestrator's request is about, where the path names no session. */
  readonly projectOf?: (call: Call<Read<P>, Read<Q>, z.output<B>>) => string | null
}

type Loose = Words &
  Omit<Inputs<Shape, Shape, z.ZodType>, 'body'> & { readonly body?: z.ZodType | 'text'; readonly shape?: z.ZodType }

const erase = (spec: Loose, answer: Route['answer'], handle: unknown): Route => ({
  ...spec,
  params: z.object(spec.params ?? {}),
  query: z.strictObject(spec.query ?? {}),
  body: spec.body ?? null,
  answer,
  shape: spec.shape ?? null,
  projectOf: (spec.projectOf as Route['projectOf']) ?? null,
  handle: handle as Route['handle'],
})

// biome-ignore lint/complexity/noBannedTypes: an empty shape is the truth for a route without params
type None = {}

/** A route that answers JSON. */
export function route<
  A extends z.ZodType,
  P extends Shape = None,
  Q extends Shape = None,
  B extends z.ZodType = z.ZodNever,
>(
  spec: Words &
    Inputs<P, Q, B> & {
      readonly answer: A
      readonly handle: (
        call: Call<Read<P>, Read<Q>, z.output<B>>,
      ) => Frozen<z.input<A>> | JsonText | Promise<Frozen<z.input<A>>>
    },
): Route {
  return erase(spec as unknown as Loose, spec.answer, spec.handle)
}

type BodyOf<B extends z.ZodType | 'text'> = B extends z.ZodType ? z.output<B> : string

/** A route that writes its own answer: a stream, a text, a document. Its body may be JSON, or a text it reads itself. */
export function rawRoute<P extends Shape = None, Q extends Shape = None, B extends z.ZodType | 'text' = z.ZodNever>(
  spec: Words &
    Omit<Inputs<P, Q, z.ZodNever>, 'body' | 'projectOf'> & {
      readonly body?: B
      readonly projectOf?: (call: Call<Read<P>, Read<Q>, BodyOf<B>>) => string | null
      readonly produces: string
      readonly shape?: z.ZodType
      readonly handle: (call: Call<Read<P>, Read<Q>, BodyOf<B>>) => Response | Promise<Response>
    },
): Route {
  return erase(spec as unknown as Loose, spec.produces, spec.handle)
}
