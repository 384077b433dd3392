/**
 * Defects for the crash tests' build of the daemon, in the place of src/defects.ts. `DROVER_DEFECT=offset-first` plants a wrong
 * order of commits, so that a test can show that the crash machine would find one; `DROVER_DEFECT=store-fails-at-launch` is
 * a disk that is full for two seconds from a session's second launch on.
 */
import { DroverError } from '#contract/error'
import type { Journal, Tx } from '#ports/store/journal'

/** The journal as it is, unless a defect was asked for. */
export function plantDefects(journal: Journal, env: NodeJS.ProcessEnv): Journal {
  if (env.DROVER_DEFECT === 'offset-first') return offsetFirst(journal)
  return env.DROVER_DEFECT === 'store-fails-at-launch' ? fullAtLaunch(journal) : journal
}

function fullAtLaunch(journal: Journal): Journal {
  let until: number | null = null
  const full = (): void => {
    if (until !== null && performance.now() < until) throw new DroverError('STORE_UNWRITABLE', 'The disk is full.')
  }
  const watched = (work: (tx: Tx) => unknown) => (tx: Tx) => {
    full()
    return work({
      ...tx,
      insertLaunch(launch) {
        if (launch.n === 2) until ??= performance.now() + 2000
        full()
        tx.insertLaunch(launch)
      },
    })
  }
  return {
    ...journal,
    get writable() {
      return journal.writable
    },
    command: <T>(work: (tx: Tx) => T): T => journal.command(watched(work)) as T,
    ingest: <T>(work: (tx: Tx) => T): T => journal.ingest(watched(work)) as T,
  }
}

/** Commits how far the spool was read before the events that were read: a crash between the two loses lines. */
function offsetFirst(journal: Journal): Journal {
  class Rehearsed extends Error {}
  const ahead = (work: (tx: Tx) => unknown): void => {
    const offsets = new Map<string, number>()
    try {
      journal.ingest((tx) => {
        work({
          ...tx,
          advanceLaunch(id, offset, dialogue) {
            offsets.set(id, offset)
            tx.advanceLaunch(id, offset, dialogue)
          },
        })
        throw new Rehearsed()
      })
    } catch (error) {
      if (!(error instanceof Rehearsed)) throw error
    }
    if (offsets.size === 0) return
    journal.ingest((tx) => {
      for (const [id, offset] of offsets) tx.updateLaunch(id, { offset })
    })
    // A slow disk between the two commits, so that a kill at a random moment meets the gap soon.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
  }
  return {
    reads: journal.reads,
    command: (work) => journal.command(work),
    ingest(work) {
      ahead(work)
      return journal.ingest(work)
    },
    onCommit: (listener) => journal.onCommit(listener),
    onTimed: (listener) => journal.onTimed(listener),
    get writable() {
      return journal.writable
    },
    get lost() {
      return journal.lost
    },
    writeDown: () => journal.writeDown(),
    close: () => journal.close(),
  }
}
