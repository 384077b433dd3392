/**
 * One source of configuration, read and checked: the user's file, a repository's file, or a project's own settings. Every
 * fault names the source, the key and the nearest known key. How layers become one is left to `effective`.
 */

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import type { z } from 'zod'
import { DroverError } from '#contract/error'
import { nearestKey } from '#core/nearest'
import { builtIn } from './harness-names.ts'
import { daemonTables, docOf } from './keys.ts'
import { type FileConfig, fileSchema, knownKeys, tableOf } from './schema.ts'
import { respell } from './spellings.ts'

export type LayerKind = 'user' | 'repository' | 'project'

export interface Layer {
  readonly kind: LayerKind
  /** null for project settings. */
  readonly file: string | null
  readonly config: FileConfig
}

export interface Fault {
  readonly key: string
  readonly message: string
  readonly nearest?: string
}

/** Versions of a file that this Drover knows. */
const knownVersions: readonly number[] = [1]

/** What is no error and worth a word: a file that was written for another Drover. */
export function warningsOf({ file, config }: Layer): readonly string[] {
  const version = config.schema_version
  if (version === undefined || knownVersions.includes(version)) return []
  return [`${whereOf(file)}: schema_version ${version} is not known here (known: ${knownVersions.join(', ')})`]
}

const keys = knownKeys()
const whereOf = (file: string | null): string => file ?? 'project settings'

function refuse(file: string | null, faults: readonly Fault[]): DroverError {
  const [first] = faults
  const near = first?.nearest
  const nearest = near === undefined ? '' : ` (nearest known key: ${near})`
  return new DroverError('INVALID_CONFIG', `${whereOf(file)}: ${first?.message ?? 'is not valid'}${nearest}`, {
    hint: near === undefined ? 'See `drover config check` and the configuration page.' : `Did you mean "${near}"?`,
    details: { file, faults },
  })
}

export const repositoryFile = (repoPath: string): string => join(repoPath, '.drover', 'config.toml')

/** null: there is no such file. */
export function readLayer(kind: 'user' | 'repository', file: string): Layer | null {
  const text = readText(file)
  return text === null ? null : { kind, file, config: check(kind, file, parseToml(file, text)) }
}

/** A stranger's repository may hold a link to a device or a file without end. */
const largest = 1024 * 1024

function readText(file: string): string | null {
  try {
    const stat = statSync(file)
    if (stat.isFile() && stat.size <= largest) return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new DroverError('INVALID_CONFIG', `${file}: cannot be read: ${(error as Error).message}`, {
      hint: 'Make the file readable, or remove it.',
      details: { file },
      cause: error,
    })
  }
  throw new DroverError('INVALID_CONFIG', `${file}: is no plain file of at most 1 MB`, {
    hint: 'Put a TOML file in its place, or remove it.',
    details: { file },
  })
}

export function parseToml(file: string, text: string): Record<string, unknown> {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const reason = error.message.split('\n')[0]!.replace(/^Invalid TOML document: /, '')
    throw new DroverError('INVALID_CONFIG', `${file}:${error.line}:${error.column}: ${reason}`, {
      hint: 'Mend the TOML at this place.',
      details: { file, line: error.line, column: error.column },
      cause: error,
    })
  }
}

/** Dotted keys as `project set` stores them. A text that the key does not take is read as a TOML value: `3`, `["a"]`. */
export function projectLayer(settings: Readonly<Record<string, unknown>>): Layer {
  const whole: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(settings)) {
    if (value !== null && value !== undefined) put(whole, key.split('.'), fitting(key, value))
  }
  return { kind: 'project', file: null, config: check('project', null, whole) }
}

function fitting(key: string, value: unknown): unknown {
  if (typeof value !== 'string' || faultsOf('project', nest(key, value)).faults.length === 0) return value
  try {
    const { it } = parse(`it = ${value}`)
    return faultsOf('project', nest(key, it)).faults.length === 0 ? it : value
  } catch {
    // Not a TOML value either: the check of the whole names the fault.
    return value
  }
}

const nest = (key: string, value: unknown): Record<string, unknown> => {
  const whole: Record<string, unknown> = {}
  put(whole, key.split('.'), value)
  return whole
}

function put(into: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [head, ...rest] = path
  if (head === undefined) return
  if (rest.length === 0) {
    Object.defineProperty(into, head, { value, enumerable: true, configurable: true, writable: true })
    return
  }
  const next = Object.hasOwn(into, head) ? into[head] : undefined
  const table = (typeof next === 'object' && next !== null ? next : {}) as Record<string, unknown>
  Object.defineProperty(into, head, { value: table, enumerable: true, configurable: true, writable: true })
  put(table, rest, value)
}

function check(kind: LayerKind, file: string | null, raw: Record<string, unknown>): FileConfig {
  const { config, faults } = faultsOf(kind, raw)
  if (faults.length > 0) throw refuse(file, faults)
  return config
}

function faultsOf(kind: LayerKind, raw: Record<string, unknown>): { config: FileConfig; faults: readonly Fault[] } {
  const faults: Fault[] = []
  if (kind !== 'user') {
    for (const table of daemonTables) if (Object.hasOwn(raw, table)) faults.push(misplaced(kind, table))
    if (faults.length > 0) return { config: {}, faults }
  }
  if (kind === 'repository') {
    for (const name of ownMerge) if (hasKey(raw.merge, name)) faults.push(ownersOnly(`merge.${name}`))
    if (faults.length > 0) return { config: {}, faults }
  }
  const parsed = fileSchema.safeParse(raw)
  if (!parsed.success) return { config: {}, faults: parsed.error.issues.flatMap((issue) => describe(issue, raw, [])) }
  const config = parsed.data
  for (const { key, also } of respell(config)) faults.push({ key, message: `${key} is given twice, also as ${also}` })
  for (const [name, table] of Object.entries(config.harness ?? {})) {
    const fits = tableOf(name).safeParse(table)
    if (!fits.success) faults.push(...fits.error.issues.flatMap((issue) => describe(issue, raw, ['harness', name])))
  }
  for (const [name, path] of Object.entries(config.cache ?? {})) {
    if (kind !== 'user' && /^[/~]/.test(path)) {
      faults.push({
        key: `cache.${name}`,
        message: `cache.${name} must be a relative directory here (found "${path}")`,
      })
    }
  }
  return { config, faults }
}

/** What reaches beyond the repository is never its own to say. */
const ownMerge = ['push', 'checkout'] as const

const hasKey = (table: unknown, name: string): boolean =>
  typeof table === 'object' && table !== null && Object.hasOwn(table, name)

const ownersOnly = (key: string): Fault => ({
  key,
  message: `${key} is for the user's own config.toml or \`project set\` and is refused in a repository's file`,
})

function misplaced(kind: LayerKind, table: string): Fault {
  const place = kind === 'repository' ? "a repository's file" : 'project settings'
  return { key: table, message: `[${table}] is for the user's own config.toml and is refused in ${place}` }
}

function describe(issue: z.core.$ZodIssue, raw: unknown, prefix: readonly string[]): readonly Fault[] {
  const path = [...prefix, ...issue.path.map(String)]
  if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => unknownKey([...path, name]))
  const key = path.join('.')
  if (issue.code === 'invalid_key') return [{ key, message: `${key} has a name that is not allowed here` }]
  const expects = docOf(key)?.expects ?? issue.message
  return [{ key, message: `${key} must be ${expects} (found ${JSON.stringify(valueAt(raw, path)) ?? 'nothing'})` }]
}

function unknownKey(path: readonly string[]): Fault {
  const key = path.join('.')
  const [table, name, word] = path
  if ((table === 'harness' || table === 'role' || table === 'roles') && name !== undefined && word !== undefined) {
    const own = table === 'harness' && builtIn.includes(name)
    const known = keys.filter((known) => known.startsWith(`${table}.*.`)).map((known) => known.replace('*', name))
    const near = nearestKey(
      key,
      known.filter((candidate) => !own || allowed(name, candidate)),
    )
    const why = own && known.includes(key) ? `${key} is not for the built-in harness ${name}` : `unknown key ${key}`
    return { key, message: why, ...(near === null ? {} : { nearest: near }) }
  }
  const near = nearestKey(
    key,
    keys.filter((known) => !known.includes('*')),
  )
  return { key, message: `unknown key ${key}`, ...(near === null ? {} : { nearest: near }) }
}

const allowed = (name: string, key: string): boolean => {
  const word = key.slice(key.lastIndexOf('.') + 1)
  return word in ((tableOf(name) as unknown as { shape: object }).shape ?? {})
}

function valueAt(raw: unknown, path: readonly string[]): unknown {
  let value = raw
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string, unknown>)[step]
  }
  return value
}
