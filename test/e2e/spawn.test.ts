/** Spawning from outside: each bad input has its code and leaves nothing behind; fifty at once all work. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { tempRepo } from '#test/support/temp-repo'
import { ok, type World, world } from '#test/support/world'

let w: World
beforeAll(async () => {
  w = await world({
    config:
      '[harness.ghost]\ncommand = ["/nonexistent/ghost-agent", "$PROMPT"]\n[harness.plain]\ncommand = ["sh", "-c", "cat; echo done"]\n',
  })
  await w.addProject()
})
afterAll(() => w.end())

const spawnRaw = (body: Record<string, unknown>) =>
  w.call('POST', '/api/v1/sessions', {
    projectId: 'demo',
    harness: 'rehearsal',
    model: 'fast',
    prompt: '@say hi',
    ...body,
  })

/** Everything that a refused spawn could leave. */
async function traces(): Promise<unknown> {
  const { sessions } = await ok<{ sessions: Session[] }>(
    w.call('GET', '/api/v1/sessions?includeTerminated=true&limit=500'),
  )
  const dir = join(w.home, 'worktrees', 'demo')
  return {
    rows: sessions.length,
    worktrees: existsSync(dir) ? readdirSync(dir).sort() : [],
    registered: w.repo
      .git('worktree', 'list', '--porcelain')
      .split('\n')
      .filter((line) => line.startsWith('worktree ')).length,
    branches: w.repo.git('for-each-ref', '--format=%(refname)', 'refs/heads'),
    sessionDirs: readdirSync(join(w.home, 'sessions')).length,
    // What the daemon itself runs for a moment (git after a turn) is no trace of a spawn.
    processes: w.processes().filter((one) => !/daemon\.mjs|^git |\/git /.test(one.command)).length,
  }
}

describe('a refused spawn', () => {
  const table: [string, Record<string, unknown>, number, string][] = [
    ['unknown project', { projectId: 'nope' }, 404, 'PROJECT_NOT_FOUND'],
    ['unknown harness', { harness: 'rehersal' }, 400, 'UNKNOWN_HARNESS'],
    ['bad model', { model: 'invalid' }, 422, 'UNSUPPORTED_MODEL'],
    ['unknown base', { base: 'no-such-ref' }, 422, 'BASE_REF_NOT_FOUND'],
    ['branch in use', { branch: 'main' }, 409, 'BRANCH_CHECKED_OUT_ELSEWHERE'],
    ['bad branch', { branch: '-x..y' }, 400, 'INVALID_BRANCH'],
    ['binary missing', { harness: 'ghost', model: undefined }, 422, 'HARNESS_BINARY_NOT_FOUND'],
    ['empty prompt', { prompt: '  ' }, 400, 'PROMPT_REQUIRED'],
    ['too long a prompt', { prompt: 'x'.repeat(1024 * 1024 + 1) }, 413, 'PROMPT_TOO_LONG'],
    [
      'a permission mode the harness lacks',
      { harness: 'plain', model: undefined, permissions: 'ask' },
      422,
      'ABILITY_MISSING',
    ],
    ['a blank name', { name: ' ' }, 400, 'NAME_REQUIRED'],
  ]
  it.each(table)('%s', async (_name, body, status, code) => {
    const before = await traces()
    const answer = await spawnRaw(body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.body.message.length).toBeGreaterThan(5)
    expect(await traces()).toEqual(before)
  })

  it('a ref that blocks the namespace', async () => {
    w.repo.git('branch', 'taken')
    const before = await traces()
    const answer = await spawnRaw({ branch: 'taken/by/this' })
    expect([answer.status, answer.body.code]).toEqual([409, 'BRANCH_NAMESPACE_TAKEN'])
    expect(await traces()).toEqual(before)
    w.repo.git('branch', '-D', 'taken')
  })

  it('over the limit', async () => {
    await ok(w.call('PATCH', '/api/v1/projects/demo', { settings: { max_sessions: 1 } }))
    const first = await w.spawn('@hang')
    const before = await traces()
    const answer = await spawnRaw({})
    expect([answer.status, answer.body.code]).toEqual([409, 'SESSION_LIMIT'])
    expect(await traces()).toEqual(before)
    await ok(w.call('POST', `/api/v1/sessions/${first.id}/kill`))
    await ok(w.call('PATCH', '/api/v1/projects/demo', { settings: { max_sessions: null } }))
  })

  it('untrusted setup; trusted it runs; a failing one shows its log and leaves nothing (must never 4)', async () => {
    mkdirSync(join(w.repo.path, '.drover'), { recursive: true })
    const config = join(w.repo.path, '.drover', 'config.toml')
    writeFileSync(config, '[setup]\nrun = "echo made > made-by-setup"\n')
    const before = await traces()
    const refused = await spawnRaw({})
    expect([refused.status, refused.body.code]).toEqual([409, 'SETUP_NOT_TRUSTED'])
    expect(await traces()).toEqual(before)
    const without = await w.spawn('@say hi', { ignoreConfig: true })
    expect(existsSync(join(without.workspace ?? '', 'made-by-setup'))).toBe(false)
    const view = await ok<{ trust: { hash: string } }>(w.call('GET', '/api/v1/projects/demo/trust'))
    await ok(w.call('POST', '/api/v1/projects/demo/trust', { hash: view.trust.hash }))
    const made = await w.spawn('@say hi')
    expect(existsSync(join(made.workspace ?? '', 'made-by-setup'))).toBe(true)
    writeFileSync(config, '[setup]\nrun = "echo the reason is here; exit 3"\n')
    expect((await spawnRaw({})).body.code).toBe('SETUP_NOT_TRUSTED')
    await ok(w.call('POST', '/api/v1/projects/demo/trust', {}))
    await w.turnEnd(made.id)
    await w.turnEnd(without.id)
    const settled = await traces()
    const failed = await spawnRaw({})
    expect([failed.status, failed.body.code]).toEqual([422, 'SETUP_FAILED'])
    expect(JSON.stringify(failed.body)).toContain('the reason is here')
    expect(await traces()).toEqual(settled)
    writeFileSync(config, '')
  })

  it('says so on the fleet stream when a started one is taken back', async () => {
    const { changes } = { changes: (await w.cli(['events', '--json', '--type', 'session_removed'])).stdout }
    expect(changes).toContain('SETUP_FAILED')
  })
})

describe('a spawn', () => {
  it('answers 201 with the session after the launch; branch, workspace and base are real (must never 49, weak point 4)', async () => {
    const answer = await spawnRaw({ name: 'my session', prompt: '@write x.txt 1\n@commit x' })
    expect(answer.status).toBe(201)
    const { session } = answer.body
    expect(session).toMatchObject({
      projectId: 'demo',
      kind: 'worker',
      name: 'my session',
      harness: 'rehearsal',
      model: 'fast',
      baseRef: 'main',
      branch: `drover/${session.id}/root`,
      workspace: join(w.home, 'worktrees', 'demo', session.id),
    })
    await w.turnEnd(session.id)
    expect(w.repo.git('log', '--format=%s', session.branch).split('\n')[0]).toBe('x')
    expect(w.repo.git('status', '--porcelain', '-uno')).toBe('')
  })

  it('takes a free existing branch and refuses it while it is checked out', async () => {
    w.repo.git('branch', 'feature')
    const session = await w.spawn('@say hi', { branch: 'feature' })
    expect(session.branch).toBe('feature')
    expect((await spawnRaw({ branch: 'feature' })).body.code).toBe('BRANCH_CHECKED_OUT_ELSEWHERE')
  })

  it('works without a repository', async () => {
    const answer = await w.call('POST', '/api/v1/sessions', {
      projectId: null,
      scratch: true,
      harness: 'rehearsal',
      model: 'fast',
      prompt: '@write note.txt hello',
    })
    expect(answer.status).toBe(201)
    expect(answer.body.session).toMatchObject({ id: 'scratch-1', projectId: 'scratch', branch: null })
    await w.turnEnd('scratch-1')
    const { snapshots } = await ok<{ snapshots: { files: number }[] }>(
      w.call('GET', '/api/v1/sessions/scratch-1/snapshots'),
    )
    expect(snapshots.length).toBeLessThanOrEqual(1)
  })

  it('D10: a 1 MB prompt arrives whole and shows in no argv', async () => {
    const prompt = `@say start\n${'y'.repeat(1024 * 1024 - 200)}\n@hang`
    const session = await w.spawn(prompt)
    await w.row(session.id, (row) => row.kind === 'text' && row.refs?.text !== undefined)
    expect(w.processes().every((one) => !one.command.includes('yyyy'))).toBe(true)
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/kill`))
  })

  it('one orchestrator a project, through either door, also when one is brought back', async () => {
    const first = await w.spawn('@say lead', { kind: 'orchestrator' })
    await w.turnEnd(first.id)
    expect((await spawnRaw({ kind: 'orchestrator' })).body.code).toBe('SESSION_LIMIT')
    const again = await w.call('POST', '/api/v1/orchestrators', { projectId: 'demo' })
    expect(again.body.orchestrator).toEqual({ id: first.id, projectId: 'demo' })
    await ok(w.call('POST', `/api/v1/sessions/${first.id}/kill`))
    const second = await w.spawn('@say lead', { kind: 'orchestrator' })
    expect((await w.call('POST', `/api/v1/sessions/${first.id}/restore`)).body.code).toBe('SESSION_LIMIT')
    await ok(w.call('POST', `/api/v1/sessions/${second.id}/kill`))
  })

  it('fifty at once on one repository: fifty sessions', async () => {
    const other = tempRepo(join(w.dir, 'fifty'), { 'a.txt': 'a\n', 'b/c.txt': 'c\n' })
    await w.addProject(other, 'fifty')
    const sessions = await Promise.all(Array.from({ length: 50 }, () => w.spawn('@say up', { projectId: 'fifty' })))
    expect(new Set(sessions.map((one) => one.id)).size).toBe(50)
    expect(new Set(sessions.map((one) => one.workspace)).size).toBe(50)
    for (const { id } of sessions) expect((await w.turnEnd(id)).outcome).toBe('completed')
    expect(other.git('worktree', 'list').trim().split('\n')).toHaveLength(51)
  })
})
