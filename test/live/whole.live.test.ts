/**
 * The whole of Drover with every real CLI: spawned by the API, a file made by the CLI's own tool, a transcript with
 * everything in it, and a codeword that outlives a killed daemon, a cancel, a failing server and a killed agent. Each CLI
 * has a world of its own, so that they run side by side: they mostly wait.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { killHard } from '#test/support/kill-hard'
import { ok } from '../support/world.ts'
import { caseOn } from './cached.ts'
import { type Cli, clis } from './clis.ts'
import { errorsOf, leftOf, type Stage, textsOf, untidyTurns } from './stage.ts'

describe.concurrent('the whole of Drover', () => {
  for (const cli of clis) caseOn(cli, 'makes a file and recalls after every kind of break', breaks)
})

async function breaks(stage: Stage, cli: Cli): Promise<void> {
  const { drover } = stage
  const session = await stage.spawn('MODEL run echo made > made.txt\nMODEL remember osprey')
  expect(await drover.turnEnd(session.id, 1)).toMatchObject({ outcome: 'completed' })
  expect(existsSync(join(session.workspace ?? '', 'made.txt'))).toBe(true)
  const first = await drover.rows(session.id)
  const kinds = first.map((row) => row.kind)
  const order = ['session', 'tool', 'tool_result', 'text', 'result', 'turn_end']
  expect(kinds.filter((kind) => order.includes(kind))).toEqual(order)
  const before = await drover.session(session.id)
  // Without a terminal Copilot tells no tokens: then nothing is claimed.
  expect(kinds.includes('usage')).toBe(cli.usage)
  const spent = before.totals.inputTokens
  if (cli.usage) expect(spent).toBeGreaterThan(0)
  else expect(spent).toBeNull()

  const recalls = async (): Promise<void> => {
    const { turn, outcome } = await stage.turn(session, 'MODEL recall')
    expect([outcome, textsOf(await drover.rows(session.id), turn)]).toEqual(['completed', 'recalled osprey'])
  }

  // The daemon dies in the middle of a turn; the agent goes on without it.
  const whileAway = stage.gate()
  const away = await stage.send(session, `MODEL run ${whileAway.command}`)
  await whileAway.reached()
  await drover.crash()
  await drover.start()
  whileAway.open()
  expect(await drover.turnEnd(session.id, away)).toMatchObject({ outcome: 'completed' })
  await recalls()

  const cancelled = stage.gate()
  const stopped = await stage.send(session, `MODEL run ${cancelled.command}`)
  await cancelled.reached()
  await ok(drover.call('POST', `/api/v1/sessions/${session.id}/cancel`))
  expect(await drover.turnEnd(session.id, stopped)).toMatchObject({ outcome: 'cancelled' })
  expect(await leftOf(cancelled.waiting)).toEqual([])
  await recalls()

  const failed = await stage.turn(session, 'MODEL fail 500 after=1')
  expect(failed.outcome).toBe('error')
  expect(errorsOf(await drover.rows(session.id), failed.turn)).toMatchObject([{ category: 'transient' }])
  await recalls()

  const crashed = stage.gate()
  const dead = await stage.send(session, `MODEL run ${crashed.command}`)
  await crashed.reached()
  killHard((await drover.session(session.id)).launch?.pid)
  expect(await drover.turnEnd(session.id, dead)).toMatchObject({ outcome: 'error' })
  await recalls()

  const rows = await drover.rows(session.id)
  expect(untidyTurns(rows)).toEqual([])
  expect(new Set(rows.flatMap((row) => (row.kind === 'session' ? [row.nativeId] : []))).size).toBe(1)
  expect(stage.touched()).toEqual([])
  // Nine turns of one or two requests each: totals taken for steps would add up to twenty times the first.
  if (spent !== null) {
    const after = (await drover.session(session.id)).totals.inputTokens ?? 0
    expect(after).toBeGreaterThan(spent * 2)
    expect(after).toBeLessThan(spent * 9)
  }
  // What a killed agent left behind is shown, and ends with the session.
  await ok(drover.call('POST', `/api/v1/sessions/${session.id}/kill`))
  expect(await leftOf(crashed.waiting)).toEqual([])
}
