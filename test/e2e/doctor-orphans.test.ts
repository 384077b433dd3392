/** Worktrees that no row names: the doctor removes what holds nothing of its own, and keeps and names the rest. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type World, world } from '#test/support/world'

let w: World
beforeAll(async () => {
  w = await world({ repo: { 'a.txt': 'one\n', 'b.txt': 'two\n', '.gitignore': '.env\nnode_modules\n' } })
  await w.addProject()
})
afterAll(() => w.end())

interface Found {
  readonly name: string
  readonly level: string
  readonly message: string
  readonly hint?: string
}

async function doctor(...more: string[]): Promise<Found> {
  const ran = await w.cli(['doctor', '--json', ...more])
  const found = (JSON.parse(ran.stdout) as { checks: Found[] }).checks.find((one) => one.name === 'orphan-worktrees')
  if (found === undefined) throw new Error(`no such check: ${ran.stdout}${ran.stderr}`)
  return found
}

/** As a spawn leaves it that was cut off in the middle of its checkout. */
function halfMade(name: string): string {
  const path = join(w.home, 'worktrees', 'demo', name)
  w.repo.git('worktree', 'add', '--quiet', '--no-checkout', '-b', `drover/${name}/root`, path)
  writeFileSync(join(path, 'a.txt'), 'one\n')
  writeFileSync(join(path, '.gitignore'), '.env\nnode_modules\n')
  return path
}

it('half a checkout goes with its registration and its branch', async () => {
  const path = halfMade('demo-70')
  mkdirSync(join(path, 'node_modules'))
  writeFileSync(join(path, 'node_modules', 'x.js'), 'made again')
  const loose = join(w.home, 'worktrees', 'demo', 'demo-71')
  mkdirSync(loose)
  writeFileSync(join(loose, 'b.txt'), 'two\n')
  expect(await doctor()).toMatchObject({ level: 'WARN', hint: expect.stringContaining('drover doctor --fix') })
  expect(await doctor('--fix')).toMatchObject({ level: 'PASS', message: 'removed 2 of 2' })
  expect([existsSync(path), existsSync(loose)]).toEqual([false, false])
  expect(w.repo.git('worktree', 'list').trim().split('\n')).toHaveLength(1)
  expect(w.repo.git('branch', '--list', 'drover/*').trim()).toBe('')
  expect(await doctor()).toMatchObject({ level: 'PASS' })
})

it.each([
  ['a new file', 'new.txt', (path: string) => writeFileSync(join(path, 'new.txt'), 'work')],
  ['a changed file', 'a.txt', (path: string) => writeFileSync(join(path, 'a.txt'), 'work')],
  ['an ignored file', '.env', (path: string) => writeFileSync(join(path, '.env'), 'KEY=1')],
  [
    'what only its index holds',
    'a.txt',
    (path: string) => {
      writeFileSync(join(path, 'a.txt'), 'staged')
      execFileSync('git', ['add', 'a.txt'], { cwd: path })
      writeFileSync(join(path, 'a.txt'), 'one\n')
      writeFileSync(join(path, '.gitignore'), '.env\nnode_modules\n')
    },
  ],
])('%s keeps it, and the hint works', async (_what, file, act) => {
  const path = halfMade('demo-72')
  act(path)
  const kept = await doctor('--fix')
  expect(kept).toMatchObject({ level: 'WARN', message: expect.stringContaining(`${path} (${file})`) })
  expect(existsSync(path)).toBe(true)
  const command = /then: (.+) \(in its repository\)/.exec(kept.hint ?? '')?.[1] ?? 'false'
  execFileSync('sh', ['-c', command], { cwd: w.repo.path })
  expect(await doctor()).toMatchObject({ level: 'PASS' })
  expect(existsSync(path)).toBe(false)
  w.repo.git('branch', '-D', 'drover/demo-72/root')
  rmSync(path, { recursive: true, force: true })
})
