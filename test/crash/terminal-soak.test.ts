/**
 * Words at random moments into agents in terminals that rest, speak, run a tool, show a dialog, hold somebody's draft or have
 * left: every message arrives once or is refused with its reason, no dialog is answered, no draft is sent, and the tmux server
 * never ends. A hundred here; a thousand with DROVER_FULL. `DROVER_SEED` plays another lot;
 * `DROVER_STEER=1` steers a quarter of them, which can still leave a turn that was sent beside them without its words.
 */
import { readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Delivery } from '#contract/session'
import { type TerminalWorld, terminalWorld } from '../e2e/terminal-world.ts'
import { ok } from '../support/world.ts'
import { type Random, randomFrom } from './random.ts'

const full = process.env.DROVER_FULL === '1'
const seed = Number(process.env.DROVER_SEED ?? 17)
const most = Number(process.env.DROVER_DELIVERIES ?? (full ? 1000 : 100))
const sessions = 5

let w: TerminalWorld
beforeAll(async () => {
  w = await terminalWorld()
  await w.addProject()
})
afterAll(() => w.end())

interface Sent {
  readonly id: string
  readonly mark: string
  readonly moment: string
  /** null: it was taken. */
  readonly refused: string | null
}

const sent: Sent[] = []
let count = 0

async function deliver(id: string, moment: string, steer: boolean): Promise<void> {
  count += 1
  const mark = `word-${count}.`
  const body = { message: `@say ${mark}`, ...(steer ? { steer } : {}) }
  const answer = await w.call('POST', `/api/v1/sessions/${id}/send`, body)
  const delivery = answer.body.delivery as Delivery | undefined
  const refused = answer.status >= 300 ? answer.body.code : delivery?.state === 'refused' ? delivery.code : null
  sent.push({ id, mark, moment, refused })
}

/** Into a moment; answers the way out of it. */
type Moment = (id: string) => Promise<() => Promise<unknown>>

const nothing = async (): Promise<void> => {}
/** Words of the stage, which are no delivery that is counted. */
async function give(id: string, words: string): Promise<void> {
  const given = await w.say(id, words)
  if (given.state === 'refused')
    throw new Error(`${id} at rest refused: ${given.code} ${given.message}\n${await w.screen(id)}`)
}
const working = async (id: string, words: string): Promise<() => Promise<unknown>> => {
  await give(id, words)
  return nothing
}

const moments: { readonly [name: string]: Moment } = {
  idle: async () => nothing,
  streaming: (id) => working(id, '@think a\n@sleep 700\n@think b'),
  tool: (id) => working(id, '@sh sleep 0.7'),
  dialog: async (id) => {
    await give(id, '@write dialog.txt answered')
    await w.until(id, (one) => one.status === 'blocked')
    await w.shows(id, /Esc to cancel/)
    return async () => {
      await w.shows(id, /Esc to cancel/)
      await w.press(id, 'Escape')
    }
  },
  draft: async (id) => {
    await w.type(id, 'somebody’s draft')
    await w.shows(id, /> somebody’s draft/)
    return async () => {
      expect(await w.screen(id)).toMatch(/> somebody’s draft/)
      await w.press(id, 'C-u')
    }
  },
  left: async (id) => {
    await w.type(id, '/exit')
    await w.shows(id, /> \/exit/)
    await w.press(id, 'Enter')
    await w.until(id, (one) => one.phase === 'ended')
    return () => ok(w.call('POST', `/api/v1/sessions/${id}/restore`, {}))
  },
}

async function play(id: string, asks: boolean, random: Random): Promise<void> {
  const fit = Object.keys(moments).filter((name) => (asks ? name !== 'tool' : name !== 'dialog'))
  while (count < most) {
    const name = random.pick(fit)
    const out = await moments[name]!(id)
    await Promise.all(
      Array.from({ length: random.between(1, 3) }, async () => {
        await pause(random.between(0, 500))
        // Words that are steered at the very end of a turn beside others that wait are not in this lot.
        await deliver(id, name, process.env.DROVER_STEER === '1' && random.chance(0.25))
      }),
    )
    await out()
    await w.until(id, (one) => one.status === 'idle' && one.queued === 0)
    await w.shows(id, (screen) => /\n> *\n/.test(screen) && !screen.includes('esc to interrupt'))
  }
}

it(
  `${most} words at random moments (seed ${seed})`,
  async () => {
    const ids = await Promise.all(
      Array.from({ length: sessions }, async (_, n) => ({
        asks: n % 2 === 1,
        ...(await w.open('@say up', { permissions: n % 2 === 1 ? 'ask' : 'bypass' })),
      })),
    )
    const server = w.serverPid()
    await Promise.all(ids.map(({ id, asks }, n) => play(id, asks, randomFrom(seed * 1000 + n))))
    const said = new Map<string, number>()
    const faults: string[] = []
    for (const { id, workspace } of ids) {
      const rows = await w.rows(id)
      for (const row of rows) {
        if (row.kind === 'text') said.set(row.text, (said.get(row.text) ?? 0) + 1)
        if (row.kind === 'user' && row.text.includes('draft')) faults.push(`${id} was given a draft: ${row.text}`)
      }
      if (readdirSync(workspace ?? '').includes('dialog.txt')) faults.push(`a dialog of ${id} was answered`)
      const turns = rows.flatMap((row) => (row.kind === 'turn_end' ? [row.turn] : []))
      if (new Set(turns).size !== turns.length) faults.push(`a turn of ${id} ended twice`)
    }
    for (const { id, mark, moment, refused } of sent) {
      const times = said.get(mark) ?? 0
      if (times !== (refused === null ? 1 : 0))
        faults.push(`${mark} to ${id} (${moment}, ${refused ?? 'taken'}) arrived ${times} times`)
    }
    expect(faults).toEqual([])
    expect(sent.length).toBeGreaterThanOrEqual(most)
    const reasons = new Set(sent.flatMap(({ refused }) => (refused === null ? [] : [refused])))
    for (const reason of reasons)
      expect(['SESSION_AWAITING_DECISION', 'TERMINAL_IN_USE', 'SESSION_ENDED', 'AGENT_EXITED', 'NO_TURN']).toContain(
        reason,
      )
    expect(sent.filter(({ moment, refused }) => moment === 'dialog' && refused === null)).toEqual([])
    expect(w.serverPid()).toBe(server)
  },
  full ? 3_600_000 : 300_000,
)
