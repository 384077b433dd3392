/** What the tab is called: how many wait, what the page shows by its name, and whose page it is. Pure. */
import type { Route } from './router.ts'

const names: Readonly<Record<string, string>> = {
  fleet: 'Fleet',
  'needs-you': 'Needs you',
  new: 'New session',
  projects: 'Projects',
  merges: 'Merges',
  relay: 'Relay',
  heats: 'Heats',
  efforts: 'Efforts',
  costs: 'Costs',
  inbox: 'Inbox',
  actions: 'Actions',
  talks: 'Talk',
  settings: 'Settings',
  design: 'Design system',
}

/** `named`: what the thing on the page is called; null: it has no name, or none is known. */
export function pageTitle(route: Route, waiting: number, named: string | null): string {
  const id = 'id' in route ? route.id : 'persona' in route ? route.persona : null
  const what = named ?? id ?? names[route.page] ?? null
  const count = waiting > 0 ? `(${waiting}) ` : ''
  return what === null ? `${count}Drover` : `${count}${what} · Drover`
}
