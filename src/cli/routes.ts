/**
 * The routes the command line may call, and the shapes they carry, taken from the generated description of the API. Types
 * only: a route that does not exist, or a body it would refuse, does not compile.
 */
import type { components, paths } from '#contract/generated/api'

type Verb = 'get' | 'post' | 'patch' | 'delete'
type Named<P extends keyof paths> = {
  [V in Verb]: paths[P][V] extends { readonly responses: unknown } ? `${Uppercase<V>} ${P}` : never
}[Verb]

/** `GET /api/v1/sessions`, `POST /shutdown` … */
export type Route = { [P in keyof paths]: Named<P> }[keyof paths]

type Operation<R extends Route> = R extends `${infer V} ${infer P}`
  ? P extends keyof paths
    ? Lowercase<V> extends keyof paths[P]
      ? paths[P][Lowercase<V>]
      : never
    : never
  : never

type Content<T> = T extends { readonly content: { readonly 'application/json': infer J } } ? J : never
type Success<T> = T extends { readonly responses: infer A }
  ? { [S in keyof A]: S extends 200 | 201 | 202 ? Content<A[S]> : never }[keyof A]
  : never

export type Answer<R extends Route> = Success<Operation<R>>
export type Query<R extends Route> =
  Operation<R> extends { readonly parameters: { readonly query?: infer Q } } ? Loose<NonNullable<Q>> : never
export type Body<R extends Route> =
  Operation<R> extends { readonly requestBody?: infer B } ? Content<NonNullable<B>> : never

/** A value that is not given may also be written as undefined; it is left out of the request. */
type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined }

type Schemas = components['schemas']
export type HarnessShape = Schemas['Harness']
export type DoctorShape = Schemas['DoctorReport']
