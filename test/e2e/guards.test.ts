/** Guards on the built daemon, with rehearsal agents that ask as a hook does: what a role may not do is not done, and said. */
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventRow } from '#contract/agent-event'
import type { Session } from '#contract/session'
import { appears } from '../support/appears.ts'
import { awaited } from '../support/awaited.ts'
import { ok, type World, world } from '../support/world.ts'

const custom = `
[harness.mine]
command = ["sh", "-c", "git push origin HEAD:refs/heads/mine 2>&1; echo done", "$SESSION"]
output = "text"
`

let w: World
let bare: string
beforeAll(async () => {
  const config = `default_harness = "rehearsal"\ndefault_model = "fast"\n${custom}`
  w = await world({ config, env: { DROVER_DAEMON_WAIT: '0' } })
  bare = join(w.dir, 'bare.git')
  execFileSync('git', ['init', '-q', '--bare', bare])
  w.repo.git('remote', 'add', 'origin', bare)
  await w.addProject(w.repo, 'shop')
})
afterAll(() => w.end())

const spawn = async (prompt: string, more: object = {}): Promise<Session> =>
  (
    await ok<{ session: Session }>(
      w.call('POST', '/api/v1/sessions', { projectId: 'shop', prompt, role: 'builder', ...more }),
    )
  ).session
const results = (rows: readonly EventRow[]) => rows.flatMap((row) => (row.kind === 'tool_result' ? [row] : []))
const notices = (rows: readonly EventRow[], code: string) =>
  rows.flatMap((row) => (row.kind === 'notice' && row.code === code ? [row] : []))
/** Everything of the first turn, and a look at the worktree. */
async function played(prompt: string, more: object = {}) {
  const { id } = await spawn(prompt, more)
  await w.turnEnd(id, 1)
  const { workspace } = await w.session(id)
  const there = (path: string): boolean => existsSync(join(workspace ?? '', path))
  return { id, rows: await w.rows(id), workspace: workspace ?? '', there }
}
const pushed = (): string =>
  execFileSync('git', ['-C', bare, 'for-each-ref', '--format=%(refname)'], { encoding: 'utf8' }).trim()

describe('a builder with files', () => {
  it('writes inside them, and what it writes outside is refused, said why and written down', async () => {
    const { rows, there } = await played('@write src/a.ts one\n@append src/a.ts two\n@write other.md no\n@say end', {
      files: ['src/**'],
    })
    expect([there('src/a.ts'), there('other.md')]).toEqual([true, false])
    const [written, appended, refused] = results(rows)
    expect([written?.ok, appended?.ok, refused?.ok]).toEqual([true, true, false])
    expect(refused?.output).toContain('is outside your files')
    expect(notices(rows, 'guard_denied')).toMatchObject([{ turn: 1, tool: 'write', reason: refused?.output }])
    expect(notices(rows, 'unguarded')).toEqual([])
  })

  it('commits, and runs commands that stay inside', async () => {
    const { rows, workspace } = await played("@write src/b.ts x\n@commit it's there\n@sh echo y > src/c.ts; ls src", {
      files: ['src/**'],
    })
    expect(results(rows).map((row) => row.ok)).toEqual([true, true, true])
    expect(execFileSync('git', ['-C', workspace, 'log', '-1', '--format=%s'], { encoding: 'utf8' })).toBe(
      "it's there\n",
    )
  })

  it.each([
    ['git push', 'git push origin HEAD'],
    ['a push behind a shell', `sh -c 'git -C . push origin HEAD:refs/heads/x'`],
    ['a file beside the worktree', 'touch ../beside'],
    ['a redirection out of its files', 'echo x > outside.txt'],
    ['others branches', 'git branch -D main'],
  ])('does not run %s', async (_, command) => {
    const { rows, there } = await played(`@sh ${command}\n@say end`, { files: ['src/**'] })
    expect(results(rows)).toMatchObject([{ ok: false }])
    expect(notices(rows, 'guard_denied')).toHaveLength(1)
    expect([there('../beside'), there('outside.txt'), pushed()]).toEqual([false, false, ''])
  })
})

it('a role that reads writes nothing, however much it is allowed', async () => {
  const { rows, there } = await played('@write a.txt x\n@sh touch b.txt\n@commit c\n@sh git log -1', {
    role: 'reviewer',
    permissions: 'bypass',
  })
  expect(results(rows).map((row) => row.ok)).toEqual([false, false, false, true])
  expect(notices(rows, 'guard_denied')).toHaveLength(3)
  expect([there('a.txt'), there('b.txt')]).toEqual([false, false])
})

it('a session without a role is not guarded', async () => {
  const { rows, there } = await played('@write anywhere.txt x\n@sh touch ../free', { role: undefined })
  expect(results(rows).map((row) => row.ok)).toEqual([true, true])
  expect([there('anywhere.txt'), there('../free'), notices(rows, 'guard_denied')]).toEqual([true, true, []])
})

it('a push that no hook sees fails at its dead address, and the command is named once', async () => {
  const script = 'git push origin HEAD:refs/heads/unseen'
  const { rows } = await played(`@write push.sh ${script}\n@sh sh ./push.sh\n@sh sh ./push.sh; true`)
  const [, ran] = results(rows)
  expect(ran?.ok).toBe(false)
  expect(ran?.output).toContain('drover-does-not-push')
  expect(pushed()).toBe('')
  expect(notices(rows, 'unguarded_command')).toHaveLength(1)
  expect(notices(rows, 'guard_denied')).toEqual([])
})

it('a harness that asks nobody says so once, in the first turn; its pushes are dead too (must never 13)', async () => {
  const { id } = await spawn('hello', { harness: 'mine', model: undefined })
  await w.turnEnd(id, 1)
  // It owes a report and is reminded.
  await w.turnEnd(id, 2)
  const rows = await w.rows(id)
  expect(notices(rows, 'unguarded')).toMatchObject([
    { turn: 1, message: expect.stringContaining('mine is not asked'), unguarded: expect.arrayContaining(['pushes']) },
  ])
  expect(rows.flatMap((row) => (row.kind === 'text' ? [row.text] : [])).join()).toContain('drover-does-not-push')
  expect(pushed()).toBe('')
})

it('with the daemon killed nothing is done that a guard must see', async () => {
  const gate = join(w.dir, 'gate')
  const wait = `touch src/began; while [ ! -e ${gate} ]; do sleep 0.05; done`
  const { id } = await spawn(`@write src/before x\n@sh ${wait}\n@write src/away x\n@sh touch src/away2\n@say end`, {
    files: ['src/**'],
  })
  await w.row(id, (row) => row.kind === 'tool' && row.name === 'sh')
  const { workspace } = await w.session(id)
  // Asked, allowed and running.
  await awaited('the command to run', appears(join(workspace ?? '', 'src', 'began')))
  await w.crash()
  writeFileSync(gate, '')
  await awaited('the end of the agent', appears(join(w.home, 'sessions', id, 'launches', '1', 'exit')))
  await w.start()
  await w.turnEnd(id, 1)
  const rows = await w.rows(id)
  expect(results(rows).map((row) => row.ok)).toEqual([true, true, false, false])
  for (const row of results(rows).slice(2)) expect(row.output).toContain('daemon is away')
  expect(['before', 'away', 'away2'].map((file) => existsSync(join(workspace ?? '', 'src', file)))).toEqual([
    true,
    false,
    false,
  ])
})
