/**
 * Work in the background of a long-lived Claude Code: it ends when it ends, and with a result of its own. A turn is over by the
 * result of its own prompt, neither sooner nor later, and late work is told as such.
 */
import { describe, expect } from 'vitest'
import type { EventRow } from '#contract/agent-event'
import { caseOn } from './cached.ts'
import { type Cli, cliNamed } from './clis.ts'
import { type Stage, textsOf, untidyTurns } from './stage.ts'

const kept = { config: '[harness.claude-code]\nlifetime = "session"\n' }

describe('work in the background of a long-lived Claude Code', () => {
  for (const version of ['2.1.325', '2.1.197']) {
    const cli: Cli = { ...cliNamed('claude-code'), version }
    caseOn(cli, 'an agent that outlives its failed turn neither holds nor ends the next one', lateAgent, kept)
    caseOn(cli, 'a command that ends around the next prompt never ends its turn', lateCommands, kept)
  }
})

const resultsOf = (rows: readonly EventRow[], turn: number): readonly string[] =>
  rows.flatMap((row) => (row.kind === 'result' && row.turn === turn ? [row.text] : []))

const late = (rows: readonly EventRow[]): readonly EventRow[] =>
  rows.filter((row) => row.kind === 'notice' && row.code === 'late_result')

async function lateAgent(stage: Stage): Promise<void> {
  const { drover, model } = stage
  const agent = {
    description: 'sub',
    prompt: 'MODEL slow 16 500',
    subagent_type: 'general-purpose',
    run_in_background: true,
  }
  const session = await stage.spawn(`MODEL tool Agent ${JSON.stringify(agent)}\nMODEL fail 400`)
  expect(await drover.turnEnd(session.id, 1)).toMatchObject({ outcome: 'error' })
  const at = Date.now()
  expect(await stage.turn(session, 'MODEL say the second answer')).toMatchObject({ turn: 2, outcome: 'completed' })
  const begun = (await model.seen(({ prompt }) => prompt.endsWith('MODEL slow 16 500'))).at
  // Not held: the agent still had words to say.
  expect(Date.now()).toBeLessThan(Math.max(begun + 8_000, at + 4_000))
  await drover.row(session.id, (row) => row.kind === 'notice' && row.code === 'late_result')
  const rows = await drover.rows(session.id)
  expect(late(rows)).toMatchObject([{ turn: null }])
  expect([resultsOf(rows, 2), untidyTurns(rows)]).toEqual([['the second answer'], []])
  expect(await stage.turn(session, 'MODEL say the third answer')).toMatchObject({ turn: 3, outcome: 'completed' })
  expect(resultsOf(await drover.rows(session.id), 3)).toEqual(['the third answer'])
}

/** It ends just before the next prompt, while that end is being answered, and just after the prompt. */
async function lateCommands(stage: Stage): Promise<void> {
  const { drover, model } = stage
  const session = await stage.spawn('MODEL say begun')
  expect(await drover.turnEnd(session.id, 1)).toMatchObject({ outcome: 'completed' })
  for (const when of ['before', 'meanwhile', 'after', 'before', 'meanwhile', 'after']) {
    const gate = stage.gate()
    const command = { command: gate.command, description: 'x', run_in_background: true }
    const before = await stage.turn(session, `MODEL tool Bash ${JSON.stringify(command)}`)
    await gate.reached()
    const asked = model.requests.length
    if (when !== 'after') gate.open()
    if (when === 'meanwhile') await model.seen(({ n, prompt }) => n > asked && prompt.includes(gate.command))
    const turn = await stage.send(session, `MODEL say own ${before.turn}`)
    if (when === 'after') gate.open()
    const { outcome } = await drover.turnEnd(session.id, turn)
    const rows = await drover.rows(session.id)
    const own = `own ${before.turn}`
    expect([when, before.outcome, outcome, resultsOf(rows, turn)]).toEqual([when, 'completed', 'completed', [own]])
    expect(textsOf(rows, turn)).toContain(own)
  }
  expect(untidyTurns(await drover.rows(session.id))).toEqual([])
}
