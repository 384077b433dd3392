/**
 * What an agent asks, and what comes back: the operator's answer, or a refusal when nobody answered in time. Also the words
 * of an agent's own hooks. An agent may have several requests open; the session shows the oldest.
 */
import { DroverError } from '#contract/error'
import type { Session } from '#contract/session'
import { activityWords, decideActivity } from '#core/session/decide'
import { cleanMessage } from '#core/session/message'
import { openRequests } from '#core/session/requests'
import type { Caller } from '#flows/access/caller'
import { type Active, type Context, now } from '#flows/engine/context'
import type { Stopwatch } from '#flows/engine/stopwatch'
import { moveSession } from '#flows/session/move-session'
import { factsOf, needSession, tellSession, viewSession } from '#flows/session/views'
import type { SessionRecord } from '#ports/store/session'
import { rowsOfTurn } from './rows-of-turn.ts'
import { sayTo } from './say-to.ts'

export async function answer(
  context: Context,
  id: string,
  input: { requestId: string; decision?: string; text?: string },
): Promise<Session> {
  const session = needSession(context, id)
  const active = context.active.get(id)
  const open = openRequests(rowsOfTurn(context.journal.reads, session))
  if (active === undefined || !open.some((request) => request.requestId === input.requestId)) {
    throw new DroverError('REQUEST_NOT_FOUND', `Session ${id} has no open request "${input.requestId}".`, {
      hint:
        open.length === 0
          ? 'It may have been answered already.'
          : `Open: ${open.map((request) => request.requestId).join(', ')}.`,
    })
  }
  const text = input.text === undefined ? null : cleanMessage(input.text)
  await resolve(context, active, { requestId: input.requestId, decision: input.decision ?? null, text }, 'operator')
  return viewSession(context, context.journal.reads, needSession(context, id))
}

interface Resolution {
  readonly requestId: string
  readonly decision: string | null
  readonly text: string | null
}

async function resolve(
  context: Context,
  active: Active,
  { requestId, decision, text }: Resolution,
  by: 'operator' | 'timeout',
): Promise<void> {
  const id = active.sessionId
  await sayTo(context, active, { type: 'answer', requestId, decision, text }, (tx) => {
    const session = tx.session(id)
    if (session === null) return
    tx.appendEvents(id, session.turn, [{ kind: 'request_resolved', requestId, decision: decision ?? text ?? '', by }])
    const next = openRequests(rowsOfTurn(tx, session))[0] ?? null
    const also = { request: next, lastActivityAt: now(context) }
    moveSession(context, tx, session, { type: 'answered', stillAsks: next !== null }, also)
    tellSession(context, tx, id)
  })
}

/** Requests that nobody answered in time fail closed, and the record says that it was time, not a person. */
export async function expireRequests(
  context: Context,
  timeoutOf: (session: SessionRecord) => number | null,
  watch: Stopwatch,
): Promise<void> {
  for (const active of [...context.active.values()]) {
    const session = context.journal.reads.session(active.sessionId)
    if (session === null || session.request === null) continue
    const limit = timeoutOf(session)
    const { requestId, type } = session.request
    const key = `request ${session.id} ${requestId}`
    if (limit === null || limit <= 0 || watch.elapsedMs(key, session.activitySince) < limit) continue
    context.log.warn('a request was not answered in time', { session: session.id, requestId })
    const closed =
      type === 'approval'
        ? { requestId, decision: 'deny', text: null }
        : { requestId, decision: null, text: 'No answer was given in time.' }
    await resolve(context, active, closed, 'timeout')
  }
}

export async function reportActivity(context: Context, id: string, word: string, _caller: Caller): Promise<Session> {
  needSession(context, id)
  const said = Object.hasOwn(activityWords, word) ? activityWords[word] : undefined
  if (said === undefined) {
    throw new DroverError('INVALID_ACTIVITY_STATE', `"${word}" is no activity.`, {
      hint: `Use one of: ${Object.keys(activityWords).join(', ')}.`,
    })
  }
  // `exited` asks the reaper, which looks at every launch once a second by itself.
  context.journal.command((tx) => {
    const session = needSession(context, id)
    const activity = decideActivity(factsOf(tx, session), said)
    if (said === 'ask-reaper' && activity === session.activity) return
    const also = said === 'ask-reaper' ? {} : { lastActivityAt: now(context) }
    moveSession(context, tx, session, { type: 'reported', activity }, also)
    tellSession(context, tx, id)
  })
  return viewSession(context, context.journal.reads, needSession(context, id))
}
