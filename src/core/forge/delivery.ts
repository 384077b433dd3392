/** Which repository a delivery of a forge is about. Nothing else of it is read. Pure. */
import { type ForgePlace, placeOf } from './place.ts'

/** null: it names none, or is no JSON. */
export function placeOfDelivery(body: string): ForgePlace | null {
  try {
    const { repository } = JSON.parse(body) as { repository?: { full_name?: unknown; html_url?: unknown } | null }
    const { full_name: name, html_url: url } = repository ?? {}
    const place = typeof url === 'string' ? placeOf(url) : null
    const full = place === null ? null : `${place.owner}/${place.name}`
    return typeof name === 'string' && name.toLowerCase() === full?.toLowerCase() ? place : null
  } catch {
    return null
  }
}

/** Whether an origin, however it is spelled, is that repository. */
export function isOrigin(origin: string, place: ForgePlace): boolean {
  const own = placeOf(origin)
  const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
  const host = own?.host.replace(/^ssh\./, '') ?? ''
  return own !== null && same(host, place.host) && same(own.owner, place.owner) && same(own.name, place.name)
}
