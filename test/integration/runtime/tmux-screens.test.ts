/** Screens of agents in panes: looked at, typed into, viewed from a distance; and what never happens to the server. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { createTmux } from '#adapters/runtime/tmux/tmux'
import type { Launch } from '#ports/runtime'
import type { Screen, Viewing } from '#ports/terminal'
import { openStage, tmux, until } from './stage.ts'

const stage = openStage({ kind: 'tmux' })
afterAll(() => stage.close())
const { terminals } = stage
const program = fileURLToPath(new URL('./screen-program.ts', import.meta.url))

interface Acted {
  readonly launch: Launch
  readonly id: string
  heard(): { paste?: string; keys?: string; signal?: string; size?: [number, number]; ready?: boolean }[]
}

async function act(): Promise<Acted> {
  const file = join(mkdtempSync(join(stage.home, 'act-')), 'heard')
  const launch = await stage.start({ argv: [process.execPath, program, file], terminal: true, lifetime: 'session' })
  const heard: Acted['heard'] = () =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line))
      : []
  await until('the program is ready', () => heard().some(({ ready }) => ready === true))
  return { launch, id: launch.ref.launchId, heard }
}

async function look(id: string): Promise<Screen> {
  const screen = await terminals.screen(id)
  if (typeof screen === 'string') throw new Error(`expected a screen, got ${screen}`)
  return screen
}

/** Collects what a viewer is told. */
async function watch(id: string, take: () => boolean = () => true) {
  const seen = { text: '', paints: 0, bytes: 0, ended: null as string | null, sizes: [] as string[] }
  const viewing = await terminals.view(id, {
    repaint(bytes, { cols, rows }) {
      seen.text = Buffer.from(bytes).toString('utf8')
      seen.sizes.push(`${cols}x${rows}`)
      seen.paints++
    },
    output(bytes) {
      seen.bytes += bytes.length
      if (seen.text.length < 1_000_000) seen.text += Buffer.from(bytes).toString('utf8')
      return take()
    },
    resized: ({ cols, rows }) => void seen.sizes.push(`${cols}x${rows}`),
    ended(why) {
      seen.ended = why
    },
  })
  if (typeof viewing === 'string') throw new Error(`expected a viewing, got ${viewing}`)
  return { seen, viewing: viewing as Viewing }
}

const clients = (id: string): string[] =>
  tmux(stage.home, 'list-clients', '-t', `=${id}`, '-F', '#{client_control_mode}').split('\n').filter(Boolean)

describe('a screen', () => {
  it('is seen with its rows, colours, title, cursor and size', async () => {
    const { id, launch } = await act()
    await until('it shows', async () => (await look(id)).rows[0] === 'ready')
    const screen = await look(id)
    expect(screen).toMatchObject({ title: 'a title', cols: 120, dead: false, attached: 0, keyAgoMs: null })
    expect(screen.rows).toHaveLength(40)
    expect(screen.cursor).toEqual({ x: 0, y: 1 })
    expect(screen.styled[0]).toBe('\x1b[1m\x1b[32mready\x1b[0m')
    await launch.stop(500)
  })

  it('takes pastes of any size and words as one, no key read into them', async () => {
    const { id, launch, heard } = await act()
    const texts = [
      'one line',
      'two\nlines\n',
      'tab\tq;#{x} "quoted" \'n\' $(date) \\ %% 😀 日本 e\u0301',
      'x'.repeat(1024 * 1024),
      ';',
    ]
    for (const text of texts) {
      const before = heard().length
      expect(await terminals.paste(id, text)).toBe('typed')
      await until('it came', () => heard().length > before)
      expect(heard().at(-1)).toEqual({ paste: text.replaceAll('\n', '\r') })
    }
    expect(tmux(stage.home, 'list-buffers')).toBe('')
    expect(await terminals.paste(id, '')).toBe('typed')
    await launch.stop(500)
  })

  it('takes keys, and Ctrl+C is the program’s own', async () => {
    const { id, launch, heard } = await act()
    expect(await terminals.press(id, ['Enter', 'Escape', 'C-c', 'C-d', 'C-u'])).toBe('typed')
    const keys = () =>
      heard()
        .map(({ keys }) => keys ?? '')
        .join('')
    await until('they came', () => keys().length === 5)
    expect(keys()).toBe('\r\x1b\x03\x04\x15')
    expect(await terminals.press(id, [])).toBe('typed')
    await launch.stop(500)
  })

  it('survives Ctrl+C in a cooked terminal, which reaches the agent and not its wrapper', async () => {
    const launch = await stage.sh('trap "echo int" INT; echo up; while :; do sleep 0.05; done', { terminal: true })
    const { launchId } = launch.ref
    await until('up', async () => (await look(launchId)).rows.includes('up'))
    for (let n = 0; n < 3; n++) await terminals.press(launchId, ['C-c'])
    await until('heard', async () => (await look(launchId)).rows.some((row) => row.includes('int')))
    expect(await stage.runtime.find(launch.ref)).toBeTypeOf('object')
    expect(await launch.stop(1000)).toMatchObject({ how: 'exited' })
  })

  it('stays readable after the end and takes nothing; the server lives on', async () => {
    const { id, launch } = await act()
    const other = await act()
    await terminals.paste(id, 'last words')
    await terminals.drop(id) // it runs: left alone
    const { viewing } = await watch(id)
    viewing.keys(Buffer.from('q'))
    expect(await launch.exited).toMatchObject({ code: 7, how: 'exited' })
    await until('the pane is dead', async () => (await look(id)).dead)
    for (let n = 0; n < 5; n++) {
      expect(await terminals.paste(id, 'into the dead')).toBe('dead')
      expect(await terminals.press(id, ['Enter'])).toBe('dead')
    }
    viewing.keys(Buffer.from('x'))
    // What tmux writes below it comes with the status of the end, which tmux may learn later, or never.
    expect((await look(id)).dead).toBe(true)
    expect(await terminals.kept()).toContainEqual({ launchId: id, dead: true })
    expect(await terminals.kept()).toContainEqual({ launchId: other.id, dead: false })
    await terminals.drop(id)
    expect(await terminals.screen(id)).toBe('gone')
    expect(await terminals.paste(id, 'x')).toBe('gone')
    expect(await terminals.press(id, ['Enter'])).toBe('gone')
    expect(await terminals.view(id, { repaint() {}, output: () => true, resized() {}, ended() {} })).toBe('gone')
    await other.launch.stop(500)
  })

  it('is only ever found by its whole name', async () => {
    const { id, launch } = await act()
    expect(await terminals.screen(id.slice(0, -1))).toBe('gone')
    expect(await terminals.paste(id.slice(0, -1), 'x')).toBe('gone')
    expect(await terminals.screen('*')).toBe('gone')
    await launch.stop(500)
  })

  it('counts the terminals that show it, and when somebody pressed a key there', async () => {
    const { id, launch } = await act()
    const { argv, unset } = terminals.attach(id, false)
    const env: Record<string, string | undefined> = { ...process.env, TERM: 'xterm' }
    for (const name of unset) delete env[name]
    const command = argv.map((word) => `'${word}'`).join(' ')
    const client = spawn('script', ['-qfc', command, '/dev/null'], { env, stdio: ['pipe', 'ignore', 'ignore'] })
    await until('attached', async () => (await look(id)).attached === 1)
    client.stdin.write('k')
    const screen = await look(id)
    expect(screen.keyAgoMs).toBeLessThan(10_000)
    // Away as usual. Keys that come in one burst are a paste to tmux, so the second waits for an answer.
    await until('detached', async () => {
      client.stdin.write('\x02')
      await look(id)
      client.stdin.write('d')
      return (await look(id)).attached === 0
    })
    expect(await stage.runtime.find(launch.ref)).toBeTypeOf('object')
    client.kill('SIGKILL')
    await launch.stop(500)
  })
})

describe('a viewer', () => {
  it('gets the screen, then what comes; its keys and its size reach the program; the last one ends the client', async () => {
    const { id, launch, heard } = await act()
    const one = await watch(id)
    await until('painted', () => one.seen.paints === 1)
    expect(one.seen.text).toContain('\x1b[?1049h')
    expect(one.seen.text).toContain('ready')
    one.viewing.keys(Buffer.from('é'))
    await until('echo', () => one.seen.text.includes('[é]'))
    expect(heard().at(-1)).toEqual({ keys: 'é' })
    expect((await look(id)).keyAgoMs).toBeLessThan(10_000)
    const two = await watch(id)
    await until('painted too', () => two.seen.paints === 1)
    expect(two.seen.text).toContain('[é]')
    expect(clients(id)).toEqual(['1'])
    two.viewing.resize(77, 33)
    await until('told', () => heard().some(({ size }) => size?.join('x') === '77x33'))
    await until('both know', () => one.seen.sizes.includes('77x33') && two.seen.sizes.includes('77x33'))
    one.viewing.close()
    two.viewing.keys(Buffer.from('z'))
    await until('goes on', () => two.seen.text.includes('[z]'))
    two.viewing.close()
    await until('no client is left', () => clients(id).length === 0)
    expect(await launch.stop(500)).toMatchObject({ how: 'exited' })
  })

  it('is told of the end: of the program, and of the screen', async () => {
    const first = await act()
    const one = await watch(first.id)
    process.kill(first.launch.ref.pid!, 'SIGKILL')
    await until('exited', () => one.seen.ended === 'exited', 8000)
    const again = await watch(first.id)
    await until('what was left is shown', () => again.seen.paints === 1 && again.seen.ended === 'exited')
    const second = await act()
    const two = await watch(second.id)
    await until('painted', () => two.seen.paints === 1)
    tmux(stage.home, 'kill-session', '-t', `=${second.id}`)
    await until('gone', () => two.seen.ended === 'gone', 8000)
    expect(await second.launch.exited).toMatchObject({ how: 'exited' })
  })

  it('outlives a kill of the client that reads for it', async () => {
    const { id, launch } = await act()
    const { seen, viewing } = await watch(id)
    await until('painted', () => seen.paints === 1)
    const pid = Number(tmux(stage.home, 'list-clients', '-t', `=${id}`, '-F', '#{client_pid}'))
    process.kill(pid, 'SIGKILL')
    await until('painted again', () => seen.paints === 2)
    viewing.keys(Buffer.from('w'))
    await until('echo', () => seen.text.includes('[w]'))
    viewing.close()
    await launch.stop(500)
  })

  it('50 MB pass by a slow viewer without growth; it is painted anew when it can take more', async () => {
    const gate = join(stage.home, 'go')
    const script = `while [ ! -e ${gate} ]; do sleep 0.05; done; yes "$(printf '\\033[3%dmcolour \\351\\203\\275 %d' 1 2)" | head -c 50000000; echo; echo flooded; read x`
    const launch = await stage.sh(script, { terminal: true })
    const { launchId } = launch.ref
    const fast = await watch(launchId)
    let full = false
    const slow = await watch(launchId, () => !full)
    await until('painted', () => fast.seen.paints === 1 && slow.seen.paints === 1)
    full = true
    const before = process.memoryUsage().rss
    let most = 0
    execFileSync('touch', [gate])
    await until(
      'the flood is over',
      async () => {
        most = Math.max(most, process.memoryUsage().rss - before)
        return fast.seen.bytes > 50_000_000
      },
      120_000,
    )
    expect(most).toBeLessThan(150 * 1024 * 1024)
    const passed = slow.seen.bytes
    expect(passed).toBeLessThan(1024 * 1024)
    full = false
    await until('the end is on the screen', async () => (await look(launchId)).rows.includes('flooded'))
    slow.viewing.resume()
    await until('painted anew', () => slow.seen.paints === 2)
    expect(slow.seen.text).toContain('flooded')
    expect(slow.seen.bytes).toBe(passed)
    const server = Number(tmux(stage.home, 'display-message', '-p', '#{pid}'))
    const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server}/status`, 'utf8'))?.[1])
    expect(rss).toBeLessThan(64 * 1024)
    fast.viewing.close()
    slow.viewing.close()
    await launch.stop(500)
  }, 180_000)
})

describe('the tool', () => {
  it('is known with its version, and said to be missing where it is', async () => {
    expect(await terminals.tool()).toMatchObject({ version: expect.stringMatching(/^\d/), problem: null })
    const home = mkdtempSync(join(tmpdir(), 'drover-no-tmux-'))
    const none = createTmux({ home, searchPath: '' })
    expect(await none.terminals.tool()).toMatchObject({
      version: null,
      problem: expect.stringContaining('not installed'),
    })
    await expect(none.terminals.screen('l_x')).rejects.toMatchObject({ code: 'RUNTIME_MISSING' })
    rmSync(home, { recursive: true })
  })

  it('leaves the server of the user alone', () => {
    // Every socket that this file made is named after its home.
    expect(tmux(stage.home, 'display-message', '-p', '#{socket_path}')).toMatch(/\/tmux-\d+\/drover-[0-9a-f]{8}\n$/)
    expect(tmux(stage.home, 'list-keys', '-T', 'prefix').split('\n').filter(Boolean)).toHaveLength(3)
    expect(tmux(stage.home, 'show-options', '-gv', 'status')).toBe('off\n')
  })
})
