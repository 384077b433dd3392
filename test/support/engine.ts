/**
 * The real engine and the real journal on a simulated machine: processes, worktrees and time are values, and every promise
 * of that world is resolved by one scheduler. `boot` starts a daemon on what stands there, `crash` drops it as kill -9 does,
 * `stop` ends it in order. Who does what when is the simulation's; who is right is its invariants'.
 */
import { shellParser } from '#adapters/shell/parse'
import { createRedactorSet } from '#core/redact'
import type { Deps } from '#flows/engine/context'
import { createEngine, type Engine } from '#flows/engine/engine'
import type { Flows } from '#flows/engine/flows'
import { createRuntimes } from '#flows/engine/runtimes'
import type { LogFields } from '#ports/log'
import type { Paths } from '#ports/paths'
import type { EffectiveSettings } from '#ports/settings'
import { createRegistry } from './simulated/harness.ts'
import { createMachine, type Machine } from './simulated/machine.ts'
import { createLandings, type Landings } from './simulated/merging.ts'
import { createPulls, type Pulls } from './simulated/pulls.ts'
import { createRepositories, type Repositories, repoPath } from './simulated/repositories.ts'
import { createScheduler, type Life, PowerCut, type Scheduler } from './simulated/scheduler.ts'
import { limits } from './simulated/settings.ts'
import { createStore, type SimStore } from './simulated/store.ts'
import { createIssues, type Issues } from './simulated/tracker.ts'

export const project = 'p'

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly message: string
  readonly fields: LogFields
}

export interface SimHome {
  readonly scheduler: Scheduler
  readonly machine: Machine
  readonly repositories: Repositories
  readonly landings: Landings
  /** The issues of its project, and what became of its commits. */
  readonly issues: Issues
  /** The pull requests of its repository. */
  readonly pulls: Pulls
  readonly store: SimStore
  /** What holds from now on; a story may have limits of its own. */
  settings: EffectiveSettings
  /** null while no daemon is ready to answer. */
  readonly flows: Flows | null
  /** down: none runs. booting: it looks for its agents. ready: it answers. stopping: it answers no more. */
  readonly state: 'down' | 'booting' | 'ready' | 'stopping'
  /** Why the last boot failed. */
  readonly bootFailure: unknown
  boot(): void
  crash(): void
  stop(agents: 'stop' | 'keep'): void
  /** The daemon dies at the so-manyth fault point from now; 0: at none. */
  dieAfter(faultPoints: number): void
  /** Told when a daemon died or ended: nobody is answered any more. */
  onDeath: () => void
  /** Told every line of the log. */
  onLog: (line: LogLine) => void
}

export interface SimOptions {
  /** Plants something into what the daemon is made of. */
  readonly plant?: (deps: Deps, home: SimHome) => Deps
}

let shared: SimStore | null = null

const paths: Paths = {
  home: '/home/.drover',
  db: ':memory:',
  lock: '/home/.drover/lock',
  running: '/home/.drover/running',
  token: '/home/.drover/token',
  socket: '/home/.drover/socket',
  log: '/home/.drover/log',
  worktrees: '/home/.drover/worktrees',
  temp: '/home/.drover/temp',
  workspace: (projectId, sessionId) => `/home/.drover/worktrees/${projectId}/${sessionId}`,
  session: (sessionId) => `/home/.drover/sessions/${sessionId}`,
  launch: (sessionId, n) => `/home/.drover/sessions/${sessionId}/launches/${n}`,
  merge: (mergeId) => `/home/.drover/merges/${mergeId}`,
  mergeTree: (name) => `/home/.drover/worktrees/.merges/${name}`,
}

/** Hexadecimal as the real one is, and far cheaper. */
function hash(text: string): string {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return (sum >>> 0).toString(16).padStart(8, '0').repeat(8)
}

/** Nothing of this world has a screen. */
const noTerminals: Deps['terminals'] = {
  tool: async () => ({ version: null, problem: 'There is no tmux here.', hint: 'None is needed.' }),
  screen: async () => 'gone',
  paste: async () => 'gone',
  press: async () => 'gone',
  view: async () => 'gone',
  attach: () => ({ argv: [], unset: [] }),
  kept: async () => [],
  drop: async () => {},
}

/** A home with one project and no session. One at a time: they share a store. */
export function createSimHome(options: SimOptions = {}): SimHome {
  const scheduler = createScheduler()
  const machine = createMachine(scheduler)
  const repositories = createRepositories()
  const landings = createLandings(repositories)
  const issues = createIssues(scheduler)
  const pulls = createPulls(scheduler, repositories, landings, issues)
  shared ??= createStore()
  const store = shared
  const secrets = createRedactorSet({})
  const vault = new Map<string, string>()
  let life: Life = scheduler.begin()
  let engine: Engine | null = null
  let state: SimHome['state'] = 'down'
  let bootFailure: unknown = null
  let fuse = 0
  let ids = 0

  store.empty(life.clock.now, secrets)
  store.db
    .prepare(
      "INSERT INTO project (id, name, path, repo, defaultBranch, settings, archivedAt, createdAt) VALUES (?, ?, ?, '', 'main', '{}', NULL, ?)",
    )
    .run(project, project, repoPath, life.clock.now().toISOString())

  const next = (): string => {
    ids += 1
    return ids.toString(16).padStart(24, '0')
  }
  const logAt =
    (level: LogLine['level'], more: LogFields) =>
    (message: string, fields: LogFields = {}): void =>
      home.onLog({ level, message, fields: { ...more, ...fields } })
  const logWith = (more: LogFields): Deps['log'] => ({
    debug: logAt('debug', more),
    info: logAt('info', more),
    warn: logAt('warn', more),
    error: logAt('error', more),
    child: (fields) => logWith({ ...more, ...fields }),
  })

  /** One a life, as the real ones are one a forge. */
  const forgeOnce = (mine: Life): Deps['forge'] => {
    const api = pulls.forgeOf(mine)
    return () => api
  }
  const depsOf = (mine: Life): Deps => ({
    journal: store.journalOf(mine),
    runtimes: createRuntimes({ process: machine.runtimeOf(mine) }),
    terminals: noTerminals,
    workspaces: repositories.workspacesOf(mine),
    merging: landings.mergingOf(mine),
    forge: forgeOnce(mine),
    tracker: issues.trackerOf(mine),
    ciSources: issues.ciOf(mine),
    executors: () => {
      throw new Error('nobody works elsewhere')
    },
    shell: shellParser,
    registry: createRegistry(),
    settings: { of: () => home.settings, checkProjectSettings: () => undefined },
    host: {
      env: {},
      which: async () => null,
      realpath: async (path) => path,
      isExecutable: async () => true,
      readText: async () => null,
      exec: async () => ({ code: 0, stdout: '', stderr: '' }),
    },
    files: { list: async () => [], size: async () => null, eachLine: async () => null },
    notifier: { send: async () => ({ type: 'shown' }), pushKey: () => '' },
    clock: mine.clock,
    ids: { launch: () => `l_${next()}`, uuid: next, token: () => `drs_${next().repeat(2)}` },
    log: logWith({}),
    paths,
    desk: { listens: async () => false, open: async () => {} },
    jobCaller: { call: async () => ({ type: 'shown' }) },
    telemetry: { out: { send: async () => ({ ok: true, rejected: 0 }) }, version: '0', followLog: () => {} },
    shelf: { keep: (name) => `/home/.drover/actions/${name}` },
    attachments: { keep: async () => {}, find: () => null, read: () => null, total: () => 0, drop: async () => {} },
    vault: {
      keep(sessionId, key, text) {
        mine.check()
        if (secrets.redact(text) !== text) vault.set(`${sessionId} ${key}`, text)
        else vault.delete(`${sessionId} ${key}`)
      },
      read: (sessionId, key) => vault.get(`${sessionId} ${key}`) ?? null,
      drop(sessionId, key) {
        mine.check()
        vault.delete(`${sessionId} ${key}`)
      },
    },
    secrets,
    hash,
    exists: (path) => repositories.exists(path) || landings.exists(path),
    removeOwn: (path) =>
      mine.does(
        'remove-own',
        [
          () => {
            for (const key of vault.keys()) if (paths.session(key.split(' ')[0] ?? '') === path) vault.delete(key)
          },
        ],
        () => undefined,
      ),
    readOwn: (_path, from) => mine.sees('read-own', () => ({ text: '', next: from, size: 0 })),
    readWords: () => null,
    bin: '/bin/drover',
    faultPoint(name) {
      mine.check()
      if (fuse === 0) return
      fuse -= 1
      if (fuse > 0) return
      scheduler.told?.(`dies at ${name}`)
      die()
      throw new PowerCut(name)
    },
  })

  const die = (): void => {
    life.end()
    engine = null
    state = 'down'
    fuse = 0
    home.onDeath()
  }

  const home: SimHome = {
    scheduler,
    machine,
    repositories,
    landings,
    issues,
    pulls,
    store,
    settings: limits,
    get flows() {
      return state === 'ready' ? (engine?.flows ?? null) : null
    },
    get state() {
      return state
    },
    get bootFailure() {
      return bootFailure
    },
    boot() {
      if (state !== 'down') return
      life = scheduler.begin()
      const mine = life
      const deps = depsOf(mine)
      engine = createEngine(options.plant?.(deps, home) ?? deps, () => ({ pid: 1, version: '0', socket: '', port: 0 }))
      state = 'booting'
      bootFailure = null
      engine.boot().then(
        () => {
          if (life === mine && state === 'booting') state = 'ready'
        },
        (cause: unknown) => {
          if (life !== mine || mine.dead) return
          bootFailure = cause
          die()
        },
      )
    },
    crash: die,
    stop(agents) {
      if (state !== 'ready' || engine === null) return
      const mine = life
      state = 'stopping'
      const over = (): void => {
        if (life === mine) die()
      }
      engine.flows.shutdown(agents).then(over, over)
    },
    dieAfter(faultPoints) {
      fuse = faultPoints
    },
    onDeath: () => undefined,
    onLog: () => undefined,
  }
  return home
}
