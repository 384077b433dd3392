/** Agents in terminals, end to end: words that arrive, dialogs, drafts. The agent is the rehearsal on a screen of its own. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventRow } from '#contract/agent-event'
import { type TerminalWorld, terminalWorld } from './terminal-world.ts'

let w: TerminalWorld
beforeAll(async () => {
  w = await terminalWorld()
  await w.addProject()
})
afterAll(() => w.end())

const texts = (rows: readonly EventRow[]): string[] => rows.flatMap((row) => (row.kind === 'text' ? [row.text] : []))
const users = (rows: readonly EventRow[]): string[] => rows.flatMap((row) => (row.kind === 'user' ? [row.text] : []))
const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
let gates = 0
const newGate = (): { file: string; open: () => void; wait: string } => {
  gates += 1
  const file = join(w.dir, `gate-${gates}`)
  return { file, open: () => writeFileSync(file, ''), wait: `@sh until [ -f ${file} ]; do sleep 0.05; done` }
}

describe('words to an agent in a terminal', () => {
  it('its first words are given with its start, and what it does is told like any other agent’s', async () => {
    const { id, mode } = await w.open('@say hello\n@write a.txt x\n@usage 10 20 0.5')
    expect(mode).toBe('terminal')
    const rows = await w.rows(id)
    expect(texts(rows)).toEqual(['hello'])
    expect(users(rows)).toEqual(['@say hello\n@write a.txt x\n@usage 10 20 0.5'])
    expect(rows.filter((row) => row.kind === 'tool' || row.kind === 'tool_result')).toHaveLength(2)
    expect(rows.find((row) => row.kind === 'usage')).toMatchObject({ input: 10, output: 20, costUsd: 0.5 })
    expect((await w.turnEnd(id)).outcome).toBe('completed')
    expect(await w.screen(id)).toContain('hello')
  })

  it('sent at rest they are confirmed by what the agent says of them', async () => {
    const { id } = await w.open('@say up')
    expect(await w.say(id, '@say second')).toEqual({ state: 'started', turn: 2, delivery: 'confirmed' })
    await w.turnEnd(id, 2)
    expect(texts(await w.rows(id))).toEqual(['up', 'second'])
    expect(users(await w.rows(id))).toEqual(['@say up', '@say second'])
  })

  it.each([
    ['20 KB', 20_000],
    ['1 MB', 970_000],
  ])('%s of any signs arrive exactly as they were sent', async (_, bytes) => {
    const { id } = await w.open('@say up')
    const line = '@think tabs\tand 漢字 עברית 👩‍👩‍👧‍👦 é \u2028 ﷽ 𝒳 ~`!"$\'\\ end'
    const message = Array.from({ length: Math.floor(bytes / Buffer.byteLength(line)) }, (_, n) => `${line} ${n}`).join(
      '\n',
    )
    expect(await w.say(id, message)).toMatchObject({ state: 'started', delivery: 'confirmed' })
    await w.turnEnd(id, 2)
    const rows = await w.rows(id)
    // The row of the words is shortened for readers; what the agent made of every line is the proof.
    const thoughts = rows.flatMap((row) => (row.kind === 'thinking' ? [row.text] : []))
    expect(digest(thoughts.map((text) => `@think ${text}`).join('\n'))).toBe(digest(message))
  })

  it('signs that steer a terminal are left out, so nothing in a message is a key', async () => {
    const { id } = await w.open('@say up')
    const message = '@say a\u001b[201~\r/exit\r\u0003b\u0004\u007f\u009b201~c\u0085d'
    expect(await w.say(id, message)).toMatchObject({ state: 'started', delivery: 'confirmed' })
    await w.turnEnd(id, 2)
    expect(texts(await w.rows(id)).slice(1)).toEqual(['a[201~', '/exit', 'b201~cd'])
    expect((await w.session(id)).status).toBe('idle')
  })

  it('sent while it works they wait, and begin a turn of their own once it rests', async () => {
    const { id } = await w.open('@say up')
    const gate = newGate()
    await w.say(id, gate.wait)
    await w.until(id, (one) => one.status === 'working')
    expect(await w.say(id, '@say later')).toEqual({ state: 'queued', position: 1 })
    expect(await w.say(id, '@say last')).toEqual({ state: 'queued', position: 2 })
    gate.open()
    await w.turnEnd(id, 4)
    expect(texts(await w.rows(id))).toEqual(['up', 'later', 'last'])
  })

  it('steered they join the turn that runs', async () => {
    const { id } = await w.open('@say up')
    const gate = newGate()
    await w.say(id, `${gate.wait}\n@say done`)
    await w.shows(id, /esc to interrupt/)
    expect(await w.say(id, '@say aside', { steer: true })).toEqual({ state: 'started', turn: 2 })
    gate.open()
    await w.turnEnd(id, 2)
    expect(texts(await w.rows(id))).toEqual(['up', 'aside', 'done'])
    expect(users(await w.rows(id)).filter((text) => text === '@say aside')).toHaveLength(1)
  })

  it('an interrupt ends the turn, and the agent takes the next words', async () => {
    const { id } = await w.open('@say up')
    await w.say(id, '@hang')
    await w.shows(id, /esc to interrupt/)
    await w.call('POST', `/api/v1/sessions/${id}/cancel`, {})
    expect((await w.turnEnd(id, 2)).outcome).toBe('cancelled')
    expect(await w.say(id, '@say on')).toMatchObject({ state: 'started', delivery: 'confirmed' })
    expect((await w.turnEnd(id, 3)).outcome).toBe('completed')
  })
})

describe('a dialog in a terminal', () => {
  const ask = { permissions: 'ask' }

  it('blocks its session; words are refused (must never 32), and answered there it goes on', async () => {
    const { id } = await w.open('@say up', ask)
    await w.say(id, '@write a.txt made\n@say after')
    await w.until(id, (one) => one.status === 'blocked')
    expect(await w.say(id, 'yes')).toMatchObject({ state: 'refused', code: 'SESSION_AWAITING_DECISION' })
    await w.shows(id, /Do you want to write a\.txt/)
    await w.press(id, 'Enter')
    expect((await w.turnEnd(id, 2)).outcome).toBe('completed')
    const { workspace } = await w.session(id)
    expect(readFileSync(join(workspace ?? '', 'a.txt'), 'utf8')).toBe('made\n')
    expect((await w.session(id)).status).toBe('idle')
  })

  it('denied without a word from any hook it clears by itself', async () => {
    const { id } = await w.open('@say up', ask)
    await w.say(id, '@write a.txt made\n@say after')
    await w.until(id, (one) => one.status === 'blocked')
    await w.press(id, '2')
    expect((await w.turnEnd(id, 2)).outcome).toBe('completed')
    const { workspace } = await w.session(id)
    expect(existsSync(join(workspace ?? '', 'a.txt'))).toBe(false)
  })

  it('left by Esc the turn ends there, and the next words arrive', async () => {
    const { id } = await w.open('@say up', ask)
    await w.say(id, '@write a.txt made\n@say after')
    await w.until(id, (one) => one.status === 'blocked')
    await w.press(id, 'Escape')
    expect((await w.turnEnd(id, 2)).outcome).toBe('cancelled')
    await w.shows(id, /Enter sends/)
    expect(await w.say(id, '@say next')).toMatchObject({ delivery: 'confirmed' })
  })

  it('words that were queued before it opened wait for its end, and answer nothing', async () => {
    const { id } = await w.open('@say up', ask)
    await w.say(id, '@write a.txt made\n@say after')
    await w.until(id, (one) => one.status === 'blocked')
    const mail = await w.call('POST', '/api/v1/mail', { to: id, subject: 's', body: 'mail for later' })
    expect(mail.status).toBeLessThan(300)
    await w.shows(id, /Do you want to write/)
    await w.press(id, 'Escape')
    await w.turnEnd(id, 3)
    expect(users(await w.rows(id)).at(-1)).toContain('mail for later')
    expect(existsSync(join((await w.session(id)).workspace ?? '', 'a.txt'))).toBe(false)
  })
})

describe('a person at the same terminal', () => {
  it('a draft is never sent: words are refused, mail waits and goes on when the draft is gone', async () => {
    const { id } = await w.open('@say up')
    await w.type(id, 'half a tho')
    await w.shows(id, /> half a tho/)
    expect(await w.say(id, '@say no')).toMatchObject({ state: 'refused', code: 'TERMINAL_IN_USE' })
    await w.call('POST', '/api/v1/mail', { to: id, subject: 's', body: 'mail for later' })
    await w.type(id, 'ught')
    await w.shows(id, /> half a thought/)
    expect((await w.session(id)).turn?.n).toBe(1)
    await w.press(id, 'C-u')
    await w.turnEnd(id, 2)
    expect(users(await w.rows(id)).at(-1)).toContain('mail for later')
    expect(users(await w.rows(id)).join()).not.toContain('half')
  })

  it('words that are typed there begin a turn and are rows like any others', async () => {
    const { id } = await w.open('@say up')
    await w.type(id, '@say by hand')
    await w.press(id, 'Enter')
    expect((await w.turnEnd(id, 2)).outcome).toBe('completed')
    const rows = await w.rows(id)
    expect(users(rows)).toEqual(['@say up', '@say by hand'])
    expect(texts(rows)).toEqual(['up', 'by hand'])
  })

  it('an agent that is left by its own words ends its session, says so, and comes back where it was', async () => {
    const { id } = await w.open('@remember pear')
    await w.type(id, '/exit')
    await w.press(id, 'Enter')
    const ended = await w.until(id, (one) => one.phase === 'ended')
    expect([ended.endReason, ended.endedBy]).toEqual(['agent_exit', 'agent'])
    expect((await w.rows(id)).some((row) => row.kind === 'notice' && row.code === 'agent_exited')).toBe(true)
    expect((await w.call('POST', `/api/v1/sessions/${id}/send`, { message: 'x' })).body.code ?? 'refused').toBeTruthy()
    const back = await w.call('POST', `/api/v1/sessions/${id}/restore`, {})
    expect(back.status).toBe(200)
    await w.until(id, (one) => one.status === 'idle' && one.mode === 'terminal')
    expect(await w.say(id, '@recall')).toMatchObject({ delivery: 'confirmed' })
    await w.turnEnd(id, 2)
    expect(texts(await w.rows(id)).at(-1)).toBe('pear')
  })
})
