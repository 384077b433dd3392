/** The conformance cases can see: an agent that is wrong in one way is found by the case that is about it, and by its words. */
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createCustom } from '#adapters/harness/custom/custom'
import { makeGround, openTrial } from '#adapters/runtime/trial/trial'
import type { CaseReport } from '#contract/harness-check'
import { checkHarness } from '#flows/harness/check/check-harness'
import { traitsOf } from '#flows/harness/check/subject'
import { wordsFor } from '#flows/harness/check/words'
import type { HarnessConfig } from '#ports/harness'
import { canSeeProcesses, processesWith } from '../smoke/processes.ts'
import { agentTable } from './agents/agent-table.ts'

const agent = fileURLToPath(new URL('./agents/drover-agent.mjs', import.meta.url))

let ground: ReturnType<typeof makeGround>
beforeEach(() => {
  ground = makeGround()
})
afterEach(() => ground.remove())

async function reportsOf(defect: string | null, only?: string, timeoutMs = 45_000): Promise<readonly CaseReport[]> {
  const flags = defect === null ? [] : ['--defect', defect]
  const resume = ['--resume', '$SESSION']
  return reportsOn(
    { command: [process.execPath, agent, '--once', ...flags], resume, output: 'drover' },
    only,
    timeoutMs,
  )
}

async function reportsOn(
  config: HarnessConfig & { readonly command: readonly [string, ...string[]] },
  only: string | undefined,
  timeoutMs: number,
): Promise<readonly CaseReport[]> {
  const harness = createCustom('mine', config)
  const env = { PATH: process.env.PATH ?? '', HOME: ground.root, LANG: 'C.UTF-8' }
  const program = { binary: config.command[0], prefix: [] }
  const trial = openTrial({ root: ground.root, harness, config, program, version: null, model: null, env, timeoutMs })
  const reports: CaseReport[] = []
  await checkHarness({
    subject: { ...traitsOf(harness, trial.start), harness, config, words: wordsFor(harness, agentTable) },
    trial,
    ...(only === undefined ? {} : { only }),
    endAll: trial.endAll,
    onEnd: (report) => reports.push(report),
  })
  return reports
}

it('A02 A11: finds nothing in a sound one', async () => {
  const reports = await reportsOf(null)
  expect(reports.filter((one) => one.state === 'failed')).toEqual([])
  expect(reports.filter((one) => one.state === 'ok').length).toBeGreaterThan(15)
})

it.each([
  ['text-first', 'answers', 'the session before any text'],
  ['two-results', 'answers', 'exactly one good result'],
  ['no-result', 'answers', 'exactly one good result'],
  ['lingers', 'ends-with-input', 'a run that comes to its end'],
  ['always-good', 'failure', 'no good result of a turn that fails'],
  ['no-tool-result', 'tools', 'one result for each tool call'],
  ['totals', 'usage', 'what the second turn added, not a total of both'],
  ['no-parts', 'deltas', 'parts that together contain'],
  ['forgetful', 'resume', 'the codeword'],
  ['another-id', 'resume', 'the same native id'],
  ['deaf', 'instructions', 'the codeword'],
  ['fresh-start', 'resume-unknown', 'no good result of a conversation that nobody knows'],
  ['impatient', 'questions', 'the answer in what it says'],
])('finds one that is wrong by %s with the case %s', async (defect, only, expected) => {
  const reports = await reportsOf(defect, only, defect === 'lingers' ? 5000 : 45_000)
  const found = reports.find((one) => one.id === only)
  expect(found).toMatchObject({ state: 'failed', expected: expect.stringContaining(expected) })
  expect(found?.seen).not.toBe('')
})

it.skipIf(!canSeeProcesses)('leaves nothing of an agent whose child went into a session of its own', async () => {
  const command = ['/bin/sh', '-c', 'setsid sleep 604 >/dev/null 2>&1 & cat; echo done'] as const
  const [report] = await reportsOn({ command, output: 'text' }, 'answers', 45_000)
  expect(report).toMatchObject({ id: 'answers', state: 'ok' })
  expect(processesWith(`HOME=${ground.root}`)).toEqual([])
})
