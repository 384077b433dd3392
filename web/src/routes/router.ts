/** Which page an address means, and how to go to another without loading it. */
import { createStore, useStore } from '../live/store.ts'

export type SessionTab = 'transcript' | 'terminal' | 'changes' | 'facts' | 'log'
export type RelayPart = 'now' | 'queue' | 'agents' | 'past'
export type Route =
  | { readonly page: 'fleet' }
  | { readonly page: 'needs-you' }
  | { readonly page: 'new' }
  | { readonly page: 'session'; readonly id: string; readonly tab: SessionTab }
  | { readonly page: 'review'; readonly id: string }
  | { readonly page: 'projects' }
  | { readonly page: 'project'; readonly id: string }
  | { readonly page: 'board'; readonly id: string }
  | { readonly page: 'trip'; readonly id: string }
  | { readonly page: 'merges' }
  | { readonly page: 'merge'; readonly id: string }
  | { readonly page: 'relay'; readonly part: RelayPart }
  | { readonly page: 'one-relay'; readonly id: string }
  | { readonly page: 'efforts' }
  | { readonly page: 'effort'; readonly id: string }
  | { readonly page: 'heats' }
  | { readonly page: 'heat'; readonly id: string }
  | { readonly page: 'inbox'; readonly thread: string | null }
  | { readonly page: 'costs' }
  | { readonly page: 'actions' }
  | { readonly page: 'talks' }
  | { readonly page: 'talk'; readonly persona: string }
  | { readonly page: 'settings' }
  | { readonly page: 'design' }
  | { readonly page: 'unknown'; readonly path: string }

const tabs: readonly SessionTab[] = ['transcript', 'terminal', 'changes', 'facts', 'log']
const relayParts: readonly RelayPart[] = ['now', 'queue', 'agents', 'past']
const plain = [
  'needs-you',
  'new',
  'merges',
  'heats',
  'efforts',
  'costs',
  'actions',
  'projects',
  'settings',
  'design',
] as const

export function routeOf(path: string): Route {
  const parts = path.split('/').filter((part) => part !== '')
  const [first, second, third] = parts
  if (first === undefined) return { page: 'fleet' }
  if (first === 'sessions' && second !== undefined && parts.length <= 3) {
    if (third === 'review') return { page: 'review', id: decoded(second) }
    const tab = third === undefined ? 'transcript' : tabs.find((word) => word === third)
    if (tab) return { page: 'session', id: decoded(second), tab }
  }
  if (first === 'projects' && second !== undefined && parts.length === 2)
    return { page: 'project', id: decoded(second) }
  if (first === 'projects' && second !== undefined && third === 'board' && parts.length === 3)
    return { page: 'board', id: decoded(second) }
  if (first === 'talk' && parts.length <= 2)
    return second === undefined ? { page: 'talks' } : { page: 'talk', persona: decoded(second) }
  if (first === 'trips' && second !== undefined && parts.length === 2) return { page: 'trip', id: decoded(second) }
  if (first === 'merges' && second !== undefined && parts.length === 2) return { page: 'merge', id: decoded(second) }
  if (first === 'heats' && second !== undefined && parts.length === 2) return { page: 'heat', id: decoded(second) }
  if (first === 'efforts' && second !== undefined && parts.length === 2) return { page: 'effort', id: decoded(second) }
  if (first === 'inbox' && parts.length <= 2)
    return { page: 'inbox', thread: second === undefined ? null : decoded(second) }
  if (first === 'relay' && parts.length <= 2) {
    const part = second === undefined ? 'now' : relayParts.find((word) => word === second)
    if (part) return { page: 'relay', part }
    return { page: 'one-relay', id: decoded(second!) }
  }
  const page = plain.find((word) => word === first)
  return page && parts.length === 1 ? { page } : { page: 'unknown', path }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // A broken escape names nothing; the page says so.
    return part
  }
}

export const sessionPath = (id: string, tab: SessionTab = 'transcript'): string =>
  `/sessions/${encodeURIComponent(id)}${tab === 'transcript' ? '' : `/${tab}`}`

export const reviewPath = (id: string): string => `/sessions/${encodeURIComponent(id)}/review`

export const boardPath = (projectId: string): string => `/projects/${encodeURIComponent(projectId)}/board`
export const tripPath = (id: string): string => `/trips/${encodeURIComponent(id)}`

export const talkPath = (persona: string): string => `/talk/${encodeURIComponent(persona)}`

export const mergePath = (id: string): string => `/merges/${encodeURIComponent(id)}`

export const heatPath = (id: string): string => `/heats/${encodeURIComponent(id)}`
export const effortPath = (id: string): string => `/efforts/${encodeURIComponent(id)}`
export const threadPath = (id: string): string => `/inbox/${encodeURIComponent(id)}`

export const relayPath = (id: string): string => `/relay/${encodeURIComponent(id)}`
export const relayPartPath = (part: RelayPart): string => (part === 'now' ? '/relay' : `/relay/${part}`)

const place = createStore<string>(typeof location === 'undefined' ? '/' : location.pathname)
let cached: { path: string; route: Route } | null = null
const routeNow = (path: string): Route => {
  if (cached?.path !== path) cached = { path, route: routeOf(path) }
  return cached.route
}

export function go(path: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', path)
  else history.replaceState(null, '', path)
  place.set(location.pathname)
}

export function watchAddress(): void {
  window.addEventListener('popstate', () => place.set(location.pathname))
  document.addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const link = (event.target as Element).closest?.('a[href]')
    if (!(link instanceof HTMLAnchorElement) || link.target !== '' || link.origin !== location.origin) return
    event.preventDefault()
    if (link.pathname + link.search !== location.pathname + location.search) go(link.pathname + link.search)
  })
}

export const useRoute = (): Route => useStore(place, routeNow)
