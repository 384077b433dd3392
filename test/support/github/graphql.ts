/**
 * GraphQL as GitHub answers it: every document is validated and executed on GitHub's own schema (`@octokit/graphql-schema`),
 * with its rule that a connection is asked for a first or last hundred at most. What stands behind it is the fake's.
 */
import { readFileSync } from 'node:fs'
import {
  buildSchema,
  execute,
  GraphQLError,
  type GraphQLScalarType,
  type GraphQLSchema,
  getNamedType,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'

let schema: GraphQLSchema | null = null

const scalars: Readonly<Record<string, (text: string) => boolean>> = {
  URI: (text) => URL.canParse(text),
  DateTime: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text),
  GitObjectID: (text) => /^[0-9a-f]{40}$/.test(text),
}

/** Reading 1.2 MB of schema takes a third of a second: only who asks pays for it. */
function load(): GraphQLSchema {
  if (schema !== null) return schema
  // The package names no way to its own text.
  const path = new URL('../../../node_modules/@octokit/graphql-schema/schema.graphql', import.meta.url)
  // Two of its fields stand there twice.
  const built = buildSchema(readFileSync(path, 'utf8'), { assumeValidSDL: true })
  for (const [name, fits] of Object.entries(scalars)) {
    const type = built.getType(name) as GraphQLScalarType
    type.serialize = (value) => {
      if (typeof value === 'string' && fits(value)) return value
      throw new Error(`our ${name} is ${JSON.stringify(value)}`)
    }
  }
  schema = built
  return built
}

/** A connection without a bound, or with one above a hundred, is refused there. */
function unbounded(known: GraphQLSchema, document: ReturnType<typeof parse>): string | null {
  const types = new TypeInfo(known)
  let found: string | null = null
  visit(
    document,
    visitWithTypeInfo(types, {
      Field(node) {
        const type = types.getType()
        if (type == null || !getNamedType(type).name.endsWith('Connection')) return
        const bound = node.arguments?.find(({ name }) => name.value === 'first' || name.value === 'last')?.value
        const size = bound?.kind === 'IntValue' ? Number(bound.value) : 0
        if (size < 1 || size > 100) found = `${node.name.value} needs first or last between 1 and 100`
      },
    }),
  )
  return found
}

export interface GraphQlAnswer {
  readonly data?: unknown
  readonly errors?: readonly object[]
}

/** What is wrong with the document is a fault of whoever asked, and is answered as GitHub answers it. */
export async function runGraphQl(
  body: { readonly query?: unknown; readonly variables?: unknown },
  rootValue: object,
  faults: string[],
): Promise<GraphQlAnswer> {
  const known = load()
  const document = parse(String(body.query))
  const wrong = validate(known, document).map(({ message }) => message)
  const bound = unbounded(known, document)
  if (bound !== null) wrong.push(bound)
  if (wrong.length > 0) {
    faults.push(...wrong)
    return { errors: wrong.map((message) => ({ message, type: 'INVALID' })) }
  }
  const variableValues = (body.variables ?? {}) as Record<string, unknown>
  const { data, errors } = await execute({ schema: known, document, rootValue, variableValues })
  for (const error of errors ?? []) if (error.extensions.type === undefined) faults.push(error.message)
  const told = errors?.map((error) => ({ ...error.toJSON(), type: error.extensions.type }))
  return { data, ...(told === undefined ? {} : { errors: told }) }
}

export const notFound = (what: string): GraphQLError =>
  new GraphQLError(`Could not resolve to a ${what}.`, { extensions: { type: 'NOT_FOUND' } })
export const forbidden = (why: string): GraphQLError => new GraphQLError(why, { extensions: { type: 'FORBIDDEN' } })
