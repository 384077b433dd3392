/**
 * The bench that the cases of the conformance suite work on: a located program, starts with sensible defaults, whole
 * turns of the real process, and the few questions every case asks of what was said.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'vitest'
import type { Harness, Spoken, Start } from '#ports/harness'
import { type Driven, drive, makeStart, type Run } from './drive.ts'
import type { HarnessCase, Prepared, Words } from './harness.suite.ts'

/** Bundles what the cases need; made once in `beforeAll`. */
export interface Bench {
  readonly root: string
  readonly env: Readonly<Record<string, string>>
  start(prompt: string, over?: Partial<Start>): Start
  open(prompt: string, over?: Partial<Start>, restartAlways?: boolean): Driven
  /** One whole turn of one process. */
  turn(prompt: string, over?: Partial<Start>, restartAlways?: boolean): Promise<Run>
}

export type When = (able: boolean, ability: string) => (name: string, body: () => Promise<void> | void) => void

export function ifAble(harness: Harness, able: boolean, ability: string): ReturnType<When> {
  return (name, body) => {
    if (able) it(name, body)
    else it.skip(`${name} (${harness.id} does not declare ${ability})`, () => {})
  }
}

export function need<T>(word: T | undefined, name: string): T {
  if (word === undefined) throw new Error(`The ability is declared, so the case must give words.${name} to prove it.`)
  return word
}

export async function makeBench(subject: HarnessCase, prepared: Prepared, root: string): Promise<Bench> {
  const { harness, config = {} } = subject
  const home = join(root, 'home')
  mkdirSync(home, { recursive: true })
  const env = { PATH: process.env.PATH ?? '', HOME: home, LANG: 'C.UTF-8', ...prepared.env }
  const program = prepared.program ?? (await harness.locate(plainHost(env), config))
  if (program === null) throw new Error(`${harness.id} is not installed: ${harness.install}`)
  const base = { program, config, version: prepared.version ?? null, model: subject.model ?? null, hostEnv: env }
  const start: Bench['start'] = (prompt, over) => makeStart(root, { ...base, prompt, ...over })
  const open: Bench['open'] = (prompt, over, restartAlways = false) =>
    drive(harness, start(prompt, over), { env, restartAlways, timeoutMs: subject.timeoutMs ?? 30_000 })
  const turn: Bench['turn'] = async (prompt, over, restartAlways) => {
    const driven = open(prompt, over, restartAlways)
    if (driven.plan.lifetime === 'session') {
      // A process that ends before its turn did tells so by `done`.
      await Promise.race([driven.untilTurns(1), driven.done]).catch(() => {})
      driven.closeInput()
    }
    return driven.done
  }
  return { root, env, start, open, turn }
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

export const kinds = (events: readonly Spoken[]): readonly string[] => events.map((event) => event.kind)
export const goodResults = (run: Run): number =>
  run.all.filter((event) => event.kind === 'result' && event.isError === false).length

export function nativeIdOf(run: Run): string {
  const session = run.all.find((event) => event.kind === 'session')
  if (session?.kind !== 'session') throw new Error(`No session event in ${JSON.stringify(kinds(run.all))}`)
  return session.nativeId
}

/** An endless turn is under way, as far as its words let one see it. */
export async function begun(driven: Driven, endless: NonNullable<Words['endless']>): Promise<Driven> {
  const { after, afterPart } = endless
  if (after !== undefined) await driven.until('text', (event) => event.text.includes(after))
  if (afterPart !== undefined) await driven.untilPart(afterPart)
  return driven
}

/** Ends a driven process the polite way, whatever its lifetime. */
export async function finished(driven: Driven): Promise<Run> {
  if (driven.plan.lifetime === 'session') {
    await Promise.race([driven.untilTurns(1), driven.done]).catch(() => {})
    driven.closeInput()
  }
  return driven.done
}
