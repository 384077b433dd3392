/** What the loop keeps in memory only: its last look, what it learned of people for a while, and what fails right now. */
import type { SeenIssue } from '#contract/trip'
import type { Context } from '#flows/engine/context'
import type { TrackerPermission } from '#ports/tracker'
import type { TrackerGround } from './loop-ground.ts'

export interface Memory {
  /** By repository, in lower case. */
  readonly seen: Map<string, readonly SeenIssue[]>
  readonly looks: Map<string, { readonly repo: string; readonly at: string; readonly error: string | null }>
  readonly permissions: Map<string, { readonly value: TrackerPermission; readonly until: number }>
  /** What was learned of an issue, as long as nothing of it changed. */
  readonly facts: Map<string, { readonly stamp: string; readonly value: unknown }>
}

export const createMemory = (): Memory => ({
  seen: new Map(),
  looks: new Map(),
  permissions: new Map(),
  facts: new Map(),
})

const keptMs = 5 * 60_000
const most = 10_000

/** A failure to ask is no answer: whoever is not known to may write, may not. */
export async function permissionOf(
  context: Context,
  { permissions }: Memory,
  { api, place, forge }: TrackerGround,
  login: string,
): Promise<TrackerPermission> {
  const key = `${forge.url} ${place.owner}/${place.name} ${login}`
  const known = permissions.get(key)
  if (known !== undefined && known.until > context.clock.steady()) return known.value
  const value = await api.permission(place, login).catch((cause: unknown): TrackerPermission => {
    context.log.debug('what somebody may do could not be learned', { repo: `${place.owner}/${place.name}`, cause })
    return 'unknown'
  })
  if (permissions.size >= most) permissions.clear()
  // What could not be learned is asked again at once.
  if (value !== 'unknown') permissions.set(key, { value, until: context.clock.steady() + keptMs })
  return value
}

/** Of several at once, for decisions that ask synchronously. */
export async function writersAmong(
  context: Context,
  memory: Memory,
  ground: TrackerGround,
  logins: Iterable<string>,
): Promise<(login: string) => boolean> {
  const may = new Set<string>()
  for (const login of new Set(logins)) {
    const permission = await permissionOf(context, memory, ground, login)
    if (permission === 'admin' || permission === 'write') may.add(login)
  }
  return (login) => may.has(login)
}
