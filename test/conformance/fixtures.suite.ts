/**
 * The fixtures mode of the conformance suite: recorded lines of a real tool go through the dialogue and must give what
 * the fixture expects, whole or with the daemon restarted at any line. It starts no process; `harness.suite.ts` does.
 */
import { describe, expect, it } from 'vitest'
import type { Evidence } from '#contract/agent-event'
import {
  evidenceOf,
  type Replayed,
  replay,
  resultOf,
  type Step,
  sameWhereverSplit,
  textOf,
  usageOf,
} from '#flows/harness/check/hear'
import type { Exit, Harness, Spoken, Start } from '#ports/harness'

// Read by the tests beside the harnesses, which feed recorded lines too.
export { evidenceOf, replay, resultOf, type Step, textOf, usageOf }

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
