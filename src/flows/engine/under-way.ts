/**
 * Commands that change files in several steps are written down before the first of them: a daemon that dies in the middle
 * is followed by one that knows. Owns the list only; what is done about it is in the files of the commands.
 */
import type { Reads, Tx } from '#ports/store/journal'

export type Work = 'restoring' | 'cleaning' | 'undoing' | 'recovering' | 'saving'

export const underWay = (reads: Reads, work: Work): readonly string[] => JSON.parse(reads.meta(work) ?? '[]')

/** `what` is a session; of a recovery and of a snapshot that is being made also its number. */
export const begin = (tx: Tx, work: Work, what: string): void =>
  tx.setMeta(work, JSON.stringify([...new Set([...underWay(tx, work), what])]))

export const finish = (tx: Tx, work: Work, what: string): void =>
  tx.setMeta(work, JSON.stringify(underWay(tx, work).filter((one) => one !== what)))
