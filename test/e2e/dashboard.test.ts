/** `drover dashboard` on a terminal: sizes, keys, a daemon that restarts, and the terminal afterwards. Driven through tmux. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bin, type CliWorld, createCliWorld, until } from './cli-world.ts'

const hasTmux = spawnSync('tmux', ['-V']).status === 0

describe.skipIf(!hasTmux)('the dashboard (skipped where tmux is missing)', () => {
  let w: CliWorld
  let shop: string
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-S', join(w.dir, 'tmux.sock'), '-f', '/dev/null', ...args], {
      encoding: 'utf8',
      timeout: 30_000,
      env: { ...process.env, ...w.env, TMUX: '' },
    })

  beforeAll(async () => {
    w = createCliWorld()
    shop = w.repository('shop')
    await w.json(['project', 'add', '--path', shop])
  })
  afterAll(async () => {
    spawnSync('tmux', ['-S', join(w.dir, 'tmux.sock'), 'kill-server'], { timeout: 30_000 })
    await w.close()
  })

  const spawn = async (prompt: string): Promise<string> =>
    (await w.json(['spawn', '--project', 'shop', '--harness', 'rehearsal', '--prompt', prompt])).session.id
  const get = async (id: string) => (await w.json(['session', 'get', id])).session
  const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

  /** A shell's terminal with something on it; the dashboard runs in it, and its exit code and the terminal's settings follow. */
  function terminal(name: string, [x, y]: readonly [number, number]) {
    const assign = Object.entries(w.env).map(([key, value]) => `${key}=${quoted(value)}`)
    const run = `${assign.join(' ')} CI=1 ${quoted(process.execPath)} ${quoted(bin)} dashboard`
    const line = `echo before; stty -g > ${quoted(join(w.dir, name))}; ${run}; echo "exit=$?"; test "$(stty -g)" = "$(cat ${quoted(join(w.dir, name))})" && echo "as it was"; sleep 600`
    tmux('new-session', '-d', '-s', name, '-x', String(x), '-y', String(y), line)
    const screen = () => tmux('capture-pane', '-p', '-t', name)
    const see = (text: string | RegExp) =>
      until(`the dashboard shows ${text}`, () =>
        typeof text === 'string' ? screen().includes(text) : text.test(screen()),
      ).catch((error: Error) => {
        throw new Error(`${error.message}:\n${screen()}`, { cause: error })
      })
    return {
      screen,
      see,
      key: (...keys: string[]) => tmux('send-keys', '-t', name, ...keys),
      resize: (columns: number, rows: number) =>
        tmux('resize-window', '-t', name, '-x', String(columns), '-y', String(rows)),
      pid: () => tmux('list-panes', '-t', name, '-F', '#{pane_pid}').trim(),
      /** Back on the terminal's own screen, with its settings. */
      async left() {
        await see('as it was')
        expect(screen()).toMatch(/^before\nexit=0\nas it was/)
        expect(tmux('display-message', '-p', '-t', name, '#{alternate_on} #{cursor_flag}').trim()).toBe('0 1')
      },
    }
  }

  test('agents, tasks, mail and costs at 80x24 and 200x50; answer, attach, stop, a restart of the daemon, quit', async () => {
    const asks = await spawn('@ask Which colour?\n@say done')
    const works = await spawn('@say 日本語\n@sleep 600000')
    await w.json(['task', 'add', '--project', 'shop', '--title', 'mend the till'])
    await until(`${asks} asks`, async () => (await get(asks)).request !== null)
    const pane = terminal('keys', [80, 24])
    await pane.see(/^Needs you 1$/m)
    await pane.see(new RegExp(`^› ${asks} .*Which colour\\?$`, 'm'))
    await pane.see(new RegExp(`^ {2}${works} +working .*日本語`, 'm'))
    await pane.see(/^Tasks 0 claimed · 1 ready$/m)
    await pane.see(/^ {2}t-1 +ready +mend the till$/m)
    await pane.see(/^Merges none$/m)
    await pane.see(/^Costs .* today/m)
    await pane.see('Enter attach · a answer · s stop · q quit')
    expect(pane.screen()).not.toContain('before')

    // What happens elsewhere is seen here without a key.
    await w.json(['task', 'add', '--project', 'shop', '--title', 'paint the door'])
    await pane.see('paint the door')

    pane.resize(200, 50)
    await pane.see(/│ Tasks 0 claimed · 2 ready/)
    pane.resize(60, 15)
    await until('one picture at 60x15', () => {
      const rows = pane.screen().trimEnd().split('\n')
      return !pane.screen().includes('│') && rows.length === 14 && rows.at(-1)!.endsWith('q quit')
    })
    pane.resize(80, 24)
    await pane.see('↑↓ choose')

    pane.key('a')
    await pane.see('Enter answer')
    pane.key('blue', 'Enter')
    await until(`${asks} is answered`, async () => (await get(asks)).request === null)
    await pane.see(/^Idle 1$/m)
    expect((await w.drover(['session', 'tail', asks])).out).toContain('blue')

    expect((await w.drover(['restart'])).code).toBe(0)
    const task = (await w.json(['task', 'add', '--project', 'shop', '--title', 'after the restart'])).task
    await pane.see(`${task.id}`)

    // The working one stands above the idle one.
    pane.key('Up')
    await pane.see(new RegExp(`^› ${works}`, 'm'))
    pane.key('Enter')
    await pane.see('a typed line sends, Ctrl+C detaches')
    pane.key('C-c')
    await pane.see(new RegExp(`^› ${works}`, 'm'))
    pane.key('s')
    await pane.see(`Stop ${works}?`)
    pane.key('x')
    await pane.see('s stop')
    expect((await get(works)).phase).toBe('live')
    pane.key('s', 'y')
    await pane.see(`${works} is stopped`)
    await pane.see(/^Done 1$/m)
    expect((await get(works)).phase).toBe('ended')
    pane.key('q')
    await pane.see('exit=0')
    await pane.see('as it was')
  })

  test('Ctrl+C and a kill leave the terminal as it was; without a terminal there is one snapshot as JSON', async () => {
    const first = terminal('interrupt', [80, 24])
    await first.see('q quit')
    first.key('C-c')
    await first.left()
    const second = terminal('kill', [80, 24])
    await second.see('q quit')
    const shell = second.pid()
    const children = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').trim().split(' ')
    process.kill(Number(children[0]), 'SIGTERM')
    await second.left()

    const snapshot = await w.json(['dashboard'])
    expect(Object.keys(snapshot)).toEqual(['sessions', 'tasks', 'mail', 'merges', 'costs'])
    expect(snapshot.tasks.map(({ title }: { title: string }) => title)).toContain('mend the till')
    const refused = await w.drover(['dashboard'])
    expect(refused.code).toBe(2)
    expect(refused.err).toContain('drover dashboard --json')
  })
})
