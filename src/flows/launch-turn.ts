/**
 * From an accepted turn to a running process: which harness, which conversation, what environment; the launch row first,
 * then exec, then the pid. Owns the crash window between them. Leaves reading to drive-session.
 */
import { DroverError } from '#contract/error'
import { childEnvironment } from '#core/session/environment'
import type { Harness, Json, Located, Start } from '#ports/harness'
import type { LaunchRecord, TurnRecord, WorkspaceRecord } from '#ports/journal'
import type { Launch } from '#ports/runtime'
import type { EffectiveSettings } from '#ports/settings'
import { chooseConversation, promptOf } from './choose-conversation.ts'
import { closeTurn, runningTurn } from './close-turn.ts'
import { type Active, type Context, now } from './context.ts'
import { attach, sayTo } from './drive-session.ts'
import { type Ground, groundOf, locate } from './ground.ts'
import { waitForResources } from './resources.ts'
import { tellSession } from './views.ts'

/** Runs an accepted turn; whatever fails becomes the end of the turn, never a stuck session. */
export async function runTurn(context: Context, sessionId: string): Promise<void> {
  try {
    await launchTurn(context, sessionId)
  } catch (cause) {
    failTurn(context, sessionId, cause)
    context.settle(sessionId)
  }
}

/** Starts the process of the running turn, or speaks the prompt to one that lives on. Throws what stopped it. */
export async function launchTurn(context: Context, sessionId: string, signal?: AbortSignal): Promise<Active | null> {
  const ground = groundOf(context, sessionId)
  const turn = runningTurn(context.journal.reads, ground.session)
  // Two jobs of the session's line may both want to launch a turn: the first one does, its prompt is delivered once.
  if (turn === null || turn.launchId !== null) return null
  const living = context.active.get(sessionId)
  if (living !== undefined && living.lifetime === 'session' && living.stop === null) {
    await continueIn(context, living, turn, ground.session.model)
    return living
  }
  const program = await locate(context, ground.harness, ground.config)
  await waitForResources(context, ground, signal)
  if (stopped(context, sessionId)) return null
  const prepared = await prepare(context, ground, turn, program)
  context.faultPoint('launch:recorded')
  const launch = await exec(context, prepared)
  context.faultPoint('launch:started')
  return record(context, prepared, launch)
}

function stopped(context: Context, sessionId: string): boolean {
  const session = context.journal.reads.session(sessionId)
  const turn = session === null ? null : runningTurn(context.journal.reads, session)
  if (session === null || turn === null) return true
  if (turn.stopping === null) return false
  context.journal.command((tx) =>
    closeTurn(context, tx, session, turn, {
      outcome: 'cancelled',
      code: null,
      endedBy: turn.stopping === 'stop' ? 'daemon' : 'operator',
      exitCode: null,
      events: [
        { kind: 'cancelled' },
        { kind: 'turn_end', turn: turn.n, outcome: 'cancelled', exitCode: null, durationMs: null },
      ],
    }),
  )
  context.settle(sessionId)
  return true
}

/** The model goes along: it may have changed since the process was launched. */
async function continueIn(context: Context, living: Active, turn: TurnRecord, model: string | null): Promise<void> {
  const prompt = promptOf(context, turn)
  await sayTo(context, living, { type: 'prompt', text: prompt, source: turn.source, model }, (tx) =>
    tx.updateTurn(turn.sessionId, turn.n, { launchId: living.launchId }),
  )
}

interface Prepared {
  readonly ground: Ground
  readonly record: LaunchRecord
  readonly start: Start
  readonly plan: ReturnType<Harness['plan']>
  readonly dialogue: ReturnType<Harness['open']>
  readonly begun: ReturnType<ReturnType<Harness['open']>['begin']>
  readonly env: Record<string, string>
}

/** Decides the conversation, makes the plan and commits the launch row: from here on a crash can find the process. */
async function prepare(context: Context, ground: Ground, turn: TurnRecord, program: Located): Promise<Prepared> {
  const { session, harness } = ground
  const conversation = await chooseConversation(context, ground, turn)
  const launchId = context.ids.launch()
  const n = (context.journal.reads.newestLaunch(session.id)?.n ?? 0) + 1
  const dir = context.paths.launch(session.id, n)
  // A forked conversation goes on with the source's totals: they are the baseline of its first turn.
  const past = conversation.fork && session.forkedFrom !== null ? session.forkedFrom : session.id
  const previous = context.journal.reads.newestLaunch(past)?.dialogue ?? null
  const start: Start = {
    sessionId: session.id,
    launchId,
    launchDir: dir,
    sessionDir: context.paths.session(session.id),
    cwd: ground.workspace.path,
    program,
    version: null,
    prompt: conversation.prompt,
    source: turn.source,
    model: session.model,
    permissions: session.permissions,
    resume: conversation.resume,
    fork: conversation.fork,
    freshId: context.ids.uuid(),
    trusted: ground.trusted,
    config: ground.config,
    hostEnv: context.host.env,
    previous,
  }
  const plan = harness.plan(start)
  const dialogue = harness.open(start, null)
  const begun = dialogue.begin()
  const token = context.ids.token()
  context.secrets.add(token)
  const input = begun.writes.join('')
  const record: LaunchRecord = {
    id: launchId,
    sessionId: session.id,
    n,
    dir,
    state: 'prepared',
    lifetime: plan.lifetime,
    pid: null,
    startTime: null,
    bootId: null,
    offset: 0,
    inputBytes: Buffer.byteLength(input),
    dialogue: dialogue.save(),
    adapterFaults: 0,
    resumeOf: conversation.fork ? null : conversation.resume,
    tokenHash: context.hash(token),
    exitCode: null,
    exitSignal: null,
    startedAt: now(context),
    endedAt: null,
    start: savedStart(start),
  }
  context.journal.command((tx) => {
    tx.insertLaunch(record)
    tx.updateTurn(session.id, turn.n, { launchId })
    tx.updateSession(session.id, { launchId, trouble: null })
    if (conversation.lost) tx.appendEvents(session.id, turn.n, [contextLost()])
  })
  return { ground, record, start, plan, dialogue, begun, env: environment(context, ground, plan.env, launchId, token) }
}

const contextLost = () =>
  ({
    kind: 'notice',
    code: 'context_lost',
    message: 'The earlier conversation has no id that the harness could resume; a fresh one starts with a hand-off.',
  }) as const

/** What `open` needs again after a restart. The prompt may hold secrets and is not among it. */
const savedStart = (start: Start): Json =>
  JSON.parse(JSON.stringify({ ...start, prompt: '', hostEnv: {}, previous: null })) as Json

export const startFrom = (context: Context, saved: Json): Start => ({
  ...(saved as unknown as Start),
  hostEnv: context.host.env,
})

async function exec(context: Context, prepared: Prepared): Promise<Launch> {
  const { record, plan, ground } = prepared
  try {
    return await context.runtime.start(plan, {
      launchId: record.id,
      dir: record.dir,
      cwd: ground.workspace.path,
      env: prepared.env,
      initialInput: prepared.begun.writes.join(''),
    })
  } catch (cause) {
    context.journal.command((tx) => tx.updateLaunch(record.id, { state: 'exited', endedAt: now(context) }))
    throw cause
  }
}

/** The pid into the row. A launch that cannot be recorded is ended at once: never an agent nobody can stop. */
async function record(context: Context, prepared: Prepared, launch: Launch): Promise<Active> {
  try {
    // Not worth a sync to the disk: after a power cut the pid file tells the same.
    context.journal.ingest((tx) => {
      tx.updateLaunch(prepared.record.id, {
        state: 'running',
        pid: launch.ref.pid,
        startTime: launch.ref.startTime,
        bootId: launch.ref.bootId,
      })
      tellSession(context, tx, prepared.record.sessionId)
    })
  } catch (cause) {
    await launch.stop(0)
    context.log.error('a launch could not be recorded and was ended', { launch: prepared.record.id, cause })
    throw new DroverError('LAUNCH_UNRECORDED', 'The launch could not be recorded and was ended again.', {
      cause,
      hint: 'Check the disk with: drover doctor',
    })
  }
  const { start, ground, dialogue } = prepared
  const { id: session, projectId: project } = ground.session
  context.log.info('launched', { project, session, launch: prepared.record.id, pid: launch.ref.pid })
  return attach(context, {
    record: prepared.record,
    launch,
    harness: ground.harness,
    dialogue,
    asked: start.fork ? null : start.resume,
  })
}

function environment(
  context: Context,
  ground: Ground,
  plan: Readonly<Record<string, string>>,
  launchId: string,
  token: string,
): Record<string, string> {
  const { session, workspace, settings } = ground
  return childEnvironment({
    host: context.host.env,
    passEnv: ground.harness.passEnv,
    project: sessionEnvironment(settings, session.id),
    plan,
    drover: {
      DROVER_SESSION_ID: session.id,
      DROVER_LAUNCH_ID: launchId,
      DROVER_SOCKET: context.paths.socket,
      DROVER_TOKEN: token,
      DROVER_BIN: context.bin,
      DROVER_WORKSPACE: workspace.path,
      // Lets the doctor tell this home's processes from another's, wherever the socket lies.
      DROVER_HOME_TAG: context.paths.home,
      ...portEnvironment(workspace, settings),
    },
  })
}

/** `[env]`, `[cache]` and the names that keep sessions out of each other's way. */
export function sessionEnvironment(settings: EffectiveSettings, sessionId: string): Record<string, string> {
  return { COMPOSE_PROJECT_NAME: `drover-${sessionId}`, ...settings.env }
}

/** Ours, so that no `[env]` can say otherwise. */
export const portEnvironment = (workspace: WorkspaceRecord, settings: EffectiveSettings): Record<string, string> =>
  workspace.portBase === null
    ? {}
    : { DROVER_PORT_BASE: String(workspace.portBase), DROVER_PORT_COUNT: String(settings.ports) }

/** The end of a turn whose process never came to be. */
export function failTurn(context: Context, sessionId: string, cause: unknown): void {
  const known = cause instanceof DroverError
  if (!known) context.log.error('starting a turn failed', { session: sessionId, cause })
  const code = known ? cause.code : 'INTERNAL_ERROR'
  const message = known
    ? `${cause.message}${cause.hint === undefined ? '' : ` ${cause.hint}`}`
    : 'Starting the turn failed; the log has the cause.'
  context.journal.command((tx) => {
    const session = tx.session(sessionId)
    const turn = session === null ? null : runningTurn(tx, session)
    if (session === null || turn === null) return
    closeTurn(context, tx, session, turn, {
      outcome: 'error',
      code,
      endedBy: 'daemon',
      exitCode: null,
      events: [
        {
          kind: 'error',
          code,
          category: 'launch',
          message,
          evidence: [
            {
              channel: 'runtime',
              type: code,
              message,
              ...(known && cause.details !== undefined ? { details: cause.details } : {}),
            },
          ],
        },
        { kind: 'turn_end', turn: turn.n, outcome: 'error', exitCode: null, durationMs: null },
      ],
    })
  })
}
