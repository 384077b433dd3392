/**
 * Where a request comes from: its Host and Origin, and the identity that a trusted proxy vouches for. Pure questions over
 * headers; the door asks them before it reads anything else. Tokens are the gate's.
 */
import type { Refusal } from '#contract/error'
import type { Caller } from '#flows/access/caller'

export interface TrustedProxy {
  /** The peer address that may vouch. */
  readonly address: string
  /** The header that names who it is. */
  readonly header: string
}

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

const nameOf = (host: string): string => host.toLowerCase().replace(/:\d{1,5}$/, '')

/** On the Unix socket any Host will do: no browser reaches it. */
export function refuseHost(host: string | undefined, door: Door, allowed: readonly string[]): Refusal | null {
  if (door === 'socket') return null
  if (
    host !== undefined &&
    (loopback.has(nameOf(host)) || allowed.some((name) => name.toLowerCase() === nameOf(host)))
  ) {
    return null
  }
  return {
    refused: 'FORBIDDEN_HOST',
    message: 'This daemon does not answer to that Host.',
    hint: 'Use 127.0.0.1 or localhost, or add the name to allowed_hosts under [server] in the configuration.',
  }
}

/** A page of another origin is refused, whatever it asks for; no Origin means no browser page. */
export function refuseOrigin(origin: string | undefined, host: string | undefined): Refusal | null {
  if (origin === undefined) return null
  const mine = host === undefined ? [] : [`http://${host.toLowerCase()}`, `https://${host.toLowerCase()}`]
  if (mine.includes(origin.toLowerCase())) return null
  return {
    refused: 'FORBIDDEN_ORIGIN',
    message: 'A page of another origin may not speak to this daemon.',
    hint: 'Open the cockpit with the address that `drover link` prints.',
  }
}

/** Which door a request came through. */
export type Door = 'tcp' | 'socket'

/** Exactly one bearer, or null. */
export function bearerOf(authorization: string | undefined): string | null {
  const match = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(authorization ?? '')
  return match?.[1] ?? null
}

const plainAddress = (address: string): string => address.replace(/^::ffff:/, '')

export function proxiedCaller(
  proxy: TrustedProxy | null,
  peer: string | null,
  header: (name: string) => string | undefined,
): Caller | null {
  if (proxy === null || peer === null || plainAddress(peer) !== plainAddress(proxy.address)) return null
  const who = header(proxy.header)?.trim()
  return who ? { type: 'operator', via: 'proxy', label: who.slice(0, 200) } : null
}
