/**
 * GitHub's own description of its API as a judge: which operation a request means, whether the request fits it, and whether
 * an answer does. Stricter than the document where that is lax: an unknown key in a body is refused.
 */
import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
// biome-ignore lint/suspicious/noExplicitAny: the document is walked by name; the validator says what is in it
type Document = any

const read = (name: string): Document => JSON.parse(readFileSync(new URL(`generated/${name}`, import.meta.url), 'utf8'))
const document: Document = read('openapi.json')
for (const more of [read('openapi-issues.json'), read('openapi-rules.json')]) {
  Object.assign(document.paths, more.paths)
  for (const group of Object.keys(more.components)) Object.assign(document.components[group], more.components[group])
}

/** `nullable` of OpenAPI 3.0 as JSON Schema says it. */
function plain(schema: Document): Document {
  if (Array.isArray(schema)) return schema.map(plain)
  if (schema === null || typeof schema !== 'object') return schema
  const { nullable, example: _e, examples: _es, discriminator: _d, ...rest } = schema
  const out = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, plain(value)])) as Document
  if (nullable !== true) return out
  if (out.enum) out.enum = [...out.enum, null]
  if (typeof out.type === 'string') out.type = [out.type, 'null']
  else if (out.$ref || out.allOf || out.oneOf || out.anyOf) return { anyOf: [out, { type: 'null' }] }
  return out
}

const ajv = new Ajv({ strict: false, allErrors: false, inlineRefs: false, validateFormats: true })
;(formats as unknown as (ajv: Ajv) => void)(ajv)
for (const name of ['repo.nwo', 'timestamp', 'int64']) ajv.addFormat(name, true)
ajv.addSchema({ $id: 'github', components: { schemas: plain(document.components.schemas) } })

const compiled = new Map<string, ValidateFunction>()
function fits(key: string, schema: Document, value: unknown): string | null {
  let validate = compiled.get(key)
  if (validate === undefined) {
    const local = JSON.parse(JSON.stringify(plain(schema)).replaceAll('"#/components', '"github#/components'))
    validate = ajv.compile(local)
    compiled.set(key, validate)
  }
  return validate(value) ? null : ajv.errorsText(validate.errors)
}

const follow = (value: Document): Document =>
  typeof value?.$ref === 'string'
    ? value.$ref
        .slice(2)
        .split('/')
        .reduce((at: Document, step: string) => at[step], document)
    : value

const routes = Object.entries(document.paths as Record<string, Document>)
  .map(([path, methods]) => ({
    path,
    methods,
    match: new RegExp(
      `^${path.replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>${name === 'ref' ? '.+?' : '[^/]+'})`)}$`,
    ),
  }))
  // The longest literal first: `commits/{ref}/status` is no `commits/{ref}`.
  .sort((a, b) => b.path.length - a.path.length)

export interface Operation {
  readonly path: string
  readonly method: string
  readonly words: Readonly<Record<string, string>>
}

export function operationOf(method: string, path: string): Operation | null {
  for (const route of routes) {
    const found = route.match.exec(path)
    if (found === null || route.methods[method.toLowerCase()] === undefined) continue
    const words = Object.fromEntries(Object.entries(found.groups ?? {}).map(([k, v]) => [k, decodeURIComponent(v)]))
    return { path: route.path, method: method.toLowerCase(), words }
  }
  return null
}

const described = ({ path, method }: Operation): Document => document.paths[path][method]

/** What is wrong with a request; null: nothing. */
export function wrongRequest(op: Operation, query: URLSearchParams, body: Json | undefined): string | null {
  const { parameters = [], requestBody } = described(op)
  const known = parameters.map(follow)
  for (const [name, text] of query) {
    const parameter = known.find((one: Document) => one.in === 'query' && one.name === name)
    if (parameter === undefined) return `unknown parameter ${name}`
    const number = ['integer', 'number'].includes(parameter.schema.type)
    const why = fits(`${op.method} ${op.path} ${name}`, parameter.schema, number ? Number(text) : text)
    if (why !== null) return `${name}: ${why}`
  }
  const schema = requestBody?.content?.['application/json']?.schema
  if (schema === undefined) return body === undefined ? null : 'no body is taken here'
  if (body === undefined) return requestBody.required ? 'a body is needed' : null
  const branches = [schema, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
  const extra = Object.keys(body as object).find((key) => !branches.some((one) => key in (one.properties ?? {})))
  return extra === undefined ? fits(`${op.method} ${op.path} body`, schema, body) : `unknown key ${extra}`
}

/** What is wrong with an answer; null: nothing. Codes that the document forgets are allowed by hand. */
export function wrongAnswer(op: Operation, status: number, body: unknown): string | null {
  if ([304, 401, 403, 404, 405, 409, 422, 429].includes(status) || status >= 500) return null
  const answer = follow(described(op).responses[String(status)])
  if (answer === undefined) return `${status} is no answer of ${op.method} ${op.path}`
  const schema = answer.content?.['application/json']?.schema
  return schema === undefined ? null : fits(`${op.method} ${op.path} ${status}`, schema, body)
}

export const exampleOf = (name: string): Document => structuredClone(document.components.examples[name].value)
