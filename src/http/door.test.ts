/** What routes to come rely on: a session's own token outside `/sessions/{id}`, and bodies of routes that answer raw. */
import { z } from '@hono/zod-openapi'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { Caller } from '#flows/access/caller'
import { type DoorDeps, type Env, enter } from './door.ts'
import { type Route, rawRoute, route } from './route.ts'

const callers: Record<string, Caller> = {
  operator: { type: 'operator', via: 'token', label: 'operator' },
  worker: { type: 'session', sessionId: 'shop-1', launchId: 'l', projectId: 'shop', kind: 'worker' },
}

function ask(one: Route, token: string, body?: string): Promise<Response> {
  const deps = {
    flows: { ready: () => true, traceRequest: () => null },
    gate: { identify: (bearer: string) => callers[bearer] ?? null },
    log: { debug() {}, info() {}, warn() {}, error() {} },
    config: { allowedHosts: [], trustedProxy: null },
    rateLimit: { fail: () => null },
  } as unknown as DoorDeps
  const app = new Hono<Env>()
  app.use('*', (c, next) => {
    c.set('requestId', 'req_test')
    return next()
  })
  app.on(one.method, one.path, enter(one, deps))
  const headers = { authorization: `Bearer ${token}` }
  return Promise.resolve(
    app.request(one.path, { method: one.method.toUpperCase(), headers, ...(body === undefined ? {} : { body }) }, {}),
  )
}

const words = { summary: '', tag: 'daemon', status: 200 } as const

describe('a route of scope self that names no session', () => {
  const inbox = route({
    ...words,
    method: 'get',
    path: '/api/v1/mail',
    name: 'mail',
    scope: 'self',
    answer: z.object({ session: z.string().nullable() }),
    handle: ({ sessionId }) => ({ session: sessionId }),
  })

  it('is about the session whose token asks', async () => {
    const answer = await ask(inbox, 'worker')
    expect([answer.status, await answer.json()]).toEqual([200, { session: 'shop-1' }])
  })

  it('is about nobody when the operator asks', async () => {
    expect(await (await ask(inbox, 'operator')).json()).toEqual({ session: null })
  })
})

describe('a route that writes its own answer', () => {
  const speak = rawRoute({
    ...words,
    method: 'post',
    path: '/v1/speak',
    name: 'speak',
    scope: 'operator',
    body: z.strictObject({ words: z.string() }),
    produces: 'text/plain',
    handle: ({ body }) => new Response(body.words.toUpperCase()),
  })
  const hook = rawRoute({
    ...words,
    method: 'post',
    path: '/hooks/forge',
    name: 'hook',
    scope: 'operator',
    body: 'text',
    produces: 'text/plain',
    handle: ({ body }) => new Response(String(body.length)),
  })

  it('takes a body that holds to its schema', async () => {
    expect(await (await ask(speak, 'operator', '{"words":"so be it"}')).text()).toBe('SO BE IT')
    const wrong = await ask(speak, 'operator', '{"words":1}')
    expect([wrong.status, ((await wrong.json()) as { code: string }).code]).toEqual([400, 'INVALID_BODY'])
  })

  it('takes a text as it came', async () => {
    expect(await (await ask(hook, 'operator', '{ "a" : 1}\n')).text()).toBe('11')
  })
})
