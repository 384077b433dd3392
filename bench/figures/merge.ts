/**
 * `merge`: two branches of a repository of 5,000 files asked for, merged, proven and landed on the checked-out branch, without a
 * `verify`. Floor: what git alone needs for the same: a worktree, two merges in it, and the checkout that follows.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Merge } from '#contract/merge'
import { type TempRepo, tempRepo } from '#test/support/temp-repo'
import { ok, type World } from '#test/support/world'
import { alternate, type Measurement, type Runs } from '../measure.ts'
import { inMemory } from '../stage/memory.ts'
import type { Stage } from '../stage/stage.ts'

const exec = promisify(execFile)

export const mergeFigure: Measurement = {
  figures: [
    {
      id: 'merge',
      unit: 'ms',
      what: 'two branches of a 5,000-file repository: asked for, merged, proven, landed on the checkout',
      floor: '`git worktree add`, `git merge` of both in it, `git merge --ff-only` in the checkout',
      rule: { type: 'ratio-at-most', limit: 1.5 },
    },
  ],
  run: (stage) => inMemory(() => measure(stage)),
}

async function measure(stage: Stage): Promise<Record<string, Runs>> {
  const world = await stage.world()
  const files = stage.quick ? 1_000 : 5_000
  stage.say(`merge: a repository of ${files} files`)
  const subjectRepo = makeRepo(join(stage.dir(), 'subject'), files)
  const floorRepo = makeRepo(join(stage.dir(), 'floor'), files)
  const trees = stage.dir()
  await world.addProject(subjectRepo, 'wide')
  let round = 0
  const floor = () => floorOnce(floorRepo, trees, round++)
  const subject = () => landTwo(world, subjectRepo, round++)
  await floor()
  await subject()
  const runs = await alternate(stage.rounds, 1, floor, subject)
  await world.end()
  return { merge: { ...runs, ...(stage.quick ? { note: `${files} files` } : {}) } }
}

function makeRepo(path: string, count: number): TempRepo {
  const files: Record<string, string> = {}
  for (let n = 0; n < count; n++) {
    files[`src/part-${n % 50}/file-${n}.ts`] = `export const value${n} = ${n}\n`.repeat(60)
  }
  return tempRepo(path, files)
}

/** Two branches beside each other from the present main, each with ten changed files; made without a tree. */
function branches(repo: TempRepo, round: number): readonly [string, string] {
  const make = (word: string, from: number): string => {
    const name = `${word}-${round}`
    const lines = Array.from({ length: 10 }, (_, n) => {
      const path = `src/part-${(from + n) % 50}/added-${name}-${n}.ts`
      return `M 100644 inline ${path}\ndata <<END\nexport const ${word}${n} = ${round}\nEND\n`
    })
    const head = `commit refs/heads/${name}\ncommitter Bench <bench@localhost> ${1_700_000_000 + round} +0000\ndata <<END\n${name}\nEND\nfrom refs/heads/main^0\n`
    repo.feed(`${head}${lines.join('')}`, 'fast-import', '--quiet')
    return name
  }
  return [make('left', 0), make('right', 20)]
}

async function floorOnce(repo: TempRepo, dir: string, round: number): Promise<number> {
  const names = branches(repo, round)
  const tree = join(dir, `tree-${round}`)
  const flags = ['-c', 'checkout.workers=0', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null']
  const who = ['-c', 'user.name=Bench', '-c', 'user.email=bench@localhost']
  const git = (cwd: string, ...args: string[]) => exec('git', [...flags, ...who, ...args], { cwd })
  const begun = performance.now()
  await git(repo.path, 'worktree', 'add', '-q', '--detach', tree, 'main')
  for (const name of names) {
    await git(tree, 'merge', '-q', '--no-ff', '-m', `Merge ${name}`, name)
    const { stdout } = await git(tree, 'rev-parse', 'HEAD')
    await git(repo.path, 'merge', '-q', '--ff-only', stdout.trim())
  }
  const took = performance.now() - begun
  await git(repo.path, 'worktree', 'remove', '--force', tree)
  return took
}

/** Both asked for at once; the second waits in the lane for the first. */
async function landTwo(world: World, repo: TempRepo, round: number): Promise<number> {
  const names = branches(repo, round)
  const { lastSeq } = await ok<{ lastSeq: number }>(world.call('GET', '/api/v1/status'))
  const begun = performance.now()
  const asked = await Promise.all(
    names.map((branch) => ok<{ merge: Merge }>(world.call('POST', '/api/v1/merges', { projectId: 'wide', branch }))),
  )
  const left = new Set(asked.map(({ merge }) => merge.id))
  await world.change(lastSeq, (change) => {
    if (change.type === 'merge_rejected') throw new Error(`${change.payload.id}: ${change.payload.reason?.message}`)
    if (change.type !== 'merge_landed') return undefined
    left.delete(change.payload.id)
    return left.size === 0 ? true : undefined
  })
  return performance.now() - begun
}
