/** What is forgotten, and when: snapshots of sessions long ended, old changes, and, only if asked for, old events. */
import type { Context } from './context.ts'
import type { Follower } from './followers.ts'

const dayMs = 86_400_000
const keepChanges = 10_000

/** A minute after the start, then every hour. */
export const forgetsOld = (context: Context): Follower => ({
  name: 'old data',
  async atTick(round) {
    if (round % 3600 === 59) await forgetOld(context)
  },
})

async function forgetOld(context: Context): Promise<void> {
  const at = context.clock.now().getTime()
  const { retention } = context.settings.of(null)
  await forgetSnapshots(context, at - retention.snapshotsDays * dayMs)
  await forgetAttachments(context, at - retention.snapshotsDays * dayMs)
  forgetChanges(context, at - retention.changesDays * dayMs)
  if (retention.eventsDays > 0) forgetEvents(context, at - retention.eventsDays * dayMs)
}

/** Only of ended sessions, never the newest one of a workspace that was removed: it may be the last copy. */
async function forgetSnapshots(context: Context, before: number): Promise<void> {
  const { reads } = context.journal
  for (const session of reads.sessions({ includeEnded: true, limit: 100_000 }).sessions) {
    if (session.phase !== 'ended' || Date.parse(session.updatedAt) > before) continue
    const old = reads
      .snapshots(session.id)
      .slice(0, -1)
      .filter((snapshot) => Date.parse(snapshot.at) < before)
    const first = old[0]
    if (first === undefined) continue
    await context.workspaces.pruneSnapshots(first.repoPath, old)
    context.journal.command((tx) =>
      tx.deleteSnapshots(
        session.id,
        old.map((snapshot) => snapshot.n),
      ),
    )
  }
}

/** With the snapshots of a session that has ended; one that is brought back before has them still. */
async function forgetAttachments(context: Context, before: number): Promise<void> {
  for (const session of context.journal.reads.sessions({ includeEnded: true, limit: 100_000 }).sessions)
    if (session.phase === 'ended' && Date.parse(session.updatedAt) <= before) await context.attachments.drop(session.id)
}

function forgetChanges(context: Context, before: number): void {
  const { reads } = context.journal
  const last = reads.lastSeq()
  let keepFrom = reads.firstSeq()
  for (;;) {
    const page = reads.changesAfter(keepFrom, 1000)
    const kept = page.findIndex((change) => Date.parse(change.at) >= before || change.seq > last - keepChanges)
    const passed = kept === -1 ? page.at(-1) : page[kept - 1]
    if (passed !== undefined) keepFrom = passed.seq
    if (kept !== -1 || page.length < 1000) break
  }
  if (keepFrom > reads.firstSeq()) context.journal.command((tx) => tx.pruneChanges(keepFrom + 1))
}

function forgetEvents(context: Context, before: number): void {
  for (const session of context.journal.reads.sessions({ includeEnded: true, limit: 100_000 }).sessions) {
    if (session.phase !== 'ended' || Date.parse(session.updatedAt) > before || session.lastEventId === 0) continue
    context.journal.command((tx) => tx.pruneEvents(session.id, session.lastEventId))
  }
}
