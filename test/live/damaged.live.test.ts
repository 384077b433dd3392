/**
 * The vendor's own transcript is damaged between two turns, or by the CLI itself: on every CLI whose transcript is looked at,
 * the session goes on once with a hand-off and a notice, never in a loop, and never as if nothing had been.
 */
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import type { EventRow } from '#contract/agent-event'
import type { Session } from '#contract/session'
import { caseOn } from './cached.ts'
import { type Cli, cliNamed } from './clis.ts'
import { errorsOf, type Stage, textsOf, untidyTurns } from './stage.ts'

const damages: Readonly<Record<string, (file: string) => void>> = {
  emptied: (file) => truncateSync(file, 0),
  'cut in a line': (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  'cut between lines': (file) => {
    const lines = readFileSync(file, 'utf8').split('\n')
    writeFileSync(file, `${lines.slice(0, Math.floor(lines.length / 3)).join('\n')}\n`)
  },
  garbage: (file) => writeFileSync(file, '\u0000 garbage \n'.repeat(20_000)),
  'garbage in its middle': (file) => {
    const lines = readFileSync(file, 'utf8').split('\n')
    writeFileSync(file, lines.map((line, at) => (at > 2 && at < 9 ? 'x'.repeat(line.length) : line)).join('\n'))
  },
}

describe('a damaged transcript', () => {
  for (const name of ['claude-code', 'codex', 'pi'])
    caseOn(cliNamed(name), 'is not gone on with: a fresh conversation starts with a hand-off', damaged)
  caseOn(cliNamed('codex'), 'the same with one process for the session', damaged, {
    config: '[harness.codex]\nlifetime = "session"\n',
  })
})

/** All damages side by side, each in a session of its own. Before them one alone: several first starts trip over each other. */
async function damaged(stage: Stage, cli: Cli): Promise<void> {
  await stage.drover.turnEnd((await stage.spawn('MODEL say first start')).id, 1)
  const ends = await Promise.all(
    Object.entries(damages).map(async ([what, damage]) => ({ what, ...(await oneDamaged(stage, cli, what, damage)) })),
  )
  for (const { what, rows, lost, told, after } of ends) {
    // The first turn's word is in the hand-off.
    expect([what, lost.length, told > 0, textsOf(rows, 3)]).toEqual([what, 1, true, 'begun again'])
    expect(rows.filter((row) => row.kind === 'session').length, what).toBeGreaterThan(1)
    expect([what, errorsOf(rows, 4), textsOf(rows, 5)]).toEqual([what, [], `recalled godwit-${after}`])
    expect(untidyTurns(rows), what).toEqual([])
  }
}

async function oneDamaged(
  stage: Stage,
  cli: Cli,
  what: string,
  damage: (file: string) => void,
): Promise<{ rows: readonly EventRow[]; lost: readonly EventRow[]; told: number; after: string }> {
  const { drover, model } = stage
  const word = what.replaceAll(' ', '-')
  const session = await stage.spawn(`MODEL remember osprey-${word}`)
  expect(await drover.turnEnd(session.id, 1), what).toMatchObject({ outcome: 'completed' })
  expect(await stage.turn(session, 'MODEL say second'), what).toMatchObject({ outcome: 'completed' })
  await ended(stage, session)
  damage(transcriptOf(cli, stage, (await drover.session(session.id)).nativeId ?? 'none'))

  expect(await stage.turn(session, 'MODEL say begun again'), what).toMatchObject({ turn: 3, outcome: 'completed' })
  const told = model.requests.filter(({ prompt }) => prompt.includes('[hand-off]') && prompt.includes(`osprey-${word}`))
  expect(await stage.turn(session, `MODEL remember godwit-${word}`), what).toMatchObject({ outcome: 'completed' })
  expect(await stage.turn(session, 'MODEL recall'), what).toMatchObject({ turn: 5, outcome: 'completed' })
  const rows = await drover.rows(session.id)
  const lost = rows.filter((row) => row.kind === 'notice' && row.code === 'context_lost' && row.turn === 3)
  return { rows, lost, told: told.length, after: word }
}

/** A process that lives on would keep the conversation in mind: it is ended first, as a restart of the machine would. */
async function ended({ drover }: Stage, { id }: Session): Promise<void> {
  const { launch } = await drover.session(id)
  if (launch === null) return
  await drover.call('POST', `/api/v1/sessions/${id}/kill`)
  await drover.call('POST', `/api/v1/sessions/${id}/restore`)
}

function transcriptOf(cli: Cli, { drover }: Stage, nativeId: string): string {
  const root = join(drover.env.HOME ?? '', cli.transcripts[0] ?? '')
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith(`${nativeId}.jsonl`),
  )
  if (found === undefined) throw new Error(`no transcript of ${nativeId} below ${root}`)
  return join(root, found)
}

describe.concurrent('a stream that is cut again and again', () => {
  const claude = cliNamed('claude-code')
  caseOn(claude, 'fails the turn, and what was said before is kept', async (stage) => {
    const { rows } = await cutAndRecall(stage)
    expect(textsOf(rows, 3)).toBe('recalled osprey')
    expect(rows.filter((row) => row.kind === 'notice' && row.code === 'context_lost')).toEqual([])
    expect(errorsOf(rows, 2)).toMatchObject([{ category: 'transient' }])
  })

  // As a user who wants that last request would set it, or a version that makes it whatever is said.
  caseOn(
    claude,
    'is told as context_lost where the CLI lets it break its transcript, and the hand-off tells the model what was said',
    async (stage) => {
      const { rows, session } = await cutAndRecall(stage)
      expect(rows).toContainEqual(expect.objectContaining({ kind: 'notice', code: 'synthetic_prompt', turn: 2 }))
      expect(rows.filter((row) => row.kind === 'notice' && row.code === 'context_lost')).toMatchObject([
        { turn: 3, nativeId: session.nativeId, message: expect.stringContaining('lead back') },
      ])
      const told = stage.model.requests.filter(({ prompt }) => prompt.includes('[hand-off]'))
      expect(told.map(({ prompt }) => prompt.includes('MODEL remember osprey'))).toEqual([true])
    },
    { env: { CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '0' } },
  )
})

async function cutAndRecall(stage: Stage): Promise<{ rows: readonly EventRow[]; session: Session }> {
  const { drover } = stage
  const spawned = await stage.spawn('MODEL remember osprey')
  expect(await drover.turnEnd(spawned.id, 1)).toMatchObject({ outcome: 'completed' })
  const session = await drover.session(spawned.id)
  await stage.turn(session, 'MODEL cut')
  expect(await stage.turn(session, 'MODEL recall')).toMatchObject({ turn: 3, outcome: 'completed' })
  return { rows: await drover.rows(session.id), session }
}
