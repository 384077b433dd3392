/** Every route of the OpenAPI document answers as it says, on TCP and on the Unix socket, and refuses whom it should. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { routes } from '#http/routes'
import { type DoorWorld, openDoor } from './door-world.ts'
import { samples } from './requests.ts'
import { openSse } from './sse-client.ts'

let world: DoorWorld
beforeAll(async () => {
  world = await openDoor()
})
afterAll(() => world.close())

interface Operation {
  readonly operationId: string
  readonly responses: Record<string, unknown>
}

async function operations(): Promise<{ method: string; path: string; operation: Operation }[]> {
  const { json } = await world.call('GET', '/api/v1/openapi.json')
  return Object.entries(json.paths as Record<string, Record<string, Operation>>).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/** A sign-in code is good once and a bearer must exist: made right before they are used. */
async function prepare(name: string): Promise<unknown> {
  if (name === 'exchangeCode') return { code: world.gate.issueCode().code }
  if (name === 'revokeBearer') world.gate.exchange(world.gate.issueCode().code, 'a page')
  return samples[name]?.body
}

/** The doors for other programs refuse as their clients know it; tools by their protocol. */
const door = ['400', '404', '503']
const t3 = ['400', '401', '403', '404', '413', '429', '500', '503']
const inOwnWords: Readonly<Record<string, readonly string[]>> = {
  ...{ createChatCompletion: door, createResponse: door, speak: door, listModels: door, getModel: door },
  mcp: ['406', '415'],
  ...{ getT3Environment: t3, getT3Snapshot: t3, getT3Shell: t3, dispatchT3: t3 },
}

describe('the OpenAPI document', () => {
  it('describes exactly the routes there are, in JSON and YAML alike', async () => {
    const listed = await operations()
    expect(listed.map((one) => one.operation.operationId).sort()).toEqual(routes.map((one) => one.name).sort())
    expect(new Set(listed.map((one) => one.operation.operationId)).size).toBe(listed.length)
    const json = await world.call('GET', '/api/v1/openapi.json')
    const yaml = await world.call('GET', '/api/v1/openapi.yaml')
    expect(json.json.openapi).toBe('3.1.0')
    expect(parse(yaml.text)).toEqual(json.json)
  })

  it('says what an error looks like once, and beside each reference to it the codes of that route', async () => {
    for (const { operation } of await operations())
      for (const [status, answer] of Object.entries(operation.responses).filter(([code]) => code >= '400'))
        expect(answer, `${operation.operationId} ${status}`).toEqual(
          inOwnWords[operation.operationId]?.includes(status)
            ? expect.objectContaining({ description: 'Refused in the words of its own clients.' })
            : {
                $ref: '#/components/responses/Error',
                description: expect.stringMatching(/^[A-Z_]+(, [A-Z_]+)*$/),
              },
        )
  })

  it('has every operation exercised on both doors with an answer that it documents', async () => {
    for (const viaSocket of [false, true]) {
      for (const { method, path, operation } of await operations()) {
        const name = operation.operationId
        const sample = samples[name]
        expect(sample, `no sample for ${name}`).toBeDefined()
        if (sample === undefined) continue
        expect(sample.path.split('?')[0]).toMatch(new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`))
        if (sample.stream === true) {
          if (viaSocket) continue
          const stream = await openSse(world.url + sample.path, await world.token())
          await stream.until((frame) => frame.event === 'caught-up')
          stream.close()
          continue
        }
        const body = await prepare(name)
        const headers = sample.headers === undefined ? {} : { headers: sample.headers }
        const answer = await world.call(method, sample.path, {
          viaSocket,
          ...headers,
          ...(body === undefined ? {} : { body }),
        })
        expect(answer.status, `${name}: ${answer.text}`).toBe(sample.status ?? 200)
        expect(Object.keys(operation.responses)).toContain(String(answer.status))
        expect(answer.headers['x-request-id']).toMatch(/^req_[0-9a-f]{18}$/)
        expect(answer.headers['cache-control']).toBe('no-store')
        expect(answer.headers['x-content-type-options']).toBe('nosniff')
      }
    }
    expect(world.stops).toEqual(['keep', 'keep'])
  })
})

describe('what reaches the flows', () => {
  const last = (name: string) => world.fleet.calls.findLast((one) => one.name === name)?.args

  it('is exactly what was sent, with defaults and clamped limits', async () => {
    await world.call('GET', '/api/v1/sessions')
    expect(last('sessions')).toEqual([{ limit: 100 }])
    await world.call('GET', '/api/v1/sessions?limit=99999&includeTerminated=1&cursor=abc')
    expect(last('sessions')).toEqual([{ limit: 1_000, includeTerminated: true, cursor: 'abc' }])
    await world.call('POST', '/api/v1/sessions', { body: { scratch: true, prompt: 'x' } })
    expect(last('spawn')?.[0]).toEqual({ projectId: null, scratch: true, prompt: 'x' })
    expect(last('spawn')?.[1]).toEqual({ type: 'operator', via: 'token', label: 'operator' })
    const launchId = `l_${'a'.repeat(24)}`
    await world.call('POST', '/api/v1/sessions/shop-1/kill', { body: { launchId } })
    expect(last('kill')).toEqual(['shop-1', { launchId }])
    await world.call('POST', '/api/v1/sessions/shop-1/turns', { body: {} })
    expect(last('startTurn')?.[1]).toEqual({ prompt: '' })
    await world.call('POST', '/api/v1/sessions/shop-1/snapshots/7/restore')
    expect(last('recover')).toEqual(['shop-1', { snapshot: 7 }])
  })

  it('pages events forward and back with a cursor while there is more (weak point 21)', async () => {
    world.fleet.say('blog-1', 250)
    const first = await world.call('GET', '/api/v1/sessions/blog-1/events')
    expect(first.json.events).toHaveLength(200)
    expect(first.json.nextCursor).toBe('200')
    const rest = await world.call('GET', '/api/v1/sessions/blog-1/events?after=200')
    expect(rest.json.events.map((row: { id: number }) => row.id)).toEqual(Array.from({ length: 50 }, (_, i) => 201 + i))
    expect(rest.json.nextCursor).toBeUndefined()
    const back = await world.call('GET', '/api/v1/sessions/blog-1/events?before=5&limit=3')
    expect(back.json.events.map((row: { id: number }) => row.id)).toEqual([4, 3, 2])
    expect(back.json.nextCursor).toBe('2')
  })
})
