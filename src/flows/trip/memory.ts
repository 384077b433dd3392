/**
 * What the loop knows of its last look, what it learned of people for a while, and what fails right now. The last look is kept
 * over a restart, so that nobody sees nothing until the next one; all else is learned anew.
 */
import type { SeenIssue } from '#contract/trip'
import type { Context } from '#flows/engine/context'
import type { Reads } from '#ports/store/journal'
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

const word = 'afk_seen'

interface Kept {
  readonly seen: readonly (readonly [string, readonly SeenIssue[]])[]
  readonly looks: readonly (readonly [string, Look])[]
}
type Look = { readonly repo: string; readonly at: string; readonly error: string | null }

export function createMemory(reads: Pick<Reads, 'meta'>): Memory {
  const { seen, looks } = JSON.parse(reads.meta(word) ?? '{"seen":[],"looks":[]}') as Kept
  return { seen: new Map(seen), looks: new Map(looks), permissions: new Map(), facts: new Map() }
}

/** When it was seen is no news. */
const wordsOf = ({ seen, looks }: Kept): string =>
  JSON.stringify([
    seen.map(([repo, issues]) => [repo, issues.map((one) => ({ ...one, at: null }))]),
    looks.map(([repo, look]) => [repo, look.error]),
  ])

/** Written down and told where it says something else than before. */
export function keepLook(context: Context, { seen, looks }: Memory): void {
  const kept: Kept = { seen: [...seen], looks: [...looks] }
  const before = context.journal.reads.meta(word)
  if (before !== null && wordsOf(JSON.parse(before) as Kept) === wordsOf(kept)) return
  context.journal.command((tx) => {
    tx.setMeta(word, JSON.stringify(kept))
    tx.appendChange({ type: 'afk_changed', projectId: null, payload: { what: 'looked' } })
  })
}

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
