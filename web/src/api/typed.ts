/** The generated document read as a client: which paths answer a verb, what each is given, what it answers. Types only. */
import type { paths } from '#contract/generated/api'

export type Verb = 'get' | 'post' | 'patch' | 'delete'

export type PathsOf<V extends Verb> = {
  [P in keyof paths]: paths[P] extends { readonly [K in V]: object } ? P : never
}[keyof paths]

type Operation<P extends keyof paths, V extends Verb> = paths[P] extends { readonly [K in V]: infer O } ? O : never

type PartOf<O, Name extends 'path' | 'query'> = O extends { readonly parameters: { readonly [K in Name]: infer T } }
  ? { readonly [K in Name]: T }
  : O extends { readonly parameters: { readonly [K in Name]?: infer T } }
    ? [Exclude<T, undefined>] extends [never]
      ? unknown
      : { readonly [K in Name]?: Exclude<T, undefined> }
    : unknown

type BodyOf<O> = O extends { readonly requestBody: { readonly content: { readonly 'application/json': infer B } } }
  ? { readonly body: B }
  : O extends { readonly requestBody?: { readonly content: { readonly 'application/json': infer B } } }
    ? { readonly body?: B }
    : unknown

type Input<O> = PartOf<O, 'path'> &
  PartOf<O, 'query'> &
  BodyOf<O> & { readonly headers?: Readonly<Record<string, string>> }

/** Nothing needs to be given where nothing is required. */
export type Given<P extends keyof paths, V extends Verb> =
  Record<never, never> extends Input<Operation<P, V>>
    ? [given?: Input<Operation<P, V>>]
    : [given: Input<Operation<P, V>>]

type Content<R> = R extends { readonly content: infer C } ? C[keyof C] : never

export type Answer<P extends keyof paths, V extends Verb> =
  Operation<P, V> extends { readonly responses: infer R }
    ? { [S in keyof R]: S extends 200 | 201 | 202 ? Content<R[S]> : never }[keyof R]
    : never
