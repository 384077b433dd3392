/** Agents that go silent: a hang is found and ended with what was seen, and nothing that is at work is ever taken for one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventRow } from '#contract/agent-event'
import { ok, type World, world } from '#test/support/world'

/** Short enough to wait for. What is measured by CPU and I/O stays as it is in earnest. */
const limits = 'stall_threshold = 2\nconnected_idle = 1\nconnected_kill = 6\ncancel_grace = 1\n'
const agents = `
[harness.busy]
command = ["sh", "-c", "cat > /dev/null; until [ -e go ]; do :; done; echo through; until [ -e end ]; do :; done"]
[harness.connected]
command = ["node", "-e", "require('net').connect(Number(process.env.PORT)).on('connect', () => console.log('connected'))"]
pass_env = ["PORT"]
`

/** Stands in for an opencode whose account is spent: it waits behind its connection and tells nobody but its log. */
const spentOpencode = (port: string): string => `#!${process.execPath}
const { mkdirSync, writeFileSync } = require('node:fs')
if (process.argv[2] !== 'run') process.exit(console.log('1.18.33'))
const log = process.env.HOME + '/.local/share/opencode/log'
const line = (level, rest) => 'timestamp=' + new Date().toISOString() + ' level=' + level + ' run=59dc2426 ' + rest + '\\n'
mkdirSync(log, { recursive: true })
writeFileSync(log + '/opencode.log', line('INFO', 'message="creating instance" directory=' + process.cwd())
  + line('ERROR', 'message="stream error" error.error="AI_APICallError: Monthly usage limit reached. It will reset in 4 days 0 hours."'))
require('node:net').connect(${port})
`

let w: World
let model: Server
const programs = mkdtempSync(join(tmpdir(), 'drover-stalls-'))
beforeAll(async () => {
  // Takes connections and never says a word.
  model = createServer({ allowHalfOpen: true }, () => undefined)
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve))
  const address = model.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  writeFileSync(join(programs, 'opencode'), spentOpencode(port), { mode: 0o755 })
  const opencode = `[harness.opencode]\nbinary = "${join(programs, 'opencode')}"\n`
  w = await world({ config: limits + agents + opencode, env: { PORT: port } })
  await w.addProject()
})
afterAll(async () => {
  await w.end()
  model.close()
  rmSync(programs, { recursive: true, force: true })
})

const notice = (id: string, code: string): Promise<EventRow> =>
  w.row(id, (row) => row.kind === 'notice' && row.code === code)
const codes = (rows: readonly EventRow[]): readonly string[] =>
  rows.flatMap((row) => (row.kind === 'notice' || row.kind === 'error' ? [row.code] : []))

describe('a hang', () => {
  it('is ended at the threshold, with what was seen, and the queue goes on (must never 39)', async () => {
    const session = await w.spawn('@say before\n@remember dunlin\n@hang')
    await w.row(session.id, (row) => row.kind === 'text' && row.text === 'before')
    await ok(w.call('POST', `/api/v1/sessions/${session.id}/send`, { message: '@recall' }))
    expect(await w.turnEnd(session.id)).toMatchObject({ outcome: 'error' })
    const rows = await w.rows(session.id)
    // On a busy machine it may have been suspected before it spoke.
    const told = codes(rows.filter((row) => row.turn === 1))
    expect(told.slice(-3)).toEqual(['agent_silent', 'AGENT_STALLED', 'stall_terminate'])
    expect(rows.find((row) => row.kind === 'error')).toMatchObject({
      category: 'stalled',
      evidence: [{ channel: 'runtime', type: 'silence', details: { connections: 0, toolOpen: false } }],
    })
    const turn = await ok<{ turn: unknown }>(w.call('GET', `/api/v1/sessions/${session.id}/turns/1`))
    expect(turn.turn).toMatchObject({ state: 'error', code: 'AGENT_STALLED', endedBy: 'watchdog' })
    await w.turnEnd(session.id, 2)
    expect((await w.rows(session.id)).some((row) => row.kind === 'text' && row.text.includes('dunlin'))).toBe(true)
    expect(() => process.kill(session.launch?.pid ?? 0, 0)).toThrow('ESRCH')
  })

  it('behind a connection that carries nothing is shown first and ended later', async () => {
    const session = await w.spawn('never answered', { harness: 'connected', model: undefined })
    // On a busy machine it may be suspected before it is connected and has said so.
    const shown = await w.until(session.id, (one) => one.health?.why.includes('carries nothing') === true)
    expect(shown).toMatchObject({ status: 'working', health: { state: 'suspect' } })
    expect(await w.turnEnd(session.id)).toMatchObject({ outcome: 'error' })
    expect((await w.rows(session.id)).find((row) => row.kind === 'error')).toMatchObject({
      category: 'stalled',
      evidence: [{ details: { connections: 1 } }],
    })
    expect((await w.session(session.id)).health).toBeNull()
  })

  it('T17: whose own log tells of a spent quota ends there and then as that, with the reset', async () => {
    const session = await w.spawn('never answered', { harness: 'opencode', model: 'opencode-go/glm-5' })
    expect(await w.turnEnd(session.id)).toMatchObject({ outcome: 'error' })
    const rows = await w.rows(session.id)
    expect(codes(rows)).not.toContain('AGENT_STALLED')
    expect(rows.find((row) => row.kind === 'error')).toMatchObject({
      code: 'AGENT_FAILED',
      category: 'usage_limit',
      message: expect.stringContaining('Monthly usage limit reached'),
      evidence: [{ channel: 'log' }],
    })
    const after = await w.until(session.id, (one) => one.status === 'parked')
    expect(after.failure).toMatchObject({ category: 'usage_limit', code: 'AGENT_FAILED' })
    expect(Date.parse(after.failure?.resetAt ?? '') - Date.now()).toBeGreaterThan(95 * 3_600_000)
    const turn = await ok<{ turn: unknown }>(w.call('GET', `/api/v1/sessions/${session.id}/turns/1`))
    expect(turn.turn).toMatchObject({ state: 'error', endedBy: 'watchdog' })
    // The account behind it rests; the sibling provider of the same CLI does not.
    const { agents } = await ok<{ agents: { quotaScope: string; state: string }[] }>(w.call('GET', '/api/v1/agents'))
    expect(agents).toContainEqual(expect.objectContaining({ quotaScope: 'opencode:opencode-go', state: 'benched' }))
    const same = await w.spawn('the same account', { harness: 'opencode', model: 'opencode-go/kimi' })
    expect(same).toMatchObject({ status: 'parked', launch: null })
    const sibling = await w.spawn('another account', { harness: 'opencode', model: 'zai-coding-plan/glm-5.1' })
    expect(sibling).toMatchObject({ status: 'working', launch: { id: expect.any(String) } })
    for (const { id } of [same, sibling]) await ok(w.call('POST', `/api/v1/sessions/${id}/kill`, {}))
  })

  it('is found again by the daemon that comes after', async () => {
    const session = await w.spawn('@hang')
    await notice(session.id, 'agent_silent')
    await w.crash()
    await w.start()
    expect(await w.turnEnd(session.id)).toMatchObject({ outcome: 'error' })
    expect(codes(await w.rows(session.id)).filter((code) => code === 'AGENT_STALLED')).toHaveLength(1)
  })
})

describe('a daemon that dies between the decision and the first signal', () => {
  it('leaves the reason, and the next one ends the agent', async () => {
    await w.stop('keep')
    await w.start({ DROVER_FAULT: 'stall:marked' })
    const session = await w.spawn('@hang')
    await w.gone()
    await w.start()
    expect(await w.turnEnd(session.id)).toMatchObject({ outcome: 'error' })
    expect(codes(await w.rows(session.id)).filter((code) => code === 'AGENT_STALLED')).toHaveLength(1)
    const after = await w.until(session.id, (one) => one.status === 'failed')
    expect(after.failure).toMatchObject({ category: 'stalled', code: 'AGENT_STALLED' })
  })
})

describe('what is no hang', () => {
  it('an agent that works without a word is shown, never ended, and believed when it speaks (must never 48, weak point 9)', async () => {
    const session = await w.spawn('work', { harness: 'busy', model: undefined })
    const silent = await notice(session.id, 'agent_silent')
    expect(silent).toMatchObject({ message: expect.stringContaining('may hang') })
    expect((await w.cli(['session', 'get', session.id])).stdout).toContain('suspect: silent for')
    writeFileSync(join(session.workspace ?? '', 'go'), '')
    await notice(session.id, 'agent_back')
    writeFileSync(join(session.workspace ?? '', 'end'), '')
    expect(await w.turnEnd(session.id)).toMatchObject({ outcome: 'completed' })
    const rows = await w.rows(session.id)
    expect(rows.some((row) => row.kind === 'text' && row.text === 'through')).toBe(true)
    expect(codes(rows)).not.toContain('AGENT_STALLED')
  })

  it('a silent tool, and an agent that waits for an answer, are left alone', async () => {
    // Three times as long as a hang is given, while a hang beside them is found.
    const tool = await w.spawn('@sh sleep 12\n@say tool done')
    const asking = await w.spawn('@ask Which way?')
    const hanging = await w.spawn('@hang')
    await w.turnEnd(hanging.id)
    expect(await w.turnEnd(tool.id)).toMatchObject({ outcome: 'completed' })
    const waiting = await w.until(asking.id, (one) => one.status === 'needs_input')
    expect(waiting.health).toBeNull()
    const answer = { requestId: waiting.request?.requestId, text: 'left' }
    await ok(w.call('POST', `/api/v1/sessions/${asking.id}/answer`, answer))
    expect(await w.turnEnd(asking.id)).toMatchObject({ outcome: 'completed' })
    expect(codes([...(await w.rows(tool.id)), ...(await w.rows(asking.id))])).not.toContain('AGENT_STALLED')
  })
})
