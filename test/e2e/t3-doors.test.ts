/**
 * The doors for controllers written for T3, on the built daemon: our own client of T3, unchanged, works with Drover as with a T3
 * of either version; commands are answered once; and what is refused is refused with a reason, the token first.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createT3 } from '#adapters/executor/t3/t3'
import { guardedFetch as wayOut } from '#adapters/forge/guarded-fetch'
import { t3Internal, t3Known } from '#contract/t3'
import type { Executor } from '#ports/executor'
import { type World, world } from '#test/support/world'

let w: World
afterEach(() => w?.end())

const begin = async (version: string, more = '', options: Parameters<typeof world>[0] = {}): Promise<void> => {
  w = await world({ config: `[doors]\nt3 = "${version}"\n${more}`, ...options })
}
const token = (): string => readFileSync(join(w.home, 'token'), 'utf8').trim()
const controller = (more: object = {}): Executor =>
  createT3({
    ...{
      wayOut,
      url: `http://127.0.0.1:${w.daemon.port}`,
      token,
      now: () => new Date(),
      steadyMs: () => performance.now(),
    },
    ...{ instance: 'rehearsal', model: 'any', ...more },
  })
const project = () => ({ key: 'ada/shop', title: 'ada/shop', root: w.repo.path })
const request = (key: string, brief: string) => ({ key, project: project(), title: 'ada/shop#7', brief })

// biome-ignore lint/suspicious/noExplicitAny: T3's words are looked into freely
type Seen = any
const snapshot = async (kind = 'snapshot'): Promise<Seen> => (await w.call('GET', `/api/orchestration/${kind}`)).body
const dispatch = (body: unknown, options: object = {}) => w.call('POST', '/api/orchestration/dispatch', body, options)
const state = async (executor: Executor, thread: string) => (await executor.read(thread)).state
const until = (executor: Executor, thread: string, wanted: string) =>
  expect.poll(() => state(executor, thread), { timeout: 20_000 }).toBe(wanted)

const at = '2030-01-01T00:00:00.000Z'
const modes = { runtimeMode: 'full-access', interactionMode: 'default' }
const createProject = (more: object = {}) => ({
  ...{ type: 'project.create', commandId: 'c-project', projectId: 'p', title: 'shop', workspaceRoot: w.repo.path },
  ...{ createdAt: at, ...more },
})
const createThread = (more: object = {}) => ({
  ...{ type: 'thread.create', commandId: 'c-thread', threadId: 't', projectId: 'p', title: 'work', ...modes },
  ...{ modelSelection: { instanceId: 'rehearsal', model: 'any' }, branch: null, worktreePath: null, createdAt: at },
  ...more,
})
const startTurn = (text: string, more: object = {}) => ({
  ...{ type: 'thread.turn.start', commandId: 'c-turn', threadId: 't', ...modes, createdAt: at },
  ...{ message: { messageId: 'm', role: 'user', text, attachments: [] }, ...more },
})

describe.each(['0.0.27', '0.0.33'] as const)('a controller of T3 %s', (version) => {
  it('goes from a project to work in its own worktree, a further turn, an interruption and the archive', async () => {
    await begin(version)
    const executor = controller()
    const { thread } = await executor.start(request('trip-1', '@write made.txt by an agent\n@commit Made\n@say done'))
    await until(executor, thread, 'idle')
    const one = (await snapshot()).threads[0]
    expect(one).toMatchObject({ id: thread, title: 'ada/shop#7', branch: expect.stringMatching(/^drover\//) })
    expect(one.latestTurn).toMatchObject({ state: 'completed', completedAt: expect.any(String) })
    expect(readFileSync(join(one.worktreePath, 'made.txt'), 'utf8')).toContain('by an agent')
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: w.repo.path }).toString()).toBe('')

    await executor.followUp({ key: 'fix-1', thread, text: '@fail crash' })
    await until(executor, thread, 'error')
    await executor.followUp({ key: 'fix-2', thread, text: '@hang' })
    await until(executor, thread, 'running')
    expect(
      (await dispatch({ type: 'thread.turn.interrupt', commandId: 'stop', threadId: thread, createdAt: at })).status,
    ).toBe(200)
    await until(executor, thread, 'stopped')
    await executor.followUp({ key: 'fix-3', thread, text: '@say and again' })
    await until(executor, thread, 'idle')
    expect((await dispatch({ type: 'thread.archive', commandId: 'away', threadId: thread })).status).toBe(200)
    expect(await executor.read(thread)).toMatchObject({ state: 'stopped', detail: 'Somebody archived the thread.' })
    expect(existsSync(join(one.worktreePath, 'made.txt'))).toBe(true)
  })

  it('repeats itself after a crash of either side, and starts nothing twice', async () => {
    await begin(version)
    const first = await controller().start(request('trip-1', '@say once'))
    await until(controller(), first.thread, 'idle')
    await w.crash()
    await w.start()
    const again = await controller().start(request('trip-1', '@say once'))
    expect(again).toEqual(first)
    for (let i = 0; i < 3; i++) await controller().followUp({ key: 'fix', thread: first.thread, text: '@say more' })
    await until(controller(), first.thread, 'idle')
    const { sessions } = (await w.call('GET', '/api/v1/sessions?includeTerminated=true')).body
    expect(sessions).toHaveLength(1)
    expect((await w.session(sessions[0].id)).turn).toMatchObject({ n: 2 })
  })

  it('meets the shapes of its version', async () => {
    await begin(version)
    const executor = controller()
    const { thread } = await executor.start(request('trip-1', '@ask Which way?'))
    const found = await w.call('GET', '/.well-known/t3/environment', undefined, { token: null })
    expect(found.body).toMatchObject({ environmentId: expect.any(String), serverVersion: version, capabilities: {} })
    const shell = await w.call('GET', '/api/orchestration/shell')
    if (version === '0.0.27') {
      expect(shell.status).toBe(404)
      await expect.poll(async () => (await snapshot()).threads[0].messages[0]?.text).toBe('@ask Which way?')
      const refused = await dispatch(createThread({ commandId: 'auto', runtimeMode: 'auto' }))
      expect([refused.status, refused.body.reason]).toEqual([400, 'invalid_command'])
    } else {
      await until(executor, thread, 'asking')
      const [seen] = (await snapshot('shell')).threads
      expect(seen).toMatchObject({
        hasPendingUserInput: true,
        hasPendingApprovals: false,
        latestTurn: { state: 'running' },
      })
      expect((await snapshot()).threads[0].messages).toEqual([])
    }
    await until(executor, thread, version === '0.0.27' ? 'running' : 'asking')
    const { threads, projects } = await snapshot()
    expect(projects[0]).toMatchObject({ title: 'ada/shop', workspaceRoot: w.repo.path, deletedAt: null })
    expect(threads[0]).toMatchObject({ modelSelection: { instanceId: 'rehearsal', model: 'any' }, ...modes })
    expect(threads[0].session).toMatchObject({ threadId: thread, status: 'running', lastError: null })
  })
})

describe('a command', () => {
  it('is answered the same again, also by a daemon that was killed, and its refusal stays one', async () => {
    await begin('0.0.33')
    const made = await dispatch(createProject())
    expect([made.status, made.body]).toEqual([200, { sequence: expect.any(Number) }])
    const refused = await dispatch(createThread({ projectId: 'later' }))
    expect(refused.status).toBe(500)
    expect(refused.body).toMatchObject({
      _tag: 'EnvironmentInternalError',
      reason: 'orchestration_dispatch_failed',
      traceId: expect.any(String),
    })
    await w.crash()
    await w.start()
    expect((await dispatch(createProject())).body).toEqual(made.body)
    await dispatch(createProject({ commandId: 'c2', projectId: 'later', title: 'later' }))
    expect((await dispatch(createThread({ projectId: 'later' }))).status).toBe(500)
    expect((await dispatch(createThread({ projectId: 'later', commandId: 'new' }))).status).toBe(200)
  })

  it('that comes twenty times at once is done once', async () => {
    await begin('0.0.33')
    await dispatch(createProject())
    await dispatch(createThread())
    const answers = await Promise.all(Array.from({ length: 20 }, () => dispatch(startTurn('@say once'))))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    await until(controller(), 't', 'idle')
    expect((await w.call('GET', '/api/v1/sessions?includeTerminated=true')).body.sessions).toHaveLength(1)
  })

  it.each(['t3:words-written', 'spawn:row-written', 'spawn:workspace-made', 'spawn:turn-accepted', 't3:begun'])(
    'whose words were taken is carried out by the next daemon (killed at %s), once, its secret whole',
    async (point) => {
      const secret = 'sk-ant-api03-0123456789abcdefghijklmnopqrstuvwxyz-0123456789'
      await begin('0.0.33')
      await dispatch(createProject())
      await dispatch(createThread())
      w.arm(point)
      void dispatch(startTurn(`@sh printf %s ${secret} > told; printf x >> times`)).catch(() => undefined)
      await w.gone()
      w.arm(null)
      await w.start()
      await until(controller(), 't', 'idle')
      const [thread] = (await snapshot()).threads
      expect(readFileSync(join(thread.worktreePath, 'told'), 'utf8')).toBe(secret)
      expect(readFileSync(join(thread.worktreePath, 'times'), 'utf8')).toBe('x')
      expect(readFileSync(join(w.home, 'drover.db')).includes(secret)).toBe(false)
      expect((await w.call('GET', '/api/v1/sessions')).body.sessions).toHaveLength(1)
    },
    60_000,
  )

  it('that cannot be done is refused with a reason, and changes nothing', async () => {
    await begin('0.0.33')
    await dispatch(createProject())
    await dispatch(createThread())
    let n = 0
    for (const [what, body, status, why] of refusals()) {
      const made = typeof body === 'string' ? body : JSON.stringify({ ...body(), commandId: `r-${n++}` })
      const answer = await dispatch(undefined, { raw: made })
      expect([answer.status, answer.body.message], what).toEqual([status, expect.stringMatching(why)])
      const shape = { _tag: expect.any(String), code: expect.any(String), reason: expect.any(String) }
      expect(answer.body, what).toMatchObject({ ...shape, traceId: expect.any(String) })
    }
    const { threads, projects } = await snapshot()
    expect([threads.length, projects.length, threads[0].latestTurn]).toEqual([1, 1, null])
  })
})

type Refusal = readonly [what: string, body: (() => object) | string, status: number, why: RegExp]
const refusals = (): readonly Refusal[] => [
  ['bad JSON', '{nope', 400, /not valid JSON/],
  ['another discriminator', () => ({ command: 'thread.create' }), 400, /no type/],
  ['a missing key', () => ({ ...createThread(), branch: undefined }), 400, /branch/],
  ['an unknown command', () => ({ type: 'thread.fly', commandId: 'x' }), 400, /no command thread\.fly/],
  ['no text', () => startTurn(' '), 400, /nothing is said/],
  ['too much text', () => startTurn('x'.repeat(120_001)), 400, /message\.text/],
  [
    'attachments',
    () => startTurn('a', { message: { messageId: 'm', role: 'user', text: 'a', attachments: [{}] } }),
    400,
    /attachments/,
  ],
  ['a bootstrap', () => startTurn('a', { bootstrap: {} }), 400, /bootstrap/],
  [
    'a worktree of its own choice',
    () => createThread({ commandId: 'r', threadId: 't2', worktreePath: '/x' }),
    400,
    /worktreePath/,
  ],
  ['a relative root', () => createProject({ commandId: 'r', projectId: 'r', workspaceRoot: 'x' }), 400, /absolute/],
  [
    'a root that is missing',
    () => createProject({ commandId: 'r', projectId: 'r', workspaceRoot: '/no/such' }),
    400,
    /createWorkspaceRoot/,
  ],
  [
    'a root that is no repository',
    () => createProject({ commandId: 'r', projectId: 'r', workspaceRoot: '/tmp' }),
    500,
    /git/,
  ],
  ['a project twice', () => createProject({ commandId: 'r' }), 500, /exists already/],
  ['a thread twice', () => createThread({ commandId: 'r' }), 500, /exists already/],
  [
    'a thread of no project',
    () => createThread({ commandId: 'r', threadId: 'r', projectId: 'r' }),
    500,
    /does not exist/,
  ],
  ['a turn of no thread', () => startTurn('a', { commandId: 'r', threadId: 'r' }), 500, /does not exist for command/],
  ...t3Internal.map((type): Refusal => [type, () => ({ type, commandId: 'r' }), 400, /not for clients/]),
  ...t3Known.map((type): Refusal => [type, () => ({ type, commandId: 'r' }), 400, /not offered here/]),
]

it('an agent that is not there, a root that is made of nothing, and modes that ask', async () => {
  await begin('0.0.33')
  await dispatch(createProject({ workspaceRoot: join(w.dir, 'nothing', 'here'), createWorkspaceRootIfMissing: true }))
  await dispatch(createThread({ modelSelection: { instanceId: 'nobody', model: 'x' } }))
  expect((await dispatch(startTurn('@say hi'))).status).toBe(200)
  await until(controller(), 't', 'error')
  expect((await snapshot()).threads[0].session).toMatchObject({
    status: 'error',
    lastError: expect.stringContaining('nobody'),
  })
  await dispatch(createThread({ commandId: 'c2', threadId: 't2', runtimeMode: 'approval-required' }))
  await dispatch(startTurn('@say hi', { commandId: 'c3', threadId: 't2' }))
  await until(controller(), 't2', 'idle')
  const { worktreePath, session } = (await snapshot()).threads[1]
  // A directory of its own, not the root that nobody made.
  expect([existsSync(join(w.dir, 'nothing')), worktreePath.startsWith(w.home)]).toEqual([false, true])
  expect(session).toMatchObject({ status: 'ready', runtimeMode: 'approval-required' })
  const { sessions } = (await w.call('GET', '/api/v1/sessions')).body
  expect(sessions.map(({ permissions }: { permissions: string }) => permissions)).toEqual(['ask'])
})

it('an interruption ends also what is still coming up: it does not begin afterwards', async () => {
  await begin('0.0.33', '[setup]\nrun = ["sleep 600"]\n')
  await dispatch(createProject())
  await dispatch(createThread())
  await dispatch(startTurn('@write begun x'))
  await expect.poll(async () => (await snapshot()).threads[0].session?.status).toBe('starting')
  await expect.poll(async () => (await w.call('GET', '/api/v1/sessions')).body.sessions.length).toBe(1)
  const stop = { type: 'thread.turn.interrupt', commandId: 'stop', threadId: 't', createdAt: at }
  expect((await dispatch(stop)).status).toBe(200)
  await until(controller(), 't', 'error')
  expect((await snapshot()).threads[0].session.lastError).toContain('killed while it was starting')
  expect(w.processes().filter(({ command }) => command.includes('sleep 600'))).toEqual([])
})

it('the token comes first, then the shape, and a session’s token opens nothing', async () => {
  await begin('0.0.33')
  await dispatch(createProject())
  await dispatch(createThread())
  await dispatch(startTurn('@sh printf %s "$DROVER_TOKEN" > token\n@hang'))
  await until(controller(), 't', 'running')
  const [thread] = (await snapshot()).threads
  await expect.poll(() => existsSync(join(thread.worktreePath, 'token'))).toBe(true)
  const own = readFileSync(join(thread.worktreePath, 'token'), 'utf8')
  for (const [bearer, status, code, detail] of [
    [null, 401, 'auth_invalid', 'missing_credential'],
    ['wrong', 401, 'auth_invalid', 'invalid_credential'],
    [own, 403, 'insufficient_scope', undefined],
  ] as const) {
    for (const raw of ['{nope', 'x'.repeat(10 * 1024 * 1024)]) {
      const answer = await dispatch(undefined, { raw, token: bearer })
      expect([answer.status, answer.body.code, answer.body.reason]).toEqual([status, code, detail])
    }
    for (const path of ['snapshot', 'shell']) {
      const answer = await w.call('GET', `/api/orchestration/${path}`, undefined, { token: bearer })
      expect([answer.status, answer.body.code]).toEqual([status, code])
    }
  }
  const flood = await dispatch(undefined, { raw: JSON.stringify({ type: 'x', more: 'x'.repeat(10 * 1024 * 1024) }) })
  expect([flood.status, flood.body.reason]).toEqual([413, 'invalid_command'])
  const page = await dispatch(createProject(), { headers: { origin: 'http://evil.example' }, tcp: true })
  expect(page.status).toBe(403)
})

it('is closed unless the file says so, and says how to open it', async () => {
  w = await world()
  for (const [method, path] of [
    ['GET', '/.well-known/t3/environment'],
    ['GET', '/api/orchestration/snapshot'],
    ['GET', '/api/orchestration/shell'],
    ['POST', '/api/orchestration/dispatch'],
  ] as const) {
    const answer = await w.call(method, path, method === 'POST' ? createProject() : undefined)
    expect([answer.status, answer.body.code, answer.body.hint], path).toEqual([
      404,
      'not_found',
      expect.stringContaining('t3 ='),
    ])
  }
  expect((await w.call('POST', '/api/orchestration/dispatch', {}, { token: null })).status).toBe(401)
})
