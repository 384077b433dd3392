/**
 * What a failing server comes to, on every real CLI through the whole of Drover: the category with its evidence, one end of
 * the turn, known in bounded time although some CLIs retry for minutes in silence. And words about failures that are no
 * failure.
 */
import { describe, expect } from 'vitest'
import type { FailureCategory } from '#contract/agent-event'
import { caseOn } from './cached.ts'
import { type Cli, cliNamed, clis } from './clis.ts'
import { errorsOf, type Stage, textsOf, untidyTurns } from './stage.ts'

interface Failure {
  readonly prompt: string
  readonly category: FailureCategory
  /** The status that the evidence must show. */
  readonly status?: number
}

/** What no retry cures: known within a minute. */
const permanent: readonly Failure[] = [
  { prompt: 'MODEL fail 401', category: 'auth', status: 401 },
  { prompt: 'MODEL fail 404', category: 'invalid_model' },
]

const passing: readonly Failure[] = [
  { prompt: 'MODEL fail 429 after=1', category: 'rate_limit', status: 429 },
  { prompt: 'MODEL fail 529', category: 'overloaded', status: 529 },
  { prompt: 'MODEL fail 500 after=1', category: 'transient', status: 500 },
  { prompt: 'MODEL drop', category: 'transient' },
  { prompt: 'MODEL cut', category: 'transient' },
]

const spent: Failure = { prompt: 'MODEL limit reset=7200', category: 'usage_limit' }

for (const cli of clis) {
  describe(`the failures of ${cli.name}`, () => {
    caseOn(cli, 'names what no retry cures within a minute', (stage) => expectAll(stage, cli, permanent, 60))
    caseOn(cli, 'names what may pass, in bounded time', (stage) =>
      expectAll(
        stage,
        cli,
        passing.filter(({ prompt }) => prompt !== 'MODEL cut' || !cli.continues),
        120,
      ),
    )
    caseOn(cli, 'names a spent quota within a minute', (stage) => expectAll(stage, cli, [spent], 60), {
      env: cli.subscription ?? {},
    })
    caseOn(cli, 'takes words about failures for words', prose)
  })
}

/** Side by side, since they mostly wait. The time runs from the first request that was refused. */
async function expectAll(
  stage: Stage,
  { givesUp = [] }: Cli,
  failures: readonly Failure[],
  withinSeconds: number,
): Promise<void> {
  const found = await Promise.all(
    failures.map(async ({ prompt }) => {
      const session = await stage.spawn(prompt)
      const end = await stage.drover.turnEnd(session.id, 1)
      const rows = await stage.drover.rows(session.id)
      const [error] = errorsOf(rows, 1)
      const refused = stage.model.requests.find((request) => request.prompt.includes(prompt))?.at ?? 0
      return { end, rows, error, seconds: (Date.parse(end.at) - refused) / 1000 }
    }),
  )
  for (const [at, { end, rows, error, seconds }] of found.entries()) {
    const { prompt, category, status } = failures[at] as Failure
    expect([end.outcome, error?.category], prompt).toEqual(['error', category])
    if (status !== undefined) expect(error?.evidence, prompt).toContainEqual(expect.objectContaining({ status }))
    expect(error?.evidence.length, prompt).toBeGreaterThan(0)
    expect(untidyTurns(rows), prompt).toEqual([])
    // Whoever waits for a retry can see it.
    if (prompt.startsWith('MODEL fail 5') && !(givesUp.includes(prompt) && seconds < 5))
      expect(rows, prompt).toContainEqual(expect.objectContaining({ kind: 'notice', code: 'retrying' }))
    expect(seconds, prompt).toBeLessThan(withinSeconds)
  }
}

/** A stream that is cut after its first words, each time it is asked for again. */
describe.concurrent('a stream that keeps breaking', () => {
  for (const name of ['claude-code', 'codex', 'opencode', 'pi'])
    caseOn(cliNamed(name), 'tells each retry, and ends the turn within a minute', cutOff)
})

async function cutOff(stage: Stage): Promise<void> {
  const { drover, model } = stage
  const session = await stage.spawn('MODEL cut')
  const end = await drover.turnEnd(session.id, 1)
  const rows = await drover.rows(session.id)
  const asked = model.requests.filter((request) => request.prompt === 'MODEL cut')
  const retries = rows.filter((row) => row.kind === 'notice' && row.code === 'retrying')
  expect([end.outcome, errorsOf(rows, 1)[0]?.category]).toEqual(['error', 'transient'])
  expect([asked.length > 1, retries.length]).toEqual([true, asked.length - 1])
  expect((Date.parse(end.at) - (asked[0]?.at ?? 0)) / 1000).toBeLessThan(60)
  expect(untidyTurns(rows)).toEqual([])
}

/** A server that takes the request and never answers: no CLI gives up by itself in this time, so Drover does. */
describe.concurrent('a server that never answers', () => {
  const config = 'stall_threshold = 15\nconnected_idle = 5\nconnected_kill = 30\n'
  for (const cli of clis) caseOn(cli, 'is given up by Drover, and the conversation goes on', hangs, { config })
})

async function hangs(stage: Stage): Promise<void> {
  const { drover, model } = stage
  const session = await stage.spawn('MODEL remember osprey')
  expect(await drover.turnEnd(session.id, 1)).toMatchObject({ outcome: 'completed' })
  const { turn, outcome } = await stage.turn(session, 'MODEL hang')
  expect(model.requests.some((request) => request.prompt.endsWith('MODEL hang'))).toBe(true)
  expect(outcome).toBe('error')
  const [error] = errorsOf(await drover.rows(session.id), turn)
  expect(error).toMatchObject({ category: 'stalled', code: 'AGENT_STALLED' })
  expect(error?.evidence.length).toBeGreaterThan(0)
  const again = await stage.turn(session, 'MODEL recall')
  const rows = await drover.rows(session.id)
  expect([again.outcome, textsOf(rows, again.turn)]).toEqual(['completed', 'recalled osprey'])
  expect(untidyTurns(rows)).toEqual([])
}

const words =
  'rate limit 429 overloaded usage limit reached 529 authentication_error model_not_found 401 quota exceeded'

async function prose(stage: Stage, _cli: Cli): Promise<void> {
  const session = await stage.spawn(`MODEL run echo "${words}"\nMODEL say ${words}`)
  expect(await stage.drover.turnEnd(session.id, 1)).toMatchObject({ outcome: 'completed' })
  const rows = await stage.drover.rows(session.id)
  expect(textsOf(rows, 1)).toContain(words)
  expect(errorsOf(rows, 1)).toEqual([])
}
