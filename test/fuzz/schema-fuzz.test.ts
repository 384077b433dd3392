/**
 * Thousands of malformed and random requests, made from the daemon's own document and one seed: never a 500, always the
 * envelope, and the daemon as well afterwards as before. `DROVER_FULL=1` sends ten thousand, `DROVER_SEED` another lot.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '#test/support/world'
import { randomFrom } from '../crash/random.ts'
import { asker, unfit } from './ask.ts'
import { operationsOf, type Request, requestOf } from './generate.ts'

const seed = Number(process.env.DROVER_SEED ?? 1)
const count = process.env.DROVER_FULL === '1' ? 10_000 : 1500

/** They would end the daemon, or the token that this test asks with; malformed bodies for them are below. */
const ends = ['shutdown', 'rotateToken']
/** They refuse in the words of their own clients, not in the envelope; below too. */
const doors = ['createChatCompletion', 'createResponse', 'speak', 'getModel']
const apart = new Set([...ends, ...doors])
/** They look at the whole machine and take their time. */
const slow = new Set(['getDoctor', 'runDoctor', 'probeHarness'])

let w: World
beforeAll(async () => {
  w = await world()
  await w.addProject()
  const { id } = await w.spawn('@say here')
  await w.turnEnd(id)
})
afterAll(() => w.end())

describe('the document, turned against the daemon', () => {
  it(`answers ${count} random requests without a 500 and always in the envelope`, async () => {
    const random = randomFrom(seed)
    const operations = operationsOf((await w.call('GET', '/api/v1/openapi.json')).body)
    expect(operations.length).toBeGreaterThan(40)
    const common = operations.filter((one) => !apart.has(one.id) && !slow.has(one.id))
    const rare = operations.filter((one) => slow.has(one.id))
    const requests: Request[] = Array.from({ length: count }, () =>
      requestOf(random.pick(random.chance(0.01) ? rare : common), ['demo', 'demo-1', 'rehearsal', '1'], random),
    )
    const door = asker(w, readFileSync(join(w.home, 'token'), 'utf8').trim())
    const faults: string[] = []
    const statuses = new Map<number, number>()
    const next = requests[Symbol.iterator]()
    const worker = async (): Promise<void> => {
      for (const one of next) {
        const reply = await door.ask(one)
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
        const fault = unfit(one, reply)
        if (fault !== null) faults.push(fault)
      }
    }
    await Promise.all(Array.from({ length: 4 }, worker))
    door.end()
    expect(faults.slice(0, 5), `seed ${seed}, ${faults.length} faults`).toEqual([])
    // The lot reached the rooms behind the door: some were right, many were wrong in many ways.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(count / 100)
    expect(statuses.get(400) ?? 0).toBeGreaterThan(count / 20)
    expect(statuses.get(404) ?? 0).toBeGreaterThan(count / 100)
    expect((await w.call('GET', '/readyz')).status).toBe(200)
    expect(await w.session('demo-1')).toMatchObject({ id: 'demo-1' })
    const log = readFileSync(join(w.home, 'daemon.log'), 'utf8')
    expect(log.split('\n').filter((line) => line.includes('"level":"error"') || line.includes('bug:'))).toEqual([])
  })

  it('takes no malformed body for a shutdown or a new token', async () => {
    for (const path of ['/shutdown', '/api/v1/auth/rotate']) {
      for (const raw of ['{', '[]', '"stop"', '{"agents":"all"}', '{"agents":null}', '{"x":1}', '\u0000']) {
        const answer = await w.call('POST', path, undefined, { raw })
        expect([answer.status, answer.body?.error], `${path} ${raw}`).toEqual([400, 'bad_request'])
      }
    }
    expect((await w.call('GET', '/api/v1/status')).status).toBe(200)
  })

  it('refuses nonsense at the doors for other programs in their own words, and starts nothing', async () => {
    const bodies = [
      '',
      '{',
      '[]',
      'null',
      '7',
      '"x"',
      '{}',
      '{"messages":{}}',
      '{"input":7}',
      '{"session_id":[]}',
      '\u0000',
    ]
    for (const path of ['/v1/chat/completions', '/v1/responses', '/v1/conversational'])
      for (const raw of bodies) {
        const answer = await w.call('POST', path, undefined, { raw })
        expect([answer.status, answer.body], `${path} ${raw}`).toMatchObject([400, { error: expect.any(String) }])
      }
    const { body } = await w.call('GET', '/api/v1/sessions?includePersonas=true&includeTerminated=true')
    expect(body.sessions.filter((one: { persona?: string }) => one.persona !== undefined)).toEqual([])
  })

  it('answers what is no request at all', async () => {
    for (const path of [
      '//',
      '/%',
      '/%ff',
      '/api/v1/sessions/%',
      '/api//v1',
      `/${'a'.repeat(9000)}`,
      '/api/v1/..%2f..',
    ]) {
      const answer = await w.call('GET', path)
      expect(answer.status, path).toBeGreaterThanOrEqual(400)
      expect(answer.status, path).toBeLessThan(500)
      expect(answer.body, path).toMatchObject({ code: expect.any(String), requestId: expect.any(String) })
    }
    const huge = await w.call('POST', '/api/v1/sessions', undefined, { raw: Buffer.alloc(5 * 1024 * 1024, 0x20) })
    expect([huge.status, huge.body.code]).toEqual([413, 'BODY_TOO_LARGE'])
  })
})
