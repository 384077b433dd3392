/**
 * The daemon dies before and after each step of a train and of a merge that an agent resolves, and starts again: each member
 * landed once, all that is on the target was verified, the session was called once, and nothing of either is left behind.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Merge } from '#contract/merge'
import type { Session } from '#contract/session'
import { branchWith, gate, isStopped, merged, untilMerge } from '#test/e2e/landing-world'
import { ok, type World, world } from '#test/support/world'
import { dieAt, revive } from './die-at.ts'

let w: World
let runs: string
let n = 0
beforeAll(async () => {
  w = await world({
    repo: { 'README.md': '# Test\n', 'list.txt': 'a\n', '.gitignore': '.drover/\n' },
    config: '[merge]\nagent = "rehearsal"\n',
  })
  await w.addProject()
  runs = join(w.dir, 'runs')
  const waits = `until [ -f ${join(w.dir, 'go')} ]; do sleep 0.05; done`
  const verify = `git rev-parse HEAD >> ${runs}; ${waits}; ! ls | grep -q bad`
  await ok(w.call('PATCH', '/api/v1/projects/demo', { settings: { verify } }))
})
afterAll(() => w.end())
afterEach(() => revive(w))

const all = async (): Promise<Merge[]> =>
  (await ok<{ merges: Merge[] }>(w.call('GET', '/api/v1/merges?limit=200'))).merges
const ask = (branch: string): Promise<Merge> => merged(w, { projectId: 'demo', branch, into: 'main' })

/** How often each merge is on the target. */
const landings = (): readonly string[] =>
  w.repo
    .git('log', '--format=%(trailers:key=Drover-Merge,valueonly)', 'main')
    .split('\n')
    .filter((line) => line !== '')

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

/** Three that queue up behind one that is being verified. */
async function queueUp(names: readonly string[]): Promise<readonly string[]> {
  const shut = gate(w, 'go')
  const first = await ask(branchWith(w, `first-${++n}`, { [`first-${n}.txt`]: 'x' }))
  await untilMerge(w, first.id, (one) => one.state === 'verifying')
  const branches = names.map((name) => branchWith(w, `${name}-${++n}`, { [`${name}-${n}.txt`]: 'x' }))
  for (const branch of branches) await ask(branch)
  shut.open()
  return branches
}

async function train(point: string, names: readonly string[]): Promise<readonly Merge[]> {
  rmSync(runs, { force: true })
  const start = w.repo.git('rev-parse', 'main').trim()
  let branches: readonly string[] = []
  await dieAt(w, point, async () => {
    branches = await queueUp(names)
  })
  const merges: Merge[] = []
  for (const branch of branches) {
    const mine = (await all()).filter((one) => one.branch === branch)
    expect(mine).toHaveLength(1)
    merges.push(await untilMerge(w, mine[0]?.id ?? '', isStopped))
  }
  const verified = new Set(readFileSync(runs, 'utf8').trim().split('\n'))
  const tips = w.repo.git('log', '-g', '--format=%H', 'main').trim().split('\n')
  for (const tip of tips.slice(0, tips.indexOf(start))) expect(verified).toContain(tip)
  const landed = landings()
  expect(new Set(landed).size).toBe(landed.length)
  for (const { id, state } of merges) expect([id, landed.includes(id)]).toEqual([id, state === 'landed'])
  expect(w.repo.git('status', '--porcelain')).toBe('')
  expect(await leftOver()).toEqual([])
  return merges
}

describe('a train', () => {
  it.each([
    'train:boarded',
    'train:coupled',
    'train:at-verify',
    'train:verified',
    'train:green',
    'train:target-moved',
    'train:landed',
  ])('%s: each landed once', async (point) => {
    const merges = await train(point, ['a', 'b', 'c'])
    expect(merges.map(({ state }) => state)).toEqual(['landed', 'landed', 'landed'])
    expect(merges.map(({ verify, proof }) => [verify?.ok, proof?.ok])).toEqual(merges.map(() => [true, true]))
  })

  it('train:red: the others of a red one landed', async () => {
    const merges = await train('train:red', ['a', 'bad', 'c'])
    expect(merges.map(({ state, reason }) => reason?.code ?? state)).toEqual(['landed', 'verify_failed', 'landed'])
  })
})

describe('an agent', () => {
  const script = (lines: readonly string[]): void => {
    mkdirSync(join(w.repo.path, '.drover', 'roles'), { recursive: true })
    writeFileSync(join(w.repo.path, '.drover', 'roles', 'merger.md'), lines.join('\n'))
  }
  const sessions = async (): Promise<Session[]> =>
    (await ok<{ sessions: Session[] }>(w.call('GET', '/api/v1/sessions?includeTerminated=true&limit=500'))).sessions

  async function resolved(point: string, lines: readonly string[]): Promise<{ merge: Merge; called: Session[] }> {
    gate(w, 'go').open()
    const branch = branchWith(w, `clash-${++n}`, { 'list.txt': `branch ${n}\n` })
    w.repo.write('list.txt', `trunk ${n}\n`)
    w.repo.commit('by hand')
    script([`@write list.txt trunk ${n}`, `@append list.txt branch ${n}`, ...lines])
    await dieAt(w, point, () => ask(branch))
    const [mine] = (await all()).filter((one) => one.branch === branch)
    const merge = await untilMerge(w, mine?.id ?? '', isStopped)
    return { merge, called: (await sessions()).filter(({ name }) => name === `merge ${merge.id}`) }
  }

  it.each([
    'merge:after-merge',
    'merge:at-call',
    'merge:called',
    'merge:after-call',
    'merge:answered',
    'merge:at-resolve',
    'merge:resolved',
    'merge:after-resolve',
    'merge:after-land',
  ])('%s: called once, landed once, gone', async (point) => {
    const { merge, called } = await resolved(point, ['@commit resolved'])
    expect([merge.state, merge.tier, merge.reason]).toEqual(['landed', 'agent', null])
    expect(called.map(({ id }) => id)).toEqual([merge.merger])
    const parents = w.repo.git('log', '--merges', '--format=%P', 'main').split('\n')
    expect(parents.filter((line) => line.endsWith(` ${merge.head}`))).toEqual([`${merge.baseCommit} ${merge.head}`])
    expect(w.repo.git('show', 'main:list.txt')).toBe(`trunk ${n}\nbranch ${n}\n`)
    const ended = await w.until(merge.merger ?? '', (one) => one.status === 'ended')
    expect(ended.endReason).toBe('completed')
    const after = await untilMerge(w, merge.id, (one) => one.worktree === null)
    expect(existsSync(ended.workspace ?? '')).toBe(false)
    expect([after.merger, await leftOver()]).toEqual([merge.merger, []])
  })

  it('kill -9 while it works: it works on, and its merge goes on from what it made', async () => {
    gate(w, 'go').open()
    const branch = branchWith(w, `clash-${++n}`, { 'list.txt': `branch ${n}\n` })
    w.repo.write('list.txt', `trunk ${n}\n`)
    w.repo.commit('by hand')
    script([`@write list.txt trunk ${n}`, `@append list.txt branch ${n}`, '@sleep 6000', '@commit resolved'])
    const { id } = await ask(branch)
    const { merger } = await untilMerge(w, id, (one) => one.merger !== null)
    // Both writes are made: what it would write while nobody can judge it is refused.
    const writes = await w.row(merger ?? '', (row) => row.kind === 'tool_result')
    await w.row(merger ?? '', (row) => row.kind === 'tool_result', writes.id)
    await w.crash()
    await w.start()
    const merge = await untilMerge(w, id, isStopped)
    expect([merge.state, merge.tier, merge.merger]).toEqual(['landed', 'agent', merger])
    expect(w.repo.git('show', 'main:list.txt')).toBe(`trunk ${n}\nbranch ${n}\n`)
  })
})
