/**
 * The attention queue as the whole page knows it: reads what sessions do not tell (trust, doctor), counts, puts the count in
 * the title, and notifies once an item, never for routine events.
 */
import type { TrustView } from '#contract/project'
import { type Attention, attentionQueue } from '#core/attention/queue'
import { doctor, getTrust } from '../../api/calls.ts'
import type { DoctorReport } from '../../api/shapes.ts'
import { cockpit } from '../../live/cockpit.ts'
import { inbox } from '../../live/inbox.ts'
import { loop } from '../../live/loop.ts'
import { openQuestions } from '../../live/reduce/inbox.ts'
import { createStore } from '../../live/store.ts'
import { remember, remembered } from '../../ui/memory.ts'
import { announce } from '../../ui/said.ts'
import { oneLine } from '../../ui/words.ts'

export interface News {
  readonly items: readonly Attention[]
  readonly trusts: readonly TrustView[]
  readonly doctor: DoctorReport | null
}

export const news = createStore<News>({ items: [], trusts: [], doctor: null })

let told: Set<string> | null = null

function recount(): void {
  const { fleet } = cockpit.get()
  const { trusts, doctor: report, items: before } = news.get()
  const { inbox: mail } = inbox.get()
  const items = noticed(
    attentionQueue({
      sessions: [...fleet.sessions.values()].filter(({ persona }) => persona === undefined),
      merges: fleet.merges.values(),
      asking: fleet.asking.values(),
      questions: mail === null ? [] : openQuestions(mail),
      trips: loop.get().afk?.waiting ?? [],
      projects: fleet.projects,
      trusts,
      doctor: report,
    }),
  )
  const same =
    items.length === before.length &&
    items.every(
      (item, i) =>
        item.key === before[i]?.key && item.session === before[i]?.session && item.reason === before[i]?.reason,
    )
  // An empty queue is a first look too: what comes after it is news.
  if (same && told === null) tell(items)
  if (same) return
  news.set({ ...news.get(), items })
  tell(items)
  if (items.length < before.length) void unnotify(items)
}

/** Files and checks do not say since when they are so: then the age counts from this browser's first look. */
function noticed(items: readonly Attention[]): readonly Attention[] {
  const known = remembered<Record<string, string>>('noticed', {})
  const still: Record<string, string> = {}
  const aged = items.map((item) => {
    if (item.since !== null) return item
    const since = known[item.key] ?? new Date().toISOString()
    still[item.key] = since
    return { ...item, since }
  })
  if (Object.keys(still).join() !== Object.keys(known).join()) remember('noticed', still)
  return aged
}

/** The first look is what was already so; after it each new item is told once, in this browser for good. */
function tell(items: readonly Attention[]): void {
  if (!cockpit.get().fleetLoaded) return
  if (told === null) {
    told = new Set(remembered<string[]>('told', []))
    for (const item of items) told.add(item.key)
  } else {
    for (const item of items) {
      if (told.has(item.key)) continue
      told.add(item.key)
      announce(`${item.title} needs you: ${oneLine(item.reason, 120)}`)
      if (document.hidden || !document.hasFocus()) void notify(item)
    }
  }
  remember('told', [...told].slice(-500))
}

export const mayNotify = (): boolean =>
  'Notification' in window && Notification.permission === 'granted' && remembered('notify', false)

async function notify(item: Attention): Promise<void> {
  if (!mayNotify()) return
  const options = { body: oneLine(item.reason, 160), tag: item.key, data: { path: item.path }, icon: '/icon-192.png' }
  const worker = await navigator.serviceWorker?.getRegistration()
  if (worker) await worker.showNotification(`${item.title} needs you`, options)
  else new Notification(`${item.title} needs you`, options)
}

/** What is settled needs nobody: its notification leaves with it. */
async function unnotify(items: readonly Attention[]): Promise<void> {
  if (!mayNotify()) return
  const shown = (await (await navigator.serviceWorker?.getRegistration())?.getNotifications()) ?? []
  for (const one of shown) if (!items.some((item) => item.key === one.tag)) one.close()
}

async function readTrusts(): Promise<void> {
  const asked = [...cockpit.get().fleet.projects.values()].filter((project) => !project.trusted)
  const views = await Promise.all(asked.map((project) => getTrust(project.id).catch(() => null)))
  news.set({ ...news.get(), trusts: views.filter((view) => view !== null) })
  recount()
}

async function readDoctor(): Promise<void> {
  // A doctor that cannot be reached is the lamp's news, not a failing check.
  const report = await doctor().catch(() => null)
  if (report) news.set({ ...news.get(), doctor: report })
  recount()
}

/** Reads again what the stream does not carry. */
export function refreshNews(): void {
  void readTrusts()
  void readDoctor()
}

const doctorEvery = 5 * 60_000

export function watchNews(): void {
  let sessions: unknown = null
  let projects: unknown = null
  cockpit.subscribe(() => {
    const { fleet, fleetLoaded } = cockpit.get()
    if (!fleetLoaded) return
    if (fleet.projects !== projects && !sameTrust(projects, fleet.projects)) void readTrusts()
    if (projects === null) setTimeout(() => void readDoctor(), 1_500)
    projects = fleet.projects
    if (fleet.sessions !== sessions) {
      sessions = fleet.sessions
      recount()
    }
  })
  let mails: unknown = null
  inbox.subscribe(() => {
    const { inbox: known } = inbox.get()
    if (known?.mails === mails) return
    mails = known?.mails ?? null
    recount()
  })
  let waiting: unknown = null
  loop.subscribe(() => {
    const { afk } = loop.get()
    if (afk?.waiting === waiting) return
    waiting = afk?.waiting ?? null
    recount()
  })
  setInterval(() => {
    if (!document.hidden && cockpit.get().link === 'live') void readDoctor()
  }, doctorEvery)
}

function sameTrust(before: unknown, now: ReadonlyMap<string, { trusted: boolean }>): boolean {
  if (!(before instanceof Map) || before.size !== now.size) return false
  return [...now].every(([id, project]) => before.get(id) === project)
}
