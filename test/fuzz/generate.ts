/**
 * Requests made from the OpenAPI document and one seed: mostly wrong in one place, sometimes wrong in all, sometimes right.
 * Owns what is sent; whether the answer is fit to be seen is judged by the tests.
 */
import type { Random } from '../crash/random.ts'

export interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly example?: unknown
  readonly minimum?: number
}

export interface Operation {
  readonly method: string
  readonly path: string
  readonly id: string
  readonly parameters: readonly { readonly in: string; readonly name: string; readonly schema: Schema }[]
  readonly body: Schema | null
}

export interface Request {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly body?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
}
interface RawOperation {
  readonly operationId: string
  readonly parameters?: Operation['parameters']
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema: Schema } } }
}

export function operationsOf(document: unknown): Operation[] {
  return Object.entries((document as Document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => ({
      method: method.toUpperCase(),
      path,
      id: raw.operationId,
      parameters: raw.parameters ?? [],
      // A route that reads its text itself has none.
      body: raw.requestBody?.content['application/json']?.schema ?? null,
    })),
  )
}

/** Strings that have broken programs before. None names a place that a test may not touch. */
export const nastyStrings: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '../../../../../../etc/passwd',
  '..\\..\\windows',
  '/etc/passwd',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '....//....//etc/passwd',
  '~/.ssh/id_rsa',
  '--upload-pack=touch pwned',
  '-c',
  '$(touch pwned)',
  '`touch pwned`',
  "'; DROP TABLE session; --",
  '" OR 1=1',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '\ud800',
  '\u202e\u2066abc',
  'é'.repeat(300),
  'x'.repeat(70_000),
  '{"a":1}',
  '[]',
  'null',
  'true',
  'NaN',
  '-1',
  '0',
  '1e400',
  '99999999999999999999',
  '1.5',
  '0x10',
  '\n\r\t',
  'demo',
  'demo-1',
  'rehearsal',
]

const nastyValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [[[[]]]],
  { a: { b: { c: {} } } },
  ['x'],
  { __proto__: null, toString: 1 },
]

const typeOf = (schema: Schema): string =>
  typeof schema.type === 'string' ? schema.type : (schema.type?.[0] ?? 'unknown')

/** A value that the schema could take. */
function fitting(schema: Schema, random: Random): unknown {
  if (schema.enum !== undefined) return random.pick(schema.enum)
  if (schema.example !== undefined && random.chance(0.3)) return schema.example
  const type = typeOf(schema)
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'integer' || type === 'number') return random.between(schema.minimum ?? 0, 50)
  if (type === 'object') return bodyOf(schema, random, 0)
  return random.chance(0.5) ? random.pick(nastyStrings) : word(random)
}

const word = (random: Random): string =>
  Array.from({ length: random.between(1, 12) }, () => String.fromCodePoint(random.between(32, 0x2fff))).join('')

const wrong = (random: Random): unknown => (random.chance(0.5) ? random.pick(nastyValues) : random.pick(nastyStrings))

/** Each property is there or not, right or wrong; now and then one that nobody knows. */
function bodyOf(schema: Schema, random: Random, wrongness: number): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const needed = schema.required?.includes(name) ?? false
    if (!random.chance(needed ? 0.9 : 0.6)) continue
    body[name] = random.chance(wrongness) ? wrong(random) : fitting(property, random)
  }
  if (random.chance(wrongness / 2)) body[random.pick(nastyStrings)] = wrong(random)
  return body
}

function rawBody(schema: Schema | null, random: Random): string | Buffer {
  const kind = random.between(0, 9)
  if (kind === 0)
    return random.pick(['{', '{"a":', '[1,', 'nul', '"', '{"a":1}{"b":2}', '\ufeff{}', '{a:1}', '{"a":01}'])
  if (kind === 1) return Buffer.from(Array.from({ length: random.between(1, 200) }, () => random.between(0, 255)))
  if (kind === 2) return JSON.stringify(wrong(random))
  if (kind === 3) return `${'['.repeat(random.between(10, 5000))}`
  if (kind === 4) return `{"__proto__":{"admin":true},"constructor":{"prototype":{}}}`
  return JSON.stringify(bodyOf(schema ?? {}, random, random.pick([0, 0.3, 1])))
}

/** A value for a path or a query, as it goes on the wire. */
function onTheWire(schema: Schema, known: readonly string[], random: Random): string {
  const kind = random.between(0, 3)
  if (kind === 0 && known.length > 0) return encodeURIComponent(random.pick(known))
  const value = kind === 1 ? fitting(schema, random) : random.pick(nastyStrings)
  const text = String(value).slice(0, 4000)
  try {
    return encodeURIComponent(text)
  } catch {
    return '%ED%A0%80' // half a character, which has no right spelling
  }
}

const oddHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/xml' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { accept: 'text/html' },
  { 'last-event-id': '-5' },
  { 'last-event-id': 'x'.repeat(500) },
  { range: 'bytes=0-1' },
  { 'x-request-id': '"><script>' },
  { 'content-encoding': 'gzip' },
  { cookie: 'a=b' },
]

export function requestOf(operation: Operation, known: readonly string[], random: Random): Request {
  let path = operation.path
  const query: string[] = []
  for (const parameter of operation.parameters) {
    const value = onTheWire(parameter.schema, known, random)
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, value === '' ? '%20' : value)
    else if (random.chance(0.5)) query.push(`${parameter.name}=${value}`)
  }
  if (random.chance(0.1)) query.push(`${encodeURIComponent(word(random))}=${random.pick(['', '1', '%00'])}`)
  const method = random.chance(0.04)
    ? random.pick(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'POST'])
    : operation.method
  const withBody = method !== 'GET' && method !== 'HEAD' && random.chance(0.95)
  return {
    operation: operation.id,
    method,
    path: query.length === 0 ? path : `${path}?${query.join('&')}`,
    ...(withBody ? { body: rawBody(operation.body, random) } : {}),
    ...(random.chance(0.08) ? { headers: random.pick(oddHeaders) } : {}),
  }
}
