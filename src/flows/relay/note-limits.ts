/** What every turn says of the account behind its agent: a usage limit benches it for all, an answer takes the bench back. */
import type { Context } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { settingsFor } from '#flows/session/ground'
import type { SessionRecord } from '#ports/store/session'
import { clearBench, noteLimit, scopeOf } from './agents.ts'

/** Right after the turn, before anybody else starts the same agent; once more with what follows it, for one that a crash cut off. */
export const notesLimits = (context: Context): Follower => ({
  name: 'usage limits',
  afterChange(change) {
    const { sessionId } = change
    if (change.type !== 'turn_ended' || sessionId === undefined) return
    queueMicrotask(() => {
      try {
        if (!context.closing) note(context, sessionId)
      } catch (cause) {
        context.log.warn('a usage limit could not be noted', { session: sessionId, cause })
      }
    })
  },
  async afterTurn(sessionId) {
    note(context, sessionId)
  },
})

function note(context: Context, sessionId: string): void {
  const { reads } = context.journal
  const session = reads.session(sessionId)
  // Of a try the relay judges; two would count one failure twice.
  if (session === null || session.turn === 0 || reads.openTry(sessionId) !== null) return
  const turn = reads.turn(sessionId, session.turn)
  if (turn === null || turn.state === 'running') return
  const spec = { harness: session.harness, model: turn.model }
  const { settings } = settingsFor(context, reads.project(session.projectId), session.ignoreConfig)
  const known = reads.agentState('scope', scopeOf(context, settings, spec))
  if (turn.state === 'completed') {
    const since = turn.endedAt === null || known === null || known.updatedAt > turn.endedAt
    if (!since) context.journal.command((tx) => clearBench(context, tx, settings, spec))
    return
  }
  const { failure } = session
  if (failure === null || !isLimit(session) || (known !== null && known.updatedAt >= failure.at)) return
  // Somebody may have taken the bench back since: one failure benches once.
  const mark = `limit noted of ${sessionId}`
  if (reads.meta(mark) === String(turn.n)) return
  const limit = {
    resetAt: failure.resetAt === null ? null : Date.parse(failure.resetAt),
    reason: failure.message,
  }
  context.journal.command((tx) => {
    noteLimit(context, tx, settings, spec, limit)
    tx.setMeta(mark, String(turn.n))
  })
}

const isLimit = ({ failure, turn }: SessionRecord): boolean =>
  failure !== null && failure.turn === turn && failure.category === 'usage_limit'
