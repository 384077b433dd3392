/** Whether rows, processes and directories agree; mends what loses nothing and never removes work. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Check, check } from '#core/doctor/checks'
import type { LaunchRecord } from '#ports/journal'
import { type DoctorDeps, type Finding, some, words } from './finding.ts'

export async function consistency(deps: DoctorDeps, pauseMs = settledMs): Promise<readonly Finding[]> {
  const looks = {
    'dead-pids': deadPids,
    'orphan-worktrees': orphanWorktrees,
    'missing-worktrees': missingWorktrees,
    'worktree-registrations': registrations,
    'stray-processes': strays,
    spools,
  }
  return Promise.all(
    Object.entries(looks).map(([name, look]) => twice(deps, look, pauseMs).catch((error) => unseen(name, error))),
  )
}

/** The daemon looks at its launches once a second; what a spawn or an end leaves for a moment is over by then. */
const settledMs = 1500

/** Things change while they are looked at: an agent ends, a worktree is being made. Only what is still there later is told. */
async function twice(
  deps: DoctorDeps,
  look: (deps: DoctorDeps) => Promise<Finding>,
  pauseMs: number,
): Promise<Finding> {
  const first = await look(deps)
  if (first.check.level === 'PASS') return first
  await wait(pauseMs)
  return look(deps)
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
