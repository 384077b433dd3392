/** The relay on a terminal: header, status, keys, sizes, lanes, questions. Driven through tmux. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Relay } from '#contract/relay'
import { bin, type CliWorld, createCliWorld, until } from './cli-world.ts'

const hasTmux = spawnSync('tmux', ['-V']).status === 0

describe.skipIf(!hasTmux)('the monitor (skipped where tmux is missing)', () => {
  let w: CliWorld
  let shop: string
  let count = 0
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-S', join(w.dir, 'tmux.sock'), '-f', '/dev/null', ...args], {
      encoding: 'utf8',
      timeout: 30_000,
      env: { ...process.env, ...w.env, TMUX: '' },
    })

  beforeAll(async () => {
    w = createCliWorld()
    shop = w.repository('shop')
    for (const [key, value] of [
      ['user.name', 'Ada'],
      ['user.email', 'ada@localhost'],
    ])
      execFileSync('git', ['config', key!, value!], { cwd: shop })
    await w.json(['project', 'add', '--path', shop])
  })
  afterEach(async () => {
    for (const { id, state } of (await w.json(['relay', 'ls'])).relays as Relay[]) {
      if (state !== 'ended') await w.drover(['relay', 'stop', id, '--now'])
      await until(`the end of ${id}`, async () => (await get(id)).state === 'ended')
    }
  })
  afterAll(async () => {
    spawnSync('tmux', ['-S', join(w.dir, 'tmux.sock'), 'kill-server'], { timeout: 30_000 })
    await w.close()
  })

  const get = async (id: string): Promise<Relay> => (await w.json(['relay', 'get', id])).relay
  const newest = async (): Promise<Relay> => (await w.json(['relay', 'ls'])).relays[0]
  const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

  /** Runs `drover relay …` in a window of its own and leaves its exit code on the screen. */
  function terminal(args: readonly string[], [x, y] = [80, 24]) {
    const name = `m${++count}`
    const assign = Object.entries(w.env).map(([key, value]) => `${key}=${quoted(value)}`)
    const words = ['relay', ...args].map(quoted).join(' ')
    // Something stands above, as in every terminal that is in use: what a narrower one folds stays on the screen.
    const line = `seq 9; cd ${quoted(shop)} && ${assign.join(' ')} ${quoted(process.execPath)} ${quoted(bin)} ${words}; echo "exit=$?"; sleep 600`
    tmux('new-session', '-d', '-s', name, '-x', String(x), '-y', String(y), line)
    const screen = (...more: string[]) => tmux('capture-pane', '-p', '-t', name, ...more)
    return {
      screen,
      rows: () => screen().trimEnd().split('\n'),
      key: (...keys: string[]) => tmux('send-keys', '-t', name, ...keys),
      resize: (columns: number, rows: number) =>
        tmux('resize-window', '-t', name, '-x', String(columns), '-y', String(rows)),
      close: () => tmux('kill-session', '-t', name),
      see: (text: string | RegExp) =>
        until(`the screen of \`drover relay ${args.join(' ')}\` shows ${text}`, () =>
          typeof text === 'string' ? screen().includes(text) : text.test(screen()),
        ).catch((error: Error) => {
          throw new Error(`${error.message}:\n${screen()}`, { cause: error })
        }),
    }
  }

  test('T03 at 80x24: header, status, key hint; Ctrl+S asks once and skips at the second press; the end is a table, and landing is offered', async () => {
    const pane = terminal(['--new', '-n', '2', '-a', 'rh:a rh:b', '@only a @sleep 60000\n@append skipped.txt x'])
    await pane.see(/^\[1\/2\] rehearsal:a · .* · started \d\d:\d\d$/m)
    await pane.see(/^ {2}\d+s · 0 files · .* · ~\d+ tok$/m)
    await pane.see('Ctrl+S skip · Ctrl+P pause · Ctrl+X stop · Ctrl+C quit now · d detach')
    pane.key('C-s')
    await pane.see('press Ctrl+S again to skip this try')
    pane.key('C-s')
    await pane.see(/• try \d+ cancelled · rehearsal:a/)
    await pane.see(/✓ try \d+ completed · rehearsal:b .* [0-9a-f]{12}/)
    await pane.see(/^\[2\/2\] rehearsal:a/m)
    pane.key('C-s', 'C-s')
    await pane.see(/^all +4 +2 +0 +2 /m)
    await pane.see('Land drover/relay/')
    expect(pane.screen()).not.toContain('Ctrl+S')
    pane.key('y', 'Enter')
    await pane.see('exit=0')
    expect(pane.screen()).toMatch(/state +landed/)
    expect(existsSync(join(shop, 'skipped.txt'))).toBe(true)
  })

  test('Ctrl+P pauses and goes on, Ctrl+X stops after the try, with two presses each; a lone press is forgotten', async () => {
    const pane = terminal(['--new', '-n', '5', '-a', 'rh:a', '@sleep 8000\n@append x.txt x'])
    await pane.see(/^\[1\/5\]/m)
    pane.key('C-p', 'C-p')
    await pane.see('paused; what runs goes on')
    await pane.see('Ctrl+P go on')
    const { id } = await newest()
    expect((await get(id)).state).toBe('paused')
    pane.key('C-p')
    await pane.see('press Ctrl+P again to go on')
    pane.key('C-p')
    await until(`${id} goes on`, async () => (await get(id)).state === 'running')
    pane.key('C-c')
    await pane.see('press Ctrl+C again to call the running tries off')
    pane.key('C-x')
    await pane.see('press Ctrl+X again to stop after this try')
    pane.key('C-x')
    await pane.see(/✓ try \d+ completed/)
    await pane.see(`${id} ended: stopped; 1 of 5 done`)
    pane.key('n', 'Enter')
    await pane.see('exit=1')
    expect(pane.screen()).toContain(`drover relay land ${id}`)
  })

  test('resized while it runs, between 200x50 and 40x12: one picture, no line over the edge, what ended stays', async () => {
    const pane = terminal(
      [
        '--new',
        '-n',
        '9',
        '-a',
        'rh:a rh:b',
        '@only b @sleep 60000\n@append y.txt y\n@say 日本語 and a rather long text',
      ],
      [200, 50],
    )
    await pane.see(/^\[2\/9\] rehearsal:b/m)
    await pane.see('Ctrl+X stop after this try')
    // The agent is asleep: from here on there is one picture a second.
    await pane.see(/^ {2}[4-9]s/m)
    const ended = pane.rows().find((row) => row.startsWith('✓ try'))!
    for (const [columns, rows, keys] of [
      [80, 24, 'Ctrl+C quit now'],
      [60, 20, '^C quit · d detach'],
      [40, 12, '^C quit d'],
      [120, 30, 'Ctrl+X stop after this try'],
      [200, 50, 'Ctrl+X stop after this try'],
    ] as const) {
      // tmux folds at once and tells the new size a moment later: right after a picture there is none in between.
      const before = pane.screen()
      await until('the next picture', () => pane.screen() !== before)
      pane.resize(columns, rows)
      await pane.see(keys)
      await until(`one picture at ${columns}x${rows}:\n${pane.screen()}`, () => {
        const shown = pane.rows()
        return (
          shown.filter((row) => row.startsWith('[2/9]')).length === 1 && shown.at(-1)!.includes('^C') === columns < 80
        )
      })
    }
    expect(pane.rows().filter((row) => row === ended)).toHaveLength(1)
    expect(pane.rows().filter((row) => row.includes('^C quit') || row.includes('Ctrl+C quit now'))).toHaveLength(1)
    pane.key('C-c', 'C-c')
    await pane.see('ended: stopped')
    expect((await newest()).endReason).toBe('stopped')
    pane.key('n', 'Enter')
    await pane.see('exit=1')
  })

  test('parallel lanes have a line each; d detaches and the relay goes on; it can be watched again', async () => {
    const pane = terminal(['--new', '-n', '2', '--parallel', '2', '-a', 'rh:a rh:b', '@sleep 60000'])
    await pane.see(/^\[2\/2\] 2 of 2 lanes · @sleep 60000 · started/m)
    await pane.see(/^1 rehearsal:\w · @sleep 60000 · \d+s/m)
    await pane.see(/^2 rehearsal:\w · @sleep 60000 · \d+s/m)
    pane.key('d')
    await pane.see('exit=0')
    const { id } = await newest()
    expect(pane.screen()).toContain(`detached; ${id} goes on by itself`)
    expect((await get(id)).state).toBe('running')
    const again = terminal(['get', id, '--follow'])
    await again.see(/^2 rehearsal:\w/m)
    again.close()
    expect((await get(id)).state).toBe('running')
    expect((await get(id)).stopping).toBeNull()
  })

  test('waiting: until when, for whom and how long; the daemon may be restarted meanwhile', async () => {
    const pane = terminal(['--new', '-a', 'rh:spent', '@fail usage_limit resets-in=7200'])
    await pane.see(/^waiting until .*\d\d:\d\d \((2h 00m|1h 59m)\) for rehearsal:spent/m)
    expect((await w.drover(['restart'])).code).toBe(0)
    await pane.see('Ctrl+S skip')
    pane.key('C-x', 'C-x')
    await pane.see('ended: stopped')
    await pane.see('exit=1')
    await w.drover(['agents', 'reset', 'rh:spent'])
  })

  test('asked once: resume or new, and for another mix whether to keep it', async () => {
    const { relay } = await w.json(['relay', '--detach', '--new', '-a', 'rh:a', '@sleep 60000'], { cwd: shop })
    const keep = terminal(['--detach', '-a', 'rh:b', 'other'], [120, 40])
    await keep.see('[resume/new]')
    expect(keep.screen()).toContain(`${relay.id} is running`)
    keep.key('r', 'Enter')
    await keep.see('[keep/overwrite]')
    keep.key('k', 'Enter')
    await keep.see('exit=0')
    expect(await get(relay.id)).toMatchObject({ state: 'running', mix: ['rehearsal:a'] })
    const other = terminal(['--detach', '-a', 'rh:b', 'other'], [120, 40])
    await other.see('[resume/new]')
    other.key('resume', 'Enter')
    await other.see('[keep/overwrite]')
    other.key('o', 'Enter')
    await other.see('exit=0')
    expect((await get(relay.id)).mix).toEqual(['rehearsal:b'])
    const same = terminal(['--detach', '-a', 'rh:b', 'other'], [120, 40])
    await same.see('[resume/new]')
    same.key('n', 'Enter')
    await same.see('exit=0')
    expect((await get(relay.id)).endReason).toBe('replaced')
  })
})
