/**
 * The end of a trip: decided once and written down, then its effects one after the other, each written down before it is tried
 * and after it was done, so that a crash between any two repeats none. What the tracker refuses for good is shown and passed
 * over; what cannot be reached is tried until it can. The doorbell is the change that ends the trip: the notifier's outbox reads it.
 */
import { DroverError, mayRetry } from '#contract/error'
import type { TripAction, TripEffect } from '#contract/trip'
import { handOverWords } from '#core/trip/brief'
import { claimMark } from '#core/trip/claims'
import { type EffectKind, effectsOf } from '#core/trip/effects'
import type { AfkTable } from '#core/trip/settings'
import { type Context, now } from '#flows/engine/context'
import { cleanup, closeSession } from '#flows/session/end-session'
import { cancelTurn } from '#flows/turn/take-turn'
import type { TripRecord } from '#ports/store/trip'
import { putChecklist } from './checklist-comment.ts'
import { handOverMark } from './look-issues.ts'
import { executorFor, type TrackerGround } from './loop-ground.ts'
import { about, changeTrip, needTrip, saveTrip } from './views.ts'

/** The one decision that ends it. */
export function decideEnd(context: Context, trip: TripRecord, action: TripAction, reason: string): TripRecord {
  const at = now(context)
  const effects = effectsOf[action].effects.map(
    (key): TripEffect => ({ key, state: 'wanted', tries: 0, error: null, at }),
  )
  context.log.info('a trip is decided', { ...about(trip), action, reason })
  return context.journal.command((tx) => {
    const before = needTrip(tx, trip.id)
    if (before.own.ending !== null) return before
    return changeTrip(tx, trip.id, { lastAction: action, reason, effects, own: { ending: { action, reason } } })
  })
}

const mostTries = 5

export async function finishTrip(
  context: Context,
  ground: TrackerGround,
  given: TripRecord,
  values: AfkTable,
): Promise<void> {
  const ending = given.own.ending
  if (ending === null) return
  let trip = given
  for (const { key } of given.effects) {
    const effect = trip.effects.find((one) => one.key === key)
    if (effect === undefined || effect.state !== 'wanted' || key === 'doorbell') continue
    if (context.closing) return
    trip = mark(context, trip, key, { tries: effect.tries + 1 })
    try {
      await doEffect(context, ground, trip, key as EffectKind, values)
      context.faultPoint(`trip:${key}`)
      trip = mark(context, needTrip(context.journal.reads, trip.id), key, { state: 'done', error: null })
    } catch (cause) {
      if (!(cause instanceof DroverError)) throw cause
      const givenUp = !mayRetry(cause.code) && cause.code !== 'FORGE_NO_TOKEN' && effect.tries + 1 >= mostTries
      trip = mark(context, needTrip(context.journal.reads, trip.id), key, {
        error: cause.message.slice(0, 500),
        ...(givenUp ? { state: 'failed' } : {}),
      })
      context.log.warn('an effect of a trip failed', { ...about(trip), effect: key, givenUp, cause })
      if (!givenUp) throw cause
    }
  }
  const state = effectsOf[ending.action].ends
  if (state === null) return
  context.journal.command((tx) => {
    const effects = needTrip(tx, trip.id).effects.map((one) =>
      one.key === 'doorbell' ? { ...one, state: 'done' as const, tries: 1, at: now(context) } : one,
    )
    changeTrip(tx, trip.id, { state, effects, endedAt: now(context) }, 'trip_ended')
  })
  context.log.info('a trip is over', { ...about(trip), state })
}

const mark = (context: Context, trip: TripRecord, key: string, patch: Partial<TripEffect>): TripRecord =>
  saveTrip(context, trip.id, {
    effects: trip.effects.map((one) => (one.key === key ? { ...one, ...patch, at: now(context) } : one)),
  })

async function doEffect(
  context: Context,
  ground: TrackerGround,
  trip: TripRecord,
  key: EffectKind,
  values: AfkTable,
): Promise<void> {
  const { api, place } = ground
  const { issue } = trip
  switch (key) {
    case 'checklist':
      if (trip.own.ending?.action === 'close_success') saveTrip(context, trip.id, { phase: 'done' })
      await putChecklist(context, ground, needTrip(context.journal.reads, trip.id))
      return
    case 'close':
      return api.close(place, issue)
    case 'comment': {
      const nonceMark = handOverMark(trip.own.nonce)
      await api.comment(place, issue, { body: `${nonceMark}\n${handOver(context, trip)}`, mark: nonceMark })
      return
    }
    case 'label_human':
      return api.addLabel(place, issue, values.humanLabel)
    case 'unlabel_in_progress':
      return api.removeLabel(place, issue, values.inProgressLabel)
    case 'unclaim':
      // By its nonce: one whose id was never written down is found too.
      for (const { id, body } of await api.comments(place, issue))
        if (body.startsWith(claimMark(trip.own.nonce))) await api.deleteComment(place, id)
      return
    case 'tidy':
      return tidy(context, trip)
    default:
      return
  }
}

function handOver(context: Context, trip: TripRecord): string {
  const { reads } = context.journal
  const session = trip.sessionId === null ? null : reads.session(trip.sessionId)
  const workspace = session?.workspaceId == null ? null : reads.workspace(session.workspaceId)
  const link =
    trip.thread === null || (trip.executor === 'drover' && session === null)
      ? null
      : executorFor(context, trip.executor, null).link(trip.thread)
  const words = handOverWords({
    reason: trip.own.ending?.reason ?? trip.reason,
    attempts: trip.attempts,
    branch: workspace?.branch ?? null,
    commit: trip.commit ?? trip.own.pushedHead,
    snapshot: session === null ? null : (reads.snapshots(session.id).at(-1)?.ref ?? null),
    session: trip.sessionId ?? trip.thread,
    link,
    red: trip.red,
    lastText: session?.lastText ?? null,
    costUnknown: trip.costUsd === null,
    frozen: trip.own.ending?.action === 'freeze_escalate',
  })
  // It goes to where others read it.
  return context.secrets.redact(words)
}

/** Nothing that may still be needed goes: a tree with work in it is kept by the rules of cleanup. */
async function tidy(context: Context, trip: TripRecord): Promise<void> {
  const id = trip.sessionId
  const session = id === null || trip.executor !== 'drover' ? null : context.journal.reads.session(id)
  if (session === null) return
  const action = trip.own.ending?.action
  if (action === 'close_success' || action === 'withdraw') {
    await closeSession(context, session.id)
    if (action === 'close_success') await cleanup(context, { sessions: [session.id], dryRun: false })
    return
  }
  // A question stays: a person may answer it. What still runs has nothing left to do.
  const turn = session.turn === 0 ? null : context.journal.reads.turn(session.id, session.turn)
  if (session.phase === 'live' && session.request === null && turn?.state === 'running')
    await cancelTurn(context, session.id, {})
}
