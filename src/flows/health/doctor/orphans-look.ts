/**
 * Worktrees that no row names: what a spawn that was cut off left behind, or a store that was lost. Mending removes those that
 * hold nothing of their own, and only while no process is there that nobody knows: it may work in one of them.
 */
import { basename, dirname } from 'node:path'
import { type Check, check } from '#core/doctor/checks'
import { type DoctorDeps, directoriesIn, type Finding, some, unnamedProcesses, words } from './finding.ts'

const name = 'orphan-worktrees'

export async function orphanWorktrees(deps: DoctorDeps): Promise<Finding> {
  const { orphans, all } = await look(deps)
  if (orphans.length === 0) return { check: check('Consistency', name, 'PASS', `${all} worktrees, each with its row`) }
  return {
    check: check(
      'Consistency',
      name,
      'WARN',
      `no row names ${some(orphans)}`,
      'Run `drover doctor --fix`: it removes those that hold nothing but what is committed, and says what keeps the others.',
    ),
    mend: () => mend(deps),
  }
}

async function look(deps: DoctorDeps): Promise<{ orphans: readonly string[]; all: number }> {
  const projects = await directoriesIn(deps.paths.worktrees)
  const trees = (await Promise.all(projects.map(directoriesIn))).flat()
  return { orphans: trees.filter((path) => deps.journal.reads.workspaceByPath(path) === null), all: trees.length }
}

async function mend(deps: DoctorDeps): Promise<Check> {
  const { orphans } = await look(deps)
  const { unnamed } = await unnamedProcesses(deps)
  if (unnamed.length > 0)
    return check(
      'Consistency',
      name,
      'WARN',
      `no row names ${some(orphans)}; nothing was removed, for a process that no row names either may work there`,
      `Look at it and end it with \`kill ${unnamed[0]?.pid}\`, then run \`drover doctor --fix\` again.`,
    )
  const kept: { path: string; why: string }[] = []
  for (const path of orphans) {
    const why = await remove(deps, path).catch((error: unknown) => [words(error)])
    if (why.length > 0) kept.push({ path, why: some(why) })
  }
  const removed = `removed ${orphans.length - kept.length} of ${orphans.length}`
  if (kept.length === 0) return check('Consistency', name, 'PASS', removed)
  return check(
    'Consistency',
    name,
    'WARN',
    `${removed}; kept ${some(kept.map((one) => `${one.path} (${one.why})`))}`,
    `Save what you need, then: rm -rf ${kept[0]?.path} && git worktree prune (in its repository).`,
  )
}

/** Its place says whose it was: \`<worktrees>/<project>/<session>\`. */
async function remove(deps: DoctorDeps, path: string): Promise<readonly string[]> {
  const project = deps.journal.reads.project(basename(dirname(path)))
  if (project === null) return ['its project is not known here']
  const branch = `drover/${basename(path)}/root`
  return deps.workspaces.removeOrphan({ repoPath: project.path, path, branch })
}
