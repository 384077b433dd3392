/**
 * Which addresses a page may ask the daemon to send to: a subscription's endpoint is a stranger's word, so only https to a
 * public address is reached, whatever a name resolves to. Pure; the sender asks it again for the address that it connects to.
 */
import type { Refusal } from '#contract/error'

const refuse = (message: string): Refusal => ({
  refused: 'ENDPOINT_REFUSED',
  message,
  hint: 'Subscribe from the installed page of a browser whose push service is on the public internet.',
})

/** `loopback`: a receiver on this machine is allowed too, for tests. */
export function refuseEndpoint(endpoint: string, loopback: boolean): Refusal | null {
  let url: URL
  try {
    url = new URL(endpoint)
  } catch {
    return refuse('The endpoint is no address.')
  }
  if (url.username !== '' || url.password !== '') return refuse('An endpoint with a password is not used.')
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (loopback && isLoopback(host)) return null
  if (url.protocol !== 'https:') return refuse('An endpoint must begin with https://.')
  if (host === 'localhost' || host.endsWith('.localhost') || host.endsWith('.local') || host.endsWith('.internal'))
    return refuse(`${host} is not a public address.`)
  if (isAddress(host)) return isPublicAddress(host) ? null : refuse(`${host} is not a public address.`)
  return host.includes('.') ? null : refuse(`${host} is not a public address.`)
}

export const isLoopback = (address: string): boolean =>
  /^127(\.\d{1,3}){3}$/.test(address) || address === '::1' || address === 'localhost'

const isAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.includes(':')

const v4 = (address: string): readonly number[] | null => {
  const parts = address.split('.').map(Number)
  return parts.length === 4 && parts.every((part) => Number.isInteger(part) && part >= 0 && part < 256) ? parts : null
}

/** false for every address that is not certainly out on the internet. */
export function isPublicAddress(address: string): boolean {
  const text = address.toLowerCase().replace(/%.*$/, '')
  const inside = /^(?:::ffff:|64:ff9b::)(\d+\.\d+\.\d+\.\d+)$/.exec(text)?.[1]
  const parts = v4(inside ?? text)
  if (parts !== null) return isPublicV4(parts)
  if (!text.includes(':')) return false
  // Only what is handed out for use (2000::/3), without documentation, Teredo and 6to4.
  return /^[23][0-9a-f]{0,3}:/.test(text) && !/^(2001:0{0,3}:|2001::|2001:db8:|2002:)/.test(text)
}

function isPublicV4([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false
  if (a === 100 && b >= 64 && b < 128) return false
  if (a === 169 && b === 254) return false
  if (a === 172 && b >= 16 && b < 32) return false
  if (a === 192 && (b === 168 || (b === 0 && (c === 0 || c === 2)) || (b === 88 && c === 99))) return false
  if (a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) return false
  return !(a === 203 && b === 0 && c === 113)
}
