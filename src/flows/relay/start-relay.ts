/** A new relay, or an unfinished one gone on with. Its row is written here; its worktrees are made by its lanes. */
import { DroverError } from '#contract/error'
import type { Relay } from '#contract/relay'
import { type Context, now } from '#flows/engine/context'
import type { Reads } from '#ports/store/journal'
import type { LaneState, RelayRecord } from '#ports/store/relay'
import { forgiveUnavailable } from './agents.ts'
import { checkRelay, chooseAgents, type RelayOrder, relayGround } from './check-relay.ts'
import type { RelayInput } from './relay-flows.ts'
import { agentsOf } from './routes-of.ts'
import type { Relays } from './run-relays.ts'
import { needRelay, tellRelay, viewRelay } from './views.ts'

export async function startRelay(context: Context, relays: Relays, input: RelayInput): Promise<Relay> {
  if (input.mode === 'resume') return goOn(context, relays, input)
  const order = await checkRelay(context, input)
  const open = openIn(context.journal.reads, order.project.id)
  if (open !== null && input.mode !== 'new') throw unfinished(context.journal.reads, open)
  if (open !== null) await relays.replace(open.id)
  const id = await freeId(context, order)
  const record = context.journal.command((tx) => {
    const other = openIn(tx, order.project.id)
    if (other !== null) throw unfinished(tx, other)
    const relay = draftRelay(context, order, id)
    forgiveUnavailable(
      context,
      tx,
      agentsOf(relay).map(({ spec }) => spec),
    )
    tx.insertRelay(relay)
    tellRelay(tx, relay, 'relay_started')
    return relay
  })
  context.faultPoint('relay:written')
  relays.kick(record.id)
  return viewRelay(context.journal.reads, needRelay(context.journal.reads, record.id))
}

/** The one that has not ended; a project has at most one. */
const openIn = (reads: Reads, projectId: string): RelayRecord | null =>
  reads.openRelays().findLast((relay) => relay.projectId === projectId) ?? null

function unfinished(reads: Reads, relay: RelayRecord): DroverError {
  return new DroverError('RELAY_UNFINISHED', `Relay ${relay.id} of ${relay.projectId} is ${relay.state}.`, {
    hint: 'Go on with it with --resume, or close it and begin another with --new.',
    details: { relay: viewRelay(reads, relay) },
  })
}

/** Stopped before it was through: it may be gone on with. */
const isResumable = (relay: RelayRecord): boolean =>
  relay.state !== 'ended' || (relay.endReason !== 'replaced' && !isThrough(relay))

const isThrough = ({ target, completed, endReason }: RelayRecord): boolean =>
  endReason === 'target_met' || (target !== null && completed >= target)

async function goOn(context: Context, relays: Relays, input: RelayInput): Promise<Relay> {
  const { reads } = context.journal
  const { project, settings } = relayGround(context, input.projectId, input.ignoreConfig === true)
  const relay = chosen(reads, project.id, input.relay)
  if (!isResumable(relay))
    throw new DroverError('RELAY_ENDED', `Relay ${relay.id} has ended (${relay.endReason}).`, {
      hint: 'Start another one with --new.',
    })
  const agents =
    (input.mix?.length ?? 0) > 0 || input.route !== undefined ? chooseAgents(context, settings, input) : null
  context.journal.command((tx) => {
    const other = openIn(tx, project.id)
    if (other !== null && other.id !== relay.id) throw unfinished(tx, other)
    const fresh = needRelay(tx, relay.id)
    const updated = tx.updateRelay(relay.id, {
      state: 'running',
      endReason: null,
      endedAt: null,
      stopping: null,
      waitingFor: null,
      notes: [],
      ...(input.iterations === undefined ? {} : { target: input.iterations }),
      ...(agents === null ? {} : newAgents(fresh, agents)),
    })
    forgiveUnavailable(
      context,
      tx,
      agentsOf(updated).map(({ spec }) => spec),
    )
    tellRelay(tx, updated)
  })
  relays.kick(relay.id)
  return viewRelay(reads, needRelay(reads, relay.id))
}

/** From now on; whoever is at it finishes its try, and the next one is of the new mix. */
function newAgents(
  relay: RelayRecord,
  { mix, routes, route }: Pick<RelayRecord, 'mix' | 'routes' | 'route'>,
): Partial<RelayRecord> {
  const lanes = relay.lanes.map(
    (lane): LaneState => (lane.at === 'again' ? { ...lane, at: 'rotate', chain: [] } : lane),
  )
  return { mix, routes, route, cursors: {}, lanes }
}

/** The named one, or the newest of the project that is unfinished: never an older one. */
function chosen(reads: Reads, projectId: string, named: string | undefined): RelayRecord {
  if (named !== undefined) {
    const relay = needRelay(reads, named)
    if (relay.projectId === projectId) return relay
    throw new DroverError('RELAY_NOT_FOUND', `Relay ${named} is not of ${projectId}.`, {
      hint: 'List relays with: drover relay ls',
    })
  }
  const [newest] = reads.relays({ projectId, limit: 1 })
  const open = openIn(reads, projectId) ?? (newest !== undefined && isResumable(newest) ? newest : null)
  if (open !== null) return open
  throw new DroverError('RELAY_NOT_FOUND', `${projectId} has no unfinished relay.`, {
    hint: 'Start one: drover relay "…"',
  })
}

/** A number whose branches nobody has: another home on the same repository counts its own. */
async function freeId(context: Context, order: RelayOrder): Promise<string> {
  for (;;) {
    const id = `r-${context.journal.command((tx) => tx.nextRelayNumber())}`
    if (order.inPlace) return id
    const names = branchNames(id, order.parallel)
    const taken = await context.merging.branches(order.project.path, names)
    if (taken.every((commit) => commit === null)) return id
  }
}

/** The relay's own branch first. With one lane the lane works on it. */
const branchNames = (id: string, parallel: number): readonly string[] => [
  `drover/relay/${id}/root`,
  ...(parallel === 1 ? [] : Array.from({ length: parallel }, (_, n) => `drover/relay/${id}/lane-${n + 1}`)),
]

/** The row as it begins. */
export function draftRelay(context: Context, order: RelayOrder, id: string): RelayRecord {
  const at = now(context)
  const { agents, base, parallel, inPlace } = order
  const [root = null, ...lanes] = inPlace ? [] : branchNames(id, parallel)
  return {
    id,
    projectId: order.project.id,
    state: 'running',
    endReason: null,
    waitingFor: null,
    prompt: order.prompt,
    mix: agents.mix,
    routes: agents.routes,
    route: agents.route,
    target: order.target,
    completed: 0,
    failed: 0,
    parallel,
    land: order.land,
    inPlace,
    branch: root,
    baseRef: base.ref,
    baseCommit: base.commit,
    stopping: null,
    lanes: Array.from({ length: parallel }, (_, n) => ({ ...freshLane, n: n + 1, branch: lanes[n] ?? root })),
    cursors: {},
    notes: noteOnSecrets(context, order.prompt),
    mergeId: null,
    ignoreConfig: order.ignoreConfig,
    createdAt: at,
    updatedAt: at,
    endedAt: null,
  }
}

/** A relay's prompt is kept for its life, so what looks like a key is kept, and given to agents, as redacted. */
function noteOnSecrets(context: Context, prompt: string | null): readonly string[] {
  if (prompt === null || context.secrets.redact(prompt) === prompt) return []
  return ['Something in the prompt looks like a key: agents get it as redacted. Give keys by the environment instead.']
}

/** A lane with nothing to do. Its worktree is kept. */
export const idleLane = {
  at: 'free',
  step: null,
  next: null,
  taskId: null,
  role: null,
  tip: null,
  route: null,
  entry: null,
  sessionId: null,
  tries: 0,
  chain: [],
  mode: null,
  guidance: null,
  from: null,
  mergeId: null,
  calledOff: null,
} as const satisfies Partial<LaneState>

const freshLane: LaneState = {
  ...idleLane,
  n: 0,
  branch: null,
  workspaceId: null,
  whole: false,
  made: false,
  tryN: null,
}
