/**
 * The daemon dies at every step of a claim, as by a power cut, and starts again: trees, rows, branches and mail say one thing, the
 * claim is whole or was never made, and made again it doubles nothing.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { git } from '#test/support/github/git'
import { type FakeGitHub, type FakeRepo, startGitHub } from '#test/support/github/github'
import { ok, type World, world } from '#test/support/world'
import { dieAt, revive } from './die-at.ts'
import { allSessions, faultsOfWorld } from './whole.ts'

const token = 'ghp_canaryCanaryCanary0123456789abcdefgh'
let w: World
let github: FakeGitHub
let repo: FakeRepo

beforeAll(async () => {
  w = await world({ start: false, env: { DROVER_GITHUB_TOKEN: token } })
  github = await startGitHub(join(w.dir, 'forge'), token)
  repo = github.repo('ada/shop')
  // Whoever claims is looked at; the observer says nothing in between.
  const config = `[forge]\ninterval = 3600\n[forge.github]\nurl = "${github.url}"\n`
  writeFileSync(join(w.env.HOME!, '.config', 'drover', 'config.toml'), config)
  w.repo.git('remote', 'add', 'origin', `${github.url}/ada/shop.git`)
  w.repo.git('config', `url.file://${join(w.dir, 'forge')}/.insteadOf`, `${github.url}/`)
  w.repo.git('push', '-q', 'origin', 'main')
  await w.start()
  await w.addProject()
})
afterAll(async () => {
  await w?.end()
  await github?.close()
})
afterEach(() => revive(w))

/** Somebody's branch with a commit, and its pull request. */
function opened(branch: string): number {
  const blob = git(repo.dir, ['hash-object', '-w', '--stdin'], `${branch}\n`)
  const tree = git(repo.dir, ['mktree'], `${git(repo.dir, ['ls-tree', 'main'])}\n100644 blob ${blob}\t${branch}.txt\n`)
  const as = ['-c', 'user.name=Bob', '-c', 'user.email=bob@localhost']
  git(repo.dir, [
    'update-ref',
    `refs/heads/${branch}`,
    git(repo.dir, [...as, 'commit-tree', tree, '-p', 'main', '-m', branch]),
  ])
  const number = repo.pulls.length + 1
  repo.pulls.push({
    ...{ number, title: branch, body: '', state: 'open', draft: false, branch, base: 'main', merged: null },
    ...{ updated: 0, reviews: [], asked: [], author: 'bob' },
  })
  repo.change(number, {})
  return number
}

/** The mail woke it, and that turn is over with all that follows. */
const atRest = async (id: string, turn: number): Promise<void> => {
  await w.turnEnd(id, turn)
  await w.until(id, ({ status }) => status !== 'working')
}
const idle = async (): Promise<Session> => {
  const { id } = await w.spawn('@say ready')
  await w.turnEnd(id)
  return w.until(id, ({ status }) => status === 'idle')
}
const claim = (id: string, number: number) => w.call('POST', `/api/v1/sessions/${id}/pr/claim`, { pr: `#${number}` })
const branchOf = ({ workspace }: Session): string => git(workspace!, ['symbolic-ref', '--short', 'HEAD'])
const toldOf = async (id: string, by: string): Promise<number> =>
  (await ok<{ mail: { to: string; subject: string }[] }>(w.call('GET', '/api/v1/mail?limit=200'))).mail.filter(
    (one) => one.to === id && one.subject.includes(`taken over by ${by}`),
  ).length

let n = 0

describe('a claim that takes a pull request over', () => {
  it.each(['claim:written', 'claim:freed', 'claim:adopted', 'claim:switched', 'claim:settled'])(
    '%s: it is whole after the restart, and the earlier owner was told once',
    async (point) => {
      const branch = `step-${++n}`
      const number = opened(branch)
      const first = await idle()
      await ok(claim(first.id, number))
      const second = await idle()
      await dieAt(w, point, () => claim(second.id, number))
      const [had, has] = [await w.session(first.id), await w.session(second.id)]
      expect([has.branch, branchOf(has), has.prs.map((pr) => pr.number)]).toEqual([branch, branch, [number]])
      const freed = `drover/${first.id}/after-pr-${number}`
      expect([had.branch, branchOf(had), had.prs]).toEqual([freed, freed, []])
      expect(await toldOf(first.id, second.id)).toBe(1)
      // Said again by whoever heard no answer: nothing is left to do.
      expect((await claim(second.id, number)).body).toMatchObject({ ok: true, branchChanged: false, takenOverFrom: [] })
      expect(await toldOf(first.id, second.id)).toBe(1)
      await atRest(first.id, 2)
      expect(await faultsOfWorld(w)).toEqual([])
      // What is committed now goes to the pull request's branch.
      await w.call('POST', `/api/v1/sessions/${second.id}/send`, { message: `@write more-${n}.txt x\n@commit More` })
      await w.turnEnd(second.id, 2)
      await ok(w.call('POST', `/api/v1/sessions/${second.id}/push`, {}))
      expect(git(repo.dir, ['rev-parse', branch])).toBe(git(has.workspace!, ['rev-parse', 'HEAD']))
    },
  )

  it('again while the boot finishes it', async () => {
    const branch = `step-${++n}`
    const number = opened(branch)
    const first = await idle()
    await ok(claim(first.id, number))
    const second = await idle()
    w.arm('claim:freed')
    void claim(second.id, number).catch(() => undefined)
    await w.gone()
    w.arm('claim:switched')
    await w.start().catch(() => undefined)
    await w.gone().catch(() => undefined)
    w.arm(null)
    await w.start()
    expect(branchOf(await w.session(second.id))).toBe(branch)
    expect(await toldOf(first.id, second.id)).toBe(1)
    await atRest(first.id, 2)
    expect(await faultsOfWorld(w)).toEqual([])
  })

  it('what somebody wrote into its title is not left in the store on the way', async () => {
    const branch = `step-${++n}`
    const number = opened(branch)
    const secret = 'ghp_inATitleCanary0123456789abcdefghijkl'
    repo.change(number, { title: `Use ${secret}` })
    const { id } = await idle()
    w.arm('claim:written')
    void claim(id, number).catch(() => undefined)
    await w.gone()
    w.arm(null)
    const holding = readdirSync(w.home, { recursive: true, withFileTypes: true }).filter(
      (one) => one.isFile() && readFileSync(join(one.parentPath, one.name)).includes(secret),
    )
    expect(holding.map(({ name }) => name)).toEqual([])
    await w.start()
    expect((await w.session(id)).prs.map((pr) => pr.number)).toEqual([number])
  })

  it('a tree that cannot change any more after the restart: everything is taken back', async () => {
    const branch = `step-${++n}`
    const number = opened(branch)
    const first = await idle()
    await ok(claim(first.id, number))
    const second = await idle()
    w.arm('claim:adopted')
    void claim(second.id, number).catch(() => undefined)
    await w.gone()
    w.arm(null)
    writeFileSync(join(second.workspace!, `${branch}.txt`), 'in the way')
    await w.start()
    const [had, has] = [await w.session(first.id), await w.session(second.id)]
    expect([had.branch, branchOf(had), had.prs.length]).toEqual([branch, branch, 1])
    expect([has.branch, branchOf(has), has.prs]).toEqual([second.branch, second.branch, []])
    expect(await toldOf(first.id, second.id)).toBe(0)
    expect(await faultsOfWorld(w)).toEqual([])
  })
})

describe('a spawn that claims', () => {
  it.each([
    ['claim:written', 'before'],
    ['claim:freed', 'before'],
    ['claim:adopted', 'before'],
    ['spawn:row-written', 'before'],
    ['spawn:workspace-made', 'before'],
    ['spawn:launched', 'after'],
    ['claim:spawned', 'after'],
    ['claim:settled', 'after'],
  ])('%s: %s', async (point, state) => {
    const branch = `step-${++n}`
    const number = opened(branch)
    const first = await idle()
    await ok(claim(first.id, number))
    const known = new Set((await allSessions(w)).map(({ id }) => id))
    await dieAt(w, point, () => w.spawn('@say born', { claimPr: `#${number}` }))
    const made = (await allSessions(w)).filter(({ id }) => !known.has(id))
    expect(made).toHaveLength(state === 'after' ? 1 : 0)
    const had = await w.session(first.id)
    const [one] = made
    if (one === undefined) {
      expect([had.branch, branchOf(had), had.prs.length]).toEqual([branch, branch, 1])
    } else {
      const has = await w.session(one.id)
      expect([has.branch, branchOf(has), has.prs.map((pr) => pr.number)]).toEqual([branch, branch, [number]])
      expect([branchOf(had), had.prs]).toEqual([`drover/${first.id}/after-pr-${number}`, []])
      expect(await toldOf(first.id, one.id)).toBe(1)
      await atRest(first.id, 2)
      await atRest(one.id, 1)
    }
    expect(await faultsOfWorld(w)).toEqual([])
  })

  it('of a branch that nobody has: nothing of it is left where the spawn did not come up', async () => {
    const branch = `step-${++n}`
    const number = opened(branch)
    await dieAt(w, 'spawn:workspace-made', () => w.spawn('@say born', { claimPr: `#${number}` }))
    expect(w.repo.git('branch', '--list', branch)).toBe('')
    expect(await faultsOfWorld(w)).toEqual([])
  })
})
