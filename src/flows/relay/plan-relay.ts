/** What a relay would do: its first tries with their argv and prompts. Writes and starts nothing. */
import { type MixEntry, specText } from '#core/relay/agent-spec'
import { afterRun, freshMix, pickNext } from '#core/relay/mix'
import { composePrompt } from '#core/relay/prompt'
import type { Context } from '#flows/engine/context'
import { chooseModel } from '#flows/session/check-spawn'
import { findHarness, locate } from '#flows/session/ground'
import type { Start } from '#ports/harness'
import type { LaneState, MixCursor, RelayRecord } from '#ports/store/relay'
import type { TaskRecord } from '#ports/store/task'
import { unusableNow } from './agents.ts'
import { checkRelay, findUnusable, type RelayOrder } from './check-relay.ts'
import { gatherPrompt, titleOf } from './gather-prompt.ts'
import type { RelayInput, RelayPlan } from './relay-flows.ts'
import { entriesOf, type RouteEntry, routeOf } from './routes-of.ts'
import { draftRelay } from './start-relay.ts'

const shownTries = 5

export async function planRelay(context: Context, input: RelayInput): Promise<RelayPlan> {
  const order = await checkRelay(context, input)
  const relay = draftRelay(context, order, 'r-0')
  const missing = await findUnusable(context, order.settings, order.agents.entries)
  const benched = distinct(order.agents.entries).flatMap(
    ({ spec }) => unusableNow(context, context.journal.reads, order.settings, spec) ?? [],
  )
  const unusable = [...missing, ...benched.filter(({ agent }) => !missing.some((one) => one.agent === agent))]
  const out = new Set(unusable.map(({ agent }) => agent))
  const { mix, routes, target, parallel } = relay
  return {
    relay: { projectId: order.project.id, prompt: order.prompt, mix, routes, target, parallel, base: order.base.ref },
    tries: await schedule(context, order, relay, (agent) => !out.has(agent)),
    unusable,
  }
}

const distinct = (entries: readonly MixEntry[]): readonly MixEntry[] => [
  ...new Map(entries.map((entry) => [specText(entry.spec), entry])).values(),
]

/** As if every try passed. */
async function schedule(
  context: Context,
  order: RelayOrder,
  relay: RelayRecord,
  usable: (agent: string) => boolean,
): Promise<RelayPlan['tries']> {
  const wanted = Math.min(shownTries, relay.target ?? (relay.prompt === null ? shownTries : 1))
  const tasks = relay.prompt === null ? context.journal.reads.takeableTasks(relay.projectId, wanted) : []
  const rounds: readonly (TaskRecord | null)[] =
    relay.prompt === null ? tasks : Array.from({ length: wanted }, () => null)
  const cursors = new Map<string, MixCursor>()
  const tries: RelayPlan['tries'][number][] = []
  for (const [n, task] of rounds.entries()) {
    const route = routeOf(relay, order.settings, task?.role ?? null)
    const pick = pickNext(route.entries, cursors.get(route.name) ?? freshMix, ({ spec }) => usable(specText(spec)))
    const entry = pick === null ? undefined : entriesOf(relay, route.name)[pick.index]
    if (pick === null || entry === undefined) break
    cursors.set(route.name, afterRun(pick.state, 'passed'))
    tries.push(await planTry(context, order, relay, { task, entry, route: route.name, n: n + 1 }))
  }
  return tries
}

async function planTry(
  context: Context,
  order: RelayOrder,
  relay: RelayRecord,
  { task, entry, route, n }: { task: TaskRecord | null; entry: RouteEntry; route: string; n: number },
): Promise<RelayPlan['tries'][number]> {
  const lane = relay.lanes[0] as LaneState
  const facts = await gatherPrompt(context, order, { relay, lane, tree: null, entry, task, session: null })
  const { text } = composePrompt({ ...facts, tryN: n })
  return {
    agent: entry.agent,
    route,
    taskId: task?.id ?? null,
    title: task?.title ?? titleOf(relay.prompt ?? ''),
    argv: await argvOf(context, order, entry, text),
    prompt: text,
  }
}

/** The command line as the harness would make it. */
async function argvOf(
  context: Context,
  order: RelayOrder,
  entry: RouteEntry,
  prompt: string,
): Promise<readonly string[]> {
  const harness = findHarness(context, entry.spec.harness, order.settings)
  const config = order.settings.harness(harness.id)
  const id = 'dry-run'
  const start: Start = {
    sessionId: id,
    launchId: id,
    launchDir: context.paths.launch(id, 1),
    sessionDir: context.paths.session(id),
    cwd: context.paths.workspace(order.project.id, id),
    program: await locate(context, harness, config),
    version: null,
    prompt,
    source: 'operator',
    model: chooseModel(harness, config, entry.spec.model),
    permissions: harness.can.permissions[0] ?? 'bypass',
    resume: null,
    fork: false,
    freshId: context.ids.uuid(),
    trusted: true,
    instructions: null,
    mcp: null,
    guard: null,
    pictures: [],
    config,
    hostEnv: context.host.env,
    previous: null,
  }
  return harness.plan(start).argv
}
