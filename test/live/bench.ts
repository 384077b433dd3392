/**
 * A workbench for live cases beyond the conformance suite: a temp home and repository, the scripted model, and one call
 * that runs a whole turn of the real CLI.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { drive, makeStart } from '#adapters/runtime/trial/drive'
import type { FailureCategory } from '#contract/agent-event'
import type { Harness, Start } from '#ports/harness'
import type { Driven, Run } from '#ports/trial'
import { type ModelServer, startModelServer } from '../support/model-server/model-server.ts'
import { cachedProgram, categoryOf } from './cached.ts'

export interface Bench {
  readonly root: string
  readonly home: string
  readonly work: string
  readonly model: ModelServer
  open(prompt: string, over?: Partial<Start>, env?: Record<string, string>): Driven
  turn(prompt: string, over?: Partial<Start>, env?: Record<string, string>): Promise<Run>
  close(): Promise<void>
}

export async function openBench(
  harness: Harness,
  bin: string,
  version: string,
  settings: (bench: { home: string; model: ModelServer }) => Record<string, string>,
): Promise<Bench> {
  const root = mkdtempSync(join(tmpdir(), 'drover-live-'))
  const home = join(root, 'home')
  const work = join(root, 'work')
  for (const directory of [home, work]) mkdirSync(directory)
  execFileSync('git', ['init', '-q', work])
  const identity = ['-c', 'user.email=live@drover.test', '-c', 'user.name=live']
  execFileSync('git', ['-C', work, ...identity, 'commit', '-q', '--allow-empty', '-m', 'first'])
  const model = await startModelServer()
  const program = await cachedProgram(harness, bin)
  const own = { PATH: process.env.PATH ?? '', HOME: home, LANG: 'C.UTF-8', ...settings({ home, model }) }
  const open: Bench['open'] = (prompt, over = {}, env = {}) => {
    const all = { ...own, ...env }
    const start = makeStart(root, { program, prompt, version, hostEnv: all, cwd: work, ...over })
    return drive(harness, start, { env: all, timeoutMs: 115_000 })
  }
  const turn: Bench['turn'] = async (prompt, over, env) => {
    const driven = open(prompt, over, env)
    if (driven.plan.lifetime === 'session') {
      await driven.untilTurns(1)
      driven.closeInput()
    }
    return driven.done
  }
  const close = async (): Promise<void> => {
    await model.close()
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
  return { root, home, work, model, open, turn, close }
}

/** All at once, since they mostly wait: each gives its category, no good result, and is known within its time. */
export async function expectFailures(
  bench: Bench,
  cases: readonly (readonly [string, string, FailureCategory])[],
  withinSeconds = 60,
): Promise<Record<string, Run>> {
  const runs = await Promise.all(
    cases.map(async ([name, prompt]) => {
      const from = performance.now()
      const run = await bench.turn(prompt)
      return { name, run, seconds: (performance.now() - from) / 1000 }
    }),
  )
  const got = Object.fromEntries(runs.map(({ name, run }) => [name, categoryOf(run.all)]))
  expect(got).toEqual(Object.fromEntries(cases.map(([name, , category]) => [name, category])))
  for (const { name, run, seconds } of runs) {
    expect(
      run.all.filter((event) => event.kind === 'result' && !event.isError),
      name,
    ).toEqual([])
    expect(seconds, name).toBeLessThan(withinSeconds)
  }
  return Object.fromEntries(runs.map(({ name, run }) => [name, run]))
}
