/**
 * What follows a try that was judged: again, another agent, an end or a rest, decided by core and kept in the lane with whose
 * turn it is in the route and what is known of the agent. Acts on nothing; the next step does.
 */
import type { Evidence } from '#contract/agent-event'
import type { Verification } from '#contract/verify'
import { strategyOf } from '#core/failure/categories'
import { afterTry, categoryOf, type NextTry } from '#core/relay/consequence'
import { afterRun } from '#core/relay/mix'
import { cut } from '#core/relay/prompt'
import type { Context } from '#flows/engine/context'
import type { EffectiveSettings } from '#ports/settings'
import type { Tx } from '#ports/store/journal'
import type { LaneState, RelayRecord, TryRecord } from '#ports/store/relay'
import type { SessionRecord } from '#ports/store/session'
import { noteChain } from './agents.ts'
import { readSpec } from './routes-of.ts'
import { laneOf, needRelay, putLane, tellRelay } from './views.ts'

interface Followed {
  readonly relay: RelayRecord
  readonly settings: EffectiveSettings
  readonly session: SessionRecord
}

/** What follows, decided once and kept in the lane. */
export function followTry(
  context: Context,
  tx: Tx,
  { relay, settings, session }: Followed,
  one: TryRecord,
  retryAfterMs: number | null,
  reason: string | null,
  proof: Verification | null,
): void {
  const lane = laneOf(tx, relay.id, one.lane)
  const outcome = one.outcome!
  const category = outcome === 'completed' ? null : categoryOf({ outcome, category: one.category })
  const chain = category === null ? lane.chain : [...lane.chain, category]
  const { tries, backoffMs, backoffMaxMs } = settings.relay
  const next = afterTry(
    { outcome, category, retryAfterMs },
    { task: lane.tries, chain },
    { tries, backoffMs, backoffMaxMs },
    chanceOf(context, one),
  )
  const passed = outcome === 'completed'
  if (passed || next.do === 'rotate' || next.do === 'give-up') noteAgent(context, tx, settings, session, one, chain)
  const patch = patchOf(context, lane, next, one, chain)
  putLane(tx, relay.id, lane.n, {
    ...patch,
    step: 'settle',
    ...(outcome === 'incomplete' || outcome === 'no_change' ? { guidance: guidanceOf(reason, proof) } : {}),
  })
  advanceCursor(
    tx,
    relay.id,
    lane,
    patch.next === 'done' ? 'passed' : lane.calledOff === 'skip' ? 'skipped' : 'failed',
    patch.next,
  )
}

type LanePatch = Partial<LaneState> & { readonly next: NonNullable<LaneState['next']> }

function patchOf(
  context: Context,
  lane: LaneState,
  next: NextTry,
  one: TryRecord,
  chain: LaneState['chain'],
): LanePatch {
  switch (next.do) {
    case 'done':
      return { next: 'done' }
    case 'again':
      return { next: 'again', chain, mode: next.mode, from: context.clock.now().getTime() + next.waitMs }
    case 'rotate':
      return { next: 'rotate', chain: [] }
    case 'give-up':
      return { next: 'give-up', guidance: next.why }
    case 'ask-user':
      return { next: 'ask' }
    case 'rest':
      return restOf(context, lane, one)
  }
}

/** Called off: no failure of anybody, and not counted. */
function restOf(context: Context, lane: LaneState, one: TryRecord): LanePatch {
  const uncounted = { tries: Math.max(0, lane.tries - 1) }
  if (lane.calledOff === 'skip') return { next: 'rotate', chain: [], ...uncounted }
  if (lane.calledOff === 'stop') return { next: 'stop', ...uncounted }
  if (one.reason === 'The daemon was stopped.')
    return { next: 'again', mode: 'resume', from: context.clock.now().getTime(), ...uncounted }
  return { next: 'rest', ...uncounted }
}

/** Whose turn it is in the route, after this one. */
export function advanceCursor(
  tx: Tx,
  relayId: string,
  lane: LaneState,
  how: 'passed' | 'failed' | 'skipped',
  next: LaneState['next'],
): void {
  if (next === 'again' || next === 'rest' || next === 'stop' || lane.route === null) return
  const relay = needRelay(tx, relayId)
  const cursor = relay.cursors[lane.route]
  // Another lane may have moved it on since.
  if (cursor === undefined || cursor.at !== lane.entry) return
  const cursors = { ...relay.cursors, [lane.route]: afterRun(cursor, how) }
  tellRelay(tx, tx.updateRelay(relayId, { cursors }))
}

function noteAgent(
  context: Context,
  tx: Tx,
  settings: EffectiveSettings,
  session: SessionRecord,
  one: TryRecord,
  chain: LaneState['chain'],
): void {
  const spec = readSpec(/[\s@]|:\d+(-\d+)?$/.test(one.agent) ? `"${one.agent}"` : one.agent)
  if (spec === null) return
  const category = one.outcome === 'completed' ? null : categoryOf({ outcome: one.outcome!, category: one.category })
  if (category === null) {
    noteChain(context, tx, settings, spec, { how: 'passed' })
    return
  }
  const reset = session.failure?.resetAt ?? null
  noteChain(context, tx, settings, spec, {
    how: 'failed',
    category,
    infra: chain.filter((word) => strategyOf(word).class === 'infra').length,
    resetAt: reset === null ? null : Date.parse(reset),
    reason: one.reason ?? category,
  })
}

function guidanceOf(reason: string | null, proof: Verification | null): string {
  const output = proof === null || proof.ok ? '' : `\nIts last output:\n${cut(proof.outputTail.slice(-2500), 2500)}`
  return `${reason ?? 'It is not done yet.'}${output}`
}

/** From 0 to 1, the same for the same try: whoever replays it waits as long. */
const chanceOf = (context: Context, one: TryRecord): number =>
  Number.parseInt(context.hash(`${one.relayId} ${one.n} ${one.startedAt}`).slice(0, 8), 16) / 0x1_0000_0000

export function retryAfter(evidence: readonly Evidence[]): number | null {
  const seconds = evidence.flatMap((one) => one.retryAfterSeconds ?? [])
  return seconds.length === 0 ? null : Math.max(...seconds) * 1000
}
