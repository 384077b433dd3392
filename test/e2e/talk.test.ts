/**
 * Talking to a persona over the wire, as its page does: said once by its id, one turn at a time, gone on with after an end, a kill or a
 * lost directory, in a worktree where the persona has one; within its limits; and who may not.
 */
import { createECDH, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decrypt } from 'http_ece'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Session } from '#contract/session'
import type { Talk, TalkSaid } from '#contract/talk'
import { awaited } from '#test/support/awaited'
import { receiver } from '#test/support/receiver'
import { type Frame, frames, type World, world } from '#test/support/world'

const personas = (more = ''): string => `
default_harness = "rehearsal"
cancel_grace = 1
[[presets]]
label = "Everywhere"
prompt = "@say everywhere"
[personas.chef]
system = "You are a cook."
agent = "rehearsal:fast"
presets = [{ label = "Menu", prompt = "@say soup" }]
[personas.gardener]
agent = "rehearsal:fast"
tools = "all"
project = "garden"
[personas.hasty]
agent = "rehearsal:fast"
timeout = 1
[personas.poor]
agent = "rehearsal:fast"
budget_usd = 0.5
[personas.nobody]
agent = "gone:agent"
${more}`

let w: World
beforeAll(async () => {
  w = await world({ config: personas() })
  await w.addProject(w.repo, 'garden')
})
afterAll(() => w?.end())

const configure = (text: string): void =>
  writeFileSync(join(w.env.HOME ?? '', '.config', 'drover', 'config.toml'), text)

let count = 0
const newId = (): string => `message-${++count}`
const post = (persona: string, message: string, id = newId()) =>
  w.call('POST', `/api/v1/talk/${persona}/say`, { message, id })
async function say(persona: string, message: string, id = newId()): Promise<TalkSaid & { readonly session: Session }> {
  const { status, body } = await post(persona, message, id)
  expect(status, JSON.stringify(body)).toBe(200)
  return { ...body, session: body.talk.session }
}
const talk = async (persona: string): Promise<Talk> => (await w.call('GET', `/api/v1/talk/${persona}`)).body.talk
const fresh = (persona: string) => w.call('POST', `/api/v1/talk/${persona}/new`, {})
const said = async (id: string, kind: 'user' | 'text'): Promise<readonly string[]> =>
  (await w.rows(id)).flatMap((row) => (row.kind === kind ? [row.text] : []))

/** No stream of the fleet tells of these sessions. */
async function quiet(id: string, turn = 0): Promise<void> {
  const over = async (): Promise<void> => {
    for (;;) {
      const one = await w.session(id)
      if (one.status === 'idle' && one.queued === 0 && (one.turn?.n ?? 0) >= turn) return
      await new Promise((next) => setTimeout(next, 20))
    }
  }
  await awaited(`${id} to be quiet`, over(), 20_000)
}

describe('a page that takes Web Push', () => {
  it('rings when a turn of a conversation ends, once, with the way there; a stopped one and a door’s do not; gone, nothing is lost', async () => {
    const push = await receiver()
    try {
      configure(`${personas()}\n[notify]\nallow_loopback_push = true\n`)
      const device = createECDH('prime256v1')
      const keys = { p256dh: device.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
      push.answer(201)
      expect((await w.call('POST', '/api/v1/notify/subscriptions', { endpoint: `${push.url}/p`, keys })).status).toBe(
        201,
      )
      const open = (body: Buffer) =>
        JSON.parse(decrypt(body, { version: 'aes128gcm', privateKey: device, authSecret: keys.auth }).toString())
      await w.call('POST', '/v1/conversational', { session_id: 'kitchen', message: '@say from a door', model: 'chef' })
      const hung = await say('chef', '@hang')
      await w.call('POST', `/api/v1/sessions/${hung.session.id}/cancel`, {})
      const { session } = await say('chef', '@say the soup is ready')
      await quiet(session.id)
      const got = await push.until('the ring', ({ body }) => open(body).body.includes('soup'))
      expect(open(got.body)).toMatchObject({ kind: 'talk', title: 'chef answered', path: '/talk/chef' })
      expect(push.got).toHaveLength(1)
      push.answer(410)
      await say('chef', '@say nobody hears')
      await push.until('the second', ({ body }) => open(body).body.includes('nobody'))
      await say('chef', '@say and on it goes')
      await quiet(session.id)
      expect((await said(session.id, 'text')).at(-1)).toBe('and on it goes')
      expect((await w.call('GET', '/api/v1/notify')).body.targets).toEqual([])
    } finally {
      configure(personas())
      await push.close()
      await fresh('chef')
    }
  })
})

describe('talking to a persona', () => {
  it('lists them with their presets, and the first words make a session in no list of the fleet', async () => {
    const talks: Talk[] = (await w.call('GET', '/api/v1/talk')).body.talks
    expect(talks.map(({ persona }) => persona)).toContain('conversational')
    expect(talks.find(({ persona }) => persona === 'chef')).toMatchObject({
      presets: [{ label: 'Menu', prompt: '@say soup' }],
      session: null,
    })
    const { session, delivery, repeated } = await say('chef', '@say hello')
    expect([delivery, repeated]).toEqual([{ state: 'started', turn: 1 }, false])
    expect(session).toMatchObject({ persona: 'chef', projectId: 'scratch', permissions: 'read-only', name: 'chef' })
    await w.turnEnd(session.id)
    const listed: Session[] = (await w.call('GET', '/api/v1/sessions?includeTerminated=true')).body.sessions
    expect(listed.map(({ id }) => id)).not.toContain(session.id)
    const config: { key: string; value: unknown }[] = (await w.call('GET', '/api/v1/projects/scratch/config')).body
      .config
    expect(config.find(({ key }) => key === 'presets')?.value).toEqual([
      { label: 'Everywhere', prompt: '@say everywhere' },
    ])
  })

  it('prompt_starts_turn, and the second prompt waits its turn in the same conversation', async () => {
    const { session } = await say('chef', '@remember soup\n@sleep 500\n@say one')
    const second = await say('chef', '@recall')
    expect([second.session.id, second.delivery]).toEqual([session.id, { state: 'queued', position: 1 }])
    await quiet(session.id, 3)
    expect((await said(session.id, 'text')).slice(-2)).toEqual(['one', 'soup'])
  })

  it('a message said twice, one after the other or at once, is one message; another page’s is another', async () => {
    const { session } = await talk('chef')
    const before = (await said(session!.id, 'user')).length
    const id = newId()
    const all = await Promise.all([1, 2, 3, 4].map(() => say('chef', '@say once', id)))
    expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1)
    await quiet(session!.id)
    expect((await say('chef', '@say once', id)).repeated).toBe(true)
    await Promise.all([say('chef', '@say left'), say('chef', '@say right')])
    await quiet(session!.id)
    expect(await said(session!.id, 'user')).toHaveLength(before + 3)
    // Also the very first words of a conversation, which make its session.
    await fresh('chef')
    const first = newId()
    const made = await Promise.all([1, 2, 3].map(() => say('chef', '@say first', first)))
    expect(new Set(made.map((one) => one.session.id)).size).toBe(1)
    await w.turnEnd(made[0]!.session.id)
    expect(await said(made[0]!.session.id, 'user')).toHaveLength(1)
  })

  it('an ended conversation goes on by itself, also without its directory and after kill -9; its ids stay known', async () => {
    const id = newId()
    const { session } = await say('chef', '@say before', id)
    await quiet(session.id)
    await w.call('POST', `/api/v1/sessions/${session.id}/kill`, {})
    const again = await say('chef', '@say after the kill')
    expect(again.session.id).toBe(session.id)
    await quiet(session.id)
    await w.call('POST', `/api/v1/sessions/${session.id}/kill`, {})
    rmSync(session.workspace!, { recursive: true })
    const lost = await say('chef', '@say without its directory')
    await quiet(lost.session.id)
    expect((await said(lost.session.id, 'text')).at(-1)).toBe('without its directory')
    await say('chef', '@sleep 3000\n@say over the crash')
    await w.crash()
    await w.start()
    expect((await say('chef', '@say before', id)).repeated).toBe(true)
    expect((await talk('chef')).session?.id).toBe(lost.session.id)
    await quiet(lost.session.id)
    expect((await said(lost.session.id, 'text')).at(-1)).toBe('over the crash')
  })

  it('a daemon that dies before the first words have a process says them anew when they come again, once', async () => {
    await fresh('chef')
    await w.crash()
    await w.start({ DROVER_FAULT: 'spawn:workspace-made' })
    const id = newId()
    await post('chef', '@say once over the crash', id).catch(() => undefined)
    await w.gone()
    await w.start()
    expect((await talk('chef')).session).toBeNull()
    const { session, repeated } = await say('chef', '@say once over the crash', id)
    expect(repeated).toBe(false)
    await w.turnEnd(session.id)
    expect(await said(session.id, 'user')).toEqual(['@say once over the crash'])
  })

  it('a new conversation ends the old one and leaves no directory; a late repetition is not said to the new one', async () => {
    const id = newId()
    const { session } = await say('chef', '@say old', id)
    await quiet(session.id)
    expect((await fresh('chef')).body.talk.session).toBeNull()
    expect((await w.session(session.id)).phase).toBe('ended')
    expect(existsSync(session.workspace!)).toBe(false)
    expect(await say('chef', '@say old', id)).toMatchObject({ repeated: true, session: null })
    const next = await say('chef', '@say new')
    expect(next.session.id).not.toBe(session.id)
    await w.turnEnd(next.session.id)
  })

  it('a persona with tools and a project works in a worktree of its own, which outlives the conversation with what is in it', async () => {
    const { session } = await say('gardener', '@write rose.txt red\n@say planted')
    expect(session).toMatchObject({ projectId: 'garden', branch: `drover/${session.id}/root` })
    expect(session.workspace).not.toBe(w.repo.path)
    await w.turnEnd(session.id)
    await say('gardener', '@append rose.txt thorn')
    await quiet(session.id, 2)
    expect((await w.session(session.id)).filesChanged).toBe(1)
    await fresh('gardener')
    expect(existsSync(join(session.workspace!, 'rose.txt'))).toBe(true)
    expect(existsSync(join(w.repo.path, 'rose.txt'))).toBe(false)
    // A start that fails leaves nothing, and the words may be said again.
    w.repo.write('.drover/config.toml', '[setup]\nrun = ["false"]\n')
    const id = newId()
    const refused = await post('gardener', '@say never', id)
    expect([refused.status >= 400, refused.body.code]).toEqual([true, 'SETUP_NOT_TRUSTED'])
    rmSync(join(w.repo.path, '.drover'), { recursive: true })
    expect((await talk('gardener')).session).toBeNull()
    const good = await say('gardener', '@say well', id)
    expect(good.repeated).toBe(false)
    await w.turnEnd(good.session.id)
  })

  it('a turn ends at its persona’s time and its budget', async () => {
    const hasty = await say('hasty', '@hang')
    await w.turnEnd(hasty.session.id)
    expect(await w.rows(hasty.session.id)).toContainEqual(
      expect.objectContaining({ kind: 'error', code: 'TURN_TIMEOUT' }),
    )
    const poor = await say('poor', '@usage 1 1 0.7\n@sleep 60000\n@say never')
    await w.turnEnd(poor.session.id)
    expect(await w.rows(poor.session.id)).toContainEqual(expect.objectContaining({ code: 'budget_reached' }))
    // What an earlier turn cost is not this one's.
    await say('poor', '@usage 1 1 0.1\n@say cheap')
    await quiet(poor.session.id, 2)
    expect((await said(poor.session.id, 'text')).at(-1)).toBe('cheap')
  })

  it('who is not known, what is empty or too long, and whose token it is not', async () => {
    expect((await post('stranger', 'hi')).body).toMatchObject({ code: 'PERSONA_NOT_FOUND' })
    expect((await post('Chef', 'hi')).body).toMatchObject({ code: 'PERSONA_NOT_FOUND' })
    expect((await post('toString', 'hi')).body).toMatchObject({ code: 'PERSONA_NOT_FOUND' })
    expect((await post('nobody', 'hi')).body).toMatchObject({ code: 'UNKNOWN_AGENT_SPEC' })
    expect((await post('chef', '  ')).body).toMatchObject({ code: 'MESSAGE_REQUIRED' })
    expect((await post('chef', 'x'.repeat(1_048_577))).body).toMatchObject({ code: 'MESSAGE_TOO_LONG' })
    expect((await w.call('POST', '/api/v1/talk/chef/say', { message: 'hi' })).body).toMatchObject({
      code: 'INVALID_BODY',
    })
    expect((await w.call('GET', '/api/v1/talk/chef', undefined, { token: null })).status).toBe(401)
    const { body } = await post('chef', `@say ${'y'.repeat(1_000_000)}`)
    expect(body.delivery.state).toBe('started')
    await quiet(body.talk.session.id)
  })

  it('a persona that the configuration loses takes no more words, and what was said stays', async () => {
    const { session } = await say('hasty', '@say here')
    await quiet(session.id)
    configure(personas().replace('[personas.hasty]', '[personas.slow]'))
    expect((await post('hasty', 'hi')).body).toMatchObject({ code: 'PERSONA_NOT_FOUND' })
    expect((await said(session.id, 'text')).at(-1)).toBe('here')
    // Played by another harness by now: another conversation, and the old one ends.
    const chef = (await talk('chef')).session!
    const tiny = '[harness.tiny]\ncommand = ["/bin/sh", "-c", "echo tiny"]\noutput = "text"\n'
    configure(personas(tiny).replace('agent = "rehearsal:fast"', 'agent = "tiny"\ntools = "all"'))
    const next = await say('chef', 'who are you?')
    expect([next.session.harness, next.session.id === chef.id]).toEqual(['tiny', false])
    await w.turnEnd(next.session.id)
    expect((await w.session(chef.id)).phase).toBe('ended')
    configure(personas())
  })

  it('a page hears of the conversation that it shows, and the fleet of none', async () => {
    const { session } = await say('chef', '@say to be heard')
    await quiet(session.id)
    const page = await listen(`/api/v1/events?after=0&session=${session.id}&sessionAfter=0`)
    const fleet = await listen('/api/v1/events?after=0')
    const { delivery } = await say('chef', '@say and now')
    const turn = delivery.state === 'started' ? delivery.turn : 0
    await page.until(({ event, data }) => event === 'turn_ended' && data.includes(`"turn":${turn},`))
    await fleet.until(({ event }) => event === 'caught-up')
    expect(fleet.got.filter(({ data }) => data.includes(`"${session.id}"`))).toEqual([])
    page.close()
    fleet.close()
  })
})

async function listen(path: string) {
  const token = readFileSync(join(w.home, 'token'), 'utf8').trim()
  const stop = new AbortController()
  const answer = await fetch(`http://127.0.0.1:${w.daemon.port}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  const got: Frame[] = []
  let look = (): void => {}
  const take = frames((frame) => {
    got.push(frame)
    look()
  })
  const read = async (): Promise<void> => {
    const text = new TextDecoder()
    for await (const bytes of answer.body ?? []) take(text.decode(bytes, { stream: true }))
  }
  read().catch(() => undefined)
  const until = (fits: (frame: Frame) => boolean): Promise<void> =>
    awaited(
      `a frame of ${path}`,
      new Promise<void>((done) => {
        look = () => got.some(fits) && done()
        look()
      }),
      20_000,
    )
  return { got, until, close: () => stop.abort() }
}
