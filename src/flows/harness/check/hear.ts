/**
 * Reads what was said in a run, and plays recorded lines through a dialogue again, whole or with a daemon that restarts
 * at any line. Starts no process and judges nothing but that the two are the same.
 */
import type { Evidence } from '#contract/agent-event'
import type { AgentInput, Dialogue, Exit, Harness, Json, Spoken, Start } from '#ports/harness'
import type { Run } from '#ports/trial'
import { must, sameValue } from './judge.ts'

/** A line the tool printed, or something Drover said at that moment. */
export type Step = string | { readonly say: AgentInput }

export interface Replayed {
  readonly events: readonly Spoken[]
  readonly writes: readonly string[]
  readonly noise: number
  readonly turnsEnded: number
}

/** Plays the steps; before each step named in `restarts` the dialogue is saved and opened anew through JSON text. */
export function replay(
  harness: Harness,
  start: Start,
  steps: readonly Step[],
  exit: Partial<Exit> = {},
  restarts: ReadonlySet<number> = new Set(),
): Replayed {
  let dialogue: Dialogue = harness.open(start, null)
  const events: Spoken[] = []
  const writes: string[] = []
  let noise = 0
  let turnsEnded = 0
  const restart = (): void => {
    dialogue = harness.open(start, JSON.parse(JSON.stringify(dialogue.save())) as Json)
  }
  const first = dialogue.begin()
  events.push(...first.events)
  writes.push(...first.writes)
  steps.forEach((step, index) => {
    if (restarts.has(index)) restart()
    const heard = typeof step === 'string' ? dialogue.hear(step) : dialogue.say(step.say)
    events.push(...heard.events)
    writes.push(...heard.writes)
    if (heard.noise) noise += 1
    if (heard.turnEnded) turnsEnded += 1
  })
  if (restarts.has(steps.length)) restart()
  events.push(...dialogue.end({ code: 0, signal: null, stderrTail: '', how: 'exited', ...exit }))
  return { events, writes, noise, turnsEnded }
}

/** A restart at every line, at each line alone, and at sets of lines: the same as without any. */
export function sameWhereverSplit(
  harness: Harness,
  start: Start,
  steps: readonly Step[],
  exit: Partial<Exit> = {},
): void {
  const whole = replay(harness, start, steps, exit)
  for (const restarts of splits(steps.length)) {
    const cut = replay(harness, start, steps, exit, restarts)
    const where =
      restarts.size > 20 ? 'at every line' : `before the lines ${[...restarts].map((n) => n + 1).join(', ')}`
    must(sameValue(cut, whole), `the same events with a restart ${where}`, cut.events)
  }
}

/** All at once; each alone, as long as they are few; and fifty sets that are the same each time. */
function splits(count: number): readonly ReadonlySet<number>[] {
  const all = Array.from({ length: count + 1 }, (_, index) => index)
  const single = count > 500 ? [] : all.map((index) => new Set([index]))
  let seed = 1
  const next = (): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed
  }
  const sets = Array.from(
    { length: count > 500 ? 10 : 50 },
    () => new Set(Array.from({ length: 1 + (next() % 12) }, () => next() % (count + 1))),
  )
  return [new Set(all), ...single, ...sets]
}

export const textOf = (events: readonly Spoken[]): string =>
  events.flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join('\n')

/** The last result decides: some tools print two for one prompt. */
export function resultOf(events: readonly Spoken[]): 'ok' | 'error' | 'none' {
  const last = events.findLast((event) => event.kind === 'result')
  if (last?.kind !== 'result') return 'none'
  return last.isError ? 'error' : 'ok'
}

export const evidenceOf = (events: readonly Spoken[]): readonly Evidence[] =>
  events.flatMap((event) => (event.kind === 'failure' ? event.evidence : []))

export interface UsageSum {
  readonly input: number | null
  readonly output: number | null
  readonly costUsd: number | null
}

/** Sums of what was reported; null where nothing was. */
export function usageOf(events: readonly Spoken[]): UsageSum {
  const add = (sum: number | null, part: number | null): number | null => (part === null ? sum : (sum ?? 0) + part)
  return events.reduce<UsageSum>(
    (sum, event) =>
      event.kind === 'usage'
        ? {
            input: add(sum.input, event.input),
            output: add(sum.output, event.output),
            costUsd: add(sum.costUsd, event.costUsd),
          }
        : sum,
    { input: null, output: null, costUsd: null },
  )
}

export const kinds = (events: readonly Spoken[]): readonly string[] => events.map((event) => event.kind)

export const goodResults = (run: Run): number =>
  run.all.filter((event) => event.kind === 'result' && event.isError === false).length

export function nativeIdOf(run: Run): string {
  const session = run.all.find((event) => event.kind === 'session')
  must(session?.kind === 'session', 'a session event with the native id', kinds(run.all))
  return session.nativeId
}
