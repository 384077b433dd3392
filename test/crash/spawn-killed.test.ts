/** A daemon that dies while git fills a worktree: that git is ended first, so that nothing of the spawn comes back. */
import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { awaited } from '#test/support/awaited'
import { world } from '#test/support/world'

it('git that outlived its daemon is ended before the spawn is taken back', async () => {
  const w = await world({ start: false })
  onTestFinished(() => w.end())
  const tools = join(w.dir, 'tools')
  const begun = join(w.dir, 'begun')
  mkdirSync(tools)
  execFileSync('mkfifo', [begun])
  // In the place of a checkout of 50,000 files: one that goes on until it is ended, and is asked nicely to.
  const slow = `echo > ${begun}; while :; do mkdir -p "$PWD/d" && echo x > "$PWD/d/f$((n = n + 1))"; sleep 0.01; done`
  const real = (w.env.PATH ?? '')
    .split(':')
    .map((dir) => join(dir, 'git'))
    .find(existsSync)
  const script = `#!/bin/sh\ncase " $* " in *" read-tree -m -u "*) ${slow} ;; esac\nexec ${real} "$@"\n`
  writeFileSync(join(tools, 'git'), script)
  chmodSync(join(tools, 'git'), 0o755)
  await w.start({ PATH: `${tools}:${w.env.PATH}` })
  await w.addProject()
  const spawned = w.spawn('@say hi').catch(() => null)
  await awaited('the checkout to begin', promisify(execFile)('cat', [begun]))
  await w.crash()
  await spawned
  const orphans = () => w.processes().filter((one) => one.command.includes('read-tree'))
  expect(orphans()).not.toEqual([])
  await w.start()
  expect(orphans()).toEqual([])
  expect(existsSync(join(w.home, 'worktrees', 'demo', 'demo-1'))).toBe(false)
  expect(w.repo.git('worktree', 'list').trim().split('\n')).toHaveLength(1)
  expect(w.repo.git('branch', '--list', 'drover/*').trim()).toBe('')
})
