/** What is only so for a moment is no finding; what stays is one. */
import { expect, it } from 'vitest'
import { createRuntimes } from '#flows/engine/runtimes'
import type { Runtime } from '#ports/runtime'
import { consistency } from './consistency-section.ts'
import type { DoctorDeps } from './finding.ts'

const launch = {
  id: 'l',
  sessionId: 'p-1',
  dir: '/nowhere',
  pid: 7,
  startTime: '1',
  bootId: 'b',
  state: 'running',
  runtime: 'process',
}

/** One launch without a process, which the daemon has noticed at the look of this number. */
function scene(noticedAt: number): DoctorDeps {
  let looks = 0
  const reads = {
    openLaunches: () => (++looks >= noticedAt ? [] : [launch]),
    workspaces: () => [],
    projects: () => [],
  }
  const runtimes = createRuntimes({
    process: { find: async () => 'gone', strays: async () => [] } as unknown as Runtime,
  })
  const paths = { home: '/nowhere', worktrees: '/nowhere/worktrees' }
  const clock = { sleep: async () => {} }
  return { journal: { reads }, runtimes, paths, clock } as unknown as DoctorDeps
}

const deadPids = async (noticedAt: number) =>
  (await consistency(scene(noticedAt), 0)).find((finding) => finding.check.name === 'dead-pids')?.check.level

it.each([
  ['a launch that just ended', 2, 'PASS'],
  ['a launch whose process is gone for good', 9, 'WARN'],
] as const)('%s', async (_what, noticedAt, level) => {
  expect(await deadPids(noticedAt)).toBe(level)
})
