/** The relay from the shell, without a terminal: plain lines, piped answers, JSON, exit codes; tail, progress, instructions, agents. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Relay, Try } from '#contract/relay'
import { type CliWorld, createCliWorld, type RunOptions, until } from './cli-world.ts'

let w: CliWorld
let shop: string
let cwd: { cwd: string }
beforeAll(async () => {
  w = createCliWorld()
  shop = w.repository('shop')
  for (const [key, value] of [
    ['user.name', 'Ada'],
    ['user.email', 'ada@localhost'],
  ])
    execFileSync('git', ['config', key!, value!], { cwd: shop })
  cwd = { cwd: shop }
  await w.json(['project', 'add', '--path', shop])
})
afterAll(() => w.close())

const relay = (args: readonly string[], options: RunOptions = {}) =>
  w.drover(['relay', ...args], { ...cwd, ...options })
const newest = async (): Promise<Relay> => (await w.json(['relay', 'ls'], cwd)).relays[0]
const get = async (id: string): Promise<Relay> => (await w.json(['relay', 'get', id])).relay
const ended = (id: string) =>
  until(`the end of ${id}`, async () => {
    const one = await get(id)
    return one.state === 'ended' && one
  })
const detached = async (...args: string[]): Promise<Relay> =>
  (await w.json(['relay', '--detach', '--new', ...args], cwd)).relay
const busy = (id: string) =>
  until(`a try of ${id} runs`, async () =>
    (await get(id)).lanes.some((lane) => lane.at === 'busy' && lane.tryN !== null),
  )
const stop = async (id: string) => {
  await w.drover(['relay', 'stop', id, '--now'])
  return ended(id)
}
/** What a terminal would obey. */
const escapes = /\u001b|\r/

describe('start and end', () => {
  test('T01 T11: each agent once, in order, with a commit hash for a prompt that never mentions committing, and no escape', async () => {
    const ran = await relay(['-n', '3', '-a', 'rh:a', '-a', 'rh:b rh:c', '@append note.txt word\n@usage 1000 200 0.01'])
    expect([ran.code, ran.err]).toEqual([0, ''])
    expect(ran.out).not.toMatch(escapes)
    expect(ran.out).toMatch(/^\[1\/3\] rehearsal:a · @append note\.txt word · started \d\d:\d\d$/m)
    expect(
      [...ran.out.matchAll(/✓ try \d+ completed · (rehearsal:\w) · .* · [0-9a-f]{12} · .*1 file \+1 -0/g)].map(
        (m) => m[1],
      ),
    ).toEqual(['rehearsal:a', 'rehearsal:b', 'rehearsal:c'])
    expect(ran.out).toMatch(/^all +3 +3 +0 +0 +3\.6k +\$0\.03 .* 3$/m)
    const { id } = await newest()
    expect(ran.out).toContain(`${id} ended: the target is met; 3 of 3 done`)
    expect(ran.out).toContain(`land it with: drover relay land ${id}`)
    const landed = await w.drover(['relay', 'land', id])
    expect([landed.code, landed.out]).toEqual([0, expect.stringMatching(/state +landed/)])
    expect(readFileSync(join(shop, 'note.txt'), 'utf8')).toBe('word\nword\nword\n')
  })

  test('T06: a queue with --land: both files are in the clean checkout, the queue is empty, exit 0', async () => {
    for (const name of ['one', 'two'])
      await w.json(['task', 'add', '--title', `Write ${name}`, '--body', `@write ${name}.txt ${name}`], cwd)
    const ran = await relay(['-a', 'rh:a', '--land'])
    expect([ran.code, ran.out]).toEqual([
      0,
      expect.stringMatching(/ended: the queue is empty; 2 done\nlanded on main as [0-9a-f]{12}/),
    ])
    expect([existsSync(join(shop, 'one.txt')), existsSync(join(shop, 'two.txt'))]).toEqual([true, true])
    expect((await w.json(['task', 'ls'], cwd)).tasks).toEqual([])
  })

  test('a queue of which a task was given up is not done: exit 1, and the task is named, until it is done after all', async () => {
    const { task } = await w.json(['task', 'add', '--title', 'Never', '--body', '@say I did nothing'], cwd)
    const ran = await relay(['-a', 'rh:a'])
    expect([ran.code, ran.out]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(`the queue is empty but for what nobody could do; 0 done, 1 given up\\n  ${task.id} is left: `),
      ),
    ])
    await w.drover(['task', 'rm', task.id], cwd)
    await w.json(['task', 'add', '--title', 'Once', '--body', '@write once.txt 1'], cwd)
    expect((await relay(['-a', 'rh:a'])).code).toBe(0)
  })

  test('--json waits and prints the ended relay with its tries; the exit code says whether the target was met', async () => {
    const good = await relay(['-a', 'rh:a', '@write json.txt x', '--json'])
    const shape: { relay: Relay; tries: Try[] } = JSON.parse(good.out)
    expect([good.code, shape.relay.endReason, shape.tries.map((one) => one.outcome)]).toEqual([
      0,
      'target_met',
      ['completed'],
    ])
    const bad = await relay(['-a', 'rh:a', '@fail auth', '--json'])
    expect([bad.code, JSON.parse(bad.out).relay.endReason]).toEqual([1, 'all_agents_unavailable'])
  })

  test('all agents unavailable: exit 1, one line a reason', async () => {
    const ran = await relay(['-a', 'rh:a rh:b', '@fail auth'])
    expect(ran.code).toBe(1)
    const [, after = ''] = ran.out.split('all agents unavailable; 0 done\n')
    for (const agent of ['rehearsal:a', 'rehearsal:b']) expect(after).toMatch(new RegExp(`^  .*${agent}`, 'm'))
    await w.drover(['agents', 'reset', 'rh:a'])
    await w.drover(['agents', 'reset', 'rh:b'])
  })

  test('--dry-run prints schedule, argv and prompt, and starts nothing; a word of a subcommand needs --', async () => {
    const { id } = await newest()
    const ran = await relay(['-n', '3', '-a', 'rh:a@2 rh:b', '--dry-run', '--', 'stop', 'the', 'leak'])
    expect(ran.code).toBe(0)
    expect([...ran.out.matchAll(/^\d +(rehearsal:\w) +mix/gm)].map((m) => m[1])).toEqual([
      'rehearsal:a',
      'rehearsal:a',
      'rehearsal:b',
    ])
    expect(ran.out).toMatch(/rehearsal\.mjs .*--model a/)
    expect(ran.out).toContain('\n# Task\nstop the leak\n')
    expect((await newest()).id).toBe(id)
    const without = await relay(['stop', 'the', 'leak'])
    expect([without.code, without.err]).toEqual([2, expect.stringContaining('drover relay -- stop …')])
    const word = await relay(['stop', 'leaking'])
    expect([word.code, word.err]).toEqual([2, expect.stringContaining('drover relay -- stop …')])
  })

  test('T19: what cannot be meant is refused with its code, and nothing is started', async () => {
    const { id } = await newest()
    const cases: readonly (readonly [readonly string[], number, string])[] = [
      [['-a', 'gm', 'go'], 1, 'UNKNOWN_AGENT_SPEC'],
      [['-a', 'rh@0', 'go'], 1, 'INVALID_QUOTA'],
      [['-n', 'many', 'go'], 2, 'USAGE'],
      [['--new', '--resume', 'go'], 2, 'USAGE'],
      [['--resume', 'r-999'], 1, 'RELAY_NOT_FOUND'],
    ]
    for (const [args, code, word] of cases) {
      const ran = await relay(args)
      expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(`(${word})`)])
    }
    expect((await newest()).id).toBe(id)
  })
})

describe('T09: an unfinished relay', () => {
  const slow = '@sleep 60000'

  test('nothing piped is an error that names both flags; other words are refused; resume and new are read', async () => {
    const first = await detached('-a', 'rh:a', slow)
    await busy(first.id)
    const none = await relay(['-a', 'rh:a', 'other'])
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('(RELAY_UNFINISHED)')])
    expect(none.err).toContain('--resume')
    expect(none.err).toContain('--new')
    const odd = await relay(['other'], { input: 'maybe\n' })
    expect([odd.code, odd.err]).toEqual([2, expect.stringContaining('neither resume nor new')])
    // No agent is named here: the old relay has its own.
    const resumed = await relay(['--detach', '--json'], { input: 'r\n' })
    expect([resumed.code, JSON.parse(resumed.out).relay.id]).toEqual([0, first.id])
    const fresh = await relay(['--detach', '-a', 'rh:b', slow, '--json'], { input: 'new\n' })
    expect(fresh.code).toBe(0)
    expect(JSON.parse(fresh.out).relay.id).not.toBe(first.id)
    const old = await get(first.id)
    expect([old.endReason, old.endedAt === null]).toEqual(['replaced', false])
    await stop(JSON.parse(fresh.out).relay.id)
  })

  test('D02: --resume --agent uses that mix from now on', async () => {
    const first = await detached('-a', 'rh:a', slow)
    const again = await relay(['--resume', first.id, '-a', 'rh:b@2', '--detach', '--json'])
    expect(JSON.parse(again.out).relay).toMatchObject({ id: first.id, mix: ['rehearsal:b@2'] })
    await stop(first.id)
  })

  test('D03: a stopped one goes on when that is said; else a new one begins, with a note', async () => {
    const first = await detached('-a', 'rh:a', slow)
    await busy(first.id)
    expect((await stop(first.id)).endReason).toBe('stopped')
    const resumed = await relay(['--detach', '--json'], { input: 'resume\n' })
    expect(JSON.parse(resumed.out).relay).toMatchObject({ id: first.id, state: 'running', endReason: null })
    await stop(first.id)
    const fresh = await relay(['-a', 'rh:a', '@write fresh.txt x'])
    expect([fresh.code, fresh.err]).toEqual([0, `${first.id} was stopped before; --resume goes on with it\n`])
    expect((await newest()).id).not.toBe(first.id)
  })
})

test('pause, resume, skip and stop name the relay or mean the unfinished one here', async () => {
  const { id } = await detached('-n', '1', '-a', 'rh:a rh:b', '@only a @sleep 60000\n@write steered.txt x')
  await busy(id)
  expect((await relay(['pause'])).out).toContain(`${id} begins no further try`)
  expect((await get(id)).state).toBe('paused')
  expect((await relay(['resume', id])).out).toBe(`${id} goes on\n`)
  expect((await relay(['skip'])).code).toBe(0)
  expect((await ended(id)).endReason).toBe('target_met')
  const shown = (await relay(['get', id])).out
  expect(shown).toMatch(/cancelled +rehearsal:a/)
  expect(shown).toMatch(/completed +rehearsal:b .*[0-9a-f]{12}/)
  const late = await relay(['stop', id])
  expect([late.code, late.err]).toEqual([1, expect.stringContaining('(RELAY_ENDED)')])
  const none = await relay(['pause'])
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('(RELAY_NOT_FOUND)')])
})

test('T12: tail shows the newest try or a given one, to its end, as words, JSON lines or the raw spool', async () => {
  const { id } = await detached('-n', '2', '-a', 'rh:a', '@say said in a try\n@append tail.txt x')
  await ended(id)
  const { tries }: { tries: Try[] } = JSON.parse((await relay(['get', id, '--follow', '--json'])).out)
  const [first, last] = [tries[0]!, tries[1]!]
  const shown = await w.drover(['tail'], cwd)
  expect([shown.code, shown.out]).toEqual([0, expect.stringContaining(`try ${last.n} of ${id}`)])
  expect(shown.out).toContain('said in a try')
  expect(shown.out.match(/-- turn /g)).toHaveLength(1)
  const given = await w.drover(['tail', '--try', String(first.n), '--json'], cwd)
  const rows = given.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(rows.at(-1)).toMatchObject({ kind: 'turn_end', turn: first.turn })
  const raw = await w.drover(['tail', '--try', String(first.n), '--raw'], cwd)
  expect(raw.out).toContain('{"type":"text","text":"said in a try"}')
  const none = await w.drover(['tail', '--try', '999'], cwd)
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('(TRY_NOT_FOUND)')])
})

test('T12: two repositories of one home never mix: each tails its own newest try, and numbers count apart', async () => {
  const pond = w.repository('pond')
  await w.json(['project', 'add', '--path', pond])
  const there = { cwd: pond }
  await detached('-a', 'rh:a', '@say said in the shop\n@append shop.txt x').then(({ id }) => ended(id))
  const begun = await w.json(['relay', '--detach', '-a', 'rh:a', '@say said at the pond\n@append pond.txt x'], there)
  await ended(begun.relay.id)
  const pondTail = await w.drover(['tail'], there)
  expect(pondTail.out).toContain('said at the pond')
  expect(pondTail.out).not.toContain('said in the shop')
  expect(pondTail.out).toContain(`try 1 of ${begun.relay.id}`)
  const shopTail = await w.drover(['tail'], cwd)
  expect(shopTail.out).toContain('said in the shop')
  expect(shopTail.out).not.toContain('said at the pond')
})

test('tail goes on with a running try until it ends', async () => {
  const { id } = await detached('-a', 'rh:a', '@say begun\n@sleep 3000\n@say finished\n@write t.txt x')
  await busy(id)
  const ran = await w.drover(['tail'], cwd)
  expect([ran.code, ran.out]).toEqual([0, expect.stringMatching(/begun[\s\S]*finished[\s\S]*-- turn 1 completed/)])
  await ended(id)
})

test('T13: an agent notes its progress with follow-ups by its own token; people list and add', async () => {
  const task = (
    await w.json(
      [
        'task',
        'add',
        '--title',
        'Half of it',
        '--expects',
        'none',
        '--body',
        '@sh "$DROVER_BIN" progress --summary "half is done" --followup "First half left" --followup "Second half left"',
      ],
      cwd,
    )
  ).task
  const ran = await relay(['-n', '1', '-a', 'rh:a'])
  expect(ran.code).toBe(0)
  const { entries } = await w.json(['progress'], cwd)
  expect(entries[0]).toMatchObject({
    taskId: task.id,
    summary: 'half is done',
    followups: ['First half left', 'Second half left'],
  })
  expect((await w.json(['task', 'ls'], cwd)).tasks.map((one: { title: string }) => one.title)).toEqual([
    'First half left',
    'Second half left',
  ])
  const listed = (await w.drover(['progress'], cwd)).out
  expect(listed).toContain('half is done\n  + First half left\n  + Second half left\n')
  await w.json(['progress', '--summary', 'looked at it'], cwd)
  expect((await w.json(['progress'], cwd)).entries[0]).toMatchObject({ sessionId: null, summary: 'looked at it' })
  const bare = await w.drover(['progress', '--complete'], cwd)
  expect([bare.code, bare.err]).toEqual([2, expect.stringContaining('--summary')])
  for (const one of (await w.json(['task', 'ls'], cwd)).tasks) await w.json(['task', 'rm', one.id])
})

test('T14: instructions are shown or their placeholder, changed in the editor, and stand in the prompt', async () => {
  const show = async () => (await w.drover(['instructions', 'show'], cwd)).out
  expect(await show()).toBe('(no project instructions set)\n')
  const editor = join(w.dir, 'editor.sh')
  writeFileSync(editor, '#!/bin/sh\necho "Always say please." > "$2"\n', { mode: 0o755 })
  const edited = await w.drover(['instructions', 'edit'], { ...cwd, env: { EDITOR: `${editor} --wait` } })
  expect([edited.code, edited.err]).toEqual([0, ''])
  expect(await show()).toBe('Always say please.\n')
  expect((await relay(['-a', 'rh:a', '--dry-run', 'go'])).out).toContain('Always say please.')
  const broken = await w.drover(['instructions', 'edit'], { ...cwd, env: { VISUAL: 'false' } })
  expect([broken.code, broken.err]).toEqual([2, expect.stringContaining('VISUAL')])
  mkdirSync(join(shop, '.drover'), { recursive: true })
  writeFileSync(join(shop, '.drover', 'instructions.md'), ' \n')
  expect(await show()).toBe('(no project instructions set)\n')
})

test('agents: state with its end, success rate and cost; reset takes it back', async () => {
  const { id } = await detached('-a', 'rh:limited', '@fail usage_limit resets-in=7200')
  await until(`${id} waits`, async () => (await get(id)).state === 'waiting')
  const find = async () =>
    (await w.json(['agents'], cwd)).agents.find((one: { agent: string }) => one.agent === 'rehearsal:limited')
  expect(await find()).toMatchObject({ state: 'benched' })
  expect((await w.drover(['agents'], cwd)).out).toMatch(/rehearsal:limited +benched +.*\((2h 00m|1h 59m)\)/)
  await stop(id)
  await w.json(['agents', 'reset', 'rh:limited'])
  expect(await find()).toMatchObject({ state: 'active' })
  const odd = await w.drover(['agents', 'reset', 'nobody'])
  expect([odd.code, odd.err]).toEqual([1, expect.stringContaining('(UNKNOWN_AGENT_SPEC)')])
})

test('an interrupted watcher leaves the relay at work; a second interrupt ends it', async () => {
  const watcher = w.start(['relay', '--new', '-a', 'rh:a', '@sleep 60000'], cwd)
  let text = ''
  for (const stream of [watcher.stdout, watcher.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
    })
  }
  watcher.stdin?.end()
  const gone = new Promise<number | null>((done) => watcher.on('close', done))
  await until('the try has begun', () => text.includes('[1] rehearsal:a'))
  watcher.kill('SIGINT')
  await until('the question', () => text.includes('interrupt again within 4 s'))
  watcher.kill('SIGTERM')
  expect(await gone).toBe(0)
  const { id } = await newest()
  expect(text).toContain(`detached; ${id} goes on by itself`)
  expect((await get(id)).state).toBe('running')
  const second = w.start(['relay', 'get', id, '--follow'], cwd)
  let said = ''
  for (const stream of [second.stdout, second.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      said += piece
    })
  }
  second.stdin?.end()
  const left = new Promise<number | null>((done) => second.on('close', done))
  await until('the try is shown', () => said.includes('[1] rehearsal:a'))
  second.kill('SIGINT')
  await until('the question', () => said.includes('interrupt again within 4 s'))
  second.kill('SIGINT')
  expect(await left).toBe(1)
  expect(said).toContain(`${id} ended: stopped`)
})
