/** Whether rows, processes and directories agree; mends what loses nothing and never removes work. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Check, check } from '#core/doctor/checks'
import { refOf } from '#flows/engine/runtimes'
import { movedProjects } from '../problems.ts'
import { attempt, type DoctorDeps, directoriesIn, type Finding, some, unnamedProcesses, words } from './finding.ts'
import { hookCalls } from './hooks-look.ts'
import { orphanWorktrees } from './orphans-look.ts'
import { snapshots } from './snapshots-look.ts'

export async function consistency(deps: DoctorDeps, pauseMs = settledMs): Promise<readonly Finding[]> {
  const looks = {
    repositories,
    'dead-pids': deadPids,
    'orphan-worktrees': orphanWorktrees,
    'missing-worktrees': missingWorktrees,
    'worktree-registrations': registrations,
    'stray-processes': strays,
    snapshots,
    spools,
    hooks: hookCalls,
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
  await deps.clock.sleep(pauseMs)
  return look(deps)
}

/** A look that failed is a finding too: nothing is claimed that was not observed. */
const unseen = (name: string, error: unknown): Finding => ({
  check: check('Consistency', name, 'WARN', `could not be looked at: ${words(error)}`, 'See `drover logs`.'),
})

async function deadPids(deps: DoctorDeps): Promise<Finding> {
  const open = deps.journal.reads.openLaunches().filter((launch) => launch.pid !== null)
  const dead: string[] = []
  for (const launch of open) {
    const found = await attempt(() => deps.runtimes.of(launch))?.find(refOf(launch))
    if (found === 'gone') dead.push(`${launch.sessionId} (pid ${launch.pid})`)
    else if (found !== undefined && found !== 'unknown') found.detach()
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

async function repositories(deps: DoctorDeps): Promise<Finding> {
  const name = 'repositories'
  const moved = movedProjects(deps)
  const all = deps.journal.reads.projects(false).length
  if (moved.length === 0)
    return { check: check('Consistency', name, 'PASS', `${all} projects, each with its repository`) }
  const message = `nothing is at ${some(moved.map((one) => `${one.path} (${one.id})`))}; its sessions wait`
  const hint = `Move it back, or leave a link in its place: ln -s NEW ${moved[0]!.path}`
  return { check: check('Consistency', name, 'FAIL', message, hint) }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

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
  const { tagged, unnamed } = await unnamedProcesses(deps)
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
  const sessions = await directoriesIn(join(deps.paths.home, 'sessions'))
  const orphans: string[] = []
  let all = 0
  for (const session of sessions) {
    const id = session.slice(session.lastIndexOf('/') + 1)
    const rows = new Set(deps.journal.reads.launches(id).map((launch) => String(launch.n)))
    for (const dir of await directoriesIn(join(session, 'launches'))) {
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
      `They are left of spawns that failed; they can be removed by hand: rm -r ${orphans[0]}`,
    ),
  }
}
