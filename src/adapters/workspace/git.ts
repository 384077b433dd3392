/**
 * Owns how Drover speaks to git: the settings that every call carries, the environment, timeouts, and the one failure
 * (`GIT_FAILED`). No hook, fsmonitor, prompt, editor, pager, signature or background maintenance is ever started; what a
 * repository's own configuration could start is switched off by `shield.ts`. Leaves the meaning of commands to callers.
 */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DroverError } from '#contract/error'
import type { Log as PortLog } from '#ports/log'
import { type Credential, credentialFor } from './credentials.ts'
import { endGroup, runProcess } from './git-process.ts'
import { configStamp, findPlaces, type Places } from './places.ts'
import { mayNotFetchBySelf, type Override, parseSettings, type Setting, shieldOf } from './shield.ts'

export type Log = Pick<PortLog, 'debug' | 'warn'>

export interface GitOptions {
  readonly gitPath: string
  readonly log: Log
  readonly callMs: number
  /** Where an operation may keep files for its time. */
  readonly temp: string
  /** Variables that mark git's processes as ours, so that those of a daemon that was cut off can be found. */
  readonly mark?: Readonly<Record<string, string>>
  /** The forges whose token git may be given. */
  readonly credentials?: (() => readonly Credential[]) | undefined
}

export interface CallOptions {
  readonly input?: string | Buffer
  readonly env?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  readonly maxBytes?: number
  /** Exit codes that are an answer, not a failure. Default: 0 only. */
  readonly allow?: readonly number[]
  /** Output over `maxBytes` is cut instead of being a failure. */
  readonly cut?: boolean
}

export interface Answer {
  readonly code: number
  readonly stdout: Buffer
  readonly stderr: string
  readonly truncated: boolean
}

/** git inside one directory, with that repository's own dangerous settings switched off. */
export interface Repo {
  readonly cwd: string
  /** Where its git directories are, given by whoever opened it because the tree's own `.git` does not lead there. */
  readonly places: Places | null
  readonly settings: readonly Setting[]
  /** Where an operation may keep files for its time. */
  readonly temp: string
  run(args: readonly string[], options?: CallOptions): Promise<Answer>
  /** Standard output without the final line end. */
  text(args: readonly string[], options?: CallOptions): Promise<string>
  /** null when git answers 1 or 128: the thing asked for is not there. */
  maybe(args: readonly string[], options?: CallOptions): Promise<string | null>
  /** A long-lived process (`cat-file --batch`); the caller ends it by closing its input, `stop` in any case. */
  start(args: readonly string[]): { readonly child: ChildProcessWithoutNullStreams; stop(): void }
  at: OpenRepo
  /** The same with more variables in every call. */
  with(env: Readonly<Record<string, string>>): Repo
  /** Another work tree of the same repository, just made: it has the same settings. */
  sibling(cwd: string): Repo
}

/** Exactly this directory's repository; `discover` also looks in the directories above, `places` takes no look at all. */
export type OpenRepo = (cwd: string, how?: { readonly discover?: boolean; readonly places?: Places }) => Promise<Repo>

const fixed: readonly (readonly [string, string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.quotePath', 'false'],
  ['core.splitIndex', 'false'],
  ['checkout.workers', '0'],
  ['commit.gpgSign', 'false'],
  ['tag.gpgSign', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['protocol.ext.allow', 'never'],
  ['http.followRedirects', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['advice.detachedHead', 'false'],
  ['i18n.commitEncoding', 'UTF-8'],
]

/** Variables of git that describe the operator's machine rather than some other repository. */
const kept = /^GIT_(CONFIG_GLOBAL|CONFIG_SYSTEM|CONFIG_NOSYSTEM|SSL_.*|HTTP_.*|SSH|SSH_COMMAND|SSH_VARIANT|PROXY_.*)$/

function environment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(
    ([name]) => !(name.startsWith('GIT_') && !kept.test(name)) && !name.startsWith('DROVER_'),
  )
  return {
    ...Object.fromEntries(entries),
    LC_ALL: 'C',
    LANGUAGE: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    SSH_ASKPASS_REQUIRE: 'never',
    GIT_EDITOR: ':',
    GIT_PAGER: 'cat',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
  }
}

/** Settings as arguments; a name with `=` in it cannot go there and travels in the environment. */
function carried(overrides: readonly Override[]): { argv: string[]; env: Record<string, string> } {
  const all = [...fixed.map(([key, value]) => ({ key, value })), ...overrides]
  const awkward = all.filter(({ key }) => key.includes('='))
  const env: Record<string, string> = awkward.length > 0 ? { GIT_CONFIG_COUNT: String(awkward.length) } : {}
  awkward.forEach(({ key, value }, at) => {
    env[`GIT_CONFIG_KEY_${at}`] = key
    env[`GIT_CONFIG_VALUE_${at}`] = value
  })
  const argv = all.filter(({ key }) => !key.includes('=')).flatMap(({ key, value }) => ['-c', `${key}=${value}`])
  return { argv, env }
}

/** The scope of settings that come from nobody's configuration but from a look at the disk. */
const ours = 'drover'

/**
 * `core.ignorecase` on a disk that tells `A` and `a` apart (a copied configuration, a share) makes git overlook files whose
 * names differ by case only: unsaved, unseen, and removed as if they were not there. The disk decides.
 */
async function caseOf(cwd: string): Promise<Setting[]> {
  const [small, large] = await Promise.all(['.git', '.GIT'].map((name) => lstat(join(cwd, name)).catch(() => null)))
  if (small == null || (large != null && large.ino === small.ino)) return []
  return [{ scope: ours, key: 'core.ignorecase', value: 'false' }]
}

export function gitFailed(args: readonly string[], cwd: string, why: string, cause?: unknown): DroverError {
  const tail = why.trim().slice(-2000)
  return new DroverError('GIT_FAILED', `git ${args[0] ?? ''} failed in ${cwd}: ${tail || 'no message'}`, {
    hint: 'Run the same git command in that directory to see what git objects to, then try again.',
    details: { argv: ['git', ...args], cwd, stderr: tail },
    ...(cause === undefined ? {} : { cause }),
  })
}

/** What speaks to a remote may leave helpers behind that are to live on (a cache of credentials), and writes no work tree. */
const remote = new Set(['fetch', 'push', 'ls-remote', 'clone'])

export function createGit(options: GitOptions): { readonly at: OpenRepo } {
  const markOf = (args: readonly string[]) => (args.some((word) => remote.has(word)) ? {} : options.mark)
  const call = async (
    cwd: string,
    overrides: readonly Override[],
    args: readonly string[],
    how: CallOptions,
    settings: readonly Setting[] = [],
  ) => {
    const { argv, env } = carried(overrides)
    const given = credentialFor(args, settings, options.credentials ?? (() => []))
    const began = performance.now()
    const answer = await runProcess({
      file: options.gitPath,
      argv: ['--no-optional-locks', '--no-pager', ...argv, ...(given?.argv ?? []), ...args],
      cwd,
      env: { ...environment(), ...env, ...how.env, ...markOf(args), ...given?.env },
      ...(how.input === undefined ? {} : { input: how.input }),
      timeoutMs: how.timeoutMs ?? options.callMs,
      maxBytes: how.maxBytes ?? 512 * 1024 * 1024,
    }).catch((cause: NodeJS.ErrnoException) => {
      throw gitFailed(args, cwd, `${options.gitPath} could not be started (${cause.code ?? cause.message})`, cause)
    })
    options.log.debug('git', { git: args.slice(0, 4), cwd, ms: Math.round(performance.now() - began) })
    if (answer.timedOut) throw gitFailed(args, cwd, `no answer within ${how.timeoutMs ?? options.callMs} ms`)
    if (answer.truncated && how.cut) return { ...answer, code: 0 }
    if (answer.truncated) throw gitFailed(args, cwd, 'more output than Drover reads')
    if (answer.code === null || !(how.allow ?? [0]).includes(answer.code)) throw gitFailed(args, cwd, answer.stderr)
    return { ...answer, code: answer.code }
  }

  const settingsOf = async (cwd: string, env: Readonly<Record<string, string>>): Promise<Setting[]> => {
    const answer = await call(cwd, [], ['config', '-z', '--show-scope', '--list'], { env, allow: [0, 1, 129] })
    if (answer.code !== 129) return parseSettings(answer.stdout.toString('utf8'))
    // git before 2.26 cannot name scopes: everything then counts as the repository's.
    const list = await call(cwd, [], ['config', '-z', '--list'], { env, allow: [0, 1] })
    return parseSettings(list.stdout.toString('utf8').replace(/[^\0]+\0/g, 'local\0$&'))
  }

  /**
   * Settings are read again after some seconds, and at once when a configuration file of the repository or the user changed. Work
   * trees of one repository share them, unless one has settings of its own.
   */
  const remembered = new Map<string, { stamp: string; until: number; settings: Setting[] }>()
  const settingsNow = async (
    cwd: string,
    env: Readonly<Record<string, string>>,
    given: Places | null,
  ): Promise<Setting[]> => {
    const places = given ?? (await findPlaces(cwd))
    const stamp = places === null ? null : await configStamp(places)
    const shared = places === null || stamp?.ownSettings === true ? cwd : `all of ${places.commonDir}`
    const recall = (key: string): Setting[] | null => {
      const known = remembered.get(key)
      return known !== undefined && known.stamp === stamp?.text && known.until > performance.now()
        ? known.settings
        : null
    }
    const known = recall(shared) ?? recall(cwd)
    if (known !== null) return [...known, ...(await caseOf(cwd))]
    const settings = await settingsOf(cwd, env)
    const including = settings.filter(({ key }) => /^include/.test(key))
    // Included files are not watched, so a repository that includes some is never remembered.
    const own = including.some(({ scope }) => scope !== 'system' && scope !== 'global')
    if (stamp !== null && !own) {
      if (remembered.size > 1000) remembered.clear()
      const [key, ms] = including.length === 0 ? [shared, 10_000] : [cwd, 2000]
      remembered.set(key, { stamp: stamp.text, until: performance.now() + ms, settings })
    }
    return [...settings, ...(await caseOf(cwd))]
  }

  const at: OpenRepo = async (cwd, { discover = false, places = null } = {}) => {
    // A workspace whose own .git is broken must never be taken for a part of a repository around it.
    const ceiling: Record<string, string> = discover ? {} : { GIT_CEILING_DIRECTORIES: dirname(cwd) }
    const place = places === null ? ceiling : { ...ceiling, GIT_DIR: places.gitDir, GIT_WORK_TREE: cwd }
    return use(cwd, await settingsNow(cwd, place, places), place, places)
  }

  const use = (
    cwd: string,
    settings: readonly Setting[],
    place: Readonly<Record<string, string>>,
    places: Places | null = null,
  ): Repo => {
    const overrides = [...shieldOf(settings), ...settings.filter(({ scope }) => scope === ours)]
    const ceiling = mayNotFetchBySelf(settings) ? { ...place, GIT_NO_LAZY_FETCH: '1' } : place
    const run = (args: readonly string[], how: CallOptions = {}): Promise<Answer> =>
      call(cwd, overrides, args, { ...how, env: { ...ceiling, ...how.env } }, settings)
    const text = async (args: readonly string[], how: CallOptions = {}) =>
      (await run(args, how)).stdout.toString('utf8').replace(/\n$/, '')
    return {
      cwd,
      places,
      settings,
      temp: options.temp,
      run,
      text,
      maybe: async (args, how = {}) => {
        const answer = await run(args, { ...how, allow: [0, 1, 128] })
        return answer.code === 0 ? answer.stdout.toString('utf8').replace(/\n$/, '') : null
      },
      start: (args) => {
        const { argv, env } = carried(overrides)
        const child = spawn(options.gitPath, ['--no-optional-locks', '--no-pager', ...argv, ...args], {
          cwd,
          env: { ...environment(), ...env, ...ceiling, ...markOf(args) },
          detached: true,
          stdio: ['pipe', 'pipe', 'pipe'],
        })
        // A child that was never made says so later; whoever reads its streams finds none now.
        child.on('error', () => undefined)
        if (child.stdout === undefined) throw Object.assign(new Error('no file descriptor is free'), { code: 'EMFILE' })
        return { child, stop: () => endGroup(child) }
      },
      at,
      with: (more) => use(cwd, settings, { ...place, ...more }, places),
      sibling: (other) => use(other, settings, { GIT_CEILING_DIRECTORIES: dirname(other) }),
    }
  }
  return { at }
}
