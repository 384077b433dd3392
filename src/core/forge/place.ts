/** Which repository of which forge an address means, and how that forge is spoken to. Pure; asks nobody. */
import type { ForgeKind } from '#contract/pr'

export interface ForgePlace {
  /** Host, with its port where it has one. */
  readonly host: string
  readonly owner: string
  readonly name: string
}

const name = /^[A-Za-z0-9._-]{1,100}$/

/** `https://host/owner/name(.git)`, `ssh://git@host/owner/name`, `git@host:owner/name`; null: none of them. */
export function placeOf(address: string): ForgePlace | null {
  const scp = /^(?:[A-Za-z0-9_.-]+@)?([A-Za-z0-9.-]+):(?!\/)([^\s]+)$/.exec(address)
  if (scp !== null && !address.includes('://')) return place(scp[1]!, scp[2]!)
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  if (!['https:', 'http:', 'ssh:', 'git+ssh:', 'git:'].includes(url.protocol)) return null
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return place(isWeb ? url.host : url.hostname, url.pathname.slice(1))
}

/** No name of a remote, but where it is: no name has a colon. */
export const isAddress = (remote: string): boolean => remote.includes(':')
export const withoutCredentials = (remote: string): string => remote.replace(/^(\w+:\/\/)[^@/\s]*@/, '$1')

function place(host: string, path: string): ForgePlace | null {
  const parts = path
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .split('/')
  const [owner, repo] = parts
  if (parts.length !== 2 || owner === undefined || repo === undefined) return null
  if (!name.test(owner) || !name.test(repo) || /^\.+$/.test(repo) || host === '') return null
  return { host: host.toLowerCase(), owner, name: repo }
}

/** The host that people see for the one that the API has. */
export function webHostOf(apiUrl: string): string {
  const { host } = new URL(apiUrl)
  return host.toLowerCase().replace(/^api\.(?=[^.]+\.)/, '')
}

export const sameHost = (place: ForgePlace, apiUrl: string): boolean =>
  place.host === webHostOf(apiUrl) || place.host === `ssh.${webHostOf(apiUrl)}`

export interface KnownForges {
  readonly githubUrl: string
  /** null: none is configured. */
  readonly forgejoUrl: string | null
}

/** Which of the configured forges a repository lives at; null: none of them, and no token goes there. */
export function forgeAt(
  place: ForgePlace,
  { githubUrl, forgejoUrl }: KnownForges,
): { kind: ForgeKind; url: string } | null {
  if (sameHost(place, githubUrl)) return { kind: 'github', url: githubUrl }
  if (forgejoUrl === null) return null
  const { host, hostname } = new URL(forgejoUrl)
  // Its ssh has another port than its pages, or a name of its own.
  const names = [host, hostname, `ssh.${hostname}`].map((name) => name.toLowerCase())
  return names.includes(place.host) ? { kind: 'forgejo', url: forgejoUrl } : null
}
