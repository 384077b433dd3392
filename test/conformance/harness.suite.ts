/**
 * One suite that every harness passes on its REAL process. What a harness declares in `can` is proven here or not
 * declared; a case is skipped only for an ability that is not declared, and says so. The cases are those that
 * `drover harness check` runs; the words that make a given agent do something come from the caller.
 *
 *   harnessSuite(() => ({ title: 'codex', harness: createCodex(), words: {…}, prepare: async (root) => ({ env: {…} }) }))
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest'
import { makeGround, type OpenTrial, openTrial } from '#adapters/runtime/trial/trial'
import { cases } from '#flows/harness/check/check-harness'
import type { Subject } from '#flows/harness/check/subject'
import type { Harness, Located } from '#ports/harness'

export type { Words } from '#flows/harness/check/subject'

export interface HarnessCase extends Subject {
  readonly title: string
  /** The model of ordinary turns. */
  readonly model?: string | null
  /** Longest time of one turn. Default 30 s. */
  readonly timeoutMs?: number
  /** Once before the cases: servers, files. `env` is the child's environment besides PATH and a HOME of its own. */
  prepare?(root: string): Promise<Prepared>
}

export interface Prepared {
  readonly env?: Readonly<Record<string, string>>
  readonly program?: Located
  readonly version?: string | null
  close?(): Promise<void>
}

export function harnessSuite(makeCase: () => HarnessCase): void {
  const subject = makeCase()
  describe(`A12: conformance: ${subject.title}`, () => {
    let trial: OpenTrial | undefined
    let prepared: Prepared = {}
    let ground: ReturnType<typeof makeGround> | undefined
    beforeAll(async () => {
      ground = makeGround()
      prepared = (await subject.prepare?.(ground.root)) ?? {}
      trial = await trialOf(subject, prepared, ground.root)
    })
    afterEach(() => trial?.endAll())
    afterAll(async () => {
      await prepared.close?.()
      ground?.remove()
    })
    for (const group of new Set(cases.map((one) => one.group))) {
      describe(group, () => {
        for (const one of cases.filter((other) => other.group === group)) {
          const reason = one.spared?.(subject) ?? null
          // Words that are missing are no reason: what is declared must be proven.
          if (reason === null) it(one.name, () => one.run(subject, trial!))
          else it.skip(`${one.name} (${reason})`, () => {})
        }
      })
    }
  })
}

async function trialOf(subject: HarnessCase, prepared: Prepared, root: string): Promise<OpenTrial> {
  const { harness, config = {}, model = null, timeoutMs = 30_000 } = subject
  const home = join(root, 'home')
  mkdirSync(home, { recursive: true })
  const env = { PATH: process.env.PATH ?? '', HOME: home, LANG: 'C.UTF-8', ...prepared.env }
  const program = prepared.program ?? (await harness.locate(plainHost(env), config))
  if (program === null) throw new Error(`${harness.id} is not installed: ${harness.install}`)
  return openTrial({ root, harness, config, program, version: prepared.version ?? null, model, env, timeoutMs })
}

/** Just enough of a Host to find a program by name on PATH. */
function plainHost(env: Readonly<Record<string, string>>): Parameters<Harness['locate']>[0] {
  const find = (name: string): string | null =>
    (name.includes('/') ? [name] : (env.PATH ?? '').split(':').map((dir) => join(dir, name))).find(existsSync) ?? null
  return {
    env,
    which: async (name) => find(name),
    realpath: async (path) => path,
    isExecutable: async (path) => existsSync(path),
    readText: async (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null),
    exec: () => Promise.reject(new Error('locate must not start a process')),
  }
}
