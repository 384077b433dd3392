/**
 * The daemon dies before and after each step of a merge and starts again: it landed once or not at all, goes on by itself, and
 * leaves no tree, ref or process behind. The same with a remote, and for a person's resolution and the commit of leftovers.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Merge } from '#contract/merge'
import type { Session } from '#contract/session'
import { getMerge, isStopped, merged, untilMerge, userState } from '#test/e2e/landing-world'
import { ok, type World, world } from '#test/support/world'
import { dieAt, revive } from './die-at.ts'

let w: World
let bare: string
let files = 0
beforeAll(async () => {
  w = await world({ repo: { 'README.md': '# Test\n', 'list.txt': 'a\n' }, config: 'verify = "test -f README.md"\n' })
  bare = join(w.dir, 'bare.git')
  execFileSync('git', ['clone', '-q', '--bare', w.repo.path, bare])
  w.repo.git('remote', 'add', 'origin', bare)
  await w.addProject()
})
afterAll(() => w.end())
afterEach(() => revive(w))

async function worked(prompt?: string): Promise<Session & { file: string }> {
  const file = `file-${++files}.txt`
  const session = await w.spawn(prompt ?? `@write ${file} ${file}\n@commit ${file}`)
  await w.turnEnd(session.id)
  return { ...(await w.until(session.id, (one) => one.status === 'idle')), file }
}

const ofSession = async (id: string): Promise<Merge[]> =>
  (await ok<{ merges: Merge[] }>(w.call('GET', `/api/v1/merges?session=${id}`))).merges

/** How often a merge is in a branch's history. */
const times = (id: string, repo = w.repo.path): number =>
  execFileSync('git', ['log', '--format=%(trailers:key=Drover-Merge,valueonly)', 'main'], {
    cwd: repo,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((line) => line === id).length

/** Nothing of a merge that is over is left but what a lane keeps for the next one. */
async function leftOver(): Promise<string[]> {
  const trees = join(w.home, 'merges', 'trees')
  const look = (): string[] => [
    ...w.repo
      .git('for-each-ref', '--format=%(refname)', 'refs/drover/merges')
      .split('\n')
      .filter((ref) => ref !== ''),
    ...(existsSync(trees) ? readdirSync(trees).slice(1) : []),
  ]
  for (let round = 0; round < 100 && look().length > 0; round++) await new Promise((resolve) => setTimeout(resolve, 50))
  return look()
}

const steps = [
  'merge:enqueued',
  'merge:at-merge',
  'merge:before-tree',
  'merge:prepared',
  'merge:made',
  'merge:after-merge',
  'merge:at-prove',
  'merge:after-prove',
  'merge:at-verify',
  'verify:recorded',
  'merge:verified',
  'merge:after-verify',
  'merge:at-land',
  'merge:landing',
  'merge:landed',
  'merge:after-land',
]

describe('a merge', () => {
  it.each(steps)('%s: landed once, by itself', async (point) => {
    const session = await worked()
    await dieAt(w, point, () => merged(w, { session: session.id }))
    const [merge, ...others] = await ofSession(session.id)
    expect(others).toEqual([])
    const after = await untilMerge(w, merge?.id ?? '', isStopped)
    expect([after.state, after.verify?.ok, after.proof?.ok]).toEqual(['landed', true, true])
    expect(times(after.id)).toBe(1)
    expect(existsSync(join(w.repo.path, session.file))).toBe(true)
    expect(w.repo.git('status', '--porcelain')).toBe('')
    expect(w.repo.git('rev-parse', 'main^2').trim()).toBe(after.head)
    expect(await leftOver()).toEqual([])
  })
})

describe('with a remote', () => {
  it.each(['merge:at-push', 'merge:pushing', 'merge:pushed', 'merge:after-push', 'merge:landing', 'merge:landed'])(
    '%s: on both sides once',
    async (point) => {
      w.repo.git('push', '-q', 'origin', 'main')
      const session = await worked()
      await dieAt(w, point, () => merged(w, { session: session.id, push: true }))
      const [merge] = await ofSession(session.id)
      const after = await untilMerge(w, merge?.id ?? '', isStopped)
      expect([after.state, after.push?.state, after.reason]).toEqual(['landed', 'pushed', null])
      expect([times(after.id), times(after.id, bare)]).toEqual([1, 1])
      expect(w.repo.git('rev-parse', 'main')).toBe(
        `${w.repo.git('ls-remote', 'origin', 'refs/heads/main').slice(0, 40)}\n`,
      )
    },
  )
})

describe('a person’s part', () => {
  it.each(['merge:requeued', 'merge:at-resolve', 'merge:resolved', 'merge:after-resolve'])(
    '%s: the resolution is taken up once',
    async (point) => {
      const n = ++files
      const session = await worked(`@write list.txt branch ${n}\n@commit list`)
      w.repo.write('list.txt', `trunk ${n}\n`)
      w.repo.commit('by hand')
      const before = userState(w)
      const waits = await untilMerge(w, (await merged(w, { session: session.id })).id, isStopped)
      expect([waits.state, userState(w)]).toEqual(['needs_human', before])
      await w.crash()
      await w.start()
      expect((await getMerge(w, waits.id)).state).toBe('needs_human')
      const both = `trunk ${n}\nbranch ${n}\n`
      writeFileSync(join(waits.worktree ?? '', 'list.txt'), both)
      w.repo.git('-C', waits.worktree ?? '', 'add', 'list.txt')
      await dieAt(w, point, () => ok(w.call('POST', `/api/v1/merges/${waits.id}/retry`, {})))
      const after = await untilMerge(w, waits.id, isStopped)
      expect([after.state, after.tier, times(after.id)]).toEqual(['landed', 'human', 1])
      expect(w.repo.git('show', 'main:list.txt')).toBe(both)
      await untilMerge(w, waits.id, (one) => one.worktree === null)
      expect(existsSync(waits.worktree ?? '')).toBe(false)
    },
  )

  it.each(['commit:before', 'commit:made'])('%s: leftovers are committed once, repeated or not', async (point) => {
    const session = await worked(`@write left-${++files}.txt left`)
    await dieAt(w, point, () => w.call('POST', `/api/v1/sessions/${session.id}/commit`, {}))
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/commit`, {}))
    const log = w.repo.git(
      'log',
      '--format=%(trailers:key=Drover-Session,valueonly,separator=)',
      `main..${session.branch}`,
    )
    expect(log.trim().split('\n')).toEqual([session.id])
    expect(w.repo.git('-C', session.workspace ?? '', 'status', '--porcelain')).toBe('')
  })
})
