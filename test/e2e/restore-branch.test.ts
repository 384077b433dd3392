/** Restore against a branch that somebody moved meanwhile: the branch wins, the snapshot stays, and both are told. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { ok, type World, world } from '#test/support/world'

let w: World
beforeAll(async () => {
  w = await world()
  await w.addProject()
})
afterAll(() => w.end())

const post = (path: string, body: unknown = {}) => w.call('POST', `/api/v1/sessions/${path}`, body)
const text = (session: Session, file: string) => readFileSync(join(session.workspace ?? '', file), 'utf8').trim()
const tip = (session: Session) => w.repo.git('rev-parse', session.branch ?? '').trim()
const notices = async (id: string, code: string) =>
  (await w.rows(id)).filter((row) => row.kind === 'notice' && row.code === code)
const snapshotsOf = async (id: string) => (await w.call('GET', `/api/v1/sessions/${id}/snapshots`)).body.snapshots

/** An ended session whose committed work is on its branch and whose worktree was cleaned up. */
async function cleaned(prompt = '@write a.txt agent\n@commit by the agent'): Promise<Session> {
  const session = await w.spawn(prompt)
  await w.turnEnd(session.id)
  await ok(post(`${session.id}/kill`))
  await ok(post('cleanup'))
  expect(existsSync(session.workspace ?? '')).toBe(false)
  return session
}

/** The user works on the branch in a worktree of their own, and removes that again. */
function asUser(session: Session, work: (git: (...args: string[]) => string, dir: string) => void): void {
  const dir = join(w.dir, `user-${session.id}`)
  w.repo.git('worktree', 'add', '-q', dir, session.branch ?? '')
  work((...args) => w.repo.git('-C', dir, ...args), dir)
  w.repo.git('worktree', 'remove', '--force', dir)
}

const addCommit = (session: Session): void =>
  asUser(session, (git, dir) => {
    writeFileSync(join(dir, 'a.txt'), 'the user knows better\n')
    writeFileSync(join(dir, 'user.txt'), 'by the user\n')
    git('add', '-A')
    git('commit', '-qm', 'by the user')
  })

describe('a branch that moved on', () => {
  it('keeps its newer commits; the snapshot stays and the user is told both', async () => {
    const session = await cleaned()
    const saved = await snapshotsOf(session.id)
    addCommit(session)
    const moved = tip(session)
    const answer = await w.cli(['session', 'restore', session.id])
    expect(answer.code).toBe(0)
    expect([text(session, 'a.txt'), text(session, 'user.txt')]).toEqual(['the user knows better', 'by the user'])
    expect(w.repo.git('-C', session.workspace ?? '', 'status', '--porcelain').trim()).toBe('')
    await ok(post(`${session.id}/turns`, { prompt: '@write b.txt more\n@commit again' }))
    await w.turnEnd(session.id, 2)
    expect(w.repo.git('show', `${session.branch}:a.txt`).trim()).toBe('the user knows better')
    expect(w.repo.git('rev-parse', `${session.branch}~1`).trim()).toBe(moved)

    const [notice] = await notices(session.id, 'snapshot_kept')
    const n = saved.at(-1).n
    expect(notice).toMatchObject({ snapshot: n, branch: session.branch, head: moved, takenAt: saved.at(-1).parent })
    const command = `drover session recover ${session.id} --snapshot ${n} --to `
    expect(notice?.kind === 'notice' && notice.message).toContain(command)
    expect(answer.stdout).toContain(command)
    expect(answer.stdout).toContain(moved.slice(0, 12))
    expect((await snapshotsOf(session.id)).map((one: { n: number }) => one.n)).toEqual(
      expect.arrayContaining(saved.map((one: { n: number }) => one.n)),
    )
    const to = join(w.dir, `recovered-${session.id}`)
    expect((await w.cli(['session', 'recover', session.id, '--snapshot', String(n), '--to', to])).code).toBe(0)
    expect(readFileSync(join(to, 'a.txt'), 'utf8').trim()).toBe('agent')
  })

  it.each([
    [
      'amended',
      (git: (...args: string[]) => string) => git('commit', '-q', '--amend', '--allow-empty', '-m', 'other words'),
    ],
    ['moved back', (git: (...args: string[]) => string) => git('reset', '-q', '--hard', 'HEAD~1')],
  ])('%s: it wins as it stands', async (_name, act) => {
    const session = await cleaned()
    asUser(session, (git) => act(git))
    const moved = tip(session)
    const answer = await ok<{ session: Session; notices: { code: string }[] }>(post(`${session.id}/restore`))
    expect(answer.notices.map((one) => one.code)).toEqual(['snapshot_kept'])
    expect(w.repo.git('-C', session.workspace ?? '', 'rev-parse', 'HEAD').trim()).toBe(moved)
    expect(w.repo.git('-C', session.workspace ?? '', 'status', '--porcelain').trim()).toBe('')
  })
})

describe('a branch that stands where the snapshot was taken', () => {
  it('gets its small ignored files back, and nothing is told', async () => {
    const session = await w.spawn('@write .gitignore .env\n@commit ignore')
    await w.turnEnd(session.id)
    writeFileSync(join(session.workspace ?? '', '.env'), 'KEY=1')
    await ok(post(`${session.id}/kill`))
    await ok(post('cleanup'))
    const answer = await ok<{ session: Session; notices: unknown[] }>(post(`${session.id}/restore`))
    expect(answer.notices).toEqual([])
    expect(text(session, '.env')).toBe('KEY=1')
    expect(await notices(session.id, 'snapshot_kept')).toEqual([])
  })

  it('was deleted by the user: it starts again where the snapshot was taken', async () => {
    const session = await cleaned()
    const was = tip(session)
    w.repo.git('branch', '-D', session.branch ?? '')
    const answer = await ok<{ session: Session; notices: unknown[] }>(post(`${session.id}/restore`))
    expect(answer.notices).toEqual([])
    expect([tip(session), text(session, 'a.txt')]).toEqual([was, 'agent'])
  })
})

it('a detached HEAD: the branch wins, and the commit it stood on stays reachable by the snapshot', async () => {
  const session = await w.spawn('@write a.txt agent\n@commit on the branch')
  await w.turnEnd(session.id)
  const tree = session.workspace ?? ''
  w.repo.git('-C', tree, 'checkout', '-q', '--detach')
  writeFileSync(join(tree, 'apart.txt'), 'apart\n')
  w.repo.git('-C', tree, 'add', '-A')
  w.repo.git('-C', tree, 'commit', '-qm', 'apart')
  const apart = w.repo.git('-C', tree, 'rev-parse', 'HEAD').trim()
  await ok(post(`${session.id}/kill`))
  await ok(post('cleanup'))
  expect(existsSync(tree)).toBe(false)
  const answer = await ok<{ session: Session; notices: { code: string }[] }>(post(`${session.id}/restore`))
  expect(answer.notices.map((one) => one.code)).toEqual(['snapshot_kept'])
  expect(existsSync(join(tree, 'apart.txt'))).toBe(false)
  w.repo.git('reflog', 'expire', '--expire=now', '--all')
  w.repo.git('gc', '-q', '--prune=now')
  expect(w.repo.git('cat-file', '-t', apart).trim()).toBe('commit')
})

it('a fork of such a session stands at the snapshot and says what the branch has beyond it', async () => {
  const session = await cleaned()
  addCommit(session)
  const fork = (await ok<{ session: Session }>(post(`${session.id}/fork`))).session
  expect(text(fork, 'a.txt')).toBe('agent')
  expect(tip(fork)).not.toBe(tip(session))
  const [notice] = await notices(fork.id, 'fork_behind')
  expect(notice).toMatchObject({ branch: session.branch, head: tip(session) })
  expect(await notices(session.id, 'fork_behind')).toEqual([])
})

describe('something stands at the place of a removed workspace', () => {
  it("the user's own worktree on that branch is taken as it is, dirty or not", async () => {
    const session = await cleaned()
    const tree = session.workspace ?? ''
    w.repo.git('worktree', 'add', '-q', tree, session.branch ?? '')
    writeFileSync(join(tree, 'precious.txt'), 'not saved anywhere')
    await ok(post(`${session.id}/restore`))
    expect(text(session, 'precious.txt')).toBe('not saved anywhere')
  })

  it('anything else is refused and left alone', async () => {
    const session = await cleaned()
    const tree = session.workspace ?? ''
    w.repo.git('worktree', 'add', '-q', '-b', `other-${session.id}`, tree)
    writeFileSync(join(tree, 'precious.txt'), 'not saved anywhere')
    const refused = await post(`${session.id}/restore`)
    expect([refused.status, refused.body.code]).toEqual([409, 'SESSION_NOT_RESTORABLE'])
    expect(text(session, 'precious.txt')).toBe('not saved anywhere')
    w.repo.git('worktree', 'remove', '--force', tree)
    rmSync(tree, { recursive: true, force: true })
    await ok(post(`${session.id}/restore`))
  })
})
