/**
 * Drover's own sessions as the executor of trips. The session is written down together with its trip, so that the same key starts
 * nothing twice; the brief is given once, when the session is up and has had no turn; a follow-up is a turn of the same session,
 * taken together with its key.
 */
import { DroverError } from '#contract/error'
import { operator } from '#flows/access/caller'
import type { Context } from '#flows/engine/context'
import { restoreSession } from '#flows/session/restore-session'
import { spawnSession } from '#flows/session/spawn-session'
import { send } from '#flows/turn/take-turn'
import type { Executor, ThreadState } from '#ports/executor'
import type { SessionRecord } from '#ports/store/session'
import { changeTrip, needTrip } from './views.ts'

/** Stands in a brief for the session that gets it. */
export const sessionWord = (nonce: string): string => `session-of-${nonce}`

export function droverExecutor(context: Context, agent: string | null): Executor {
  const { reads } = context.journal
  return {
    id: 'drover',
    ensureProject: async () => {},
    async start({ key, project, title, brief }) {
      const trip = needTrip(reads, key)
      const known = trip.sessionId === null ? null : reads.session(trip.sessionId)
      if (known === null)
        await spawnSession(
          context,
          {
            projectId: project.key,
            name: title,
            ...(agent === null ? {} : { agent }),
            written: (tx, session) => void changeTrip(tx, key, { sessionId: session.id, thread: session.id }),
          },
          operator,
        )
      context.faultPoint('trip:session-made')
      const id = needTrip(reads, key).sessionId ?? ''
      await giveOnce(context, id, brief.replaceAll(sessionWord(trip.own.nonce), id))
      return { thread: id }
    },
    async followUp({ key, thread, text }) {
      const trip = reads.tripOf(thread)
      if (trip === null || trip.own.followKey === key) return
      if (reads.session(thread)?.phase === 'ended') await restoreSession(context, thread)
      const delivery = await send(context, thread, { message: text, fresh: true }, operator, (tx) => {
        changeTrip(tx, trip.id, { own: { followKey: key } })
      })
      if (delivery.state === 'refused')
        throw new DroverError('EXECUTOR_REFUSED', delivery.message, { details: { code: delivery.code } })
    },
    async read(thread) {
      const session = reads.session(thread)
      return session === null ? gone : stateOf(context, session)
    },
    link(thread) {
      const { url } = context.settings.of(null).notify
      return url === null ? null : `${url}/sessions/${encodeURIComponent(thread)}`
    },
  }
}

const gone: ThreadState = { state: 'gone', detail: 'the session is not there any more', turns: null, costUsd: null }

function stateOf(context: Context, session: SessionRecord): ThreadState {
  const { reads } = context.journal
  const turn = session.turn === 0 ? null : reads.turn(session.id, session.turn)
  const at = { turns: session.turn, costUsd: session.costUsd }
  const say = (state: ThreadState['state'], detail: string | null = null): ThreadState => ({ state, detail, ...at })
  if (session.phase === 'starting') return say('starting')
  if (session.phase === 'ended') return say('stopped', `the session ended: ${session.endReason ?? 'unknown'}`)
  if (session.request !== null) return say('asking', session.request.text)
  // What waits will be a turn, and one whose provider rests begins by itself.
  if (turn?.state === 'running' || session.parkedUntil !== null || reads.countQueued(session.id) > 0)
    return say('running')
  if (turn === null) return say('starting')
  if (turn.state === 'completed') return say('idle')
  if (turn.state === 'cancelled') return say('stopped', 'its turn was cancelled')
  return say('error', session.failure?.message ?? turn.code ?? 'its turn failed')
}

/** A session that has had a turn, or has words waiting, was given it. */
async function giveOnce(context: Context, id: string, brief: string): Promise<void> {
  const { reads } = context.journal
  const session = reads.session(id)
  if (session === null || session.phase !== 'live' || session.turn > 0 || reads.countQueued(id) > 0) return
  const delivery = await send(context, id, { message: brief }, operator)
  if (delivery.state === 'refused')
    throw new DroverError('EXECUTOR_REFUSED', delivery.message, { details: { code: delivery.code } })
}
