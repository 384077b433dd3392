/**
 * The published description of Forgejo's and of Gitea's API as a judge: which operation a request means, whether the request fits
 * it, and whether an answer does. Closed: a key that the description does not know is refused in both directions.
 */
import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'

// biome-ignore lint/suspicious/noExplicitAny: the document is walked by name; the validator says what is in it
type Document = any

export interface Operation {
  readonly key: string
  readonly words: Readonly<Record<string, string>>
}

export interface Description {
  operationOf(method: string, path: string): Operation | null
  /** What is wrong with a request; null: nothing. */
  wrongRequest(op: Operation, query: URLSearchParams, body: unknown): string | null
  /** What is wrong with an answer that is no refusal; null: nothing. */
  wrongAnswer(op: Operation, body: unknown): string | null
}

/** In answers what may be missing may be null: that is how they say it. */
function nullable(schema: Document): Document {
  if (Array.isArray(schema)) return schema.map(nullable)
  if (schema === null || typeof schema !== 'object') return schema
  const out = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, nullable(value)])) as Document
  if (out.type !== 'object' || out.properties === undefined) return out
  for (const [key, value] of Object.entries(out.properties))
    if (!(out.required ?? []).includes(key)) out.properties[key] = { anyOf: [value, { type: 'null' }] }
  return out
}

export function readDescription(name: 'forgejo' | 'gitea'): Description {
  const url = new URL(`generated/${name}.json`, import.meta.url)
  const { operations, schemas }: Document = JSON.parse(readFileSync(url, 'utf8'))
  const ajv = new Ajv({ strict: false, inlineRefs: false })
  ajv.addSchema({ $id: 'asked', schemas })
  ajv.addSchema({ $id: 'answered', schemas: nullable(schemas) })
  const compiled = new Map<string, ValidateFunction>()
  const fits = (where: 'asked' | 'answered', key: string, schema: Document, value: unknown): string | null => {
    const validate =
      compiled.get(key) ??
      ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/schemas', `"${where}#/schemas`)))
    compiled.set(key, validate)
    return validate(value) ? null : `${ajv.errorsText(validate.errors)} ${JSON.stringify(validate.errors?.[0]?.params)}`
  }
  const routes = Object.keys(operations)
    .map((key) => {
      const [method = '', path = ''] = key.split(' ')
      const match = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
      return { key, method, path, match }
    })
    .sort((a, b) => b.path.length - a.path.length)
  return {
    operationOf(method, path) {
      for (const route of routes) {
        const found = route.method === method ? route.match.exec(path) : null
        if (found === null) continue
        const words = Object.entries(found.groups ?? {}).map(([key, word]) => [key, decodeURIComponent(word)])
        return { key: route.key, words: Object.fromEntries(words) }
      }
      return null
    },
    wrongRequest({ key }, query, body) {
      const { query: asked, body: given } = operations[key]
      for (const [name, text] of query) {
        const schema = asked?.properties?.[name]
        if (schema === undefined) return `unknown parameter ${name}`
        const value = schema.type === 'number' ? Number(text) : schema.type === 'boolean' ? text === 'true' : text
        const why = fits('asked', `${key} ${name}`, schema, value)
        if (why !== null) return `${name}: ${why}`
      }
      if (given === undefined)
        return body === undefined || JSON.stringify(body) === '{}' ? null : 'no body is taken here'
      return body === undefined ? 'a body is needed' : fits('asked', `${key} body`, given, body)
    },
    wrongAnswer({ key }, body) {
      const { answer } = operations[key]
      if (answer === null) return body === null ? null : 'nothing is answered here'
      return fits('answered', `${key} answer`, nullable(answer), body)
    },
  }
}
