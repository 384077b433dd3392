/** Who may do what: every route against every kind of caller, and where requests may come from. */
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashToken } from '#flows/access/gate'
import { routes } from '#http/routes'
import { type Answer, type DoorWorld, openDoor } from './door-world.ts'
import { samples } from './requests.ts'
import { openSse } from './sse-client.ts'

let world: DoorWorld
beforeEach(async () => {
  world = await openDoor()
})
afterEach(() => world.close())

const brief = (answer: Answer): string => `${answer.status} ${answer.json?.code ?? ''}`.trim()

/** What each token may do beyond the public routes: everything that is not here is forbidden. */
/** The queue of its own project; the flow holds it to that, and to the task it has taken. */
const ownQueue = ['listTasks', 'addTask', 'getTask', 'claimTask', 'finishTask', 'handOffTask', 'failTask']
/** What it says of its own work. */
const ownProgress = ['listProgress', 'addProgress']
/** Its own merges; the flow holds it to them, and to naming no target. */
const ownMerges = [
  'listMerges',
  'enqueueMerge',
  'predictMerge',
  'getMerge',
  'getMergeDiff',
  'getMergeOutput',
  'cancelMerge',
]
const ownMail = [
  'listMail',
  'sendMail',
  'getMailThread',
  'getMail',
  'editMail',
  'cancelMail',
  'replyToMail',
  'readMail',
]
const workerMay = [
  'listPresence',
  'getSession',
  'getTurn',
  'listEvents',
  'streamSession',
  'getBlob',
  'reportActivity',
  'waitFor',
  'listChildren',
  'guardCall',
  'resolvePullRequestThreads',
  ...ownQueue,
  ...ownProgress,
  ...ownMerges,
  'getEffort',
  ...ownMail,
  // What its tools may do is told by the routes that they call.
  'mcp',
]
const leadMay = [
  'listPresence',
  'getPlaces',
  'getSession',
  'getTurn',
  'listEvents',
  'streamSession',
  'getBlob',
  'getProject',
  'listSessions',
  'listChildren',
  'spawnSession',
  'sendMessage',
  'nudgeSession',
  'getRaw',
  'getDiff',
  'listFiles',
  'findPaths',
  'getReviewChanges',
  'getReviewFile',
  'listSnapshots',
  'getOrchestrator',
  'resolvePullRequestThreads',
  ...ownQueue,
  ...ownProgress,
  ...ownMerges,
  'getEffort',
  ...ownMail,
  // What its tools may do is told by the routes that they call.
  'mcp',
]
const nobodyMay = ['getHealth', 'getDoorHealth', 'getReadiness', 'exchangeCode', 'githubHook', 'getT3Environment']

async function whoPasses(token: string | null): Promise<{ passed: string[]; refusals: Set<string> }> {
  const passed: string[] = []
  const refusals = new Set<string>()
  for (const route of routes) {
    const sample = samples[route.name]
    if (sample === undefined) throw new Error(`no sample for ${route.name}`)
    if (sample.stream === true && token !== null) {
      const stream = await openSse(world.url + sample.path, token)
      if (stream.status === 200) passed.push(route.name)
      else refusals.add(String(stream.status))
      stream.close()
      continue
    }
    const answer = await world.call(route.method.toUpperCase(), sample.path, {
      token,
      ...(sample.headers === undefined ? {} : { headers: sample.headers }),
      ...(sample.body === undefined ? {} : { body: sample.body }),
    })
    // A made-up sign-in code is refused by the gate: the door let it pass.
    if (answer.status < 300 || answer.json?.code === 'CODE_EXPIRED') passed.push(route.name)
    else refusals.add(brief(answer))
  }
  return { passed, refusals }
}

describe('the table of scopes', () => {
  it('lets nobody in without a token but to health and sign-in', async () => {
    const { passed, refusals } = await whoPasses(null)
    expect(passed.sort()).toEqual([...nobodyMay].sort())
    // The doors in the words of T3 have its code.
    expect([...refusals].sort()).toEqual(['401 UNAUTHORIZED', '401 auth_invalid'])
  })

  it('lets a worker speak for itself and read itself, nothing else', async () => {
    const { passed, refusals } = await whoPasses(world.workerToken)
    expect(passed.sort()).toEqual([...nobodyMay, ...workerMay].sort())
    expect([...refusals].sort()).toEqual(['403', '403 FORBIDDEN_SCOPE', '403 insufficient_scope'])
    for (const path of ['/api/v1/sessions/shop-2', '/api/v1/sessions/shop-2/events', '/api/v1/sessions/blog-1']) {
      expect(brief(await world.call('GET', path, { token: world.workerToken }))).toBe('403 FORBIDDEN_SCOPE')
    }
    const other = { token: world.workerToken, body: { state: 'idle' } }
    expect(brief(await world.call('POST', '/api/v1/sessions/shop-2/activity', other))).toBe('403 FORBIDDEN_SCOPE')
  })

  it('lets an orchestrator spawn and read within its project', async () => {
    const { passed, refusals } = await whoPasses(world.leadToken)
    expect(passed.sort()).toEqual([...nobodyMay, ...leadMay].sort())
    expect([...refusals].sort()).toEqual(['403', '403 FORBIDDEN_SCOPE', '403 insufficient_scope'])
    const token = world.leadToken
    const beyond: [string, string, unknown?][] = [
      ['GET', '/api/v1/sessions/blog-1'],
      ['GET', '/api/v1/sessions/blog-1/events'],
      ['GET', '/api/v1/sessions/blog-1/stream'],
      ['GET', '/api/v1/sessions/blog-1/diff'],
      ['GET', '/api/v1/sessions?project=blog'],
      ['GET', '/api/v1/projects/blog'],
      ['POST', '/api/v1/sessions', { projectId: 'blog', prompt: 'x' }],
      ['POST', '/api/v1/sessions', { scratch: true, prompt: 'x' }],
      ['POST', '/api/v1/sessions', { projectId: 'shop', prompt: 'x', kind: 'orchestrator' }],
      ['POST', '/api/v1/sessions/blog-1/send', { message: 'x' }],
      ['POST', '/api/v1/sessions/blog-1/nudge', {}],
      ['POST', '/api/v1/sessions/shop-1/activity', { state: 'idle' }],
    ]
    for (const [method, path, body] of beyond) {
      const answer = await world.call(method, path, { token, ...(body === undefined ? {} : { body }) })
      expect(brief(answer), `${method} ${path}`).toBe('403 FORBIDDEN_SCOPE')
    }
    const mine = await world.call('GET', '/api/v1/sessions', { token })
    expect(mine.json.sessions.map((one: { id: string }) => one.id)).toEqual(['shop-1', 'shop-2'])
    const sent = world.fleet.calls.findLast((one) => one.name === 'send')?.args[2]
    expect(sent).toMatchObject({ type: 'session', sessionId: 'shop-2', projectId: 'shop', kind: 'orchestrator' })
  })

  it('forgets a launch’s token when the launch exits', async () => {
    const launch = world.journal.reads.launchByToken(hashToken(world.workerToken))
    world.journal.command((tx) => tx.updateLaunch(launch?.id ?? '', { state: 'exited' }))
    expect(brief(await world.call('GET', '/api/v1/sessions/shop-1', { token: world.workerToken }))).toBe(
      '401 UNAUTHORIZED',
    )
  })
})

describe('tokens', () => {
  it('takes one right bearer and nothing that merely looks like it', async () => {
    const token = await world.token()
    expect((await stat(join(world.home, 'token'))).mode & 0o777).toBe(0o600)
    const refused = await world.call('GET', '/api/v1/projects', { token: `${token}x` })
    expect(brief(refused)).toBe('401 UNAUTHORIZED')
    expect(refused.headers['www-authenticate']).toBe('Bearer')
    expect(brief(await world.call('GET', '/api/v1/projects', { token: token.slice(0, -1) }))).toBe('401 UNAUTHORIZED')
    for (const authorization of [token, `Basic ${token}`, `Bearer  ${token}`, 'Bearer ', 'Bearer']) {
      const answer = await world.call('GET', '/api/v1/projects', { token: null, headers: { authorization } })
      expect(brief(answer)).toBe('401 UNAUTHORIZED')
    }
    expect((await world.call('GET', `/api/v1/projects?token=${token}`, { token: null })).status).toBe(401)
    expect((await world.call('GET', '/api/v1/projects')).status).toBe(200)
  })

  it('slows guessing down and never locks out who knows', async () => {
    const seen = new Set<string>()
    for (let i = 0; i < 40; i++) seen.add(brief(await world.call('GET', '/api/v1/projects', { token: `guess-${i}` })))
    expect([...seen]).toEqual(['401 UNAUTHORIZED', '429 RATE_LIMITED'])
    const limited = await world.call('POST', '/auth/exchange', { token: null, body: { code: 'guess' } })
    expect(brief(limited)).toBe('429 RATE_LIMITED')
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    expect((await world.call('GET', '/api/v1/projects')).status).toBe(200)
    const { code } = world.gate.issueCode()
    expect((await world.call('POST', '/auth/exchange', { token: null, body: { code } })).status).toBe(200)
  })

  it('rotates: the old token is dead at once, the new one is in the file', async () => {
    const old = await world.token()
    const stream = await openSse(`${world.url}/api/v1/events`, old)
    await stream.until((frame) => frame.event === 'caught-up')
    expect((await world.call('POST', '/api/v1/auth/rotate')).json).toEqual({ rotated: true })
    await stream.ended
    expect(await world.token()).not.toBe(old)
    expect((await world.call('GET', '/api/v1/projects', { token: old })).status).toBe(401)
    expect((await world.call('GET', '/api/v1/projects')).status).toBe(200)
    expect((await stat(join(world.home, 'token'))).mode & 0o777).toBe(0o600)
  })
})

describe('signing a page in', () => {
  const exchange = (code: string) => world.call('POST', '/auth/exchange', { token: null, body: { code } })

  it('gives a code once, for five minutes, and stores no secret', async () => {
    const link = await world.call('POST', '/api/v1/auth/link')
    expect(link.json.url).toBe(`${world.url}/#code=${link.json.code}`)
    const first = await exchange(link.json.code)
    expect(first.status).toBe(200)
    expect(brief(await exchange(link.json.code))).toBe('401 CODE_EXPIRED')
    const late = await world.call('POST', '/api/v1/auth/link', { viaSocket: true })
    expect(late.json.url.startsWith(`${world.url}/#code=`)).toBe(true)
    world.advance(5 * 60_000 + 1)
    expect(brief(await exchange(late.json.code))).toBe('401 CODE_EXPIRED')
    expect((await world.call('GET', '/api/v1/projects', { token: first.json.bearer })).status).toBe(200)
    expect(JSON.stringify(world.journal.reads.bearers())).not.toContain(first.json.bearer)
    expect(JSON.stringify(world.log)).not.toContain(first.json.bearer)
  })

  it('lists pages, and revoking one drops its streams at once and no other', async () => {
    const one = (await exchange(world.gate.issueCode().code)).json
    const two = (await exchange(world.gate.issueCode().code)).json
    const listed = (await world.call('GET', '/api/v1/auth/bearers')).json.bearers
    expect(listed.map((page: { id: number }) => page.id)).toEqual([one.id, two.id])
    const doomed = await openSse(`${world.url}/api/v1/events`, one.bearer)
    const spared = await openSse(`${world.url}/api/v1/events`, two.bearer)
    await Promise.all([doomed, spared].map((stream) => stream.until((frame) => frame.event === 'caught-up')))
    const started = performance.now()
    expect((await world.call('DELETE', `/api/v1/auth/bearers/${one.id}`)).json).toEqual({ revoked: one.id })
    await doomed.ended
    expect(performance.now() - started).toBeLessThan(30_000)
    expect((await world.call('GET', '/api/v1/projects', { token: one.bearer })).status).toBe(401)
    world.fleet.change(1)
    await spared.until((frame) => frame.id === '1')
    spared.close()
    expect(brief(await world.call('DELETE', '/api/v1/auth/bearers/99'))).toBe('404 BEARER_NOT_FOUND')
  })
})

describe('where requests come from', () => {
  it('answers to loopback names on any port, and to no other', async () => {
    for (const host of ['127.0.0.1', 'localhost:9', 'LOCALHOST', `[::1]:${world.listening.port}`]) {
      expect((await world.call('GET', '/healthz', { headers: { host } })).status, host).toBe(200)
    }
    for (const host of [
      'evil.example',
      '127.0.0.1.evil.example',
      'localhost.evil.example:80',
      '10.0.0.1',
      '127.0.0.2',
    ]) {
      for (const path of ['/healthz', '/', '/api/v1/projects', '/nope']) {
        expect(brief(await world.call('GET', path, { headers: { host } })), host).toBe('403 FORBIDDEN_HOST')
      }
    }
  })

  it('refuses a foreign Origin on every route, and any Origin at shutdown', async () => {
    const own = world.url
    for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1:1', `${own}.evil.example`]) {
      for (const route of routes) {
        const sample = samples[route.name]
        const answer = await world.call(route.method.toUpperCase(), sample?.path ?? '', { headers: { origin } })
        expect(brief(answer), route.name).toBe('403 FORBIDDEN_ORIGIN')
      }
      expect(brief(await world.call('GET', '/', { headers: { origin } }))).toBe('403 FORBIDDEN_ORIGIN')
    }
    expect((await world.call('GET', '/api/v1/projects', { headers: { origin: own } })).status).toBe(200)
    expect(brief(await world.call('POST', '/shutdown', { headers: { origin: own } }))).toBe('403 FORBIDDEN_ORIGIN')
    expect(world.stops).toEqual([])
  })
})

describe('a configured name and a trusted proxy', () => {
  it('believes the named header of the named peer only, and logs who', async () => {
    await world.close()
    world = await openDoor({
      config: { allowedHosts: ['drover.example'], trustedProxy: { address: '127.0.0.1', header: 'X-Remote-User' } },
    })
    const headers = { host: 'drover.example', 'x-remote-user': 'ada@example' }
    expect((await world.call('GET', '/api/v1/projects', { token: null, headers })).status).toBe(200)
    expect(world.log.find((line) => line.fields.who === 'ada@example' && line.level === 'info')).toBeDefined()
    expect((await world.call('GET', '/api/v1/projects', { token: 'wrong', headers })).status).toBe(401)
    expect((await world.call('GET', '/api/v1/projects', { token: null, headers: { host: headers.host } })).status).toBe(
      401,
    )
    expect((await world.call('GET', '/api/v1/projects', { token: null, headers, viaSocket: true })).status).toBe(401)
    await world.close()
    world = await openDoor({
      config: { allowedHosts: ['drover.example'], trustedProxy: { address: '10.1.2.3', header: 'X-Remote-User' } },
    })
    expect((await world.call('GET', '/api/v1/projects', { token: null, headers })).status).toBe(401)
  })
})

describe('the token file', () => {
  it('is kept when it is good and replaced when it is torn', async () => {
    const { createGate } = await import('#flows/access/gate')
    const file = join(world.home, 'other-token')
    const clock = { now: () => new Date(), zone: 'UTC' }
    const secrets: string[] = []
    const make = () =>
      createGate({ journal: world.journal, clock, tokenFile: file, onSecret: (token) => secrets.push(token) })
    make()
    expect(make().identify(secrets[0] ?? '')).toMatchObject({ type: 'operator' })
    expect(secrets[1]).toBe(secrets[0])
    await writeFile(file, 'torn')
    expect(make().identify('torn')).toBeNull()
    expect(secrets[2]).not.toBe(secrets[0])
    expect(make().identify(secrets[2] ?? '')).toMatchObject({ type: 'operator' })
  })
})
