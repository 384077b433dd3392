/**
 * T3 as an executor, on a server that plays the recorded contract of both versions. Named as in the predecessor's suite
 * (test_afk_t3_client), whose bodies are pinned; then what it lacked.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createT3 } from '#adapters/executor/t3/t3'
import { guardedFetch as wayOut } from '#adapters/forge/guarded-fetch'
import type { Executor } from '#ports/executor'
import { type FakeT3, startT3, type T3Version } from '#test/support/t3/t3'

const token = 'canary-of-t3'
const both = ['orchestration:read', 'orchestration:operate']
const project = { key: 'ada/shop', title: 'ada/shop', root: null }
const preamble = 'RULES: test first.\n\n'
const brief = `${preamble}Do issue #7.`
const request = { key: 'trip-1', project, title: 'ada/shop#7', brief }
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe.each(['0.0.27', '0.0.33'] as const)('T3 %s', (version: T3Version) => {
  let t3: FakeT3
  let executor: Executor
  let tokens: string[]
  const make = (url = t3.url): Executor =>
    createT3({
      wayOut,
      url,
      token: () => (tokens.length > 1 ? tokens.shift() : tokens[0]),
      now: () => new Date('2026-01-02T03:04:05Z'),
      steadyMs: () => performance.now(),
    })
  const posts = () =>
    t3.requests.filter(({ method }) => method === 'POST').map(({ body }) => body as Record<string, unknown>)
  const types = () => posts().map(({ type }) => type)
  beforeEach(async () => {
    t3 = await startT3(version)
    t3.tokens.set(token, both)
    tokens = [token]
    executor = make()
  })
  afterEach(() => t3.close())

  it('dispatch_ensures_project_then_creates_thread_then_turn_when_project_absent', async () => {
    await executor.start(request)
    expect(t3.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/orchestration/snapshot',
      ...Array(3).fill('POST /api/orchestration/dispatch'),
    ])
    expect(types()).toEqual(['project.create', 'thread.create', 'thread.turn.start'])
    expect(posts()[0]).toEqual({
      type: 'project.create',
      commandId: expect.stringMatching(uuid),
      // The name is pinned: UUIDv5 of the URL namespace and "afk-project:ada/shop".
      projectId: '509e7cf8-ae2b-5566-b439-999ff49b09ff',
      title: 'ada/shop',
      workspaceRoot: '/data/ada__shop',
      createWorkspaceRootIfMissing: true,
      createdAt: '2026-01-02T03:04:05.000Z',
    })
  })

  it('dispatch_skips_project_create_when_project_already_exists', async () => {
    await executor.ensureProject(project)
    t3.requests.length = 0
    await executor.start(request)
    expect(types()).toEqual(['thread.create', 'thread.turn.start'])
  })

  it('dispatch_uses_type_discriminator_not_command_string', async () => {
    await executor.start(request)
    for (const body of posts()) {
      expect(body.type).toEqual(expect.any(String))
      expect(body).not.toHaveProperty('command')
    }
  })

  it('thread_create_carries_real_required_fields', async () => {
    const { thread } = await executor.start(request)
    expect(posts()[1]).toEqual({
      type: 'thread.create',
      commandId: expect.stringMatching(uuid),
      threadId: thread,
      projectId: posts()[0]!.projectId,
      title: 'ada/shop#7',
      modelSelection: { instanceId: 'claudeAgent', model: 'claude-sonnet-4-6' },
      runtimeMode: 'full-access',
      interactionMode: 'default',
      branch: null,
      worktreePath: null,
      createdAt: '2026-01-02T03:04:05.000Z',
    })
  })

  it('dispatch_returns_client_minted_thread_id_not_a_server_value', async () => {
    const { thread } = await executor.start(request)
    expect(thread).toMatch(uuid)
    expect(posts()[1]!.threadId).toBe(thread)
    expect(posts()[2]!.threadId).toBe(thread)
    expect([...t3.threads.keys()]).toEqual([thread])
  })

  it('turn_message_has_real_shape_and_prepends_preamble', async () => {
    const { thread } = await executor.start(request)
    expect(posts()[2]).toEqual({
      type: 'thread.turn.start',
      commandId: expect.stringMatching(uuid),
      threadId: thread,
      message: { messageId: expect.stringMatching(uuid), role: 'user', text: brief, attachments: [] },
      runtimeMode: 'full-access',
      interactionMode: 'default',
      createdAt: '2026-01-02T03:04:05.000Z',
    })
  })

  it('preamble_only_on_turn_not_on_create', async () => {
    await executor.start(request)
    expect(JSON.stringify(posts().slice(0, 2))).not.toContain('RULES')
  })

  it('send_turn_posts_single_turn_to_existing_thread_without_preamble', async () => {
    const { thread } = await executor.start(request)
    t3.requests.length = 0
    await executor.followUp({ key: 'trip-1/fix-1', thread, text: 'CI is red: mend it.' })
    expect(t3.requests.map(({ method }) => method)).toEqual(['POST'])
    expect(posts()[0]).toMatchObject({
      type: 'thread.turn.start',
      threadId: thread,
      message: { text: 'CI is red: mend it.' },
    })
  })

  it('every_request_sends_bearer', async () => {
    const { thread } = await executor.start(request)
    await executor.followUp({ key: 'more', thread, text: 'go on' })
    await executor.read(thread)
    expect(t3.requests.length).toBeGreaterThan(5)
    for (const { authorization } of t3.requests) expect(authorization).toBe(`Bearer ${token}`)
  })

  it('bearer_is_reread_per_request_so_rotation_is_honoured', async () => {
    tokens = ['t1', 't2', 't3', 't4']
    for (const one of tokens) t3.tokens.set(one, both)
    await executor.start(request)
    expect(t3.requests.map(({ authorization }) => authorization)).toEqual(
      ['t1', 't2', 't3', 't4'].map((t) => `Bearer ${t}`),
    )
  })

  it('snapshot_gets_endpoint_and_returns_parsed_body', async () => {
    const { thread } = await executor.start(request)
    t3.turn(thread, 'running')
    expect(await executor.read(thread)).toEqual({ state: 'running', detail: null, turns: null, costUsd: null })
    const paths = t3.requests.filter(({ method }) => method === 'GET').map(({ path }) => path)
    expect(paths.at(-1)).toBe(`/api/orchestration/${version === '0.0.27' ? 'snapshot' : 'shell'}`)
  })

  it('trailing_slash_in_base_url_is_normalised', async () => {
    const { thread } = await make(`${t3.url}/`).start(request)
    expect(t3.requests.every(({ path }) => !path.includes('//'))).toBe(true)
    expect(make(`${t3.url}/`).link(thread)).toBe(`${t3.url}/?thread=${thread}`)
  })

  it('dispatch_raises_and_short_circuits_when_a_post_errors', async () => {
    t3.instead = ({ method }) => (method === 'POST' && t3.requests.length === 2 ? { status: 500, body: '{}' } : null)
    await expect(executor.start(request)).rejects.toMatchObject({ code: 'EXECUTOR_UNREACHABLE' })
    expect(types()).toEqual(['project.create', 'thread.create'])
  })

  it('a start that is repeated after a crash starts nothing twice', async () => {
    const first = await executor.start(request)
    const again = await make().start(request)
    expect(again).toEqual(first)
    expect(t3.threads.size).toBe(1)
    expect(t3.threads.get(first.thread)!.messages).toHaveLength(1)
    expect((await make().start({ ...request, key: 'trip-2' })).thread).not.toBe(first.thread)
  })

  it('a turn whose answer was lost is not sent a second time by another id', async () => {
    const { thread } = await executor.start(request)
    for (let i = 0; i < 2; i++) await make().followUp({ key: 'fix-1', thread, text: 'mend it' })
    expect(t3.threads.get(thread)!.messages).toHaveLength(2)
  })

  it('what T3 refused is another command the next time, because it keeps to its first answer', async () => {
    const follow = () => executor.followUp({ key: 'early', thread: 'later', text: 'hello' })
    await expect(follow()).rejects.toMatchObject({ code: 'EXECUTOR_REFUSED', details: { traceId: expect.any(String) } })
    const { thread } = await executor.start(request)
    t3.threads.set('later', { ...t3.threads.get(thread)!, id: 'later', messages: [] })
    await follow()
    expect(t3.threads.get('later')!.messages).toHaveLength(1)
  })

  it('reads what a thread is at: starting, running, idle, failed, stopped, and after more words starting again', async () => {
    const { thread } = await executor.start(request)
    const state = async () => (await executor.read(thread)).state
    expect(await state()).toBe('starting')
    t3.turn(thread, 'running')
    expect(await state()).toBe('running')
    t3.turn(thread, 'completed')
    expect(await state()).toBe('idle')
    // 0.0.27 goes by the client's clock: words of a later second.
    const later = createT3({
      wayOut,
      ...{ url: t3.url, token: () => token, now: () => new Date('2026-01-02T03:05:00Z') },
      steadyMs: () => performance.now(),
    })
    await later.followUp({ key: 'fix-1', thread, text: 'mend it' })
    expect(await state()).toBe('starting')
    t3.turn(thread, 'error')
    expect(await executor.read(thread)).toMatchObject({ state: 'error', detail: 'It broke.' })
    t3.turn(thread, 'interrupted')
    expect(await state()).toBe('stopped')
    t3.threads.get(thread)!.deletedAt = '2030-01-01T00:00:00Z'
    expect(await state()).toBe('stopped')
    expect((await executor.read('nobody')).state).toBe('gone')
  })

  it('a provider that never started is an error, not a wait for ever', async () => {
    const { thread } = await executor.start(request)
    const held = t3.threads.get(thread)!
    held.session = { status: 'stopped', lastError: 'Claude runtime stream failed.', updatedAt: '2031-01-01T00:00:00Z' }
    expect(await executor.read(thread)).toMatchObject({ state: 'error', detail: 'Claude runtime stream failed.' })
  })

  it('says what is wrong: no token, a refused one, one without the scope, a strange answer, another contract, nobody there', async () => {
    tokens = []
    await expect(executor.read('x')).rejects.toMatchObject({ code: 'EXECUTOR_REFUSED' })
    tokens = ['wrong']
    await expect(executor.start(request)).rejects.toMatchObject({ details: { status: 401 } })
    tokens = ['reader']
    t3.tokens.set('reader', ['orchestration:read'])
    await expect(executor.start(request)).rejects.toMatchObject({
      code: 'EXECUTOR_REFUSED',
      details: { status: 403, reason: 'orchestration:operate' },
    })
    tokens = [token]
    for (const [status, body, code] of [
      [200, '<html>', 'EXECUTOR_UNREACHABLE'],
      [400, '', 'EXECUTOR_REFUSED'],
      [503, 'No web build', 'EXECUTOR_UNREACHABLE'],
      [404, '', 'EXECUTOR_UNREACHABLE'],
    ] as const) {
      t3.instead = () => ({ status, body })
      await expect(make().start(request), `${status}`).rejects.toMatchObject({ code })
    }
    t3.instead = null
    await expect(executor.start({ ...request, brief: 'x'.repeat(120_001) })).rejects.toMatchObject({
      code: 'EXECUTOR_REFUSED',
    })
    expect([...t3.threads.values()].every(({ messages }) => messages.length === 0)).toBe(true)
  })
})

describe('T3 0.0.33', () => {
  it('an agent that waits for a person is asking', async () => {
    const t3 = await startT3('0.0.33')
    t3.tokens.set(token, both)
    const executor = createT3({ wayOut, url: t3.url, token: () => token, now: () => new Date(), steadyMs: () => 0 })
    const { thread } = await executor.start(request)
    t3.turn(thread, 'running')
    t3.threads.get(thread)!.asks = 'approval'
    expect((await executor.read(thread)).state).toBe('asking')
    t3.threads.get(thread)!.asks = 'input'
    expect((await executor.read(thread)).state).toBe('asking')
    await t3.close()
  })

  it('a server that lost its light list is read by the whole one', async () => {
    const t3 = await startT3('0.0.33')
    t3.tokens.set(token, both)
    const executor = createT3({ wayOut, url: t3.url, token: () => token, now: () => new Date(), steadyMs: () => 0 })
    const { thread } = await executor.start(request)
    t3.turn(thread, 'completed')
    t3.instead = ({ url }) => (url?.endsWith('/shell') ? { status: 404, body: '' } : null)
    expect((await executor.read(thread)).state).toBe('idle')
    await t3.close()
  })
})
