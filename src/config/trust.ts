/**
 * What a repository's configuration brings, as content to approve: canonical, hashed, with the commands it would run. Reads
 * the registered checkout; who approved which hash is kept by the store.
 */
import { createHash } from 'node:crypto'
import { harmlessKeys } from './harness-names.ts'
import { repositoryFile } from './layer.ts'
import { cachedLayer } from './read-cache.ts'
import type { FileConfig, HarnessTable } from './schema.ts'

/** The part that is applied only once trusted. */
export type Privileged = Pick<FileConfig, (typeof privilegedKeys)[number] | 'harness' | 'relay' | 'role' | 'roles'>

export interface TrustContent {
  readonly hash: string
  /** Canonical JSON, for showing and comparing. Values of secret variables are replaced by a fingerprint. */
  readonly content: string
  readonly commands: readonly string[]
  readonly needed: boolean
}

const privilegedKeys = ['setup', 'verify', 'merge', 'env', 'link', 'copy', 'cache'] as const

const isEmpty = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Object.values(value).every(isEmpty))

const pick = (table: HarnessTable, harmless: boolean): HarnessTable =>
  Object.fromEntries(Object.entries(table).filter(([key]) => harmlessKeys.includes(key) === harmless))

/** A table that defines a harness is privileged as a whole. */
function split(table: HarnessTable): { kept: HarnessTable; held: HarnessTable } {
  const custom = table.command !== undefined || table.protocol !== undefined
  return custom ? { kept: {}, held: table } : { kept: pick(table, true), held: pick(table, false) }
}

function harnessPart(config: FileConfig, part: 'kept' | 'held'): FileConfig['harness'] {
  const tables = Object.entries(config.harness ?? {}).map(([name, table]) => [name, split(table)[part]] as const)
  return Object.fromEntries(tables.filter(([, table]) => Object.keys(table).length > 0))
}

/** Agents that are named run nothing; what proves a role's work does, and landing reaches the user's branch. */
function relayPart({ relay }: FileConfig, part: 'kept' | 'held'): FileConfig['relay'] {
  const { land, ...kept } = relay ?? {}
  return part === 'kept' ? kept : land === undefined ? {} : { land }
}

function rolePart(config: FileConfig, part: 'kept' | 'held'): FileConfig['role'] {
  const roles = Object.entries(config.role ?? {}).map(([name, { verify, ...kept }]) => {
    return [name, part === 'kept' ? kept : verify === undefined ? {} : { verify }] as const
  })
  return Object.fromEntries(roles.filter(([, role]) => !isEmpty(role)))
}

/** The agent that a role is played by runs nothing; what the role may do is the operator's to approve. */
function rolesPart(config: FileConfig, part: 'kept' | 'held'): FileConfig['roles'] {
  const roles = Object.entries(config.roles ?? {}).map(([name, { agent, ...held }]) => {
    return [name, part === 'held' ? held : agent === undefined ? {} : { agent }] as const
  })
  return Object.fromEntries(roles.filter(([, role]) => Object.keys(role).length > 0))
}

/** Tables of which only a part needs trust. */
const partsOf = (
  config: FileConfig,
  part: 'kept' | 'held',
): Pick<FileConfig, 'harness' | 'relay' | 'role' | 'roles'> => {
  const tables = {
    harness: harnessPart(config, part),
    relay: relayPart(config, part),
    role: rolePart(config, part),
    roles: rolesPart(config, part),
  }
  return Object.fromEntries(Object.entries(tables).filter(([, table]) => Object.keys(table ?? {}).length > 0))
}

export function privilegedOf(config: FileConfig): Privileged {
  const out: Record<string, unknown> = {}
  for (const key of privilegedKeys) if (!isEmpty(config[key])) out[key] = config[key]
  return { ...out, ...partsOf(config, 'held') } as Privileged
}

export function withoutPrivileged(config: FileConfig): FileConfig {
  const whole = new Set<string>([...privilegedKeys, 'harness', 'relay', 'role', 'roles'])
  const rest = Object.fromEntries(Object.entries(config).filter(([key]) => !whole.has(key)))
  return { ...rest, ...partsOf(config, 'kept') }
}

/** The same text for the same meaning: keys in order, nothing undefined. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const secretName = /_(KEY|TOKEN|SECRET|PASSWORD)$/i

function masked(value: unknown, inEnv: boolean): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) =>
      inEnv && secretName.test(name) && typeof item === 'string'
        ? [name, `[redacted ${sha256(item).slice(0, 8)}]`]
        : [name, masked(item, name === 'env')],
    ),
  )
}

export function trustOf(config: FileConfig): TrustContent {
  const privileged = privilegedOf(config)
  return {
    hash: sha256(canonical(config)),
    content: canonical(masked(config, false)),
    commands: commandsOf(privileged),
    needed: Object.keys(privileged).length > 0,
  }
}

function commandsOf({ setup, verify, role, harness }: Privileged): readonly string[] {
  const harnesses = Object.entries(harness ?? {}).flatMap(([name, table]) => {
    const words = table.command ?? (table.binary === undefined ? [] : [table.binary])
    return words.length === 0 ? [] : [`harness ${name}: ${words.join(' ')}`]
  })
  const roles = Object.values(role ?? {}).flatMap((table) => table.verify ?? [])
  return [...(setup?.run ?? []), ...(setup?.ready ?? []), ...(verify ?? []), ...roles, ...harnesses]
}

export function trustContent(repoPath: string): TrustContent {
  return trustOf(cachedLayer('repository', repositoryFile(repoPath))?.config ?? {})
}
