/**
 * A new session: everything is checked first and nothing written; then the row, the workspace, the setup, the launch, each
 * step with its undo. Whatever fails is taken back in reverse and no row, worktree, branch or process is left.
 */
import { DroverError } from '#contract/error'
import { scratchProject } from '#contract/ids'
import type { Permissions, Session, SessionKind } from '#contract/session'
import { decideText, isRefusal } from '#core/session/decide'
import { cleanMessage } from '#core/session/message'
import { freePortBlock } from '#core/session/port-block'
import type { Harness, HarnessConfig } from '#ports/harness'
import type { ProjectRecord, SessionRecord, WorkspaceRecord } from '#ports/journal'
import type { EffectiveSettings } from '#ports/settings'
import { type Context, now } from './context.ts'
import { endTurn, markStopping, runningTurn, stopActive } from './drive-session.ts'
import { dropQueue } from './end-session.ts'
import type { Caller, SpawnInput } from './flows.ts'
import { findHarness, launchTurn, locate, settingsFor } from './launch-turn.ts'
import { needProject, refreshProject } from './projects.ts'
import { runSetup } from './setup-workspace.ts'
import { acceptTurn } from './take-turn.ts'
import { tellSession, viewSession } from './views.ts'

/** A spawn that passed every check. */
interface Order {
  readonly project: ProjectRecord | null
  readonly settings: EffectiveSettings
  readonly harness: Harness
  readonly config: HarnessConfig
  readonly prompt: string
  readonly model: string | null
  readonly name: string | null
  readonly kind: SessionKind
  readonly permissions: Permissions
  readonly ignoreConfig: boolean
  readonly base: { readonly ref: string; readonly commit: string } | null
  readonly branch: { readonly name: string; readonly existing: boolean } | null
  readonly caller: Caller
}

export async function spawnSession(context: Context, input: SpawnInput, caller: Caller): Promise<Session> {
  const order = await check(context, input, caller)
  const session = writeRow(context, order)
  context.faultPoint('spawn:row-written')
  const abort = new AbortController()
  const done = bringUp(context, order, session, abort.signal)
  context.starting.set(session.id, { abort, done: done.catch(() => undefined) })
  try {
    await done
  } finally {
    context.starting.delete(session.id)
  }
  return viewSession(context, context.journal.reads, context.journal.reads.session(session.id) ?? session)
}

async function check(context: Context, input: SpawnInput, caller: Caller): Promise<Order> {
  const prompt = cleanMessage(input.prompt)
  const text = decideText(prompt, { empty: 'PROMPT_REQUIRED', long: 'PROMPT_TOO_LONG' })
  if (isRefusal(text)) throw DroverError.of(text)
  if (input.name !== undefined) checkName(input.name)
  const scratch = input.scratch === true
  let project = scratch ? null : needProject(context, requireProject(input.projectId))
  const ignoreConfig = input.ignoreConfig === true
  const { settings, trusted } = settingsFor(context, project, ignoreConfig)
  const full = context.settings.of(project)
  const { harness, config } = chooseHarness(context, input, full, settings, trusted || ignoreConfig)
  const permissions = choosePermissions(harness, input.permissions)
  refuseMoreThanLead(context, caller, permissions)
  const model = chooseModel(harness, config, input.model ?? modelFor(input, settings))
  await locate(context, harness, config)
  checkLimit(context, project, settings)
  if (full.trust.needed && !trusted && !ignoreConfig && project !== null) {
    throw new DroverError(
      'SETUP_NOT_TRUSTED',
      `What the repository of "${project.id}" brings is not trusted yet: ${full.trust.commands.join('; ') || 'its configuration'}.`,
      {
        hint: `Read and approve it: drover project trust ${project.id} — or go on without it: --ignore-config`,
        details: { hash: full.trust.hash, commands: full.trust.commands },
      },
    )
  }
  if (project === null) {
    return {
      project,
      settings,
      harness,
      config,
      prompt,
      model,
      name: input.name ?? null,
      kind: input.kind ?? 'worker',
      permissions,
      ignoreConfig,
      base: null,
      branch: null,
      caller,
    }
  }
  project = await refreshProject(context, project)
  const base = await context.workspaces.resolveBase(
    project.path,
    input.base ?? settings.baseBranch ?? project.defaultBranch,
  )
  const branch =
    input.branch === undefined
      ? null
      : {
          name: input.branch,
          existing: (await context.workspaces.checkBranch(project.path, input.branch)) === 'existing',
        }
  return {
    project,
    settings,
    harness,
    config,
    prompt,
    model,
    name: input.name ?? null,
    kind: input.kind ?? 'worker',
    permissions,
    ignoreConfig,
    base,
    branch,
    caller,
  }
}

export function checkName(name: string): void {
  if (name.trim() === '')
    throw new DroverError('NAME_REQUIRED', 'The name is empty.', {
      hint: 'Give a name with at least one visible character.',
    })
  if (name.length > 200)
    throw new DroverError('INVALID_NAME', 'The name has more than 200 characters.', { hint: 'Give a shorter name.' })
}

function requireProject(id: string | null): string {
  if (id === null || id === '') {
    throw new DroverError('PROJECT_NOT_FOUND', 'No project was named.', {
      hint: 'Register this repository with: drover project add — or use --scratch.',
    })
  }
  return id
}

function chooseHarness(
  context: Context,
  input: SpawnInput,
  full: EffectiveSettings,
  settings: EffectiveSettings,
  allowed: boolean,
): { harness: Harness; config: HarnessConfig } {
  const id = input.harness ?? settings.defaultHarness
  if (id === null || id === undefined) {
    throw new DroverError('UNKNOWN_HARNESS', 'No harness was named and no default is set.', {
      hint: 'Name one with --harness (drover harness ls lists them), or set default_harness in the configuration.',
    })
  }
  if (
    !allowed &&
    context.registry.get(id) === null &&
    full.customHarnesses.includes(id) &&
    !settings.customHarnesses.includes(id)
  ) {
    throw new DroverError(
      'SETUP_NOT_TRUSTED',
      `The harness "${id}" comes from the repository and is not trusted yet.`,
      {
        hint: 'Read and approve it with: drover project trust <id>',
      },
    )
  }
  const harness = findHarness(context, id, settings)
  return { harness, config: settings.harness(harness.id) }
}

/** A default model belongs to the default harness; it is not handed to another one that was asked for. */
function modelFor(input: SpawnInput, settings: EffectiveSettings): string | null {
  if (input.harness !== undefined && input.harness !== settings.defaultHarness) return null
  return settings.defaultModel
}

function choosePermissions(harness: Harness, asked: Permissions | undefined): Permissions {
  const mode = asked ?? (harness.can.permissions.includes('bypass') ? 'bypass' : harness.can.permissions[0]) ?? 'bypass'
  if (asked !== undefined && !harness.can.permissions.includes(asked)) {
    throw new DroverError('ABILITY_MISSING', `Harness "${harness.id}" cannot run with permissions "${asked}".`, {
      hint: `It can: ${harness.can.permissions.join(', ') || 'none'}.`,
      details: { harness: harness.id, ability: `permissions:${asked}` },
    })
  }
  return mode
}

const reach: Record<Permissions, number> = { 'read-only': 0, ask: 1, bypass: 2 }

/** A session that an agent spawns may do no more than that agent. */
function refuseMoreThanLead(context: Context, caller: Caller, asked: Permissions): void {
  if (caller.type === 'operator') return
  const lead = context.journal.reads.session(caller.sessionId)
  if (lead === null || reach[asked] <= reach[lead.permissions]) return
  throw new DroverError(
    'FORBIDDEN_SCOPE',
    `Session ${lead.id} runs with permissions "${lead.permissions}" and cannot give "${asked}".`,
    {
      hint: `Spawn with --permissions ${lead.permissions}, or ask the operator.`,
    },
  )
}

export function chooseModel(harness: Harness, config: HarnessConfig, model: string | null): string | null {
  const chosen = model ?? (typeof config.model === 'string' ? config.model : null)
  if (chosen === null) return null
  if (!harness.can.models) {
    throw new DroverError('ABILITY_MISSING', `Harness "${harness.id}" takes no model.`, {
      hint: 'Leave the model out.',
      details: { harness: harness.id, ability: 'models' },
    })
  }
  const why = harness.refuseModel(chosen, config)
  if (why !== null)
    throw new DroverError('UNSUPPORTED_MODEL', `Harness "${harness.id}" does not take the model "${chosen}": ${why}`, {
      hint: 'Name another model, or leave it out for the default.',
    })
  return chosen
}

function checkLimit(
  context: Context,
  project: ProjectRecord | null,
  settings: EffectiveSettings,
  live = context.journal.reads.countLive(project?.id ?? scratchProject),
): void {
  if (live < settings.maxSessions) return
  throw new DroverError(
    'SESSION_LIMIT',
    `${project?.id ?? scratchProject} already has ${live} of ${settings.maxSessions} sessions.`,
    {
      hint: 'End one with drover session kill <id>, or raise max_sessions.',
      details: { live, limit: settings.maxSessions },
    },
  )
}

/** The row, visible to all, in one transaction with the limit and the claim on its workspace. */
function writeRow(context: Context, order: Order): SessionRecord {
  return context.journal.command((tx) => {
    const projectId = order.project?.id ?? scratchProject
    checkLimit(context, order.project, order.settings, tx.countLive(projectId))
    const id = `${projectId}-${tx.nextSessionNumber(projectId)}`
    const at = now(context)
    const ports = order.settings.ports
    const workspace = tx.insertWorkspace({
      projectId,
      path: context.paths.workspace(projectId, id),
      repoPath: order.project?.path ?? null,
      branch: order.project === null ? null : (order.branch?.name ?? `drover/${id}/root`),
      madeBranch: order.project !== null && order.branch?.existing !== true,
      baseRef: order.base?.ref ?? null,
      baseCommit: order.base?.commit ?? null,
      heldBy: id,
      portBase:
        ports > 0
          ? freePortBlock(
              tx
                .workspaces(null)
                .filter((one) => one.heldBy !== null)
                .map((one) => one.portBase),
              ports,
            )
          : null,
      removedAt: null,
      createdAt: at,
    })
    const session = newSession(order, id, projectId, workspace, at)
    tx.insertSession(session)
    tellSession(context, tx, id, 'session_created')
    return session
  })
}

export const blankSession = {
  phase: 'starting',
  activity: 'unknown',
  nativeId: null,
  launchId: null,
  turn: 0,
  inputTokens: null,
  outputTokens: null,
  costUsd: null,
  lastText: null,
  filesChanged: null,
  spark: [],
  sparkMinute: 0,
  request: null,
  trouble: null,
  children: [],
  parkedUntil: null,
  endReason: null,
  endedBy: null,
  forkedFrom: null,
  lastEventId: 0,
} as const

function newSession(
  order: Order,
  id: string,
  projectId: string,
  workspace: WorkspaceRecord,
  at: string,
): SessionRecord {
  return {
    ...blankSession,
    id,
    projectId,
    kind: order.kind,
    name: order.name ?? id,
    harness: order.harness.id,
    model: order.model,
    permissions: order.permissions,
    activitySince: at,
    workspaceId: workspace.id,
    lastActivityAt: at,
    ignoreConfig: order.ignoreConfig,
    createdAt: at,
    updatedAt: at,
  }
}

/** Workspace, setup, first turn, launch. On failure everything is taken back, or, when a kill asked for it, the session ends in place. */
async function bringUp(context: Context, order: Order, session: SessionRecord, signal: AbortSignal): Promise<void> {
  try {
    await makeWorkspace(context, order, session)
    context.faultPoint('spawn:workspace-made')
    stopIfAsked(signal)
    await runSetup(context, { session, project: order.project, settings: order.settings }, signal)
    context.faultPoint('spawn:setup-done')
    stopIfAsked(signal)
    const source = order.caller.type === 'operator' ? 'operator' : 'session'
    const from = order.caller.type === 'operator' ? null : order.caller.sessionId
    context.journal.command((tx) => acceptTurn(context, tx, session.id, { prompt: order.prompt, source, from }))
    context.faultPoint('spawn:turn-accepted')
    await context.worker.run(session.id, () => launchTurn(context, session.id, signal))
    context.faultPoint('spawn:launched')
    context.journal.command((tx) => {
      const record = tx.session(session.id)
      if (record?.phase === 'starting') {
        const running = record.turn > 0 && tx.turn(record.id, record.turn)?.state === 'running'
        tx.updateSession(session.id, { phase: 'live', ...(running ? {} : { activity: 'idle' }) })
      }
      tellSession(context, tx, session.id)
    })
    if (signal.aborted) throw signal.reason
    // A message that came while it was starting waits for nobody else.
    context.settle(session.id)
  } catch (cause) {
    if (signal.aborted && isKill(signal.reason)) {
      await endInPlace(context, session)
      throw new DroverError('SPAWN_CANCELLED', `Session ${session.id} was killed while it was starting.`, {
        hint: `Its workspace is kept; bring it back with: drover session restore ${session.id}`,
      })
    }
    await undo(context, order.project, session, cause)
    throw cause
  }
}

export const killedWhileStarting = new DroverError('SPAWN_CANCELLED', 'The session was killed while it was starting.')
const isKill = (reason: unknown): boolean => reason === killedWhileStarting

function stopIfAsked(signal: AbortSignal): void {
  if (signal.aborted)
    throw signal.reason instanceof Error
      ? signal.reason
      : new DroverError('SPAWN_CANCELLED', 'The spawn was cancelled.')
}

async function makeWorkspace(context: Context, order: Order, session: SessionRecord): Promise<void> {
  const workspace = session.workspaceId === null ? null : context.journal.reads.workspace(session.workspaceId)
  if (workspace === null) throw new Error(`session ${session.id} has no workspace row`)
  if (order.project === null || workspace.branch === null || workspace.baseCommit === null) {
    await context.workspaces.createScratch(workspace.path)
    return
  }
  if (order.branch === null) await context.workspaces.checkBranch(order.project.path, workspace.branch)
  await context.workspaces.create({
    repoPath: order.project.path,
    path: workspace.path,
    branch: workspace.branch,
    base: workspace.baseCommit,
    newBranch: workspace.madeBranch,
  })
}

async function endInPlace(context: Context, session: SessionRecord): Promise<void> {
  // From here on nothing new is accepted: it would be accepted by a session that ends.
  context.ending.set(session.id, Promise.resolve())
  try {
    context.journal.command((tx) => markStopping(tx, session.id, 'kill'))
    const active = context.active.get(session.id)
    if (active !== undefined) {
      await stopActive(context, active, 1000)
      await active.done
    }
    markAborted(context, session)
  } finally {
    context.ending.delete(session.id)
  }
}

function markAborted(context: Context, session: SessionRecord): void {
  context.journal.command((tx) => {
    const record = tx.session(session.id)
    if (record === null) return
    const turn = runningTurn(tx, record)
    if (turn !== null) endTurn(context, tx, { sessionId: record.id, launchId: turn.launchId }, null, false)
    dropQueue(context, tx, session.id)
    if (record.workspaceId !== null) tx.updateWorkspace(record.workspaceId, { heldBy: null })
    tx.updateSession(session.id, {
      phase: 'ended',
      activity: 'idle',
      activitySince: now(context),
      endReason: 'aborted',
      endedBy: 'operator',
    })
    tellSession(context, tx, session.id, 'session_ended')
  })
}

/** Where its branch may have been started: at its base, or for a fork at what a snapshot of the other session stood on. */
function startsOf(context: Context, session: SessionRecord, workspace: WorkspaceRecord): Set<string | null> {
  const source = session.forkedFrom === null ? [] : context.journal.reads.snapshots(session.forkedFrom)
  return new Set([workspace.baseCommit, ...source.map((snapshot) => snapshot.parent)])
}

/** Takes back what a spawn began, in reverse: process, worktree, branch, row. Also used at boot for a spawn that a crash cut off. */
export async function undo(
  context: Context,
  project: ProjectRecord | null,
  session: SessionRecord,
  cause: unknown,
): Promise<void> {
  const active = context.active.get(session.id)
  context.ending.set(session.id, Promise.resolve())
  context.faultPoint('spawn:undo-begun')
  try {
    if (active !== undefined) {
      await stopActive(context, active, 1000)
      await active.done
    }
    const launches = context.journal.reads.launches(session.id).map((launch) => launch.id)
    if (launches.length > 0) await context.runtime.sweep(launches, 500)
    const workspace = session.workspaceId === null ? null : context.journal.reads.workspace(session.workspaceId)
    if (workspace !== null) {
      const { path, branch, madeBranch } = workspace
      for (const base of startsOf(context, session, workspace))
        await context.workspaces.discard({ repoPath: project?.path ?? null, path, branch, madeBranch, base })
    }
    context.faultPoint('spawn:undone')
  } catch (fault) {
    context.log.error('undoing a spawn failed; doctor lists what is left', { session: session.id, cause: fault })
  }
  const code = cause instanceof DroverError ? cause.code : 'INTERNAL_ERROR'
  context.journal.command((tx) => {
    if (tx.session(session.id) === null) return
    tx.deleteSession(session.id)
    if (session.workspaceId !== null) tx.deleteWorkspace(session.workspaceId)
    tx.appendChange({ type: 'session_removed', projectId: session.projectId, sessionId: session.id, payload: { code } })
  })
  context.ending.delete(session.id)
  context.quiet.delete(session.id)
  await context.removeOwn(context.paths.session(session.id))
}
