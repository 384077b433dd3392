/**
 * The fixtures mode of the conformance suite: recorded lines of a real tool go through the dialogue and must give what
 * the fixture expects, whole or with the daemon restarted at any line. It starts no process; `harness.suite.ts` does.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Evidence } from '#contract/agent-event'
import type { AgentInput, Dialogue, Exit, Harness, Json, Spoken, Start } from '#ports/harness'

/** A line the tool printed, or something Drover said at that moment. */
export type Step = string | { readonly say: AgentInput }

export interface Fixture {
  readonly name: string
  readonly start: Start
  readonly steps: readonly Step[]
  readonly exit?: Partial<Exit>
  readonly expect: {
    /** The kinds in order, without deltas and noise. */
    readonly kinds?: readonly Spoken['kind'][]
    readonly nativeId?: string
    /** All text events joined by a line end. */
    readonly text?: string
    readonly result?: 'ok' | 'error' | 'none'
    /** Some piece of failure evidence holds all of these fields; null: no failure is spoken at all. */
    readonly failure?: Partial<Evidence> | null
    /** Sums over the usage events. */
    readonly usage?: {
      readonly input?: number | null
      readonly output?: number | null
      readonly costUsd?: number | null
    }
    readonly noise?: number
    readonly turnsEnded?: number
    readonly writes?: readonly unknown[]
  }
}

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

/** For all sets of restarts between lines: the same events, writes and counts as without any. */
export function sameWhereverSplit(
  harness: Harness,
  start: Start,
  steps: readonly Step[],
  exit: Partial<Exit> = {},
): void {
  const whole = replay(harness, start, steps, exit)
  const everywhere = new Set(Array.from({ length: steps.length + 1 }, (_, index) => index))
  expect(replay(harness, start, steps, exit, everywhere)).toEqual(whole)
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: steps.length }), { maxLength: 12 }), (cuts) => {
      expect(replay(harness, start, steps, exit, new Set(cuts))).toEqual(whole)
    }),
    { numRuns: steps.length > 500 ? 10 : 50 },
  )
}

/** `prose`: every line is text by contract, so foreign lines cannot be told apart. */
export function fixtureSuite(
  title: string,
  harness: Harness,
  fixtures: readonly Fixture[],
  { prose = false }: { readonly prose?: boolean } = {},
): void {
  describe(`recorded lines: ${title}`, () => {
    describe.each(fixtures)('$name', (fixture) => {
      it('gives what was expected', () => check(fixture, replay(harness, fixture.start, fixture.steps, fixture.exit)))
      it('gives the same with a restart at any line', () =>
        sameWhereverSplit(harness, fixture.start, fixture.steps, fixture.exit))
      it.skipIf(prose)('tolerates foreign lines between its own', () => {
        const steps = fixture.steps.flatMap((step) => ['not what was promised', step])
        const clean = replay(harness, fixture.start, fixture.steps, fixture.exit)
        expect(replay(harness, fixture.start, steps, fixture.exit).events).toEqual(clean.events)
      })
    })
  })
}

function check({ expect: wanted }: Fixture, got: Replayed): void {
  const { events } = got
  if (wanted.kinds) expect(events.map((event) => event.kind)).toEqual(wanted.kinds)
  if (wanted.nativeId !== undefined)
    expect(events.find((event) => event.kind === 'session')).toMatchObject({ nativeId: wanted.nativeId })
  if (wanted.text !== undefined) expect(textOf(events)).toBe(wanted.text)
  if (wanted.result !== undefined) expect(resultOf(events)).toBe(wanted.result)
  if (wanted.failure === null) expect(evidenceOf(events)).toEqual([])
  else if (wanted.failure) expect(evidenceOf(events)).toContainEqual(expect.objectContaining(wanted.failure))
  if (wanted.usage) expect(usageOf(events)).toMatchObject(wanted.usage)
  if (wanted.noise !== undefined) expect(got.noise).toBe(wanted.noise)
  if (wanted.turnsEnded !== undefined) expect(got.turnsEnded).toBe(wanted.turnsEnded)
  if (wanted.writes) expect(got.writes.map((text) => JSON.parse(text) as unknown)).toEqual(wanted.writes)
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
