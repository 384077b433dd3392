/**
 * Runs the conformance cases on one harness, one after the other, and tells each as it begins and ends. What a case wants
 * is its own affair; where processes come from is the trial's.
 */
import type { CaseReport } from '#contract/harness-check'
import type { Trial } from '#ports/trial'
import { abilityCases } from './ability-cases.ts'
import type { Case } from './case.ts'
import { CaseFailed } from './judge.ts'
import type { Subject } from './subject.ts'
import { talkCases } from './talk-cases.ts'
import { turnCases } from './turn-cases.ts'

export const cases: readonly Case[] = [...turnCases, ...abilityCases, ...talkCases]

/** Why a case does not run, or null. */
export function skippedFor(one: Case, subject: Subject): string | null {
  const spared = one.spared?.(subject) ?? null
  if (spared !== null) return spared
  const missing = one.needs?.find((name) => subject.words[name] === undefined)
  return missing === undefined ? null : `no prompt is known for it: give \`${missing}\` in the check table`
}

export interface CheckOptions {
  readonly subject: Subject
  readonly trial: Trial
  /** Part of an id; all without. */
  readonly only?: string
  /** Called between cases: ends what a case left running. */
  readonly endAll: () => Promise<void>
  /** No further case is begun once this holds. */
  readonly stopped?: () => boolean
  readonly onBegin?: (one: Case) => void
  readonly onEnd: (report: CaseReport) => void
}

export const selected = (only: string | undefined): readonly Case[] =>
  only === undefined ? cases : cases.filter((one) => one.id.includes(only))

export async function checkHarness(options: CheckOptions): Promise<void> {
  for (const one of selected(options.only)) {
    if (options.stopped?.() === true) return
    const facts = { id: one.id, group: one.group, name: one.name }
    const reason = skippedFor(one, options.subject)
    if (reason !== null) {
      options.onEnd({ ...facts, state: 'skipped', durationMs: 0, reason })
      continue
    }
    options.onBegin?.(one)
    const begun = performance.now()
    const took = (): number => Math.round(performance.now() - begun)
    try {
      await one.run(options.subject, options.trial)
      options.onEnd({ ...facts, state: 'ok', durationMs: took() })
    } catch (error) {
      options.onEnd({ ...facts, state: 'failed', durationMs: took(), ...told(error) })
    } finally {
      await options.endAll()
    }
  }
}

/** A process that did not do its part, or a dialogue that threw, fails a case as well. */
function told(error: unknown): { expected: string; seen: string } {
  if (error instanceof CaseFailed) return { expected: error.expected, seen: error.seen }
  const message = error instanceof Error ? error.message : String(error)
  return { expected: 'a run that comes to its end', seen: message.slice(0, 1000) }
}
