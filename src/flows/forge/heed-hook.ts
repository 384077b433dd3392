/** A delivery of a forge, whose signature holds: which repository it is about, and that this is looked at now. Believes nothing else of it. */
import { isOrigin, placeOfDelivery } from '#core/forge/delivery'
import { placeOf } from '#core/forge/place'
import type { Context } from '#flows/engine/context'
import { fullName } from './forge-ground.ts'

export const hookSecret = (context: Context): string | null => context.host.env.DROVER_GITHUB_WEBHOOK_SECRET || null

/** Answers whether it is about something that is watched. */
export function heedHook(context: Context, body: string): boolean {
  const about = placeOfDelivery(body)
  if (about === null) return false
  const own = context.journal.reads.projects(false).filter(({ repo }) => isOrigin(repo, about))
  for (const { repo } of own) {
    const place = placeOf(repo)
    if (place !== null) context.lookSoon(`${place.host}/${fullName(place)}`)
  }
  return own.length > 0
}
