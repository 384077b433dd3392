/** Whether a value is what a schema of the OpenAPI document says; names the first places where it is not. */

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

export interface Operation {
  readonly operationId: string
  readonly security?: readonly unknown[]
  readonly responses: Readonly<Record<string, Answer>>
}

export interface Answer {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { schema?: Schema }>>
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Answer>>
  }
}

/** What a route is documented to answer with, wherever it is said. */
export function answerOf(document: Document, operation: Operation, status: number): Answer | undefined {
  const said = operation.responses[String(status)]
  return said?.$ref === undefined ? said : document.components.responses[said.$ref.split('/').at(-1) ?? '']
}

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

const isOf = (type: string, value: unknown): boolean =>
  type === 'integer' ? Number.isInteger(value) : kindOf(value) === type

/** Empty when it fits. */
export function misfits(document: Document, schema: Schema, value: unknown, at = 'answer'): string[] {
  if (schema.$ref !== undefined) {
    const found = document.components.schemas[schema.$ref.split('/').at(-1) ?? '']
    return found === undefined ? [`${at}: ${schema.$ref} is not in the document`] : misfits(document, found, value, at)
  }
  const some = schema.anyOf ?? schema.oneOf
  if (some !== undefined) {
    const each = some.map((one) => misfits(document, one, value, at))
    return each.some((faults) => faults.length === 0) ? [] : (each.toSorted((a, b) => a.length - b.length)[0] ?? [])
  }
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length > 0 && !types.some((type) => isOf(type, value))) return [`${at}: ${kindOf(value)}, not ${types}`]
  if (schema.enum !== undefined && !schema.enum.includes(value)) return [`${at}: ${JSON.stringify(value)} is no choice`]
  if ('const' in schema && schema.const !== value) return [`${at}: ${JSON.stringify(value)}, not ${schema.const}`]
  const all = (schema.allOf ?? []).flatMap((one) => misfits(document, one, value, at))
  if (Array.isArray(value)) return [...all, ...elements(document, schema, value, at)]
  return typeof value === 'object' && value !== null ? [...all, ...fields(document, schema, value, at)] : all
}

const elements = (document: Document, schema: Schema, value: readonly unknown[], at: string): string[] =>
  schema.items === undefined ? [] : value.flatMap((one, n) => misfits(document, schema.items ?? {}, one, `${at}[${n}]`))

function fields(document: Document, schema: Schema, value: object, at: string): string[] {
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(value, name))
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    Object.hasOwn(value, name) ? misfits(document, one, (value as Record<string, unknown>)[name], `${at}.${name}`) : [],
  )
  return [...missing.map((name) => `${at}.${name} is missing`), ...inside]
}
