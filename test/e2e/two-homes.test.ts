/** Two homes on one repository: neither takes the other's branches, numbers or snapshots. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Session, Snapshot } from '#contract/session'
import { ok, type World, world } from '#test/support/world'

let one: World
let two: World
beforeAll(async () => {
  ;[one, two] = await Promise.all([world(), world()])
  await one.addProject()
  await two.addProject(one.repo)
})
afterAll(() => Promise.all([one.end(), two.end()]))

const snapshots = async (w: World, id: string): Promise<Snapshot[]> =>
  (await ok<{ snapshots: Snapshot[] }>(w.call('GET', `/api/v1/sessions/${id}/snapshots`))).snapshots
const branches = () =>
  one.repo.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/drover').trim().split('\n').filter(Boolean)

it('the second home takes the next free number at once, and takes nothing from the first', async () => {
  const mine: Session[] = []
  for (const n of [1, 2, 3]) {
    const session = await one.spawn(`@write file.txt one ${n}`)
    await one.turnEnd(session.id)
    mine.push(session)
  }
  const before = branches()
  const theirs = await two.spawn('@write file.txt two')
  await two.turnEnd(theirs.id)
  expect(theirs.id).toBe('demo-4')
  expect(theirs.branch).toBe('drover/demo-4/root')
  expect(branches()).toEqual([...before, 'drover/demo-4/root'])
  const next = await one.spawn('@write file.txt one more')
  await one.turnEnd(next.id)
  expect(next.id).toBe('demo-5')
  expect((await one.session('demo-1')).id).toBe(mine[0]?.id)
})

it('sessions of the same id keep their snapshots apart', async () => {
  // A branch of its own leaves the number to both homes.
  const spawn = async (w: World, word: string) => {
    const session = await w.spawn(`@write word.txt ${word}`, { branch: `topic-${word}` })
    await w.turnEnd(session.id)
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/kill`, {}))
    return session
  }
  const a = await spawn(one, 'first')
  let b = await spawn(two, 'second')
  while (Number(b.id.split('-')[1]) < Number(a.id.split('-')[1])) b = await spawn(two, `filler-${b.id}`)
  expect(b.id).toBe(a.id)
  const [inOne, inTwo] = [(await snapshots(one, a.id)).at(-1), (await snapshots(two, b.id)).at(-1)]
  expect(inOne?.n).toBe(inTwo?.n)
  expect(inOne?.ref).toMatch(new RegExp(`^refs/drover/snapshots/[a-z0-9]{8}/${a.id}/${inOne?.n}$`))
  expect(inOne?.ref).not.toBe(inTwo?.ref)
  one.repo.git('gc', '-q', '--prune=now')
  for (const [w, id, word] of [
    [one, a.id, 'first'] as const,
    [two, b.id, b.branch?.replace('topic-', '') ?? ''] as const,
  ]) {
    const to = join(w.dir, 'recovered')
    await ok(w.call('POST', `/api/v1/sessions/${id}/snapshots/${inOne?.n}/restore`, { to }))
    expect(readFileSync(join(to, 'word.txt'), 'utf8').trim()).toBe(word)
  }
})

it('ten spawns of both homes at once: ten sessions, ten branches', async () => {
  const both = [one, two, one, two, one, two, one, two, one, two]
  const made = await Promise.all(both.map((w) => w.spawn('@say x')))
  expect(new Set(made.map((session) => session.branch)).size).toBe(10)
  for (const session of made) expect(existsSync(session.workspace ?? '')).toBe(true)
})

it('a fork skips what exists too', async () => {
  const source = await two.spawn('@write x.txt x')
  await two.turnEnd(source.id)
  const highest = Math.max(...branches().map((branch) => Number(/demo-(\d+)/.exec(branch)?.[1])))
  one.repo.git('branch', `drover/demo-${highest + 1}/root`)
  one.repo.git('branch', `drover/demo-${highest + 2}`)
  const { session } = await ok<{ session: Session }>(two.call('POST', `/api/v1/sessions/${source.id}/fork`, {}))
  const n = Number(session.id.split('-')[1])
  expect(branches().filter((branch) => new RegExp(`/demo-${n}(/|$)`).test(branch))).toEqual([session.branch])
  const after = await ok<{ session: Session }>(two.call('POST', `/api/v1/sessions/${source.id}/fork`, {}))
  expect(Number(after.session.id.split('-')[1])).toBeGreaterThan(n)
})

it('a spawn that meets a branch of another home leaves that branch alone', async () => {
  const session = await two.spawn('@say at the base')
  await two.turnEnd(session.id)
  const refused = await one.call('POST', '/api/v1/sessions', {
    projectId: 'demo',
    harness: 'rehearsal',
    prompt: '@say x',
    branch: session.branch,
  })
  expect(refused.body.code).toBe('BRANCH_CHECKED_OUT_ELSEWHERE')
  expect(branches()).toContain(session.branch)
})

it('a copied home has an id of its own; a home that moved keeps its', async () => {
  const ref = async (w: World) => {
    const session = await w.spawn('@write y.txt y')
    await w.turnEnd(session.id)
    await w.until(session.id, (now) => now.filesChanged === 1)
    return ((await snapshots(w, session.id)).at(-1)?.ref ?? '').split('/')[3]
  }
  const mine = await ref(one)
  await one.stop()
  const copy = await world({ start: false })
  cpSync(one.home, copy.home, { recursive: true })
  writeFileSync(join(copy.home, 'copied'), '')
  await Promise.all([one.start(), copy.start()])
  expect(await ref(one)).toBe(mine)
  expect(await ref(copy)).not.toBe(mine)
  await copy.end()
})

it('a store put back from a backup goes on past the numbers that its refs have, and overwrites none', async () => {
  const session = await two.spawn('@write z.txt one')
  await two.turnEnd(session.id)
  await two.until(session.id, (now) => now.filesChanged === 1)
  await two.stop()
  const backup = readFileSync(join(two.home, 'drover.db'))
  await two.start()
  const turn = async (n: number, prompt: string) => {
    await ok(two.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt }))
    await two.turnEnd(session.id, n)
  }
  await turn(2, '@write z.txt two')
  await turn(3, '@write z.txt three')
  await ok(two.call('POST', `/api/v1/sessions/${session.id}/kill`, {}))
  const refs = () =>
    one.repo
      .git('for-each-ref', 'refs/drover')
      .split('\n')
      .filter((line) => line.includes(`/${session.id}/`))
  const before = refs()
  expect(before.length).toBeGreaterThanOrEqual(3)
  await two.stop()
  for (const name of ['drover.db-wal', 'drover.db-shm']) rmSync(join(two.home, name), { force: true })
  writeFileSync(join(two.home, 'drover.db'), backup)
  rmSync(join(two.home, 'sessions', session.id), { recursive: true })
  await two.start()
  writeFileSync(join(session.workspace ?? '', 'z.txt'), 'after the backup')
  await ok(two.call('POST', `/api/v1/sessions/${session.id}/kill`, {}))
  expect(refs()).toEqual(expect.arrayContaining(before))
  const newest = (await snapshots(two, session.id)).at(-1)
  expect(one.repo.git('show', `${newest?.ref}:z.txt`)).toBe('after the backup')
  expect(newest?.n).toBeGreaterThan(before.length)
})
