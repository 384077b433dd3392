/**
 * The doctor: looks at the home, the tools, the agents, the forge and at whether rows, processes and directories agree.
 * Judging is in core; this file looks, and with `fix` mends what loses nothing. It never removes work.
 */
import { lstat, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Check,
  check,
  judgeFree,
  judgeGit,
  judgeGithubToken,
  judgeTool,
  type Report,
  reportOf,
  type TokenFinding,
} from '#core/doctor/checks'
import type { HarnessView } from '#flows/flows'
import type { Host } from '#ports/harness'
import type { Journal, LaunchRecord } from '#ports/journal'
import type { Paths } from '#ports/paths'
import type { Runtime } from '#ports/runtime'
import type { Settings } from '#ports/settings'
import type { Workspaces } from '#ports/workspace'

export interface DoctorDeps {
  readonly journal: Journal
  readonly runtime: Runtime
  readonly workspaces: Workspaces
  readonly settings: Settings
  readonly host: Host
  readonly paths: Paths
  harnesses(): readonly HarnessView[]
  probeHarness(id: string): Promise<HarnessView>
  readonly daemon: {
    readonly pid: number
    readonly version: string
    readonly socket: string
    readonly port: number | null
  }
}

/** What was found and could be mended; `mend` answers what it did. */
interface Finding {
  readonly check: Check
  readonly mend?: () => Promise<Check>
}

const words = (error: unknown) => (error instanceof Error ? error.message : String(error))
const some = (list: readonly string[]) =>
  list.length > 5 ? `${list.slice(0, 5).join(', ')} and ${list.length - 5} more` : list.join(', ')

export function createDoctor(deps: DoctorDeps): (options: { fix: boolean }) => Promise<Report> {
  return async ({ fix }) => {
    const findings = (await Promise.all([core(deps), tools(deps), agents(deps), forge(deps), consistency(deps)])).flat()
    const checks: Check[] = []
    for (const finding of findings) {
      checks.push(fix && finding.mend && finding.check.level !== 'PASS' ? await finding.mend() : finding.check)
    }
    return reportOf(checks)
  }
}

async function core(deps: DoctorDeps): Promise<readonly Finding[]> {
  const { paths, journal, daemon } = deps
  const mode = await stat(paths.home).then((s) => s.mode & 0o777)
  const open = (mode & 0o077) !== 0
  const home = open
    ? check(
        'Core',
        'home',
        'WARN',
        `${paths.home} is open to others (${mode.toString(8)})`,
        `Run \`chmod 700 ${paths.home}\`.`,
      )
    : check('Core', 'home', 'PASS', paths.home)
  const resources = await deps.runtime.resources()
  const floors = attempt(() => deps.settings.of(null))
  return [
    { check: configCheck(deps) },
    { check: home },
    { check: await writeProbe(paths.home) },
    { check: storeCheck(journal, paths.db) },
    { check: check('Core', 'schema', 'PASS', `version ${journal.reads.schemaVersion()}`) },
    {
      check: check(
        'Core',
        'daemon',
        'PASS',
        `pid ${daemon.pid}, version ${daemon.version}${daemon.port === null ? '' : `, port ${daemon.port}`}`,
      ),
    },
    { check: await socketCheck(daemon.socket) },
    { check: judgeFree('disk', resources.freeDiskBytes, floors?.minFreeDiskBytes ?? 0) },
    { check: judgeFree('memory', resources.freeMemoryBytes, floors?.minFreeMemoryBytes ?? 0) },
  ]
}

/** A broken configuration is its own check: floors then read as 0, and harnesses are not looked at. */
function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

function configCheck(deps: DoctorDeps): Check {
  const faults: string[] = []
  for (const project of [null, ...deps.journal.reads.projects(false)]) {
    try {
      deps.settings.of(project)
    } catch (error) {
      faults.push(words(error))
    }
  }
  if (faults.length === 0) return check('Core', 'config', 'PASS', 'the configuration files hold')
  return check(
    'Core',
    'config',
    'FAIL',
    some([...new Set(faults)]),
    'Mend the file it names; `drover config check` looks again.',
  )
}

async function writeProbe(home: string): Promise<Check> {
  const file = join(home, `.doctor-${process.pid}`)
  try {
    await writeFile(file, 'x', { mode: 0o600, flush: true })
    await rm(file)
    return check('Core', 'home-write', 'PASS', 'a file was written and removed')
  } catch (error) {
    return check(
      'Core',
      'home-write',
      'FAIL',
      `${home} cannot be written: ${words(error)}`,
      'Look at its rights and at the free space.',
    )
  }
}

function storeCheck(journal: Journal, path: string): Check {
  try {
    const seq = journal.reads.lastSeq()
    if (journal.writable) return check('Core', 'sqlite', 'PASS', `${path}, change ${seq}`)
    return check(
      'Core',
      'sqlite',
      'FAIL',
      `the last write to ${path} failed`,
      'Look at the free space and the rights of the home.',
    )
  } catch (error) {
    return check(
      'Core',
      'sqlite',
      'FAIL',
      `${path} cannot be read: ${words(error)}`,
      'Stop the daemon and keep a copy of the file before anything else.',
    )
  }
}

async function socketCheck(socket: string): Promise<Check> {
  const found = await lstat(socket).catch(() => null)
  if (!found?.isSocket())
    return check('Core', 'socket', 'FAIL', `${socket} is gone`, 'Run `drover restart`: agents are not interrupted.')
  const mode = found.mode & 0o777
  if ((mode & 0o077) === 0) return check('Core', 'socket', 'PASS', socket)
  return check(
    'Core',
    'socket',
    'WARN',
    `${socket} is open to others (${mode.toString(8)})`,
    `Run \`chmod 600 ${socket}\`.`,
  )
}

async function tools(deps: DoctorDeps): Promise<readonly Finding[]> {
  const { host } = deps
  const git = await host
    .exec(['git', '--version'], { timeoutMs: 5000 })
    .then((ran) => (ran.code === 0 ? ran.stdout : null))
    .catch(() => null) // Not there or not runnable: judged as missing.
  const [tmux, curl] = await Promise.all([host.which('tmux'), host.which('curl')])
  return [
    { check: judgeGit(git) },
    { check: judgeTool('tmux', tmux, 'terminals of agents need it') },
    { check: judgeTool('curl', curl, "agents' hooks report by it") },
  ]
}

async function agents(deps: DoctorDeps): Promise<readonly Finding[]> {
  const harnesses = attempt(() => deps.harnesses())
  if (harnesses === null) {
    const hint = 'Mend the configuration first; `drover config check` names the place.'
    return [{ check: check('Harnesses', 'all', 'WARN', 'not looked at: the configuration does not hold', hint) }]
  }
  const probed = await Promise.all(
    harnesses.map((known) =>
      deps.probeHarness(known.id).catch((error: unknown) => ({ failed: words(error), view: known })),
    ),
  )
  return probed.map((found) => ({
    check:
      'failed' in found
        ? check('Harnesses', found.view.id, 'WARN', `the probe failed: ${found.failed}`, 'See `drover logs`.')
        : harnessCheck(found, deps.host.env),
  }))
}

/** Says, too, which variables of the daemon's environment this agent would be given: names, never values. */
function harnessCheck(view: HarnessView, env: Host['env']): Check {
  const { readiness } = view
  const given = view.passEnv.filter((name) => env[name] !== undefined)
  const passes = given.length === 0 ? '' : `; is given ${given.join(', ')}`
  const install = `Install it: ${view.install}`
  if (readiness === null) return check('Harnesses', view.id, 'WARN', 'could not be probed', install)
  const version = readiness.version === null ? '' : ` ${readiness.version}`
  const name = view.id
  if (readiness.state === 'missing')
    return check('Harnesses', name, 'WARN', readiness.message, readiness.hint ?? install)
  if (readiness.state !== 'ready')
    return check('Harnesses', name, 'WARN', `${readiness.message}${version}${passes}`, readiness.hint)
  if (readiness.tested !== 'outside') return check('Harnesses', name, 'PASS', `ready${version}${passes}`)
  return check(
    'Harnesses',
    name,
    'WARN',
    `ready, but${version} is outside the tested range (${view.testedVersions})${passes}`,
    readiness.hint ?? 'It may work; the tested versions are known to.',
  )
}

async function forge(deps: DoctorDeps): Promise<readonly Finding[]> {
  return [{ check: judgeGithubToken(await tryToken(deps.host.env)) }]
}

/** Asks the forge who the token belongs to; nothing is asked without a token. */
async function tryToken(env: Host['env']): Promise<TokenFinding> {
  const source = env.GITHUB_TOKEN ? 'GITHUB_TOKEN' : env.GH_TOKEN ? 'GH_TOKEN' : null
  if (source === null) return { state: 'none' }
  const base = env.GITHUB_API_URL || 'https://api.github.com'
  try {
    const answer = await fetch(`${base}/user`, {
      headers: {
        authorization: `Bearer ${env[source]}`,
        accept: 'application/vnd.github+json',
        'user-agent': 'drover',
      },
      redirect: 'error',
      signal: AbortSignal.timeout(5000),
    })
    if (answer.status === 401 || answer.status === 403) return { state: 'refused', source, status: answer.status }
    if (!answer.ok) return { state: 'untried', source, why: `the forge answered ${answer.status}` }
    const body = (await answer.json()) as { login?: unknown }
    return { state: 'accepted', source, login: typeof body.login === 'string' ? body.login : 'an unnamed user' }
  } catch (error) {
    return { state: 'untried', source, why: words(error) }
  }
}

async function consistency(deps: DoctorDeps): Promise<readonly Finding[]> {
  const looks = {
    'dead-pids': deadPids,
    'orphan-worktrees': orphanWorktrees,
    'missing-worktrees': missingWorktrees,
    'worktree-registrations': registrations,
    'stray-processes': strays,
    spools,
  }
  return Promise.all(Object.entries(looks).map(([name, look]) => look(deps).catch((error) => unseen(name, error))))
}

/** A look that failed is a finding too: nothing is claimed that was not observed. */
const unseen = (name: string, error: unknown): Finding => ({
  check: check('Consistency', name, 'WARN', `could not be looked at: ${words(error)}`, 'See `drover logs`.'),
})

const refOf = (launch: LaunchRecord) => ({
  launchId: launch.id,
  dir: launch.dir,
  pid: launch.pid,
  startTime: launch.startTime,
  bootId: launch.bootId,
})

async function deadPids(deps: DoctorDeps): Promise<Finding> {
  const open = deps.journal.reads.openLaunches().filter((launch) => launch.pid !== null)
  const dead: string[] = []
  for (const launch of open) {
    const found = await deps.runtime.find(refOf(launch))
    if (found === 'gone') dead.push(`${launch.sessionId} (pid ${launch.pid})`)
    else if (found !== 'unknown') found.detach()
  }
  if (dead.length === 0)
    return { check: check('Consistency', 'dead-pids', 'PASS', `${open.length} launches run as recorded`) }
  return {
    check: check(
      'Consistency',
      'dead-pids',
      'WARN',
      `no process behind ${some(dead)}`,
      'The daemon notices within seconds; run doctor again, else `drover restart`.',
    ),
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

async function list(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []) // Not made yet: nothing in it.
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(path, entry.name))
}

async function orphanWorktrees(deps: DoctorDeps): Promise<Finding> {
  const projects = await list(deps.paths.worktrees)
  const trees = (await Promise.all(projects.map(list))).flat()
  const orphans = trees.filter((path) => deps.journal.reads.workspaceByPath(path) === null)
  if (orphans.length === 0)
    return { check: check('Consistency', 'orphan-worktrees', 'PASS', `${trees.length} worktrees, each with its row`) }
  return {
    check: check(
      'Consistency',
      'orphan-worktrees',
      'WARN',
      `no row names ${some(orphans)}`,
      'Look for work in them; remove them with `git worktree remove` when nothing is left to keep.',
    ),
  }
}

async function missingWorktrees(deps: DoctorDeps): Promise<Finding> {
  const rows = deps.journal.reads.workspaces(null).filter((row) => row.removedAt === null)
  const missing: string[] = []
  for (const row of rows) if (!(await isThere(row.path))) missing.push(row.heldBy ?? row.path)
  if (missing.length === 0)
    return { check: check('Consistency', 'missing-worktrees', 'PASS', `${rows.length} rows, each with its worktree`) }
  return {
    check: check(
      'Consistency',
      'missing-worktrees',
      'WARN',
      `the directory is gone for ${some(missing)}`,
      'Their snapshots are in the repository: `drover session recover <id> --to DIR`.',
    ),
  }
}

/** Registrations in a repository of worktrees of ours that are gone and that nobody holds: dead weight in git. */
async function registrations(deps: DoctorDeps): Promise<Finding> {
  const dead: { repo: string; path: string }[] = []
  for (const project of deps.journal.reads.projects(true)) {
    const known = await deps.workspaces.listWorktrees(project.path).catch(() => []) // A repository that moved is `degraded`, said elsewhere.
    for (const tree of known) {
      if (!tree.prunable || !tree.path.startsWith(`${deps.paths.worktrees}/`)) continue
      if (deps.journal.reads.workspaceByPath(tree.path)?.heldBy == null)
        dead.push({ repo: project.path, path: tree.path })
    }
  }
  const name = 'worktree-registrations'
  if (dead.length === 0) return { check: check('Consistency', name, 'PASS', 'none is dead') }
  const message = `git still lists ${some(dead.map((tree) => tree.path))}`
  return {
    check: check('Consistency', name, 'WARN', message, 'Run `drover doctor --fix`.'),
    mend: () => prune(deps, dead),
  }
}

async function prune(deps: DoctorDeps, dead: readonly { repo: string; path: string }[]): Promise<Check> {
  const failed: string[] = []
  for (const { repo, path } of dead) {
    // It may have come back since we looked; git itself refuses to drop a tree with work in it without --force.
    const argv = [
      'git',
      '-C',
      repo,
      '-c',
      'core.hooksPath=/dev/null',
      '-c',
      'core.fsmonitor=false',
      'worktree',
      'remove',
      path,
    ]
    const ran = (await isThere(path)) ? null : await deps.host.exec(argv, { timeoutMs: 10_000 }).catch(() => null)
    if (ran?.code !== 0) failed.push(path)
  }
  const name = 'worktree-registrations'
  if (failed.length === 0) return check('Consistency', name, 'PASS', `removed ${dead.length} dead registrations`)
  return check(
    'Consistency',
    name,
    'WARN',
    `could not remove ${some(failed)}`,
    'Run `git worktree prune` in the repository.',
  )
}

async function strays(deps: DoctorDeps): Promise<Finding> {
  const tagged = await deps.runtime.strays(deps.paths.home, new Set())
  const unnamed = tagged.filter((found) => deps.journal.reads.launch(found.launchId) === null)
  if (unnamed.length === 0)
    return {
      check: check('Consistency', 'stray-processes', 'PASS', `${tagged.length} tagged processes, each with its row`),
    }
  const shown = unnamed.map((found) => `${found.pid} (${found.command.slice(0, 40)})`)
  return {
    check: check(
      'Consistency',
      'stray-processes',
      'WARN',
      `no row names ${some(shown)}`,
      `Look at them; end them with \`kill ${unnamed[0]!.pid}\`.`,
    ),
  }
}

async function spools(deps: DoctorDeps): Promise<Finding> {
  const sessions = await list(join(deps.paths.home, 'sessions'))
  const orphans: string[] = []
  let all = 0
  for (const session of sessions) {
    const id = session.slice(session.lastIndexOf('/') + 1)
    const rows = new Set(deps.journal.reads.launches(id).map((launch) => String(launch.n)))
    for (const dir of await list(join(session, 'launches'))) {
      all++
      if (!rows.has(dir.slice(dir.lastIndexOf('/') + 1))) orphans.push(dir)
    }
  }
  if (orphans.length === 0) return { check: check('Consistency', 'spools', 'PASS', `${all} spools, each with its row`) }
  return {
    check: check(
      'Consistency',
      'spools',
      'WARN',
      `no row names ${some(orphans)}`,
      'They are left of spawns that failed; they can be removed by hand.',
    ),
  }
}
