/** What a relay tells people beside its state. A note of a lane is over when the lane goes on; one of a landing when all has landed. */
import type { Context } from '#flows/engine/context'
import type { Tx } from '#ports/store/journal'
import { needRelay, tellRelay } from './views.ts'

const most = 20

export const laneNote = (n: number, text: string): string => `lane ${n}: ${text}`

export const withoutLane = (notes: readonly string[], n: number): readonly string[] =>
  notes.filter((note) => !note.startsWith(laneNote(n, '')))

const isLanding = (note: string): boolean => note.startsWith('Not landed')

export const landingNote = (text: string): string => `Not landed: ${text}`.trim()

/** Once each, the newest last. */
export const withNote = (notes: readonly string[], note: string): readonly string[] =>
  [...notes.filter((line) => line !== note), note].slice(-most)

/** Only the newest word about landing counts. */
export function noteLanding(context: Context, id: string, text: string | null): void {
  context.journal.command((tx: Tx) => {
    const relay = needRelay(tx, id)
    const others = relay.notes.filter((note) => !isLanding(note))
    const notes = text === null ? others : withNote(others, landingNote(text))
    if (notes.length !== relay.notes.length || text !== null) tellRelay(tx, tx.updateRelay(id, { notes }))
  })
}
