/**
 * Keys that have more than one name: what a file says in one of the others is kept under the plain one, and both at once
 * is a fault. Owns the names; what a key takes is in the schema.
 */

/** `*` stands for a name of the writer's choice. */
export const spellings: Readonly<Record<string, string>> = {
  ready: 'setup.ready',
  auto_resume: 'relay.auto_resume',
  'harness.*.output_lines': 'harness.*.tail_lines',
  'relay.retry_budget': 'relay.tries',
  'relay.freeze_threshold_secs': 'relay.stall_threshold',
  'relay.stall_threshold_secs': 'relay.stall_threshold',
}

/** Other names of a key. */
export const spellingsOf = (key: string): readonly string[] =>
  Object.keys(spellings).filter((other) => spellings[other] === key)

/** The plain name of a key that is spelt otherwise; any other is returned as it is. */
export function plainKey(key: string): string {
  const found = find(key)
  return found === null ? key : found.plain
}

function find(key: string): { readonly plain: string } | null {
  for (const [other, plain] of Object.entries(spellings)) {
    const pattern = new RegExp(`^${other.replaceAll('.', '\\.').replace('*', '([^.]+)')}$`)
    const match = pattern.exec(key)
    if (match !== null) return { plain: plain.replace('*', match[1] ?? '') }
  }
  return null
}

type Table = Record<string, unknown>
const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Moves every value to its plain key. Answers the keys that were given twice, with the plain one. */
export function respell(config: Table): readonly { readonly key: string; readonly also: string }[] {
  const twice: { key: string; also: string }[] = []
  for (const [other, plain] of Object.entries(spellings)) {
    for (const [key, to] of places(config, other, plain)) {
      const value = take(config, key.split('.'))
      if (value === undefined) continue
      if (!put(config, to.split('.'), value)) twice.push({ key, also: to })
    }
  }
  return twice
}

/** The spelling with every name that stands in the place of its `*`. */
function places(config: Table, other: string, plain: string): readonly (readonly [string, string])[] {
  if (!other.includes('*')) return [[other, plain]]
  const table = config[other.slice(0, other.indexOf('.'))]
  return isTable(table) ? Object.keys(table).map((name) => [other.replace('*', name), plain.replace('*', name)]) : []
}

function take(config: Table, path: readonly string[]): unknown {
  const last = path.at(-1)!
  let table: unknown = config
  for (const step of path.slice(0, -1)) table = isTable(table) ? table[step] : undefined
  if (!isTable(table) || !Object.hasOwn(table, last)) return undefined
  const value = table[last]
  delete table[last]
  return value
}

function put(config: Table, path: readonly string[], value: unknown): boolean {
  let table = config
  for (const step of path.slice(0, -1)) {
    table[step] ??= {}
    table = table[step] as Table
  }
  const last = path.at(-1)!
  if (table[last] !== undefined) return false
  table[last] = value
  return true
}
