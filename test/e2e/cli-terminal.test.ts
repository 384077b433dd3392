/** What only a terminal shows: the live transcript, typed lines, questions, colours, the QR code. Driven through tmux. */
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bin, type CliWorld, createCliWorld, isAlive, until } from './cli-world.ts'

const hasTmux = spawnSync('tmux', ['-V']).status === 0

describe.skipIf(!hasTmux)('on a terminal (skipped where tmux is missing)', () => {
  let world: CliWorld
  let count = 0
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-S', join(world.dir, 'tmux.sock'), '-f', '/dev/null', ...args], {
      encoding: 'utf8',
      timeout: 30_000,
      env: { ...process.env, ...world.env, TMUX: '' },
    })

  beforeAll(async () => {
    world = createCliWorld()
    await world.json(['project', 'add', '--path', world.repository('shop')])
  })
  afterAll(async () => {
    spawnSync('tmux', ['-S', join(world.dir, 'tmux.sock'), 'kill-server'], { timeout: 30_000 })
    await world.close()
  })

  /** Runs `drover …` in a pane of its own and leaves its exit code on the screen. */
  function terminal(words: string, extra: Readonly<Record<string, string>> = {}) {
    const name = `t${++count}`
    const assign = Object.entries({ ...world.env, ...extra }).map(([key, value]) => `${key}='${value}'`)
    const line = `cd '${world.dir}' && ${assign.join(' ')} '${process.execPath}' '${bin}' ${words}; echo "exit=$?"; sleep 600`
    tmux('new-session', '-d', '-s', name, '-x', '120', '-y', '50', line)
    const screen = (...more: string[]) => tmux('capture-pane', '-p', '-t', name, ...more)
    return {
      screen,
      type: (text: string) => tmux('send-keys', '-t', name, '-l', text),
      key: (key: string) => tmux('send-keys', '-t', name, key),
      see: (text: string | RegExp) =>
        until(`the screen of \`drover ${words}\` shows ${text}:\n${screen()}`, () =>
          typeof text === 'string' ? screen().includes(text) : text.test(screen()),
        ),
    }
  }
  const spawn = async (prompt: string) =>
    (await world.json(['spawn', '--project', 'shop', '--harness', 'rehearsal', '--prompt', prompt])).session

  /** The process of this turn, once it runs. */
  async function launchOf(id: string, turn: number): Promise<{ readonly pid: number }> {
    const look = async () => {
      const { session } = await world.json(['session', 'get', id])
      return session.turn?.n === turn && session.launch?.pid ? session.launch : null
    }
    await until(`turn ${turn} of ${id} runs`, async () => (await look()) !== null)
    return look()
  }

  test('land shows what verify says while it runs', async () => {
    const over = join(world.dir, 'over')
    await world.json(['project', 'set', 'shop', `verify=echo half way; until [ -f ${over} ]; do sleep 0.1; done`])
    const { id } = await spawn('@write landed.txt x\n@commit landed')
    await until('its turn is over', async () => (await world.json(['session', 'get', id])).session.status === 'idle')
    const pane = terminal(`land ${id}`)
    await pane.see(/m-1 is verifying: half way/)
    writeFileSync(over, '')
    await pane.see('exit=0')
    expect(pane.screen()).toContain('holds')
    const output = terminal('merge output m-1 --follow')
    await output.see(/half way[\s\S]*exit=0/)
    await world.json(['project', 'set', 'shop', 'verify='])
  })

  test('spawn --attach starts and follows; Ctrl+C leaves the agent at work and says how to come back', async () => {
    const pane = terminal(`spawn --attach -p shop --harness rehearsal --prompt '@say from the first word'`)
    await pane.see('from the first word')
    await pane.see('-- turn 1 completed')
    pane.type('@sleep 60000')
    pane.key('Enter')
    const id = /^id +(shop-\d+)$/m.exec(pane.screen())?.[1] ?? ''
    const launch = await launchOf(id, 2)
    pane.key('C-c')
    await pane.see('exit=0')
    expect(pane.screen()).toContain(`detached; ${id} goes on by itself. Come back with: drover session attach ${id}`)
    expect(isAlive(launch.pid)).toBe(true)
    expect((await world.json(['session', 'get', id])).session.status).toBe('working')
    await world.json(['session', 'kill', id])
    const refused = await world.drover(['spawn', '-p', 'shop', '--attach', '--wait', '--prompt', 'x'])
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('drover session attach <id>')])
  })

  test('attach shows the past and the present, sends what is typed, and Ctrl+C leaves the agent at work', async () => {
    const { id } = await spawn('@say already said\n@sleep 1500\n@say said live\n@sleep 500')
    const pane = terminal(`session attach ${id}`)
    await pane.see('already said')
    await pane.see('said live')
    await pane.see('-- turn 1 completed')
    pane.type('a typed line')
    pane.key('Enter')
    await pane.see('-- turn 2 completed')
    expect(pane.screen()).toContain('> a typed line')
    pane.type('@sleep 60000')
    pane.key('Enter')
    const launch = await launchOf(id, 3)
    pane.key('C-c')
    await pane.see('exit=0')
    expect(pane.screen()).toContain(`detached; ${id} goes on by itself`)
    expect(isAlive(launch.pid)).toBe(true)
  })

  test('a typed line answers what the agent asks', async () => {
    const { id } = await spawn('@ask Which way?\n@say going there')
    const pane = terminal(`session attach ${id}`)
    await pane.see('? Which way?')
    pane.type('to the left')
    pane.key('Enter')
    await pane.see('going there')
    pane.key('C-c')
    await pane.see('exit=0')
  })

  test('stop asks when a turn runs; no leaves everything as it is', async () => {
    const { id } = await spawn('@sleep 60000')
    const pane = terminal('stop')
    await pane.see(/turns? (is|are) running\. Stop them and the daemon\? \[y\/N\]/)
    pane.type('n')
    pane.key('Enter')
    await pane.see('exit=1')
    expect((await world.json(['session', 'get', id])).session.status).toBe('working')
  })

  test('colours on a terminal, none with NO_COLOR or --json', async () => {
    const pane = terminal('session ls')
    await pane.see('exit=0')
    expect(pane.screen('-e')).toContain('\u001b[')
    const plain = terminal('session ls', { NO_COLOR: '1' })
    await plain.see('exit=0')
    expect(plain.screen('-e')).not.toContain('\u001b[')
    const shape = terminal('link --json')
    await shape.see('exit=0')
    expect(shape.screen()).not.toMatch(/[█▀▄]/)
    const link = terminal('link')
    await link.see('exit=0')
    // The address of this machine is none that a phone could reach.
    expect(link.screen()).not.toMatch(/[█▀▄]{5}/)
    expect(link.screen()).toContain('on a phone: drover phone')
    expect(link.screen()).toContain('good once, for 5 minutes')
  })
})
