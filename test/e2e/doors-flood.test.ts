/**
 * More than fits through the doors of the built daemon: 200 requests on 10 slots keep their order and none is lost; 10,000 beyond
 * a full queue are told so, and cost the daemon nothing that stays.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '#contract/session'
import { awaited } from '#test/support/awaited'
import { type World, world } from '#test/support/world'

const config = `
default_harness = "tiny"
[doors]
max_queue_depth = 200
[harness.tiny]
command = ["/bin/sh", "-c", "p=$(cat); case \\"$p\\" in *hold*) until [ -f \\"$GATE\\" ]; do sleep 0.05; done;; esac; printf '%s' \\"$p\\""]
output = "text"
[personas.tiny]
agent = "tiny"
tools = "all"
`

let w: World
let token: string
let gate: string
const sockets = new Agent({ keepAlive: true, maxSockets: 400 })

beforeAll(async () => {
  w = await world({ config: '', start: false })
  gate = join(w.dir, 'gate')
  const file = join(w.env.HOME ?? '', '.config', 'drover', 'config.toml')
  writeFileSync(file, `${config}\n[harness.tiny.env]\nGATE = ${JSON.stringify(gate)}\n`)
  await w.start()
  token = readFileSync(`${w.home}/token`, 'utf8').trim()
})
afterAll(async () => {
  sockets.destroy()
  await w.end()
})

interface Told {
  readonly status: number
  readonly body: string
}
const ask = (content: string): Promise<Told> =>
  new Promise((resolve, reject) => {
    const asked = request(
      {
        ...{ host: '127.0.0.1', port: w.daemon.port, path: '/v1/chat/completions', method: 'POST', agent: sockets },
        headers: { authorization: `Bearer ${token}` },
      },
      (answer) => {
        let body = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => {
          body += part
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
      },
    )
    asked.on('error', reject)
    asked.end(JSON.stringify({ model: 'tiny', messages: [{ role: 'user', content }] }))
  })
const health = async () => (await w.call('GET', '/health')).body
const until = async (what: string, holds: () => Promise<boolean>) =>
  awaited(
    what,
    (async () => {
      while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10))
    })(),
    110_000,
  )
const played = async (): Promise<readonly Session[]> =>
  (await w.call('GET', '/api/v1/sessions?includePersonas=true&includeTerminated=true&limit=500')).body.sessions.filter(
    (one: Session) => one.persona !== undefined,
  )
const children = () => w.processes().filter(({ command }) => /-c p=\$\(cat\)/.test(command))
const residentMb = (): number => {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${w.daemon.pid}/status`, 'utf8'))?.[1]
  return Number(kb) / 1024
}

describe('more than fits', () => {
  it('200 at once on 10 slots: order kept, none lost, `queue full` told; children all gone at the end', async () => {
    const asked: Promise<Told>[] = []
    for (let n = 0; n < 200; n++) {
      asked.push(ask(`hold n${n}`))
      await until(`request ${n} to be in`, async () => {
        const { active, queued } = await health()
        return active + queued === n + 1
      })
    }
    expect(await health()).toMatchObject({ active: 10, queued: 190, capacity: 10, busy: true })
    const full = await ask('one more')
    expect([full.status, JSON.parse(full.body)]).toEqual([503, { error: 'execution failed', detail: 'queue full' }])

    // The flood: none of them gets in, and nothing of any of them stays.
    const flood = async (count: number): Promise<void> => {
      let left = count
      const send = async (): Promise<void> => {
        while (left > 0) {
          left -= 1
          expect(await ask('flooded')).toEqual(full)
        }
      }
      await Promise.all(Array.from({ length: 150 }, send))
    }
    await flood(2_000)
    const before = residentMb()
    await flood(10_000)
    expect(residentMb() - before).toBeLessThan(25)
    expect(await health()).toMatchObject({ active: 10, queued: 190 })
    expect(await played()).toHaveLength(10)

    writeFileSync(gate, '')
    const answers = await awaited('200 answers', Promise.all(asked), 110_000)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.map(({ body }) => JSON.parse(body).choices[0].message.content)).toEqual(
      Array.from({ length: 200 }, (_, n) => `User: hold n${n}`),
    )
    const order = (await played())
      .toSorted((a, b) => Number(a.id.split('-').at(-1)) - Number(b.id.split('-').at(-1)))
      .map(({ title }) => Number(/n(\d+)/.exec(title)?.[1]))
    expect(order).toHaveLength(200)
    // Ten begin together; beyond that nobody overtakes.
    for (const [at, n] of order.entries()) expect(Math.abs(at - n)).toBeLessThan(10)

    await until('the doors to be empty', async () => (await played()).every(({ phase }) => phase === 'ended'))
    expect(children()).toEqual([])
    expect(await health()).toMatchObject({ busy: false, active: 0, queued: 0 })
    expect((await ask('again')).status).toBe(200)
  })
})
