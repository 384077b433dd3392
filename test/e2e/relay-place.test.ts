/** A relay in the user's own checkout: it begins on a clean tree only, and nobody but the agent commits, resets or removes there. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fill, kill } from '../crash/die-at.ts'
import { fingerprint } from '../crash/whole.ts'
import { ok, type World, world } from '../support/world.ts'
import { addTask, ended, getTask, relay, triesOf, untilRelay, whole, words } from './relay-world.ts'

let w: World
let bare: string
beforeAll(async () => {
  w = await world({ config: '[relay]\nbackoff = "50ms"\ntries = 2\n' })
  bare = join(w.dir, 'bare.git')
  execFileSync('git', ['clone', '-q', '--bare', w.repo.path, bare])
  w.repo.git('remote', 'add', 'origin', bare)
  await w.addProject(w.repo, 'shop')
})
afterAll(() => w.end())

const head = (repo = w.repo.path): string =>
  execFileSync('git', ['rev-parse', 'main'], { cwd: repo, encoding: 'utf8' }).trim()
/** Branches, worktrees, HEAD, index and every byte of the tree. */
const all = (): string[] => [
  w.repo.git('for-each-ref', 'refs/heads'),
  w.repo.git('worktree', 'list', '--porcelain'),
  w.repo.git('symbolic-ref', 'HEAD'),
  w.repo.git('status', '--porcelain'),
  fingerprint(w.repo.path),
]
const began = async (): Promise<number[]> => [
  (await w.call('GET', '/api/v1/relays?project=shop')).body.relays.length,
  (await w.call('GET', '/api/v1/sessions?includeTerminated=true')).body.sessions.length,
]

it('D19: refuses a dirty tree: nothing is started, not a byte is changed', async () => {
  fill(w.repo.path)
  const before = all()
  const refused = await w.call('POST', '/api/v1/relays', {
    projectId: 'shop',
    prompt: '@write a.txt 1\n@commit a',
    mix: ['rh:fast'],
    inPlace: true,
  })
  expect([refused.status, refused.body.code]).toEqual([409, 'WORKSPACE_DIRTY'])
  expect(refused.body.details.changed).toContain('README.md')
  expect(await began()).toEqual([0, 0])
  expect(all()).toEqual(before)
  w.repo.git('checkout', '-q', '.')
  w.repo.git('clean', '-fdq')
})

it("D20: the agent's commits stand as it made them, on the user's branch; nothing is amended or pushed", async () => {
  const [first, remote] = [head(), head(bare)]
  const mix = { mix: ['rh:fast'], inPlace: true, iterations: 2 }
  const { relay: end, tries } = await whole(w, { prompt: '@append log.txt x\n@commit one more', ...mix })
  expect([end.endReason, end.completed, end.branch]).toEqual(['target_met', 2, null])
  expect(tries.map((one) => one.commits.map(({ subject, by }) => `${subject} ${by}`))).toEqual([
    ['one more agent'],
    ['one more agent'],
  ])
  expect(w.repo.git('rev-list', `${first}..main`).trim().split('\n')).toEqual(
    tries.map((one) => one.commits[0]!.hash).reverse(),
  )
  expect([head(bare), w.repo.git('for-each-ref', 'refs/heads/drover')]).toEqual([remote, ''])
  expect(w.repo.git('status', '--porcelain')).toBe('')
})

it('what is not committed is the user’s: never committed by Drover, never reset when the task is given up', async () => {
  const before = head()
  const { id } = await addTask(w, { title: 'Leave it', body: '@append left.txt 1' })
  const { relay: end, tries } = await whole(w, { mix: ['rh:a', 'rh:b'], inPlace: true })
  expect(words(tries)).toEqual(['rehearsal:a incomplete incomplete', 'rehearsal:a incomplete incomplete'])
  expect(tries[0]?.reason).toBe('Not committed: left.txt.')
  expect([end.endReason, end.failed, (await getTask(w, id)).state]).toEqual(['queue_empty', 1, 'failed'])
  expect([head(), readFileSync(join(w.repo.path, 'left.txt'), 'utf8')]).toEqual([before, '1\n1\n'])
  w.repo.remove('left.txt')
})

it('a stop at once, a skip, kill, cleanup, restore and recover leave the checkout as it stands', async () => {
  const { id: task } = await addTask(w, { title: 'Long', body: '@write half.txt half\n@say begun\n@sleep 60000' })
  const { id } = await relay(w, { mix: ['rh:fast'], inPlace: true })
  const busy = await untilRelay(w, id, (one) => one.lanes[0]?.sessionId != null)
  const session = busy.lanes[0]!.sessionId!
  await w.row(session, (row) => row.kind === 'text' && row.text.includes('begun'))
  const before = all()
  await w.call('POST', `/api/v1/relays/${id}/stop`, { now: true })
  expect((await ended(w, id)).endReason).toBe('stopped')
  expect(words(await triesOf(w, id))).toEqual(['rehearsal:fast cancelled cancelled'])
  expect((await getTask(w, task)).state).toBe('ready')
  expect(all()).toEqual(before)
  await w.until(session, (one) => one.phase === 'ended')

  for (const dryRun of [true, false]) {
    const { removed, skipped } = await ok<{ removed: object[]; skipped: object[] }>(
      w.call('POST', '/api/v1/sessions/cleanup', { dryRun }),
    )
    expect(removed).toEqual([])
    expect(skipped).toEqual([expect.objectContaining({ workspace: w.repo.path, reason: 'external' })])
  }
  // A clean tree is no more Drover's than a dirty one.
  w.repo.remove('half.txt')
  const clean = all()
  await ok(w.call('POST', '/api/v1/sessions/cleanup', { dryRun: false }))
  expect(all()).toEqual(clean)
  w.repo.write('half.txt', 'half\n')
  expect(all()).toEqual(before)

  await ok(w.call('POST', `/api/v1/sessions/${session}/restore`, {}))
  expect(all()).toEqual(before)
  w.repo.write('half.txt', 'mine now\n')
  const mine = all()
  const over = await w.call('POST', `/api/v1/sessions/${session}/snapshots/1/restore`, {})
  expect([over.body.code, over.body.hint]).toEqual(['SESSION_NOT_RESTORABLE', expect.stringContaining('--to')])
  await kill(w, session)
  await w.crash()
  await w.start()
  expect(all()).toEqual(mine)
})
