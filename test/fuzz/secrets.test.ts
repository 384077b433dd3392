/**
 * Canaries: secrets planted wherever words enter Drover, then looked for wherever words are kept or shown. The raw spool,
 * the workspace and snapshots keep what agents wrote; nothing else does.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { frames, ok, type World, world } from '#test/support/world'

const inEnvironment = 'canary-of-the-environment-0123456789'
const shaped = (word: string): string => `sk-ant-api03-${word}-Zx81kQ0fPlanted77`
const secrets = {
  environment: inEnvironment,
  prompt: shaped('prompt'),
  queued: shaped('queued'),
  answer: shaped('answer'),
  output: shaped('output'),
  tool: shaped('toolcall'),
  failure: shaped('failure'),
  large: shaped('inalargevalue'),
  title: shaped('nameofsession'),
  url: 'https://someone:canary-in-a-url-4711@example.com/x.git',
  github: 'ghp_0123456789abcdefghijABCDEFGHIJ012345',
}
const canaries = { ...secrets, url: 'canary-in-a-url-4711' }

let w: World
const ids: string[] = []
const tokens: string[] = []
beforeAll(async () => {
  w = await world({ env: { PLANTED_API_KEY: inEnvironment } })
  await w.addProject()
  await talk()
})
afterAll(() => w.end())

const post = (path: string, body: unknown) => w.call('POST', `/api/v1/sessions/${path}`, body)

/** A session that hears and says every canary, with a daemon that dies in the middle of it. */
async function talk(): Promise<void> {
  const big = `${'x'.repeat(70_000)} ${secrets.large}`
  const { id } = await w.spawn(
    [
      `the prompt holds ${secrets.prompt} and ${secrets.environment}`,
      `@say I print ${secrets.output} and ${secrets.github}`,
      `@tool look ${JSON.stringify({ key: secrets.tool, [secrets.tool]: [secrets.environment] })}`,
      `@say ${big}`,
      `@write found.txt ${secrets.output}`,
      '@sh echo $DROVER_TOKEN > .token; echo $DROVER_TOKEN',
      '@ask What is the key?',
      '@sh echo again $DROVER_TOKEN',
      `@say cloned ${secrets.url}`,
    ].join('\n'),
    { name: `named ${secrets.title}` },
  )
  ids.push(id)
  const asking = await w.until(id, (one) => one.status === 'needs_input')
  tokens.push(readFileSync(join(asking.workspace ?? '', '.token'), 'utf8').trim())
  await ok(post(`${id}/send`, { message: `@say queued ${secrets.queued}\n@fail agent_error\n@say ${secrets.failure}` }))
  await w.crash()
  expect(found(everythingKept(true))).toEqual([])
  await w.start()
  await ok(post(`${id}/answer`, { requestId: asking.request?.requestId, text: `it is ${secrets.answer}` }))
  await w.turnEnd(id, 2)
  const failing = await w.spawn(`@say ${secrets.failure}\n@sh echo ${secrets.failure} >&2; exit 3\n@fail auth`)
  ids.push(failing.id)
  await w.turnEnd(failing.id)
  await w.call('GET', `/api/v1/projects?token=${secrets.prompt}`)
  await w.call('POST', '/api/v1/sessions', undefined, { raw: `{"prompt": "${secrets.prompt}` })
  await w.call('GET', `/api/v1/sessions/demo-1/diff?file=${encodeURIComponent(secrets.github)}`)
}

/** Which canaries stand in these texts, and where. */
function found(texts: ReadonlyMap<string, string>): string[] {
  const words = { ...canaries, ...Object.fromEntries(tokens.map((token, n) => [`session token ${n}`, token])) }
  return [...texts].flatMap(([where, text]) =>
    Object.entries(words).flatMap(([what, secret]) => (text.includes(secret) ? [`${what} in ${where}`] : [])),
  )
}

/** Files of an operation under way (a snapshot after a turn) come and go while a daemon runs. */
function stillThere<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Every file of the home but raw spools, worktrees and (while a text is on its way) the vault. */
function everythingKept(onTheWay: boolean): Map<string, string> {
  const texts = new Map<string, string>()
  const walk = (dir: string): void => {
    for (const entry of stillThere(() => readdirSync(dir, { withFileTypes: true })) ?? []) {
      const path = join(dir, entry.name)
      const name = relative(w.home, path)
      if (name === 'worktrees' || /launches\/\d+\/(stdin|stdout|stderr|prompt.*)$/.test(name)) continue
      if (onTheWay && name.endsWith('/vault')) continue
      if (entry.isDirectory()) walk(path)
      else if (entry.isFile()) texts.set(name, stillThere(() => readFileSync(path, 'latin1')) ?? '')
    }
  }
  walk(w.home)
  return texts
}

/** All of a stream up to now. */
async function streamed(path: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${w.daemon.port}${path}`, {
    headers: { authorization: `Bearer ${readFileSync(join(w.home, 'token'), 'utf8').trim()}` },
  })
  let text = ''
  let done = false
  const parse = frames((frame) => {
    if (frame.event === 'caught-up') done = true
  })
  const decoder = new TextDecoder()
  for await (const chunk of answer.body ?? []) {
    const piece = decoder.decode(chunk, { stream: true })
    text += piece
    parse(piece)
    if (done) break
  }
  return text
}

describe('planted secrets', () => {
  it('were really said: the agent heard them, and the raw spool keeps them, private', async () => {
    const [id] = ids
    const dir = join(w.home, 'sessions', id ?? '', 'launches', '1')
    const spool = readFileSync(join(dir, 'stdout'), 'utf8')
    for (const secret of [secrets.output, secrets.github, secrets.tool, secrets.large, secrets.answer, secrets.prompt])
      expect(spool).toContain(secret)
    expect(readFileSync(join(w.home, 'sessions', id ?? '', 'launches', '2', 'stdout'), 'utf8')).toContain(
      secrets.queued,
    )
    for (const file of ['stdin', 'stdout', 'stderr']) expect(statSync(join(dir, file)).mode & 0o077, file).toBe(0)
    expect(readFileSync(join((await w.session(id ?? '')).workspace ?? '', 'found.txt'), 'utf8')).toContain(
      secrets.output,
    )
  })

  it('stand in no file of the home: not in the store, its log, the daemon’s log, nor beside the spools (weak point 18)', () => {
    const texts = everythingKept(false)
    expect([...texts.keys()]).toEqual(expect.arrayContaining(['drover.db', 'daemon.log']))
    expect(texts.get('drover.db')?.length ?? 0).toBeGreaterThan(10_000)
    expect(found(texts)).toEqual([])
  })

  it('stand in no answer of the API and no stream', async () => {
    const texts = new Map<string, string>()
    for (const id of ids) {
      for (const path of ['', '/events?limit=1000', '/turns/1', '/snapshots'])
        texts.set(path, (await w.call('GET', `/api/v1/sessions/${id}${path}`)).text)
      texts.set(`stream of ${id}`, await streamed(`/api/v1/sessions/${id}/stream`))
      for (const row of await w.rows(id))
        for (const { blob } of Object.values(row.refs ?? {}))
          texts.set(`blob ${blob}`, (await w.call('GET', `/api/v1/sessions/${id}/blobs/${blob}`)).text)
    }
    texts.set('fleet', await streamed('/api/v1/events?after=0'))
    texts.set('sessions', (await w.call('GET', '/api/v1/sessions')).text)
    expect([...texts.keys()].some((name) => name.startsWith('blob '))).toBe(true)
    expect(found(texts)).toEqual([])
  })

  it('stay out of a store that a crash left, with a message still in the queue', async () => {
    const { id } = await w.spawn('@hang')
    await ok(post(`${id}/send`, { message: `@say ${shaped('waiting')}` }))
    await w.crash()
    const kept = everythingKept(true)
    expect([...kept].filter(([, text]) => text.includes('-waiting-Zx81')).map(([where]) => where)).toEqual([])
    await w.start()
    await ok(post(`${id}/kill`, {}))
    const after = everythingKept(false)
    expect([...after].filter(([, text]) => text.includes('-waiting-Zx81')).map(([where]) => where)).toEqual([])
  })

  it('the operator’s token and every page’s bearer are kept as hashes only', async () => {
    const link = await ok<{ code: string }>(w.call('POST', '/api/v1/auth/link', {}))
    const { bearer } = await ok<{ bearer: string }>(
      w.call('POST', '/auth/exchange', { code: link.code }, { token: null }),
    )
    const operator = readFileSync(join(w.home, 'token'), 'utf8').trim()
    for (const [where, text] of everythingKept(false)) {
      if (where === 'token') continue
      for (const secret of [operator, bearer, link.code]) expect(text.includes(secret), where).toBe(false)
    }
  })
})
