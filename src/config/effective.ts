/**
 * The configuration that holds: defaults, the user's file, the repository's file, the project's settings, each on top of
 * the one before. Tables merge, scalars and arrays replace. Keeps where each value came from.
 */

import { homedir } from 'node:os'
import { join } from 'node:path'
import { DroverError } from '#contract/error'
import type { ConfigValue } from '#contract/project'
import { nearest } from '#core/nearest'
import type { HarnessConfig } from '#ports/harness'
import { builtIn, expected } from './harness-names.ts'
import { checkInside } from './inside.ts'
import { keyDocs } from './keys.ts'
import { type Layer, projectLayer, repositoryFile, warningsOf } from './layer.ts'
import { cachedLayer } from './read-cache.ts'
import type { FileConfig } from './schema.ts'
import { type Privileged, privilegedOf, trustOf, withoutPrivileged } from './trust.ts'

type Env = Readonly<Record<string, string | undefined>>
type Whole<T> = { readonly [K in keyof T]-?: Exclude<T[K], undefined> }
/** Null where unset means no limit. */
type Nullable<T, K extends keyof T> = Whole<Omit<T, K>> & { readonly [N in K]-?: Exclude<T[N], undefined> | null }
type Orphan = 'default_harness' | 'default_model' | 'base_branch' | 'turn_timeout'
/** Other names at the top, and tables, that are written out below. */
type Spelling = 'ready' | 'auto_resume'
type DaemonTable =
  | 'afk'
  | 'forge'
  | 'server'
  | 'limits'
  | 'retention'
  | 'log'
  | 'notify'
  | 'editor'
  | 'doors'
  | 'telemetry'
type RelayTable = NonNullable<FileConfig['relay']>
type RelaySpelling = 'retry_budget' | 'freeze_threshold_secs' | 'stall_threshold_secs'
type RelayOptional = 'stall_threshold' | 'connected_idle' | 'connected_kill'
type ServerOptional = 'trusted_proxy' | 'tls_cert' | 'tls_key'

/** Every key with a value; null where unset means something. Sizes in bytes, durations in seconds. */
export interface Config
  extends Whole<
    Omit<FileConfig, Orphan | Spelling | 'setup' | 'merge' | 'relay' | 'budget' | 'coordination' | DaemonTable>
  > {
  readonly default_harness: string | null
  readonly default_model: string | null
  readonly base_branch: string | null
  readonly turn_timeout: number | null
  readonly setup: Whole<NonNullable<FileConfig['setup']>>
  readonly merge: Whole<Omit<NonNullable<FileConfig['merge']>, 'agent'>> & { readonly agent: string | null }
  readonly budget: Nullable<NonNullable<FileConfig['budget']>, 'daily_usd' | 'total_usd'>
  readonly coordination: Whole<NonNullable<FileConfig['coordination']>>
  readonly relay: Whole<Omit<RelayTable, RelayOptional | RelaySpelling>> & {
    readonly [K in RelayOptional]: number | null
  }
  readonly server: Whole<Omit<NonNullable<FileConfig['server']>, ServerOptional>> & {
    readonly trusted_proxy: { readonly peer: string; readonly header: string } | null
    readonly tls_cert: string | null
    readonly tls_key: string | null
  }
  readonly forge: Whole<Omit<NonNullable<FileConfig['forge']>, 'github' | 'forgejo'>> & {
    readonly github: { readonly url: string }
    readonly forgejo: { readonly url: string | null }
  }
  readonly limits: Nullable<NonNullable<FileConfig['limits']>, 'daily_usd' | 'max_running_turns'>
  readonly telemetry: Nullable<NonNullable<FileConfig['telemetry']>, 'metrics_token' | 'endpoint'>
  readonly doors: Nullable<NonNullable<FileConfig['doors']>, 'callback_secret' | 't3'>
  readonly retention: Whole<NonNullable<FileConfig['retention']>>
  readonly notify: Whole<Omit<NonNullable<FileConfig['notify']>, 'url'>> & { readonly url: string | null }
  readonly editor: Whole<NonNullable<FileConfig['editor']>>
  readonly log: Whole<NonNullable<FileConfig['log']>>
  readonly afk: Whole<Omit<NonNullable<FileConfig['afk']>, 'agent' | 't3'>> & {
    readonly agent: string | null
    readonly t3: { readonly url: string | null; readonly model: string | null }
  }
}

export interface Effective {
  readonly values: Config
  readonly sources: readonly ConfigValue[]
  harness(name: string): HarnessConfig
  /** `[harness.NAME]` tables that define a harness of their own. */
  readonly customHarnesses: readonly string[]
  /** What of the repository's file is applied only once trusted. */
  readonly privileged: Privileged
  readonly trust: {
    readonly hash: string
    readonly content: string
    readonly needed: boolean
    readonly commands: readonly string[]
  }
  readonly repositoryHash: string
  /** What is no error and worth a word, a file a line. */
  readonly warnings: readonly string[]
  /** The same without what of the repository needs trust. */
  withoutRepository(): Effective
}

export interface EffectiveInput {
  readonly userFile: string
  readonly repoPath: string | null
  readonly projectSettings?: Readonly<Record<string, unknown>>
  /** Variables that win over the files: DROVER_PORT. */
  readonly env?: Env
}

export function userConfigFile(env: Env): string {
  const base = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config')
  return join(base, 'drover', 'config.toml')
}

/** What the daemon itself needs: no repository, no project. */
export const loadUserConfig = (env: Env): Effective =>
  loadEffective({ userFile: userConfigFile(env), repoPath: null, env })

export function loadEffective(input: EffectiveInput): Effective {
  const { layers, whole } = merged(input)
  // At every call: what a path leads to can change while the configuration does not.
  if (input.repoPath !== null) checkPlaced(input.repoPath, layers)
  return whole()
}

interface Merged {
  readonly user: Layer | null
  readonly repository: Layer | null
  readonly rest: string
  readonly layers: readonly Layer[]
  readonly whole: () => Effective
}

/** What held last, by its files: asked for at every turn, and once a second for each turn that runs. */
const kept = new Map<string, Merged>()
const most = 500

function merged(input: EffectiveInput): Merged {
  const user = cachedLayer('user', input.userFile)
  const repository = input.repoPath === null ? null : cachedLayer('repository', repositoryFile(input.repoPath))
  const id = JSON.stringify([input.userFile, input.repoPath])
  const rest = JSON.stringify([input.projectSettings ?? null, input.env?.DROVER_PORT ?? null])
  const found = kept.get(id)
  if (found?.user === user && found.repository === repository && found.rest === rest) return found
  const layers = [user, repository].filter((layer) => layer !== null)
  if (input.projectSettings !== undefined) layers.push(projectLayer(input.projectSettings))
  let effective: Effective | null = null
  const whole = (): Effective => {
    effective ??= effectiveOf(layers, input.env ?? {}, true)
    return effective
  }
  const made = { user, repository, rest, layers, whole }
  if (kept.size >= most) kept.clear()
  kept.set(id, made)
  return made
}

function checkPlaced(repoPath: string, layers: readonly Layer[]): void {
  for (const { config, file } of layers) {
    for (const key of ['link', 'copy'] as const) {
      for (const path of config[key] ?? []) checkNamed(repoPath, path, `${file ?? 'project settings'}: ${key}: `)
    }
  }
}

function checkNamed(repoPath: string, path: string, prefix: string): void {
  try {
    checkInside(repoPath, path)
  } catch (error) {
    if (!(error instanceof DroverError)) throw error
    const { hint, details, cause, message } = error
    throw new DroverError('INVALID_CONFIG', prefix + message, { ...(hint ? { hint } : {}), details, cause })
  }
}

type Table = Record<string, unknown>
interface Origin {
  readonly source: ConfigValue['source']
  readonly file?: string
}

const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null && !Array.isArray(value)

function merge(into: Table, from: Table, origin: Origin, origins: Map<string, Origin>, prefix = ''): void {
  for (const [name, value] of Object.entries(from)) {
    if (value === undefined) continue
    const key = prefix + name
    const before = into[name]
    if (!isTable(value)) {
      into[name] = value
      origins.set(key, origin)
      continue
    }
    into[name] = isTable(before) ? before : {}
    merge(into[name] as Table, value, origin, origins, `${key}.`)
  }
}

function defaults(): Table {
  const whole: Table = {}
  for (const { key, fallback } of keyDocs) {
    const path = key.split('.*')[0]!.split('.')
    const last = path.pop()!
    let table = whole
    for (const step of path) {
      table[step] ??= {}
      table = table[step] as Table
    }
    table[last] ??= key.includes('.*') ? {} : structuredClone(fallback)
  }
  return whole
}

/** strict: a harness that nothing defines is an error; without the repository's part it may just be undefined. */
function effectiveOf(layers: readonly Layer[], env: Env, strict: boolean): Effective {
  const whole = defaults()
  const origins = new Map<string, Origin>()
  for (const { kind, file, config } of layers) {
    merge(whole, config as Table, { source: kind, ...(file === null ? {} : { file }) }, origins)
  }
  merge(whole, fromEnvironment(env), { source: 'environment' }, origins)
  const server = whole.server as Table
  server.trusted_proxy = proxyOf(server.trusted_proxy as Table)
  const values = whole as unknown as Config
  const repository = layers.find((layer) => layer.kind === 'repository')?.config ?? {}
  const trust = trustOf(repository)
  return {
    values,
    sources: list(whole, origins),
    harness: (name) => (Object.hasOwn(values.harness, name) ? (values.harness[name] as HarnessConfig) : {}),
    customHarnesses: customOf(values.harness, strict, layers),
    privileged: privilegedOf(repository),
    trust,
    repositoryHash: trust.hash,
    warnings: layers.flatMap(warningsOf),
    withoutRepository: () =>
      effectiveOf(
        layers.map((layer) =>
          layer.kind === 'repository' ? { ...layer, config: withoutPrivileged(layer.config) } : layer,
        ),
        env,
        false,
      ),
  }
}

function proxyOf({ peer, header }: Table): Config['server']['trusted_proxy'] {
  if (!peer && !header) return null
  if (typeof peer === 'string' && typeof header === 'string') return { peer, header }
  throw new DroverError('INVALID_CONFIG', 'server.trusted_proxy needs both peer and header', {
    hint: 'Write trusted_proxy = { peer = "127.0.0.1", header = "X-Forwarded-User" }.',
  })
}

function fromEnvironment({ DROVER_PORT }: Env): Table {
  if (DROVER_PORT === undefined || DROVER_PORT === '') return {}
  const port = /^\d{1,5}$/.test(DROVER_PORT) ? Number(DROVER_PORT) : Number.NaN
  if (port <= 65_535) return { server: { port } }
  throw new DroverError('INVALID_CONFIG', `DROVER_PORT must be a port from 0 to 65535 (found "${DROVER_PORT}")`, {
    hint: 'Set it to a number, or unset it.',
  })
}

function customOf(tables: Config['harness'], strict: boolean, layers: readonly Layer[]): readonly string[] {
  const names = Object.keys(tables).filter((name) => !builtIn.includes(name))
  const defined = (name: string): boolean => tables[name]?.command !== undefined || tables[name]?.protocol !== undefined
  for (const name of names) {
    if (!strict || defined(name) || expected.includes(name)) continue
    const file = layers.find((layer) => layer.config.harness?.[name] !== undefined)?.file ?? 'project settings'
    const near = nearest(name, [...builtIn, ...expected])
    throw new DroverError(
      'INVALID_CONFIG',
      `${file}: harness.${name} is no harness of Drover and has neither command nor protocol`,
      {
        hint:
          near === null ? `Give it a command: command = ["my-agent", "$PROMPT"].` : `Did you mean "harness.${near}"?`,
        details: { key: `harness.${name}`, nearest: near },
      },
    )
  }
  return names.filter(defined)
}

const secretName = /_(KEY|TOKEN|SECRET|PASSWORD)$/i
/** Whoever knows the address of a place can ring it. */
const secretPlace =
  /^(notify\.to\.[^.]+\.(url|secret|token)|doors\.callback_secret|telemetry\.(metrics_token|headers\..+))$/

/** One entry a value; variables whose name says that they are secret are not shown. */
function list(whole: Table, origins: ReadonlyMap<string, Origin>): readonly ConfigValue[] {
  const out: ConfigValue[] = []
  const visit = (table: Table, prefix: string): void => {
    for (const [name, value] of Object.entries(table)) {
      const key = prefix + name
      if (isTable(value) && Object.keys(value).length > 0) visit(value, `${key}.`)
      else {
        const hidden = secretPlace.test(key) || (secretName.test(name) && /(^|\.)env\.$/.test(prefix))
        out.push({ key, value: hidden ? '[redacted]' : value, ...(origins.get(key) ?? { source: 'default' }) })
      }
    }
  }
  visit(whole, '')
  return out
}
