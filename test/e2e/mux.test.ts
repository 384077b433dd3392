/**
 * The WebSocket door before a real gate and real terminals in tmux: who may come in, what goes through, and what a client
 * that floods, sleeps, lies or dies does to nobody else.
 */
import { execFileSync, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DroverError } from '#contract/error'
import { muxClosed } from '#contract/mux'
import { shownTo } from '#flows/terminal/shown'
import type { Viewer } from '#ports/terminal'
import { type DoorWorld, openDoor } from '#test/integration/http/door-world'
import { openStage, type Stage, tmux, until } from '#test/integration/runtime/stage'
import { dial, type MuxClient } from './mux-client.ts'

const program = fileURLToPath(new URL('../integration/runtime/screen-program.ts', import.meta.url))
const size = { cols: 100, rows: 30 }

const hasTmux = (() => {
  try {
    execFileSync('tmux', ['-V'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

describe.skipIf(!hasTmux)('the door /mux', () => {
  let stage: Stage
  let door: DoorWorld
  let bearer: string
  let beforeClose: (() => void)[] = []
  const clients: MuxClient[] = []
  const port = (): number => door.listening.port

  const come = async (how: Parameters<typeof dial>[1] = { bearer }): Promise<MuxClient> => {
    const client = await dial(port(), how)
    clients.push(client)
    return client
  }
  const page = (): string => door.gate.exchange(door.gate.issueCode().code, 'a page').bearer
  /** A launch is a session's terminal here: the flows between are the engine's own tests. */
  const act = async (): Promise<{ id: string; stop(): Promise<unknown> }> => {
    const launch = await stage.start({ argv: [process.execPath, program], terminal: true, lifetime: 'session' })
    const id = launch.ref.launchId
    await until('it shows', async () => {
      const screen = await stage.terminals.screen(id)
      return typeof screen !== 'string' && screen.rows[0] === 'ready'
    })
    return { id, stop: () => launch.stop(200) }
  }
  const open = async (client: MuxClient, id: string, more = {}): Promise<number> => {
    client.say({ ch: 'terminal', type: 'open', id, ...size, ...more })
    const { n } = await client.frame('opened', id)
    await client.until('a picture', () => client.bytes.has(n))
    return n
  }
  const sees = (client: MuxClient, n: number, text: string): Promise<void> =>
    client.until(`"${text}" on its screen`, () => client.bytes.get(n)?.text.includes(text) === true)
  const roleOf = (client: MuxClient, id: string) =>
    client.heard.filter((one) => one.type === 'role' && one.id === id).at(-1)

  beforeAll(async () => {
    stage = openStage({ kind: 'tmux' })
    door = await openDoor({ config: { muxAuthMs: 1_000, beatMs: 2_000 } })
    Object.assign(door.fleet.flows, {
      async viewTerminal(id: string, viewer: Viewer) {
        const viewing = await stage.terminals.view(id, shownTo(viewer))
        if (typeof viewing === 'string') throw new DroverError('AGENT_EXITED', `No screen of ${id}.`, { hint: 'x' })
        return viewing
      },
    })
    bearer = page()
  })
  afterAll(async () => {
    for (const client of clients) client.end()
    for (const act of beforeClose) act()
    beforeClose = []
    await door?.close()
    await stage?.close()
  })

  it('refuses a foreign origin and a foreign host before there is a WebSocket', async () => {
    for (const how of [{ origin: 'https://evil.example' }, { headers: { host: 'evil.example' } }]) {
      const client = await come(how)
      expect(client.socket.readyState).not.toBe(client.socket.OPEN)
    }
    const mine = await come({ origin: `http://127.0.0.1:${port()}`, bearer })
    expect(mine.heard).toEqual([{ ch: 'system', type: 'ready' }])
    expect((await door.call('GET', '/mux')).json.code).toBe('ROUTE_NOT_FOUND')
    const other = await door.call('GET', '/healthz', { headers: { connection: 'upgrade', upgrade: 'h2c' } })
    expect(other.status).toBe(200)
  })

  it('lets nothing pass before the bearer, and nobody in but the operator', async () => {
    const binary = await come({})
    binary.keys(1, 'x')
    expect(await binary.closed).toBe(muxClosed.unauthorized)
    const early = await come({})
    early.say({ ch: 'terminal', type: 'open', id: 'x', ...size })
    expect(await early.closed).toBe(muxClosed.unauthorized)
    expect(early.heard).toMatchObject([{ type: 'error', code: 'UNAUTHORIZED' }])
    const wrong = await come({ bearer: 'not-a-token' })
    expect(await wrong.closed).toBe(muxClosed.unauthorized)
    for (const token of [door.workerToken, door.leadToken]) {
      const session = await come({ bearer: token })
      expect(await session.closed).toBe(muxClosed.forbidden)
      expect(session.heard).toMatchObject([{ type: 'error', code: 'FORBIDDEN_SCOPE' }])
    }
    const silent = await come({})
    expect(await silent.closed).toBe(muxClosed.late)
    const operator = await come({ bearer: await door.token() })
    operator.say({ ch: 'system', type: 'ping' })
    await operator.frame('pong')
  })

  it('types, resizes, and repaints who comes later', async () => {
    const { id, stop } = await act()
    const one = await come()
    const n = await open(one, id)
    await sees(one, n, 'ready')
    await one.until('its size', () => one.heard.some((f) => f.type === 'resized' && f.cols === 100 && f.rows === 30))
    one.keys(n, 'é')
    await sees(one, n, '[é]')
    one.say({ ch: 'terminal', type: 'data', id, data: '日' })
    await sees(one, n, '[日]')
    one.say({ ch: 'terminal', type: 'resize', id, cols: 77, rows: 20 })
    await one.until('the new size', () => one.heard.some((f) => f.type === 'resized' && f.cols === 77))
    one.end()
    const again = await come()
    const m = await open(again, id)
    await sees(again, m, '[é]')
    expect(again.bytes.get(m)?.text).not.toContain('a title')
    await stop()
    expect(await again.frame('exited', id)).toMatchObject({ why: expect.stringMatching(/exited|gone/) })
    again.keys(m, 'into the dead')
    again.say({ ch: 'terminal', type: 'resize', id, cols: 50, rows: 20 })
    again.say({ ch: 'system', type: 'ping' })
    await again.frame('pong')
    expect(tmux(stage.home, 'list-sessions')).toContain(id)
  })

  it('has one driver; others watch and take over; a page that comes back has its place again', async () => {
    const { id, stop } = await act()
    const [one, two] = [await come(), await come()]
    const n = await open(one, id, { seat: 'page-1' })
    const m = await open(two, id, { seat: 'page-2' })
    await one.until('roles', () => (roleOf(one, id) as { viewers?: number } | undefined)?.viewers === 2)
    expect(roleOf(one, id)).toMatchObject({ role: 'driver', driven: true })
    expect(roleOf(two, id)).toMatchObject({ role: 'observer', driven: true })
    two.keys(m, 'N')
    expect(await two.frame('error', id)).toMatchObject({ code: 'TERMINAL_IN_USE' })
    two.say({ ch: 'terminal', type: 'resize', id, cols: 60, rows: 20 })
    one.keys(n, 'A')
    await sees(two, m, '[A]')
    expect(two.bytes.get(m)?.text).not.toContain('[N]')
    expect(two.heard.some((f) => f.type === 'resized' && f.cols === 60)).toBe(false)
    two.say({ ch: 'terminal', type: 'drive', id })
    await one.until('it watches', () => (roleOf(one, id) as { role?: string }).role === 'observer')
    await two.until('its own size', () => two.heard.some((f) => f.type === 'resized' && f.cols === 60))
    two.keys(m, 'B')
    await sees(one, n, '[B]')
    // Its line broke and nobody noticed yet: the same page sits down again, as the driver.
    const back = await come()
    await open(back, id, { seat: 'page-2' })
    await back.until('it drives', () => (roleOf(back, id) as { role?: string }).role === 'driver')
    back.end()
    await one.until('nobody drives', () => (roleOf(one, id) as { driven?: boolean }).driven === false)
    await stop()
  })

  it('keeps out of a viewer what is not on the list, with sequences cut anywhere', async () => {
    const words =
      'printf "\\033]52;c;QUJD\\007\\033]0;title\\007\\033[c\\033[6n\\033P\\044qm\\033\\\\\\\\"; printf "\\033]5"; sleep 0.2; printf "2;c;QUJD\\007safe"; cat'
    const launch = await stage.sh(`sleep 0.5; ${words}`, { terminal: true, lifetime: 'session' })
    const id = launch.ref.launchId
    const one = await come()
    const n = await open(one, id)
    await sees(one, n, 'safe')
    expect(one.bytes.get(n)?.text).not.toMatch(/QUJD|title|\x1b\[c|\x1b\[6n|\x1bP/)
    await launch.stop(200)
  })

  it('keeps the same out of the real client, where tmux stands between', async () => {
    const words = [
      '\\033]52;c;QUJD\\007',
      '\\033]0;evil-title\\007',
      '\\033kevil-name\\033\\\\',
      '\\033Ptmux;\\033\\033]52;c;QUJE\\007\\033\\\\',
      '\\033_evil-application\\033\\\\',
      '\\033]8;;javascript:evil()\\007link\\033]8;;\\007',
      '\\033]1337;File=:QUJF\\007',
      '\\033[18t\\033[21t',
    ]
    const launch = await stage.sh(`read go; printf '${words.join('')}'; echo safe; cat`, {
      terminal: true,
      lifetime: 'session',
    })
    const id = launch.ref.launchId
    const { argv, unset } = stage.terminals.attach(id, false)
    const env: Record<string, string | undefined> = { ...process.env, TERM: 'xterm-256color' }
    for (const name of unset) delete env[name]
    const command = argv.map((word) => `'${word}'`).join(' ')
    const client = spawn('script', ['-qfc', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'ignore'] })
    let seen = ''
    client.stdout.on('data', (data: Buffer) => {
      seen += data.toString('latin1')
    })
    await until('attached', async () => {
      const screen = await stage.terminals.screen(id)
      return typeof screen !== 'string' && screen.attached === 1
    })
    client.stdin.write('\r')
    await until('it shows', () => seen.includes('safe'))
    expect(seen).not.toMatch(/QUJ[DEF]|evil|\x1b\[(?:18|21)t/)
    client.kill('SIGKILL')
    await launch.stop(200)
  })

  it('closes a revoked bearer at once, and no other', async () => {
    const { code } = door.gate.issueCode()
    const { bearer: mine, id: number } = door.gate.exchange(code, 'revoked page')
    const { id, stop } = await act()
    const [gone, stays] = [await come({ bearer: mine }), await come()]
    await open(gone, id)
    const m = await open(stays, id)
    door.gate.revoke(number)
    expect(await gone.closed).toBe(muxClosed.unauthorized)
    await stays.until('it may drive', () => (roleOf(stays, id) as { driven?: boolean }).driven === false)
    stays.say({ ch: 'terminal', type: 'drive', id })
    stays.keys(m, 'C')
    await sees(stays, m, '[C]')
    expect(await (await come({ bearer: mine })).closed).toBe(muxClosed.unauthorized)
    await stop()
  })

  it('takes no frame beyond 1 MB, and answers one that is none', async () => {
    const big = await come()
    big.keys(1, Buffer.alloc(2 * 1024 * 1024))
    expect(await big.closed).toBe(1009)
    const odd = await come()
    odd.socket.send('no json')
    odd.socket.send('{"ch":"terminal","type":"open","id":"x","cols":0,"rows":99999}')
    odd.socket.send('{"ch":"nothing"}')
    odd.socket.send(Buffer.of(1))
    odd.keys(999, 'to nobody')
    odd.say({ ch: 'terminal', type: 'close', id: 'never opened' })
    odd.say({ ch: 'terminal', type: 'open', id: 'nowhere', ...size })
    await odd.frame('error', 'nowhere')
    expect(odd.heard.filter((f) => f.type === 'error').map((f) => 'code' in f && f.code)).toEqual([
      'INVALID_JSON',
      'INVALID_BODY',
      'INVALID_BODY',
      'AGENT_EXITED',
    ])
    odd.socket.send(Buffer.from([0xff, 0xfe]), { binary: false })
    expect(await odd.closed).toBe(1007)
  })

  it('buffers nothing for a viewer that does not draw; another one gets all, and it is repainted when it draws again', async () => {
    const flood =
      'read go; yes "$(printf "\\033[32m%.0sflood" 1 2 3 4 5 6 7 8)" | head -c 6000000; echo; echo DONE; cat'
    const launch = await stage.sh(flood, { terminal: true, lifetime: 'session' })
    const id = launch.ref.launchId
    const [slow, fast] = [await come(), await come()]
    const m = await open(fast, id)
    const n = await open(slow, id)
    slow.drawing = false
    fast.keys(m, '\r')
    await sees(fast, m, 'DONE')
    expect(slow.bytes.get(n)?.total).toBeLessThan(1_500_000)
    expect(slow.bytes.get(n)?.text).not.toContain('DONE')
    slow.drawing = true
    slow.say({ ch: 'terminal', type: 'ack', id, bytes: slow.bytes.get(n)?.total ?? 0 })
    await sees(slow, n, 'DONE')
    await launch.stop(200)
  })

  it('makes of 10,000 sizes in a second a few', async () => {
    const { id, stop } = await act()
    const one = await come()
    const n = await open(one, id)
    for (let at = 0; at < 10_000; at++) {
      one.say({ ch: 'terminal', type: 'resize', id, cols: 50 + (at % 40), rows: 20 + (at % 9) })
    }
    one.say({ ch: 'terminal', type: 'resize', id, cols: 91, rows: 31 })
    await one.until('the last size', () =>
      one.heard.some((f) => f.type === 'resized' && f.cols === 91 && f.rows === 31),
    )
    expect(one.heard.filter((f) => f.type === 'resized').length).toBeLessThan(200)
    one.keys(n, 'k')
    await sees(one, n, '[k]')
    await stop()
  })

  it('is not used up by 300 who only knock, nor by one sign-in', async () => {
    const knocks = Array.from({ length: 300 }, () => {
      const socket = connect(port(), '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(`GET /mux HTTP/1.1\r\nHost: 127.0.0.1:${port()}\r\nUpgrade: websocket\r\n`)
      return socket
    })
    beforeClose.push(() => {
      for (const one of knocks) one.destroy()
    })
    const one = await come({ bearer: page() })
    expect(one.heard).toEqual([{ ch: 'system', type: 'ready' }])
    for (const knock of knocks) knock.destroy()
    const mine = page()
    const all: MuxClient[] = []
    for (let at = 0; at < 33; at++) all.push(await come({ bearer: mine }))
    expect(all.filter(({ socket }) => socket.readyState === socket.OPEN)).toHaveLength(32)
    expect(await all.at(-1)?.closed).toBe(muxClosed.tooMany)
    for (const client of all) client.end()
  })

  it('tells who asks that sessions changed', async () => {
    const one = await come()
    one.say({ ch: 'sessions', type: 'subscribe' })
    one.say({ ch: 'system', type: 'ping' })
    await one.frame('pong')
    door.fleet.change(1)
    expect(await one.frame('changed')).toMatchObject({ change: 'session_updated' })
  })
})
