/** What a conformance case is, and the few moves that many of them share: a whole turn, an endless one that has begun. */
import type { Abilities, Start } from '#ports/harness'
import type { Driven, Run, Trial } from '#ports/trial'
import { CaseFailed } from './judge.ts'
import type { Subject, Words } from './subject.ts'

export interface Case {
  /** One word for flags, scripts and tests. */
  readonly id: string
  readonly group: string
  readonly name: string
  /** Words without which it cannot be asked for. */
  readonly needs?: readonly (keyof Words)[]
  /** Why this harness is spared it; null: it is not. */
  spared?(subject: Subject): string | null
  run(subject: Subject, trial: Trial): Promise<void>
}

/** Only for harnesses that declare an ability. */
export const declared =
  (ability: string, able: (can: Abilities, subject: Subject) => boolean) =>
  (subject: Subject): string | null =>
    able(subject.harness.can, subject) ? null : `${subject.harness.id} does not declare ${ability}`

export function need<T>(word: T | undefined, name: string): T {
  if (word === undefined) throw new CaseFailed(`words.${name}, which prove what is declared`, 'none')
  return word
}

/** One whole turn of one process. */
export async function turn(
  trial: Trial,
  prompt: string,
  over: Partial<Start> = {},
  restartAlways = false,
): Promise<Run> {
  return finished(trial.open(prompt, over, restartAlways))
}

/** Ends a driven process the polite way, whatever its lifetime. */
export async function finished(driven: Driven): Promise<Run> {
  if (driven.plan.lifetime === 'session') {
    // A process that ends before its turn did tells so by `done`.
    await Promise.race([driven.untilTurns(1), driven.done]).catch(() => {})
    driven.closeInput()
  }
  return driven.done
}

/** An endless turn is under way, as far as its words let one see it. */
export async function begun(driven: Driven, endless: NonNullable<Words['endless']>): Promise<Driven> {
  const { after, afterPart } = endless
  if (after !== undefined) await driven.until('text', (event) => event.text.includes(after))
  if (afterPart !== undefined) await driven.untilPart(afterPart)
  return driven
}

export const livesForSession = (subject: Subject): boolean => subject.config?.lifetime === 'session'

/** Abilities that only a process for the whole session has count only there. */
export const here = (subject: Subject, ability: 'steer' | 'deltas'): boolean =>
  subject.harness.can[ability] && (livesForSession(subject) || subject.sessionOnly?.includes(ability) !== true)
