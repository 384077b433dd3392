/** The first lines of the turn table against real child processes: normal, next turn, recall, refusals, failures, cancel. */
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '#test/support/world'

let w: World
beforeAll(async () => {
  w = await world()
  await w.addProject()
})
afterAll(() => w.end())

describe('a turn', () => {
  it('stores its events, captures the native id, goes from working to idle, ends with exactly one turn_end', async () => {
    const session = await w.spawn('@say hello\n@write a.txt one\n@usage 3 4 0.5\n@say bye')
    expect(session.status).toMatch(/working|idle/)
    expect(session.launch === null || session.launch.pid !== null).toBe(true)
    const end = await w.turnEnd(session.id)
    expect(end).toMatchObject({ outcome: 'completed', exitCode: 0, turn: 1 })
    const rows = await w.rows(session.id)
    expect(rows.map((row) => row.id)).toEqual(rows.map((_, index) => index + 1))
    const kinds = rows.map((row) => row.kind)
    expect(kinds[0]).toBe('user')
    expect(kinds.indexOf('session')).toBeLessThan(kinds.indexOf('text'))
    expect(kinds.filter((kind) => kind === 'turn_end')).toHaveLength(1)
    expect(rows.filter((row) => row.turn === 1).at(-1)?.kind).toBe('turn_end')
    const after = await w.until(session.id, (one) => one.status === 'idle' && one.filesChanged === 1)
    expect(after.totals).toEqual({ inputTokens: 3, outputTokens: 4, costUsd: 0.5 })
    expect(after.nativeId).not.toBeNull()
    expect(after.lastText).toBe('bye')
  })

  it('the next one resumes the native conversation', async () => {
    const session = await w.spawn('@remember kestrel')
    await w.turnEnd(session.id)
    const native = (await w.session(session.id)).nativeId
    const turn = await w.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: '@recall' })
    expect(turn.status).toBe(202)
    expect(turn.body.turn).toMatchObject({ n: 2, state: 'running' })
    await w.turnEnd(session.id, 2)
    expect((await w.rows(session.id)).some((row) => row.kind === 'text' && row.text.includes('kestrel'))).toBe(true)
    expect((await w.session(session.id)).nativeId).toBe(native)
  })

  it('refuses an empty prompt without a launch, and a second turn at once', async () => {
    const session = await w.spawn('@sleep 60000')
    const empty = await w.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: ' \n ' })
    expect([empty.status, empty.body.code]).toEqual([400, 'PROMPT_REQUIRED'])
    const second = await w.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: 'more' })
    expect([second.status, second.body.code]).toEqual([409, 'TURN_IN_PROGRESS'])
    const queued = await w.call('POST', `/api/v1/sessions/${session.id}/send`, { message: '@say from the queue' })
    expect(queued.body.delivery).toEqual({ state: 'queued', position: 1 })
    const cancelled = await w.call('POST', `/api/v1/sessions/${session.id}/cancel`)
    expect(cancelled.status).toBe(200)
    expect((await w.turnEnd(session.id)).outcome).toBe('cancelled')
    await w.turnEnd(session.id, 2)
    expect((await w.rows(session.id)).some((row) => row.kind === 'text' && row.text === 'from the queue')).toBe(true)
  })

  it('a question waits for its answer', async () => {
    const session = await w.spawn('@ask Which colour?')
    const asking = await w.until(session.id, (one) => one.status === 'needs_input')
    expect(asking.request?.text).toBe('Which colour?')
    const missing = await w.call('POST', `/api/v1/sessions/${session.id}/answer`, { requestId: 'nope', text: 'x' })
    expect([missing.status, missing.body.code]).toEqual([404, 'REQUEST_NOT_FOUND'])
    const answered = await w.call('POST', `/api/v1/sessions/${session.id}/answer`, {
      requestId: asking.request?.requestId,
      text: 'green',
    })
    expect(answered.status).toBe(200)
    expect((await w.turnEnd(session.id)).outcome).toBe('completed')
    expect((await w.rows(session.id)).some((row) => row.kind === 'text' && row.text.includes('green'))).toBe(true)
  })
})

describe('a conversation that the harness forgot', () => {
  it('goes on once, fresh, with a hand-off and a context_lost notice', async () => {
    const session = await w.spawn('@say the first words\n@remember plover')
    await w.turnEnd(session.id)
    const before = await w.session(session.id)
    const kept = join(w.home, 'rehearsal')
    const files = readdirSync(kept).filter((name) => name.includes(before.nativeId ?? 'none'))
    expect(files.length).toBeGreaterThan(0)
    for (const name of files) rmSync(join(kept, name), { recursive: true })
    await w.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: '@say the second words' })
    expect((await w.turnEnd(session.id, 2)).outcome).toBe('completed')
    const rows = (await w.rows(session.id)).filter((row) => row.turn === 2)
    expect(rows.filter((row) => row.kind === 'notice' && row.code === 'context_lost')).toHaveLength(1)
    expect(rows.filter((row) => row.kind === 'turn_end')).toHaveLength(1)
    expect(rows.some((row) => row.kind === 'text' && row.text.includes('the first words'))).toBe(true)
    expect(rows.some((row) => row.kind === 'text' && row.text === 'the second words')).toBe(true)
    const after = await w.session(session.id)
    expect(after.nativeId).not.toBe(before.nativeId)
    expect(readdirSync(join(w.home, 'sessions', session.id, 'launches'))).toHaveLength(3)
  })
})

describe('a conversation whose transcript was damaged between two turns', () => {
  const damages: readonly (readonly [string, (file: string) => void])[] = [
    ['emptied', (file) => truncateSync(file, 0)],
    ['cut', (file) => truncateSync(file, Math.floor(statSync(file).size / 2))],
    ['garbage', (file) => writeFileSync(file, '\u0000 garbage '.repeat(100))],
  ]
  it.each(damages)('%s: it is not gone on with; a fresh one starts with a hand-off, once', async (_, damage) => {
    const session = await w.spawn('@say the first words\n@remember plover')
    await w.turnEnd(session.id)
    await w.until(session.id, (one) => one.status === 'idle')
    const before = await w.session(session.id)
    damage(join(w.home, 'rehearsal', `${before.nativeId}.json`))
    const prompt = async (text: string, turn: number) => {
      await w.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: text })
      expect((await w.turnEnd(session.id, turn)).outcome).toBe('completed')
    }
    await prompt('@say the second words', 2)
    await prompt('@say the third words', 3)
    const rows = await w.rows(session.id)
    const lost = rows.filter((row) => row.kind === 'notice' && row.code === 'context_lost')
    expect(lost).toMatchObject([{ turn: 2, nativeId: before.nativeId, message: expect.stringContaining('damaged') }])
    expect(rows.filter((row) => row.kind === 'error')).toEqual([])
    expect(rows.some((row) => row.turn === 2 && row.kind === 'text' && row.text.includes('the first words'))).toBe(true)
    expect((await w.session(session.id)).nativeId).not.toBe(before.nativeId)
    expect(readdirSync(join(w.home, 'sessions', session.id, 'launches'))).toHaveLength(3)
  })
})

describe('a failing turn', () => {
  const table: [string, string, string][] = [
    ['@fail usage_limit resets-in=60', 'error', 'usage_limit'],
    ['@fail rate_limit retry-after=5', 'error', 'rate_limit'],
    ['@fail overloaded', 'error', 'overloaded'],
    ['@fail transient', 'error', 'transient'],
    ['@fail auth', 'error', 'auth'],
    ['@fail invalid_model', 'error', 'invalid_model'],
    ['@fail agent_error', 'error', 'agent_error'],
  ]
  it.each(table)('%s', async (prompt, outcome, category) => {
    // An account each: one that is spent parks what is spawned after it.
    const session = await w.spawn(prompt, { model: category.replaceAll('_', '-') })
    expect((await w.turnEnd(session.id)).outcome).toBe(outcome)
    const error = (await w.rows(session.id)).find((row) => row.kind === 'error')
    expect(error).toMatchObject({ category })
    const after = await w.session(session.id)
    expect(after.status).toMatch(/^(failed|parked)$/)
    expect(after.failure?.category).toBe(category)
    expect(after.nativeId).not.toBeNull()
  })

  it('a crash, an exit without a final event and prose about limits are told apart', async () => {
    const crash = await w.spawn('@say rate limit 429 overloaded\n@fail crash')
    expect((await w.turnEnd(crash.id)).outcome).toBe('error')
    const error = (await w.rows(crash.id)).find((row) => row.kind === 'error')
    expect(error?.kind === 'error' && ['rate_limit', 'overloaded', 'usage_limit'].includes(error.category)).toBe(false)
    const exit = await w.spawn('@say x\n@exit 0')
    expect(await w.turnEnd(exit.id)).toMatchObject({ outcome: 'error', exitCode: 0 })
  })

  it('noise is counted and kept raw (weak point 24)', async () => {
    const session = await w.spawn('@garbage 5\n@say fine')
    expect((await w.turnEnd(session.id)).outcome).toBe('completed')
    const rows = await w.rows(session.id)
    expect(rows.find((row) => row.kind === 'notice' && row.code === 'noise')).toMatchObject({ lines: 5 })
  })
})

describe('a session whose process lives on', () => {
  it('takes further turns in one process, words into a turn, and an interrupt that does not end it', async () => {
    const lived = await world({ config: '[harness.rehearsal]\nlifetime = "session"\n' })
    try {
      await lived.addProject()
      const session = await lived.spawn('@remember lark\n@say one')
      await lived.turnEnd(session.id)
      const idle = await lived.until(session.id, (one) => one.status === 'idle')
      expect(idle.launch?.pid).toBeGreaterThan(0)
      await lived.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: '@recall\n@hang' })
      await lived.row(session.id, (row) => row.kind === 'text' && row.text.includes('lark'))
      const steered = await lived.call('POST', `/api/v1/sessions/${session.id}/send`, {
        message: 'a word',
        steer: true,
      })
      expect(steered.body.delivery).toEqual({ state: 'started', turn: 2 })
      await lived.call('POST', `/api/v1/sessions/${session.id}/cancel`)
      expect((await lived.turnEnd(session.id, 2)).outcome).toBe('cancelled')
      const after = await lived.session(session.id)
      expect(after.launch).toEqual(idle.launch)
      await lived.crash()
      await lived.start()
      await lived.call('POST', `/api/v1/sessions/${session.id}/turns`, { prompt: '@say three' })
      expect((await lived.turnEnd(session.id, 3)).outcome).toBe('completed')
      expect((await lived.session(session.id)).launch?.pid).toBe(idle.launch?.pid)
      expect((await lived.rows(session.id)).filter((row) => row.kind === 'turn_end')).toHaveLength(3)
    } finally {
      await lived.end()
    }
  })

  it('a harness that takes no words into a turn says so', async () => {
    const session = await w.spawn('@say x')
    await w.turnEnd(session.id)
    const none = await w.call('POST', `/api/v1/sessions/${session.id}/send`, { message: 'x', steer: true })
    expect(none.body.delivery).toMatchObject({ state: 'refused', code: 'NO_TURN' })
  })
})

describe('words into a turn', () => {
  it('are refused, not swallowed, where the process of the turn hears none (must never 32)', async () => {
    const bin = mkdtempSync(join(tmpdir(), 'drover-bin-'))
    writeFileSync(join(bin, 'codex'), '#!/bin/sh\nexec tail -f /dev/null\n', { mode: 0o755 })
    const deaf = await world({ start: false })
    deaf.env.PATH = `${bin}:${deaf.env.PATH}`
    try {
      await deaf.start()
      await deaf.addProject()
      const session = await deaf.spawn('wait', { harness: 'codex', model: undefined })
      const path = `/api/v1/sessions/${session.id}`
      const steered = await deaf.call('POST', `${path}/send`, { message: 'a word', steer: true })
      expect(steered.body.delivery).toMatchObject({ state: 'refused', code: 'ABILITY_MISSING' })
      expect((await deaf.rows(session.id)).filter((row) => row.kind === 'user')).toHaveLength(1)
      await deaf.call('POST', `${path}/cancel`)
      expect((await deaf.turnEnd(session.id)).outcome).toBe('cancelled')
    } finally {
      await deaf.end()
      rmSync(bin, { recursive: true, force: true })
    }
  })
})

describe('a request that nobody answers', () => {
  it('fails closed when its time is over, and the record says that it was time', async () => {
    const quick = await world({ config: 'request_timeout = 1\n' })
    try {
      await quick.addProject()
      const session = await quick.spawn('@write x.txt never', { permissions: 'ask' })
      const resolved = await quick.row(session.id, (row) => row.kind === 'request_resolved')
      expect(resolved).toMatchObject({ decision: 'deny', by: 'timeout' })
      await quick.turnEnd(session.id)
      expect((await quick.session(session.id)).request).toBeNull()
    } finally {
      await quick.end()
    }
  })
})

describe('a request that the agent takes back', () => {
  it('is closed, the next open one is shown, and an answer to it goes on', async () => {
    const script = `
      const say = (line) => console.log(JSON.stringify(line))
      const ask = (id) => say({ type: 'request', id, kind: 'question', text: id + '?' })
      require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { type, id, text } = JSON.parse(line)
        if (type === 'prompt') {
          say({ type: 'session', id: 'c1' })
          ask('first')
          ask('second')
          say({ type: 'notice', code: 'request_withdrawn', message: 'never mind', requestId: 'first' })
        } else if (type === 'answer') {
          say({ type: 'text', text: id + ': ' + text })
          say({ type: 'result', ok: true, text: 'done' })
        }
      })`
    const file = join(mkdtempSync(join(tmpdir(), 'drover-agent-')), 'agent.cjs')
    writeFileSync(file, script)
    const config = `[harness.asks]\ncommand = ["node", "${file}"]\noutput = "drover"\nlifetime = "session"\n`
    const asked = await world({ config })
    try {
      await asked.addProject()
      const session = await asked.spawn('begin', { harness: 'asks', model: undefined })
      await asked.row(session.id, (row) => row.kind === 'request_resolved' && row.requestId === 'first')
      const open = await asked.until(session.id, (one) => one.request?.requestId === 'second')
      expect(open.status).toBe('needs_input')
      const path = `/api/v1/sessions/${session.id}`
      const late = await asked.call('POST', `${path}/answer`, { requestId: 'first', text: 'x' })
      expect(late.body.code).toBe('REQUEST_NOT_FOUND')
      await asked.call('POST', `${path}/answer`, { requestId: 'second', text: 'yes' })
      expect((await asked.turnEnd(session.id)).outcome).toBe('completed')
      const rows = await asked.rows(session.id)
      expect(rows.flatMap((row) => (row.kind === 'text' ? [row.text] : []))).toEqual(['second: yes'])
    } finally {
      await asked.end()
      rmSync(dirname(file), { recursive: true, force: true })
    }
  })
})
