/** A delivery of a forge, whose signature holds: which repository it is about, and that this is looked at now. Believes nothing else of it. */
import type { Context } from '#flows/engine/context'

export const hookSecret = (context: Context): string | null => context.host.env.DROVER_GITHUB_WEBHOOK_SECRET || null

/** Answers whether it is about something that is watched. */
export function heedHook(context: Context, body: string): boolean {
  const place = placeIn(body)
  if (place === null) return false
  const watched = context.journal.reads.projects(false).some(({ repo }) =>
    repo
      .toLowerCase()
      .replace(/\.git$/, '')
      .endsWith(place.toLowerCase().replace(/^[^/]+/, '')),
  )
  if (watched) context.lookSoon(place)
  return watched
}

/** `host/owner/name`; null: it names none. */
function placeIn(body: string): string | null {
  try {
    const { repository } = JSON.parse(body) as { repository?: { full_name?: unknown; html_url?: unknown } }
    const { full_name: name, html_url: url } = repository ?? {}
    if (typeof name !== 'string' || typeof url !== 'string' || !/^[\w.-]+\/[\w.-]+$/.test(name)) return null
    return URL.canParse(url) ? `${new URL(url).host}/${name}` : null
  } catch {
    return null
  }
}
