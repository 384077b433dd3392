/**
 * `spawn`: `POST /sessions` to the agent's first line, in a repository of 5,000 files. The moment of the first line is the time
 * of the output file, for both. Floor: `git worktree add` with the best known flags, then the same process. Both in memory.
 */
import { execFile, spawn } from 'node:child_process'
import { closeSync, openSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type TempRepo, tempRepo } from '#test/support/temp-repo'
import type { World } from '#test/support/world'
import { alternate, type Measurement, type Runs } from '../measure.ts'
import { inMemory } from '../stage/memory.ts'
import type { Stage } from '../stage/stage.ts'

const exec = promisify(execFile)
const script = `echo '{"type":"result","ok":true,"text":"here"}'`

export const spawnFigure: Measurement = {
  figures: [
    {
      id: 'spawn',
      unit: 'ms',
      what: "`POST /sessions` to the agent's first line, 5,000-file repository",
      floor: '`git -c checkout.workers=0 worktree add` and the same process',
      rule: { type: 'ratio-at-most', limit: 1.3 },
    },
  ],
  run: (stage) => inMemory(() => measure(stage)),
}

async function measure(stage: Stage): Promise<Record<string, Runs>> {
  const world = await stage.world()
  const files = stage.quick ? 1_000 : 5_000
  stage.say(`spawn: a repository of ${files} files`)
  const repo = makeRepo(join(stage.dir(), 'repo'), files)
  await world.addProject(repo, 'wide')
  const dir = stage.dir()
  let floors = 0
  const floor = () => floorOnce(repo, dir, floors++)
  const subject = () => spawnOnce(world, 'wide')
  await floor()
  await subject()
  const runs = await alternate(stage.rounds, stage.quick ? 1 : 3, floor, subject)
  await world.end()
  return { spawn: { ...runs, ...(stage.quick ? { note: `${files} files` } : {}) } }
}

function makeRepo(path: string, count: number): TempRepo {
  const files: Record<string, string> = {}
  for (let n = 0; n < count; n++) {
    files[`src/part-${n % 50}/file-${n}.ts`] = `export const value${n} = ${n}\n`.repeat(60)
  }
  return tempRepo(path, files)
}

/** When a file was last written, in the clock of `Date`. */
const writtenAt = (path: string): number => Number(statSync(path, { bigint: true }).mtimeNs) / 1e6

async function floorOnce(repo: TempRepo, dir: string, round: number): Promise<number> {
  const tree = join(dir, `tree-${round}`)
  const out = join(dir, `out-${round}`)
  const file = join(dir, 'script')
  writeFileSync(file, script)
  const begun = performance.timeOrigin + performance.now()
  const flags = ['-c', 'checkout.workers=0', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null']
  await exec('git', [...flags, 'worktree', 'add', '-q', '-b', `floor-${round}`, tree, 'HEAD'], { cwd: repo.path })
  const handle = openSync(out, 'a')
  await new Promise<void>((resolve, reject) => {
    const child = spawn('/bin/sh', [file], { cwd: tree, stdio: ['ignore', handle, 'ignore'] })
    child.on('error', reject)
    child.on('exit', () => resolve())
  })
  closeSync(handle)
  return writtenAt(out) - begun
}

/** One spawn, from the request to the agent's first line. */
export async function spawnOnce(world: World, projectId: string): Promise<number> {
  const begun = performance.timeOrigin + performance.now()
  const { id } = await world.spawn(script, { projectId, harness: 'script', model: undefined })
  await world.turnEnd(id)
  return writtenAt(join(world.home, 'sessions', id, 'launches', '1', 'stdout')) - begun
}
