/**
 * From an accepted turn to a running process: which harness, which conversation, what environment; the launch row first,
 * then exec, then the pid. Owns the crash window between them. Leaves reading to drive-session.
 */
import { DroverError } from '#contract/error'
import type { TerminalState } from '#contract/terminal'
import { launchedBy, programNotice, savedProgram } from '#core/session/program-change'
import { freshTerminal } from '#core/terminal/doing'
import { type Active, type Context, now } from '#flows/engine/context'
import { pictureReader, picturesOf } from '#flows/session/attach'
import { type Ground, groundOf, locate } from '#flows/session/ground'
import { tellSession } from '#flows/session/views'
import { isTerminal } from '#flows/terminal/side'
import type { Harness, Json, Located, Start } from '#ports/harness'
import type { Launch } from '#ports/runtime'
import type { LaunchRecord } from '#ports/store/launch'
import type { TurnRecord } from '#ports/store/session'
import { chooseConversation, type Loss, openConversation, owedTo, promptOf } from './choose-conversation.ts'
import { endTurn, runningTurn } from './close-turn.ts'
import { attach } from './drive-session.ts'
import { environment } from './launch-environment.ts'
import { hasOtherWords, unguardedNotice, wordsAgain, wordsFor, wordsMark } from './launch-words.ts'
import { lookAtProgram } from './look-at-program.ts'
import { waitForResources } from './resources.ts'
import { sayTo } from './say-to.ts'
import { stopActive } from './stop-active.ts'
import { passTurnGate } from './turn-gate.ts'

/** Runs an accepted turn; whatever fails becomes the end of the turn, never a stuck session. */
export async function runTurn(context: Context, sessionId: string): Promise<void> {
  // The daemon stops and lets go of processes that live on: the next one launches the turn, or says it to them.
  if (context.closing) return
  try {
    await launchTurn(context, sessionId)
  } catch (cause) {
    failTurn(context, sessionId, cause)
    context.settle(sessionId)
  }
}

/** Starts the process of the running turn, or speaks the prompt to one that lives on. Throws what stopped it. */
export async function launchTurn(context: Context, sessionId: string, signal?: AbortSignal): Promise<Active | null> {
  const before = context.journal.reads.session(sessionId)
  const due = before === null ? null : runningTurn(context.journal.reads, before)
  const waited = due !== null && due.launchId === null && (await passTurnGate(context, sessionId, signal))
  try {
    if (waited && (signal?.aborted === true || context.closing))
      throw new DroverError('SPAWN_CANCELLED', 'Stopped while waiting for other turns to end.')
    if (waited && stopped(context, sessionId)) return null
    return await launchDue(context, sessionId, signal)
  } finally {
    context.turnGate.passed.delete(sessionId)
  }
}

async function launchDue(context: Context, sessionId: string, signal?: AbortSignal): Promise<Active | null> {
  const ground = groundOf(context, sessionId)
  const turn = runningTurn(context.journal.reads, ground.session)
  // Two jobs of the session's line may both want to launch a turn: the first one does, its prompt is delivered once.
  if (turn === null || turn.launchId !== null) return null
  needRepository(context, ground)
  const living = context.active.get(sessionId)
  if (living !== undefined && living.lifetime === 'session' && living.stop === null) {
    // What an interface runs with is changed in it.
    const same = !hasOtherModel(context, living, turn) && !hasOtherWords(context, living, ground.session)
    if (same || isTerminal(living)) {
      await continueIn(context, living, turn)
      return living
    }
    await retire(context, living)
    // The daemon is going and only let go of it: it may live on, and the next one sees to it.
    if (living.detached) return null
  } else if (living !== undefined) {
    // One process at a time: what is being ended ends first. One that the daemon only let go of has not.
    await living.done
    if (living.detached) return null
  } else if (context.unjudged.has(ground.session.launchId ?? '')) {
    // Nobody knows whether its process lives on: the turn waits until that is seen.
    return null
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

/**
 * Starts the process of a session that has no turn yet: it waits for its first prompt, which is then said to it like any
 * further one. Throws what stopped it.
 */
export async function launchEarly(context: Context, sessionId: string, signal: AbortSignal): Promise<Active | null> {
  const ground = groundOf(context, sessionId)
  const early = ground.harness.early?.(ground.config)
  if (early === undefined || ground.session.turn > 0 || ground.session.launchId !== null) return null
  const program = await locate(context, ground.harness, early)
  await waitForResources(context, ground, signal)
  signal.throwIfAborted()
  const prepared = await prepare(context, { ...ground, config: early }, null, program, true)
  context.faultPoint('launch:recorded')
  const launch = await exec(context, prepared)
  context.faultPoint('launch:started')
  return record(context, prepared, launch)
}

/** Without it nothing that an agent does could be saved or committed. */
export function needRepository(context: Context, { project, workspace }: Ground): void {
  const { repoPath } = workspace
  if (repoPath === null || context.exists(repoPath)) return
  throw new DroverError(
    'NOT_A_GIT_REPO',
    `The repository of ${project?.id ?? 'this session'} is not at ${repoPath} any more.`,
    {
      hint: `Move it back, or leave a link in its place: ln -s NEW ${repoPath}`,
    },
  )
}

function stopped(context: Context, sessionId: string): boolean {
  const session = context.journal.reads.session(sessionId)
  const turn = session === null ? null : runningTurn(context.journal.reads, session)
  if (session === null || turn === null) return true
  if (turn.stopping === null) return false
  context.journal.command((tx) => endTurn(context, tx, sessionId, { exit: null }))
  context.settle(sessionId)
  return true
}

/** A process can be told another model, but not its own default again: the turn before named one, this one names none. */
function hasOtherModel(context: Context, living: Active, turn: TurnRecord): boolean {
  const before = turn.n === 1 ? null : context.journal.reads.turn(turn.sessionId, turn.n - 1)
  return (
    turn.model === null && before?.launchId === living.launchId && before.model !== null && living.harness.can.resume
  )
}

/** Ends a process that waits for its next prompt: by the end of its input, else like any other. */
export async function retire(context: Context, living: Active): Promise<void> {
  await living.launch.closeInput()
  const patience = new AbortController()
  const left = await Promise.race([
    living.done.then(() => false),
    context.clock.sleep(5000, patience.signal).then(() => true),
  ])
  patience.abort()
  if (!left) return
  await stopActive(context, living)
  await living.done
}

/** The model goes along: it may have changed since the process was launched. */
async function continueIn(context: Context, living: Active, turn: TurnRecord): Promise<void> {
  const session = context.journal.reads.session(turn.sessionId)
  const plain = promptOf(context, turn)
  const prompt = session?.owed == null ? plain : await owedTo(context, groundOf(context, session.id), session, plain)
  const { source, model } = turn
  const pictures = picturesOf(context, turn.sessionId, prompt)
  await sayTo(context, living, { type: 'prompt', text: prompt, source, model, pictures }, (tx) => {
    tx.updateTurn(turn.sessionId, turn.n, { launchId: living.launchId })
    if (session?.owed != null) tx.updateSession(session.id, { owed: null })
  })
}

export interface Prepared {
  readonly ground: Ground
  readonly record: LaunchRecord
  readonly start: Start
  readonly plan: ReturnType<Harness['plan']>
  readonly dialogue: ReturnType<Harness['open']>
  readonly begun: ReturnType<ReturnType<Harness['open']>['begin']>
  readonly env: Record<string, string>
}

/** `turn` null: its interface is opened without words, or (`early`) it waits for its first. Decides the conversation, makes the plan and commits the launch row: from here on a crash can find the process. */
export async function prepare(
  context: Context,
  ground: Ground,
  turn: TurnRecord | null,
  program: Located,
  early = false,
): Promise<Prepared> {
  const { session, harness } = ground
  const conversation =
    turn === null ? await openConversation(context, ground) : await chooseConversation(context, ground, turn)
  const found = await lookAtProgram(context, program)
  const launchId = context.ids.launch()
  const last = context.journal.reads.newestLaunch(session.id)
  // A fresh conversation goes on in nothing: what another program did before is no news to it.
  const before = conversation.resume === null ? null : savedProgram(last?.start ?? null, harness.id)
  const changed = programNotice(harness.name, before, found)
  const n = (last?.n ?? 0) + 1
  const dir = context.paths.launch(session.id, n)
  // A forked conversation goes on with the source's totals: they are the baseline of its first turn.
  const past = conversation.fork && session.forkedFrom !== null ? session.forkedFrom : session.id
  const previous = lastBy(context, past, harness.id)?.dialogue ?? null
  const start: Start = {
    sessionId: session.id,
    launchId,
    launchDir: dir,
    sessionDir: context.paths.session(session.id),
    cwd: ground.workspace.path,
    program,
    version: found.version,
    prompt: conversation.prompt,
    source: turn?.source ?? 'operator',
    model: turn === null ? session.model : turn.model,
    permissions: session.permissions,
    resume: conversation.resume,
    fork: conversation.fork,
    freshId: context.ids.uuid(),
    trusted: ground.trusted || bringsNothing(context, ground),
    ...wordsFor(context, session, harness),
    pictures: picturesOf(context, session.id, conversation.prompt),
    readPicture: pictureReader(context, session.id),
    config: ground.config,
    hostEnv: context.host.env,
    ...(early ? { early } : {}),
    previous: conversation.resume === null ? null : previous,
  }
  const plan = harness.plan(start)
  const unguarded = last === null ? unguardedNotice(session, harness, plan) : null
  const dialogue = harness.open(start, null)
  const begun = dialogue.begin()
  const token = context.ids.token()
  context.secrets.add(token)
  const input = begun.writes.join('')
  const record: LaunchRecord = {
    id: launchId,
    sessionId: session.id,
    runtime: session.runtime,
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
    terminal: plan.terminal === true ? openedWith(context, conversation.prompt) : null,
    adapterFaults: 0,
    resumeOf: conversation.fork ? null : conversation.resume,
    tokenHash: context.hash(token),
    exitCode: null,
    exitSignal: null,
    startedAt: now(context),
    endedAt: null,
    start: savedStart(start, harness.id, found.stamp, wordsMark(context, start)),
  }
  context.journal.command((tx) => {
    tx.insertLaunch(record)
    const n = turn?.n ?? null
    if (n !== null)
      tx.updateTurn(session.id, n, { launchId, ...(conversation.lost === null ? {} : { handedOff: true }) })
    tx.updateSession(session.id, {
      launchId,
      trouble: null,
      ...(n === null ? {} : { owed: null }),
      ...(conversation.lost === null ? {} : { nativeId: null }),
    })
    if (changed !== null) tx.appendEvents(session.id, n, [changed])
    if (unguarded !== null) tx.appendEvents(session.id, n, [unguarded])
    if (conversation.lost !== null) tx.appendEvents(session.id, n, [contextLost(conversation.lost)])
  })
  return { ground, record, start, plan, dialogue, begun, env: environment(context, ground, plan.env, launchId, token) }
}

/** Told that a folder is trusted, the interface of a CLI asks nothing; where the repository brings it nothing, that says nothing. */
function bringsNothing(context: Context, { session, harness, workspace }: Ground): boolean {
  const brings = isTerminal(session) ? harness.terminal?.brings : undefined
  if (brings === undefined) return false
  const places = [workspace.path, ...(workspace.repoPath === null ? [] : [workspace.repoPath])]
  return !places.some((place) => brings.some((name) => context.exists(`${place}/${name}`)))
}

/** The newest launch by this harness: another agent may have worked since. */
function lastBy(context: Context, sessionId: string, harness: string): LaunchRecord | null {
  const { reads } = context.journal
  const by = (launch: LaunchRecord): boolean => launchedBy(launch.start, harness)
  const newest = reads.newestLaunch(sessionId)
  return newest === null || by(newest) ? newest : (reads.launches(sessionId).findLast(by) ?? null)
}

/** Words that travel with the launch are heard of as they were given. */
const openedWith = (context: Context, words: string): TerminalState => ({
  ...freshTerminal(context.clock.now().getTime()),
  steered: words === '' ? null : words,
})

const contextLost = ({ nativeId, why }: Loss) =>
  ({
    kind: 'notice',
    code: 'context_lost',
    message: `${why} A fresh conversation starts with a hand-off.`,
    ...(nativeId === null ? {} : { nativeId }),
  }) as const

/** What `open` needs again after a restart. The prompt and the instructions may hold secrets and are not among it. */
const savedStart = (start: Start, harness: string, stamp: string, words: string | null): Json => {
  const left = { prompt: '', instructions: null, mcp: null, guard: null, hostEnv: {}, previous: null }
  return JSON.parse(JSON.stringify({ ...start, stamp, words, harness, ...left })) as Json
}

export const startFrom = (context: Context, saved: Json, harness: Harness): Start => {
  const start = saved as unknown as Start
  return {
    ...start,
    ...wordsAgain(context, start.sessionId, harness),
    readPicture: pictureReader(context, start.sessionId),
    hostEnv: context.host.env,
  }
}

export async function exec(context: Context, prepared: Prepared): Promise<Launch> {
  const { record, plan, ground } = prepared
  try {
    return await context.runtimes.of(record).start(plan, {
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
export async function record(context: Context, prepared: Prepared, launch: Launch): Promise<Active> {
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

/** The end of a turn whose process never came to be. */
export function failTurn(context: Context, sessionId: string, cause: unknown): void {
  const known = cause instanceof DroverError
  if (!known) context.log.error('starting a turn failed', { session: sessionId, cause })
  const code = known ? cause.code : 'INTERNAL_ERROR'
  const message = known
    ? `${cause.message}${cause.hint === undefined ? '' : ` ${cause.hint}`}`
    : 'Starting the turn failed; the log has the cause.'
  const details = known && cause.details !== undefined ? { details: cause.details } : {}
  context.journal.command((tx) =>
    endTurn(context, tx, sessionId, { exit: null, unlaunched: { code, message, ...details } }),
  )
}
