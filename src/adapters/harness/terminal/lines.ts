/**
 * The spool of an agent in a terminal, as every CLI's translation hears it: calls of hooks and lines of the file in which the CLI
 * writes its conversation down. Owns the dialogue around them, which has no words of its own to write: words are typed.
 */
import type { Dialogue, Followed, Heard, Json, Spoken, TerminalSignal } from '#ports/harness'
import { type Fields, fieldsIn, numberIn, objectOf, textIn } from '../line-json.ts'

export interface HookCall {
  /** In the words of the CLI. */
  readonly event: string
  readonly data: Fields
  /** Bytes of the transcript at that moment, where the hook looked. */
  readonly size: number | null
}

export interface Told<S> {
  readonly state?: S
  readonly events?: readonly Spoken[]
  readonly signals?: readonly TerminalSignal[]
  readonly follow?: Followed
}

/** How one CLI is understood. The state is what a restart must not lose. */
export interface Ear<S extends Json> {
  readonly fresh: S
  hook(state: S, call: HookCall): Told<S>
  /** A line of the followed file. */
  line(state: S, fields: Fields): Told<S>
  /** Closing events, once the process is gone. */
  end?(state: S): readonly Spoken[]
}

export function terminalDialogue<S extends Json>(ear: Ear<S>, saved: Json | null): Dialogue {
  let state: S = saved === null ? ear.fresh : (saved as S)
  const nothing: Heard = { events: [], writes: [] }
  const take = (told: Told<S>): Heard => {
    if (told.state !== undefined) state = told.state
    return {
      events: told.events ?? [],
      writes: [],
      ...(told.signals === undefined || told.signals.length === 0 ? {} : { signals: told.signals }),
      ...(told.follow === undefined ? {} : { follow: told.follow }),
    }
  }
  return {
    begin: () => nothing,
    hear(line) {
      if (line === '') return nothing
      const fields = objectOf(line)
      if (fields === null) return { ...nothing, noise: true }
      const event = textIn(fields.event)
      if (textIn(fields.hook) !== null && event !== null)
        return take(ear.hook(state, { event, data: fieldsIn(fields.data), size: numberIn(fields.size) }))
      const followed = textIn(fields.line)
      if (followed === null) return { ...nothing, noise: true }
      const row = objectOf(followed)
      // What a CLI writes into its own file is its own affair: a row that is none of ours is no noise.
      return row === null ? nothing : take(ear.line(state, row))
    },
    say: () => ({ ...nothing, unheard: true }),
    end: () => ear.end?.(state) ?? [],
    save: () => state,
  }
}
