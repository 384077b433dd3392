/** Agents in terminals, end to end: words that arrive, dialogs, drafts, exits. The agent is the rehearsal on a screen of its own. */
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
})
