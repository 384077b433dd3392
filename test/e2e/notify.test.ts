/**
 * Notifications as a person lives with them: a question rings once at every place that wants it, over restarts and kills; a place
 * that fails undoes nothing and is shown; a page takes Web Push, encrypted and signed, and goes when its service says so.
 */
import { createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decrypt } from 'http_ece'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { NotifyTarget, Ring } from '#contract/notify'
import { type Receiver, receiver } from '../support/receiver.ts'
import { type World, world } from '../support/world.ts'

let hook: Receiver
let push: Receiver
let w: World
beforeAll(async () => {
  hook = await receiver()
  push = await receiver()
  w = await world({ config: config() })
  await w.addProject(w.repo, 'shop')
})
afterAll(async () => {
  await w.end()
  await hook.close()
  await push.close()
})

const config = (more = ''): string => `[notify]
allow_loopback_push = true
url = "https://desk.example.ts.net"
[notify.to.hook]
type = "webhook"
url = "${hook.url}/hook"
secret = "a-secret-of-the-hook"
[notify.to.quiet]
type = "ntfy"
url = "${hook.url}/topic"
token = "tk_abc"
kinds = ["gate"]
${more}`

const bodyOf = (body: Buffer) =>
  JSON.parse(body.toString()) as { id: string; kind: string; title: string; body: string; url: string; count: number }
const at = (path: string, word: string) => (got: { path: string; body: Buffer }) =>
  got.path === path && got.body.includes(word)
const rings = async (): Promise<Ring[]> => (await w.call('GET', '/api/v1/notify/rings?limit=500')).body.rings
const targets = async (): Promise<NotifyTarget[]> => (await w.call('GET', '/api/v1/notify')).body.targets
/** Once a ring is in this state: told by looking, since no change tells it. */
async function untilRing(fits: (ring: Ring) => boolean): Promise<Ring> {
  for (;;) {
    const found = (await rings()).find(fits)
    if (found !== undefined) return found
    await new Promise((next) => setTimeout(next, 50))
  }
}

describe('notifications', () => {
  it('a question rings once, signed, with its link, without the secret in its words, and what is not wanted does not ring', async () => {
    const token = `ghp_${'Q7'.repeat(18)}`
    const asked = await w.spawn(`@ask Which of the two? ${token}\n@say thanks`, {
      projectId: 'shop',
      harness: 'rehearsal',
    })
    const got = await hook.until('the question at the webhook', at('/hook', 'Which of the two?'))
    const said = bodyOf(got.body)
    expect(said).toMatchObject({ kind: 'question', count: 1, url: `https://desk.example.ts.net/sessions/${asked.id}` })
    expect(got.body.toString()).not.toContain(token)
    const signed = createHmac('sha256', 'a-secret-of-the-hook')
      .update(`${got.headers['x-drover-timestamp']}.${got.body}`)
      .digest('hex')
    expect(got.headers['x-drover-signature']).toBe(`sha256=${signed}`)
    await untilRing((ring) => ring.state === 'sent' && ring.to === 'hook')
    const { request } = await w.session(asked.id)
    await w.call('POST', `/api/v1/sessions/${asked.id}/answer`, { requestId: request?.requestId, text: 'the left one' })
    await w.turnEnd(asked.id)
    // Neither a second ring for the same question, nor one for the turn that is over, nor one at the quiet place.
    expect(await rings()).toHaveLength(1)
    expect(hook.got).toHaveLength(1)
  })

  it('a daemon that dies while it sends rings again under the same number, and once where nobody could tell', async () => {
    await w.crash()
    await w.start({ DROVER_FAULT: 'ring-sent' })
    await w.spawn('@ask Before the crash?', { projectId: 'shop', harness: 'rehearsal' }).catch(() => undefined)
    const first = await hook.until('the ring before the crash', at('/hook', 'Before the crash?'))
    await w.gone()
    expect(hook.got.filter(at('/hook', 'Before the crash?'))).toHaveLength(1)
    await w.start()
    const ring = await untilRing((one) => one.body.includes('Before the crash?') && one.state === 'sent')
    const all = hook.got.filter(at('/hook', 'Before the crash?'))
    expect(all.map(({ body }) => bodyOf(body).id)).toEqual([bodyOf(first.body).id, `ring-${ring.id}`])
    expect(new Set(all.map(({ headers }) => headers['x-drover-delivery'])).size).toBe(1)
    expect((await rings()).filter((one) => one.body.includes('Before the crash?'))).toHaveLength(1)
  })

  it('a receiver that answers 500, then 429 with a time, then takes it; another host is never led to', async () => {
    const answers = [500, 429]
    hook.answer((_, answer) => {
      const status = answers.shift()
      if (status === undefined) answer.writeHead(204).end()
      else answer.writeHead(status, status === 429 ? { 'retry-after': '1' } : {}).end()
    })
    const tried = await w.call('POST', '/api/v1/notify/test', { to: 'hook' })
    expect(tried.body.results).toEqual([{ name: 'hook', ok: false, error: 'it answered 500' }])
    expect((await targets()).find(({ name }) => name === 'hook')).toMatchObject({
      state: 'failing',
      error: 'it answered 500',
    })
    const { stdout } = await w.cli(['doctor'])
    expect(stdout).toMatch(/WARN +notify hook +\S+ does not ring: it answered 500/)
    const limited = await w.cli(['notify', 'test', '--to', 'hook'])
    expect([limited.code, limited.stdout]).toEqual([1, 'hook: failed: it answered 429\n'])
    const good = await w.cli(['notify', 'test', '--to', 'hook'])
    expect([good.code, good.stdout]).toEqual([0, 'hook: sent\n'])
    expect((await targets()).find(({ name }) => name === 'hook')).toMatchObject({ state: 'ok', error: null })
    const elsewhere = push.got.length
    hook.answer((_, answer) => answer.writeHead(307, { location: `${push.url}/stolen` }).end())
    const led = await w.call('POST', '/api/v1/notify/test', { to: 'hook' })
    expect(led.body.results[0].error).toContain('a redirect, which is not followed')
    expect(push.got).toHaveLength(elsewhere)
    hook.answer(200)
    const ntfy = await w.cli(['notify', 'test', '--to', 'quiet'])
    expect(ntfy.code).toBe(0)
    const got = await hook.until('the test at ntfy', ({ path }) => path === '/topic')
    expect(got.headers).toMatchObject({ authorization: 'Bearer tk_abc', click: 'https://desk.example.ts.net/settings' })
  })

  it('a page takes Web Push: encrypted for it, signed with the key it knows; gone: its subscription goes', async () => {
    const device = createECDH('prime256v1')
    const keys = { p256dh: device.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
    const { code } = (await w.call('POST', '/api/v1/auth/link', {})).body
    const page = (await w.call('POST', '/auth/exchange', { code })).body as { bearer: string; id: number }
    const subscribe = (endpoint: string) =>
      w.call(
        'POST',
        '/api/v1/notify/subscriptions',
        { endpoint, keys, kinds: ['question', 'failed'] },
        { token: page.bearer },
      )
    for (const endpoint of ['http://push.example.com/x', 'https://169.254.169.254/x', 'https://10.1.2.3/x'])
      expect((await subscribe(endpoint)).body.code).toBe('ENDPOINT_REFUSED')
    const made = await subscribe(`${push.url}/send/1`)
    expect([made.status, made.body.target]).toEqual([201, expect.objectContaining({ type: 'push', state: 'idle' })])
    const { name, subscription } = made.body.target as NotifyTarget
    expect((await subscribe(`${push.url}/send/1`)).body.target.name).toBe(name)
    push.answer(201)
    await w.spawn('@ask Is the phone on?', { projectId: 'shop', harness: 'rehearsal' })
    const got = await push.until('the push', ({ path }) => path === '/send/1')
    const opened = decrypt(got.body, { version: 'aes128gcm', privateKey: device, authSecret: keys.auth })
    expect(JSON.parse(opened.toString())).toMatchObject({
      kind: 'question',
      body: expect.stringContaining('Is the phone on?'),
    })
    const { pushKey } = (await w.call('GET', '/api/v1/notify')).body as { pushKey: string }
    expect(readVapid(got.headers.authorization ?? '', pushKey)).toMatchObject({ aud: push.url })
    await untilRing((ring) => ring.to === name && ring.state === 'sent')
    push.answer(410)
    expect((await w.call('POST', '/api/v1/notify/test', { to: name })).body.results[0].ok).toBe(false)
    expect((await targets()).some((one) => one.name === name)).toBe(false)
    const twice = await w.call('DELETE', `/api/v1/notify/subscriptions/${subscription}`)
    expect([twice.status, twice.body.code]).toEqual([404, 'SUBSCRIPTION_NOT_FOUND'])
    // A page that is signed out rings no more either.
    push.answer(201)
    const second = (await subscribe(`${push.url}/send/2`)).body.target as NotifyTarget
    expect((await targets()).some((one) => one.name === second.name)).toBe(true)
    await w.call('DELETE', `/api/v1/auth/bearers/${page.id}`)
    expect((await targets()).some((one) => one.name === second.name)).toBe(false)
  })

  it('a receiver that hangs keeps nobody waiting, and many at once are one message', async () => {
    const held: (() => void)[] = []
    hook.answer((_, answer) => held.push(() => answer.writeHead(200).end()))
    const first = await w.spawn('@ask Number 0?', { projectId: 'shop', harness: 'rehearsal' })
    await hook.until('the first', at('/hook', 'Number 0?'))
    for (let n = 1; n <= 6; n++) await w.spawn(`@ask Number ${n}?`, { projectId: 'shop', harness: 'rehearsal' })
    await untilRing((ring) => ring.body.includes('Number 6?'))
    expect((await w.session(first.id)).status).toBe('needs_input')
    hook.answer(200)
    for (const release of held) release()
    const several = await hook.until('one for all of them', at('/hook', 'several'))
    expect(bodyOf(several.body)).toMatchObject({ count: 6, title: '6 things in Drover' })
  })

  it('is the user’s alone to configure: an unknown kind, an unknown key and a repository’s file are refused', async () => {
    const file = join(w.env.HOME ?? '', '.config', 'drover', 'config.toml')
    const check = async (text: string) => {
      writeFileSync(file, text)
      const { code, stderr, stdout } = await w.cli(['config', 'check'])
      return `${code} ${stdout}${stderr}`
    }
    expect(await check('[notify]\nkinds = ["everything"]\n')).toMatch(/^1 .*notify\.kinds/s)
    expect(await check('[notify.to.x]\ntype = "slack"\n')).toMatch(/^1 .*notify\.to\.x\.url/s)
    expect(await check('[notify.to.x]\ntype = "desktop"\nurls = "y"\n')).toMatch(/^1 .*notify\.to\.x\.urls/s)
    expect(await check(config())).toMatch(/^0 /)
    const shown = await w.cli(['config', 'show'])
    expect(shown.stdout).not.toContain('a-secret-of-the-hook')
    w.repo.write('.drover/config.toml', '[notify]\nkinds = []\n')
    const refused = await w.call('GET', '/api/v1/projects/shop/config')
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      422,
      'INVALID_CONFIG',
      expect.stringContaining('[notify]'),
    ])
  })
})

function readVapid(header: string, key: string): unknown {
  const [, head = '', claims = '', signature = '', k] = /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)$/.exec(header) ?? []
  expect(k).toBe(key)
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const known = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), known, Buffer.from(signature, 'base64url'))).toBe(true)
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}
