/** The one comment of a trip that people watch: made once, edited in place, only when it says something else. */
import { renderChecklist } from '#core/trip/checklist'
import type { Context } from '#flows/engine/context'
import type { TripRecord } from '#ports/store/trip'
import type { TrackerGround } from './loop-ground.ts'
import { saveTrip } from './views.ts'

const markOf = (nonce: string): string => `<!-- drover:checklist ${nonce} -->`

export function checklistOf(context: Context, trip: TripRecord, phase = trip.phase): string {
  const { url } = context.settings.of(null).notify
  const links =
    url === null
      ? ''
      : `\n[${trip.id}](${url}/trips/${trip.id})${trip.sessionId === null ? '' : ` · [session](${url}/sessions/${trip.sessionId})`}\n`
  const { repo, issue, thread: threadId, attempts } = trip
  return `${renderChecklist(phase, { repo, issue, threadId, attempts })}${links}\n${markOf(trip.own.nonce)}\n`
}

export async function putChecklist(
  context: Context,
  { api, place }: TrackerGround,
  trip: TripRecord,
  phase = trip.phase,
): Promise<TripRecord> {
  const body = checklistOf(context, trip, phase)
  if (trip.own.checklist === body) return trip
  if (trip.own.checklistId === null) {
    const made = await api.comment(place, trip.issue, { body, mark: markOf(trip.own.nonce) })
    context.faultPoint('trip:checklist-made')
    // One that was found again says what it said before.
    return saveTrip(context, trip.id, { own: { checklistId: made.id, checklist: made.body } })
  }
  // One that a person took away stays away.
  await api.editComment(place, trip.own.checklistId, body)
  return saveTrip(context, trip.id, { own: { checklist: body } })
}
