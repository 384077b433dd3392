/** Many sessions of one CLI at the same time, and what must hold of them. Shared by the short and the long form. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Session } from '#contract/session'
import { ok } from '../support/world.ts'
import { leftOf, type Stage, textsOf, untidyTurns } from './stage.ts'

/** They share a home and a repository; each has a worktree, a file and a codeword of its own. */
export async function atOnce(stage: Stage, count: number): Promise<void> {
  const { drover } = stage
  const words = Array.from({ length: count }, (_, n) => `word-${n + 1}`)
  const sessions = await Promise.all(
    words.map((word) => stage.spawn(`MODEL run echo ${word} > own.txt\nMODEL remember ${word}`)),
  )
  const each = <T>(ask: (session: Session) => Promise<T>): Promise<readonly T[]> => Promise.all(sessions.map(ask))
  expect(await each(async ({ id }) => (await drover.turnEnd(id, 1)).outcome)).toEqual(words.map(() => 'completed'))
  expect(await each(async (one) => (await stage.turn(one, 'MODEL recall')).outcome)).toEqual(
    words.map(() => 'completed'),
  )
  const rows = await each(({ id }) => drover.rows(id))
  expect(rows.map((own) => textsOf(own, 2))).toEqual(words.map((word) => `recalled ${word}`))
  expect(rows.flatMap(untidyTurns)).toEqual([])
  expect(sessions.map((one) => readFileSync(join(one.workspace ?? '', 'own.txt'), 'utf8').trim())).toEqual(words)
  await each(({ id }) => ok(drover.call('POST', `/api/v1/sessions/${id}/kill`)))
  expect(stage.touched()).toEqual([])
  const daemon = drover.daemon.pid
  expect(await leftOf(() => drover.processes().filter(({ pid }) => pid !== daemon))).toEqual([])
}
