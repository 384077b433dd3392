/**
 * One record type as a table whose columns carry its field names: insert, replace, partial update, decode. Statements are
 * prepared once per shape. What a field means, and which queries exist, is left to the files that declare the tables.
 */
import type { Database, Statement } from 'better-sqlite3'

type Cell = string | number | null
type Row = Record<string, unknown>

export interface TableShape<R> {
  readonly name: string
  readonly key: readonly (keyof R & string)[]
  readonly fields: readonly (keyof R & string)[]
  readonly json?: readonly (keyof R & string)[]
  readonly flags?: readonly (keyof R & string)[]
}

export interface Table<R> {
  /** The fields as a select list. */
  readonly list: string
  insert(record: Partial<R>): number
  replace(record: R): void
  /** null: no such row. */
  update(patch: Partial<R>, key: readonly Cell[]): R | null
  /** Turns a row that SQLite gave into the record, in place. */
  decode(row: unknown): R
}

/**
 * The end of a page's statement, its limit given as a value. A bare `LIMIT ?` would be planned anew at every call, because
 * SQLite looks at the value that is bound; it does not look into a sum.
 */
export const upTo = 'LIMIT ? + 0'

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

export function createTable<R>(db: Database, shape: TableShape<R>): Table<R> {
  const json = new Set<string>(shape.json)
  const flags = new Set<string>(shape.flags)
  const known = new Set<string>(shape.fields)
  const list = quoted(shape.fields)
  const where = shape.key.map((name) => `"${name}" = ?`).join(' AND ')
  const statements = new Map<string, Statement>()

  const prepared = (word: string, names: readonly string[], sql: () => string): Statement => {
    const id = `${word} ${names.join()}`
    const found = statements.get(id)
    if (found !== undefined) return found
    for (const name of names) if (!known.has(name)) throw new Error(`${shape.name} has no field ${name}`)
    const made = db.prepare(sql())
    statements.set(id, made)
    return made
  }
  const encode = (record: Partial<R>, name: string): Cell => {
    const value = (record as Row)[name]
    if (json.has(name)) return value === null || value === undefined ? 'null' : JSON.stringify(value)
    if (flags.has(name)) return value ? 1 : 0
    return (value ?? null) as Cell
  }
  const decode = (row: unknown): R => {
    const record = row as Row
    for (const name of json) if (name in record) record[name] = JSON.parse(record[name] as string)
    for (const name of flags) if (name in record) record[name] = record[name] === 1
    return record as R
  }
  const write = (verb: 'INSERT' | 'INSERT OR REPLACE', record: Partial<R>): number => {
    const names = Object.keys(record)
    const statement = prepared(
      verb,
      names,
      () => `${verb} INTO ${shape.name} (${quoted(names)}) VALUES (${names.map(() => '?').join(', ')})`,
    )
    return Number(statement.run(...names.map((name) => encode(record, name))).lastInsertRowid)
  }
  return {
    list,
    insert: (record) => write('INSERT', record),
    replace(record) {
      write('INSERT OR REPLACE', record as Partial<R>)
    },
    update(patch, key) {
      const names = Object.keys(patch)
      if (names.length === 0) {
        const row = prepared('SELECT', [], () => `SELECT ${list} FROM ${shape.name} WHERE ${where}`).get(...key)
        return row === undefined ? null : decode(row)
      }
      const statement = prepared('UPDATE', names, () => {
        const set = names.map((name) => `"${name}" = ?`).join(', ')
        return `UPDATE ${shape.name} SET ${set} WHERE ${where} RETURNING ${list}`
      })
      const row = statement.get(...names.map((name) => encode(patch, name)), ...key)
      return row === undefined ? null : decode(row)
    },
    decode,
  }
}
