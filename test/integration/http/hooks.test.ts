/** Deliveries of GitHub: only what is signed is heeded, and nothing of it is believed. With GitHub's own examples. */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request as nodeRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DoorWorld, openDoor } from './door-world.ts'

interface Event {
  readonly name: string
  readonly examples: readonly object[]
}
const place = new URL('../../../node_modules/@octokit/webhooks-examples/api.github.com/index.json', import.meta.url)
const wanted = ['check_run', 'pull_request', 'pull_request_review', 'pull_request_review_thread', 'status', 'push']
const events = (JSON.parse(readFileSync(place, 'utf8')) as Event[]).filter(({ name }) => wanted.includes(name))
const sign = (body: string, secret = 'secret') => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

describe('POST /hooks/github', () => {
  let world: DoorWorld
  const deliver = (body: string, signature: string | null, more: Record<string, string> = {}) =>
    world.call('POST', '/hooks/github', {
      token: null,
      raw: body,
      headers: {
        'content-type': 'application/json',
        ...(signature === null ? {} : { 'x-hub-signature-256': signature }),
        ...more,
      },
    })
  const heeded = () => world.fleet.calls.filter(({ name }) => name === 'lookSoon').length
  beforeAll(async () => {
    world = await openDoor()
  })
  afterAll(() => world.close())

  it('takes every example of GitHub that is about pull requests and checks', async () => {
    expect(events).toHaveLength(wanted.length)
    for (const { name, examples } of events) {
      const body = JSON.stringify(examples[0])
      const before = heeded()
      const answer = await deliver(body, sign(body), { 'x-github-event': name })
      expect([name, answer.status, answer.json]).toEqual([name, 202, { ok: true, looks: true }])
      expect(heeded()).toBe(before + 1)
    }
  })

  it('refuses a forged one, one without a signature, one that was changed, and one signed in the old way', async () => {
    const body = JSON.stringify(events[0]!.examples[0])
    const before = heeded()
    const old = `sha1=${createHmac('sha1', 'secret').update(body).digest('hex')}`
    for (const signature of [null, '', 'sha256=', 'sha256=zz', old, sign(body, 'other'), sign(`${body} `)])
      expect((await deliver(body, signature)).json.code).toBe('UNAUTHORIZED')
    expect((await deliver(`${body} `, sign(body))).json.code).toBe('UNAUTHORIZED')
    expect(heeded()).toBe(before)
  })

  it('refuses a body of 100 MB before it has read it', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': String(100 * 1024 * 1024) }
      const asked = nodeRequest(`${world.url}/hooks/github`, { method: 'POST', headers })
      asked.on('response', (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
        asked.destroy()
      })
      asked.on('error', reject)
      asked.write(Buffer.alloc(1024 * 1024, 'x'))
    })
    expect(status).toBe(413)
  })

  it('is not there until a secret is set', async () => {
    world.fleet.hooks.secret = null
    const answer = await deliver('{}', sign('{}', ''))
    world.fleet.hooks.secret = 'secret'
    expect([answer.status, answer.json.code]).toEqual([404, 'ROUTE_NOT_FOUND'])
  })
})
