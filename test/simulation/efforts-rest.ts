/**
 * The end of a story with efforts. Agents with an odd number give their report, builders with a branch; the others forget it. What
 * only people can do they do: whoever they stopped goes on, whoever waits for a word gets one, what waits
 * for their judgement is judged, what leads nobody is stopped, and nobody sits through an hour. Each once, so that a thing that
 * stands still is seen.
 */
import { builtInRoles, find } from '#core/role/table'
import { operator } from '#flows/access/caller'
import type { MergeRecord } from '#ports/store/merge'
import type { SessionRecord } from '#ports/store/session'
import type { SimProcess } from '../support/simulated/machine.ts'
import { openEfforts } from './efforts-holds.ts'
import { mergesAtLast } from './efforts-means.ts'
import { callerOf, say } from './mail.ts'
import type { Story } from './story.ts'

const doneIn = new WeakMap<Story, Set<string>>()

/** false: nothing is left for people to do. */
export function stepIn(story: Story): boolean {
  if (story.home.state !== 'ready' || story.calls.size > 0) return false
  const members = story.sessions().filter(({ role, phase }) => role !== null && phase === 'live')
  const idle = members.filter((one) => one.activity === 'idle' && story.runningTurn(one) === null)
  return (
    idle.some((one) => speakTo(story, one)) ||
    story.sessions().some((one) => one.role !== null && judgeMerges(story, one.id)) ||
    openEfforts(story).some(({ id, rootSessionId }) => stopsIdle(story, id, rootSessionId)) ||
    skipWait(story, members)
  )
}

function once(story: Story, what: string): boolean {
  const done = doneIn.get(story) ?? new Set()
  doneIn.set(story, done)
  if (done.has(what)) return false
  done.add(what)
  return true
}

/** Work that is ready, then the report of it, each by a call of its own. */
export function lastWord(story: Story, process: SimProcess): boolean {
  const { store, repositories } = story.home
  const one = store.reads.session(process.sessionId)
  if (one?.role === 'merger' && one.report === null) mergesAtLast(story, process)
  if (one?.report?.state !== 'owed' || Number(one.id.split('-').at(-1)) % 2 === 0) return false
  if (story.home.state !== 'ready' || story.calls.size > 0) return false
  const words = { to: one.parentId === null ? 'operator' : '@parent', caller: callerOf(one) }
  const tree = one.role === 'builder' ? repositories.trees.get(process.cwd) : undefined
  if (tree !== undefined && !tree.half && once(story, `branch of ${one.id} ${one.turn}`)) {
    repositories.edit(tree)
    repositories.commit(tree)
    say(story, { ...words, type: 'merge_ready' })
    return true
  }
  if (!once(story, `report of ${one.id} ${one.turn}`)) return false
  say(story, { ...words, type: find(builtInRoles, one.role ?? '')?.ends[0] ?? 'result' })
  return true
}

/** Whoever was stopped, or waits for mail without an end. */
function speakTo(story: Story, one: SessionRecord): boolean {
  const { reads } = story.home.store
  if (one.parkedUntil !== null || reads.countQueued(one.id) > 0) return false
  const last = one.turn === 0 ? null : reads.turn(one.id, one.turn)
  const stopped = one.waiting === null && one.report?.state === 'owed' && last?.state === 'cancelled'
  const waits = one.waiting?.for === 'mail' && one.waiting.until === null
  if (!(stopped || waits) || !once(story, `${one.id} ${one.turn}`)) return false
  say(story, { to: one.id, caller: operator })
  return true
}

/** A merge that stands before a person is called off. */
function judgeMerges(story: Story, sessionId: string): boolean {
  const waits = ({ state, step }: MergeRecord): boolean =>
    state === 'needs_human' || (state === 'ready' && step === 'wait')
  const one = story.home.store.reads.merges({ sessionId, limit: 100 }).merges.find(waits)
  if (one === undefined || !once(story, `${one.id} ${one.attempts} ${one.state}`)) return false
  story.call(`cancel ${one.id}`, (flows) => flows.cancelMerge(one.id, operator))
  return true
}

/** A coordinator that started nobody never ends by itself. */
function stopsIdle(story: Story, id: string, root: string | null): boolean {
  const { reads } = story.home.store
  const one = root === null ? null : reads.session(root)
  if (one === null || one.role !== 'coordinator' || one.phase !== 'live' || one.activity !== 'idle') return false
  if (one.waiting !== null || one.parkedUntil !== null || reads.countQueued(one.id) > 0) return false
  if (reads.childrenOf(one.id).length > 0 || !once(story, id)) return false
  story.call(`stop ${id}`, (flows) => flows.stopEffort(id, 'It leads nobody.'))
  return true
}

/** The clock on the wall goes on to the first moment that somebody waits for. */
function skipWait(story: Story, members: readonly SessionRecord[]): boolean {
  const { reads } = story.home.store
  const now = story.home.scheduler.now().getTime()
  const benches = reads
    .agentStates()
    .flatMap(({ state, until }) => (state === 'benched' && until !== null ? [until] : []))
  const times = members.flatMap(({ parkedUntil, waiting }) =>
    [parkedUntil, waiting?.until ?? null].flatMap((at) => (at === null ? [] : [Date.parse(at)])),
  )
  const next = Math.min(...[...times, ...(members.length === 0 ? [] : benches)].filter((at) => at - now >= 3_000))
  if (next === Number.POSITIVE_INFINITY) return false
  story.home.scheduler.setWall(next - now)
  return true
}
