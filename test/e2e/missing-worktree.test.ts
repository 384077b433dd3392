/** A worktree directory that somebody removed: kill, restore and other sessions go on; what was saved comes back. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
const remove = (session: Session) => rmSync(session.workspace ?? '', { recursive: true })

/** A session with a commit and, beyond it, work that only its snapshot has. */
async function worked(): Promise<Session> {
  const session = await w.spawn('@write a.txt committed\n@commit one\n@write b.txt loose')
  await w.turnEnd(session.id)
  await w.until(session.id, (one) => one.filesChanged === 2)
  return session
}

it('a working session is killed, and restore brings its saved work back', async () => {
  const session = await worked()
  await ok(post(`${session.id}/turns`, { prompt: '@say up\n@hang' }))
  await w.row(session.id, (row) => row.kind === 'text' && row.text.includes('up') && row.turn === 2)
  remove(session)
  const killed = await post(`${session.id}/kill`)
  expect([killed.status, killed.body.session?.phase]).toEqual([200, 'ended'])
  await ok(post(`${session.id}/restore`))
  expect([text(session, 'a.txt'), text(session, 'b.txt')]).toEqual(['committed', 'loose'])
  await ok(post(`${session.id}/turns`, { prompt: '@commit two' }))
  expect((await w.turnEnd(session.id, 3)).outcome).toBe('completed')
  expect(w.repo.git('show', `${session.branch}:b.txt`).trim()).toBe('loose')
})

it.each([
  ['its registration is still there', () => undefined],
  ['its registration was pruned', () => w.repo.git('worktree', 'prune', '--expire=now')],
])('an ended session comes back: %s', async (_name, act) => {
  const session = await worked()
  await ok(post(`${session.id}/kill`))
  remove(session)
  act()
  await ok(post(`${session.id}/restore`))
  expect([text(session, 'a.txt'), text(session, 'b.txt')]).toEqual(['committed', 'loose'])
  const listed = w.repo.git('worktree', 'list', '--porcelain').split('\n')
  expect(listed.filter((line) => line === `worktree ${session.workspace}`)).toHaveLength(1)
})

it('a branch that moved on meanwhile wins here too, and nothing of it shows as taken back', async () => {
  const session = await worked()
  await ok(post(`${session.id}/kill`))
  remove(session)
  const tree = w.repo.git('rev-parse', `${session.branch}^{tree}`).trim()
  const moved = w.repo.git('commit-tree', tree, '-p', session.branch ?? '', '-m', 'by the user').trim()
  w.repo.git('update-ref', `refs/heads/${session.branch}`, moved)
  const back = await ok<{ notices: { code: string }[] }>(post(`${session.id}/restore`))
  expect(back.notices.map((one) => one.code)).toEqual(['snapshot_kept'])
  expect(w.repo.git('-C', session.workspace ?? '', 'status', '--porcelain').trim()).toBe('')
})

it('the branch was deleted too: it starts again where the snapshot was taken', async () => {
  const session = await worked()
  await ok(post(`${session.id}/kill`))
  remove(session)
  w.repo.git('update-ref', '-d', `refs/heads/${session.branch}`)
  await ok(post(`${session.id}/restore`))
  expect([text(session, 'a.txt'), text(session, 'b.txt')]).toEqual(['committed', 'loose'])
})

it('a removed worktree holds no branch: another session may take it', async () => {
  const session = await worked()
  await ok(post(`${session.id}/kill`))
  remove(session)
  const other = await w.spawn('@say x', { branch: session.branch })
  await w.turnEnd(other.id)
  expect(text(other, 'a.txt')).toBe('committed')
  const refused = await post(`${session.id}/restore`)
  expect([refused.status, refused.body.code]).toEqual([409, 'BRANCH_CHECKED_OUT_ELSEWHERE'])
  expect(existsSync(other.workspace ?? '')).toBe(true)
})

it('a locked registration is not dead: it holds its branch, and restore says so', async () => {
  const session = await worked()
  await ok(post(`${session.id}/kill`))
  w.repo.git('worktree', 'lock', '--reason', 'on a disk that is away', session.workspace ?? '')
  remove(session)
  expect((await post(`${session.id}/restore`)).body.code).toBe('BRANCH_CHECKED_OUT_ELSEWHERE')
  w.repo.git('worktree', 'unlock', session.workspace ?? '')
  await ok(post(`${session.id}/restore`))
  writeFileSync(join(session.workspace ?? '', 'c.txt'), 'c')
})
