/**
 * Real CLIs in one long-lived process each, through the whole of Drover: an approval that is answered from the API, further
 * turns in the same process, an interrupt that it lives through, a daemon killed between two turns, and a process killed
 * between two turns. Claude Code by its own adapter, the others by the generic one for the Agent Client Protocol.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import type { EventRow } from '#contract/agent-event'
import type { Session } from '#contract/session'
import { killHard } from '#test/support/kill-hard'
import { ok } from '../support/world.ts'
import { caseOn } from './cached.ts'
import { cliNamed } from './clis.ts'
import { type Stage, textsOf, untidyTurns } from './stage.ts'

interface Asking {
  readonly cli: string
  /** The name of the harness, and its table in the user's configuration. */
  readonly harness: string
  readonly config?: string
  readonly env?: Readonly<Record<string, string>>
  /** A new process does not find the session of the one before: the next turn begins with a hand-off. */
  readonly forgets?: boolean
}

const acp = (name: string, command: string, more = ''): string =>
  `[harness.${name}]\nprotocol = "acp"\ncommand = ${command}\n${more}`

const rows: readonly Asking[] = [
  { cli: 'claude-code', harness: 'claude-code' },
  {
    cli: 'gemini',
    harness: 'gemini-acp',
    config: acp('gemini-acp', '["gemini", "--acp"]', 'model = "gemini-2.5-pro"\nmodel_flag = "-m"\n'),
    forgets: true,
  },
  { cli: 'qwen', harness: 'qwen-acp', config: acp('qwen-acp', '["qwen", "--acp"]') },
  {
    cli: 'opencode',
    harness: 'opencode-acp',
    config: acp('opencode-acp', '["opencode", "acp"]'),
    // It asks nobody by default.
    env: { OPENCODE_CONFIG_CONTENT: JSON.stringify({ permission: { bash: 'ask', edit: 'ask' } }) },
  },
  { cli: 'copilot', harness: 'copilot-acp', config: acp('copilot-acp', '["copilot", "--acp"]') },
]

describe('a process that lives for the session', () => {
  for (const { cli, harness, config, env, forgets = false } of rows) {
    caseOn(
      cliNamed(cli),
      `${harness} asks, is interrupted, outlives the daemon and is resumed`,
      (stage) => converse(stage, harness, forgets),
      { ...(config === undefined ? {} : { config }), ...(env === undefined ? {} : { env }) },
    )
  }
})

async function converse(stage: Stage, harness: string, forgets: boolean): Promise<void> {
  const { drover, model } = stage
  const session = await stage.spawn('MODEL remember osprey', { harness, permissions: 'ask' })
  expect(await drover.turnEnd(session.id, 1)).toMatchObject({ outcome: 'completed' })
  const { launch } = await drover.session(session.id)

  await answered(stage, session, 'MODEL run echo asked > asked.txt', 'allow')
  expect(existsSync(join(session.workspace ?? '', 'asked.txt'))).toBe(true)
  await answered(stage, session, 'MODEL run echo refused > refused.txt', 'deny')
  expect(existsSync(join(session.workspace ?? '', 'refused.txt'))).toBe(false)

  const hanging = await stage.send(session, 'MODEL hang')
  await model.seen((request) => request.prompt.endsWith('MODEL hang'))
  await ok(drover.call('POST', `/api/v1/sessions/${session.id}/cancel`))
  expect(await drover.turnEnd(session.id, hanging)).toMatchObject({ outcome: 'cancelled' })
  await recalls(stage, session)
  expect((await drover.session(session.id)).launch?.id).toBe(launch?.id)

  await drover.crash()
  await drover.start()
  await recalls(stage, session)
  expect((await drover.session(session.id)).launch?.id).toBe(launch?.id)

  killHard(launch?.pid)
  await drover.until(session.id, (one) => one.launch === null)
  if (forgets) await handedOver(stage, session)
  else await recalls(stage, session)
  expect(untidyTurns(await drover.rows(session.id))).toEqual([])
}

async function answered(stage: Stage, session: Session, prompt: string, decision: string): Promise<void> {
  const { drover } = stage
  const after = (await drover.session(session.id)).lastEventId
  const turn = await stage.send(session, prompt)
  const request = await drover.row(session.id, (row) => row.kind === 'request', after)
  if (request.kind !== 'request') throw new Error('not a request')
  await drover.until(session.id, (one) => one.status === 'needs_input')
  await ok(drover.call('POST', `/api/v1/sessions/${session.id}/answer`, { requestId: request.requestId, decision }))
  expect(await drover.turnEnd(session.id, turn)).toMatchObject({ outcome: 'completed' })
}

async function recalls(stage: Stage, session: Session): Promise<void> {
  const { turn, outcome } = await stage.turn(session, 'MODEL recall')
  expect([outcome, textsOf(await stage.drover.rows(session.id), turn)]).toEqual(['completed', 'recalled osprey'])
}

async function handedOver(stage: Stage, session: Session): Promise<void> {
  const { turn, outcome } = await stage.turn(session, 'MODEL say with a hand-off')
  const rows = (await stage.drover.rows(session.id)).filter((row: EventRow) => row.turn === turn)
  expect([outcome, textsOf(rows, turn)]).toEqual(['completed', 'with a hand-off'])
  expect(rows.filter((row) => row.kind === 'notice' && row.code === 'context_lost')).toHaveLength(1)
}
