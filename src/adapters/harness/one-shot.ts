/**
 * What the dialogues of CLIs that take one prompt and end have in common: nothing is said first, nothing can be said later,
 * and all that they know is one plain value that outlives a restart. Owns that frame; what lines mean is each adapter's.
 */
import type { Dialogue, Exit, Heard, Json, Spoken, Start } from '#ports/harness'
import { asJson } from './line-json.ts'

export const quiet: Heard = { events: [], writes: [] }
export const noise: Heard = { events: [], writes: [], noise: true }
export const says = (...events: readonly Spoken[]): Heard => ({ events, writes: [] })

/** `State`: all that a restart must not lose; plain JSON. */
export abstract class OneShot<State extends object> implements Dialogue {
  protected readonly start: Start
  protected readonly state: State

  constructor(start: Start, saved: Json | null, fresh: State) {
    this.start = start
    this.state = saved === null ? fresh : (structuredClone(saved) as unknown as State)
  }

  begin(): Heard {
    return quiet
  }

  abstract hear(line: string): Heard

  /** One process a turn, its input closed: nothing can be said to it. */
  say(): Heard {
    return { ...quiet, unheard: true }
  }

  abstract end(exit: Exit): readonly Spoken[]

  save(): Json {
    return asJson(structuredClone(this.state))
  }
}
