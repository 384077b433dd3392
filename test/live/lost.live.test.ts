/**
 * The vendor's own transcripts are deleted between two turns: on every real CLI the session goes on once with a hand-off and
 * a notice, and after that as if nothing had been.
 */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { caseOn } from './cached.ts'
import { type Cli, clis } from './clis.ts'
import { errorsOf, type Stage, textsOf, untidyTurns } from './stage.ts'

describe('a lost conversation', () => {
  for (const cli of clis) caseOn(cli, 'goes on with a hand-off when its transcripts are deleted', loses)
})

async function loses(stage: Stage, cli: Cli): Promise<void> {
  const { drover, model } = stage
  const session = await stage.spawn('MODEL remember osprey')
  expect(await drover.turnEnd(session.id, 1)).toMatchObject({ outcome: 'completed' })
  const before = await drover.session(session.id)
  const kept = cli.transcripts.map((path) => join(drover.env.HOME ?? '', path)).filter(existsSync)
  expect(kept).not.toEqual([])
  for (const path of kept) rmSync(path, { recursive: true })

  expect(await stage.turn(session, 'MODEL say begun again')).toMatchObject({ turn: 2, outcome: 'completed' })
  const rows = await drover.rows(session.id)
  expect(textsOf(rows, 2)).toBe('begun again')
  expect(rows.filter((row) => row.kind === 'notice' && row.code === 'context_lost')).toMatchObject([
    { turn: 2, nativeId: before.nativeId },
  ])
  // The hand-off tells the model what was said before.
  const told = await model.seen((request) => request.prompt.includes('[hand-off]'))
  expect(told.prompt).toContain('osprey')
  const after = await drover.session(session.id)
  expect(after.nativeId).not.toBe(before.nativeId)

  expect(await stage.turn(session, 'MODEL remember godwit')).toMatchObject({ turn: 3, outcome: 'completed' })
  expect(await stage.turn(session, 'MODEL recall')).toMatchObject({ turn: 4, outcome: 'completed' })
  const all = await drover.rows(session.id)
  expect(textsOf(all, 4)).toBe('recalled godwit')
  expect([errorsOf(all, 3), errorsOf(all, 4), untidyTurns(all)]).toEqual([[], [], []])
  expect(all.filter((row) => row.kind === 'notice' && row.code === 'context_lost')).toHaveLength(1)
  expect((await drover.session(session.id)).nativeId).toBe(after.nativeId)
}
