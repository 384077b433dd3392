/** Links, copies, setup commands and the ready check of a new workspace. A failure stops the spawn and shows the log. */
import { DroverError } from '#contract/error'
import { childEnvironment } from '#core/session/environment'
import type { Context } from '#flows/engine/context'
import { tellSession } from '#flows/session/views'
import { portEnvironment, sessionEnvironment } from '#flows/turn/launch-environment'
import type { Runtime } from '#ports/runtime'
import type { EffectiveSettings } from '#ports/settings'
import type { ProjectRecord } from '#ports/store/project'
import type { SessionRecord } from '#ports/store/session'
import type { WorkspaceRecord } from '#ports/store/workspace'

interface SetupFacts {
  readonly session: SessionRecord
  readonly project: ProjectRecord | null
  readonly settings: EffectiveSettings
}

export async function runSetup(context: Context, facts: SetupFacts, signal: AbortSignal): Promise<void> {
  const { session, project, settings } = facts
  const workspace = session.workspaceId === null ? null : context.journal.reads.workspace(session.workspaceId)
  if (workspace === null || project === null) return
  const runtime = context.runtimes.of(session)
  const tell = (message: string): void => progress(context, session.id, message)
  await setUp(context, { owner: session.id, workspace, project, settings, runtime, tell, signal })
  context.troubles.delete(session.id)
}

/** The same for a workspace that belongs to no session yet. */
export interface TreeSetup {
  /** The session or the lane that it is for; names its log and its variables. */
  readonly owner: string
  readonly workspace: WorkspaceRecord
  readonly project: ProjectRecord
  readonly settings: EffectiveSettings
  readonly runtime: Runtime
  readonly tell?: (message: string) => void
  readonly signal?: AbortSignal
}

export async function setUp(context: Context, facts: TreeSetup): Promise<void> {
  const { owner, workspace, project, settings, runtime, tell, signal } = facts
  await context.workspaces.place({
    repoPath: project.path,
    path: workspace.path,
    link: settings.link,
    copy: settings.copy,
  })
  const steps = [
    ...settings.setup.run.map((command) => ['setup', command] as const),
    ...settings.setup.ready.map((command) => ['ready', command] as const),
  ]
  if (steps.length === 0) return
  const env = childEnvironment({
    host: context.host.env,
    passEnv: [],
    project: sessionEnvironment(settings, owner),
    plan: {},
    drover: {
      DROVER_SETUP_SESSION: owner,
      DROVER_REPOSITORY: project.path,
      ...portEnvironment(workspace, settings),
    },
  })
  for (const [what, command] of steps) {
    tell?.(`${what}: ${command}`)
    const ran = await runtime.run({
      argv: ['sh', '-c', command],
      cwd: workspace.path,
      env,
      logFile: `${context.paths.session(owner)}/${what}.log`,
      timeoutMs: settings.setup.timeoutMs,
      ...(signal === undefined ? {} : { signal }),
    })
    if (signal?.aborted) throw signal.reason
    if (ran.code !== 0) throw failed(what, command, ran)
  }
}

function progress(context: Context, id: string, message: string): void {
  context.troubles.set(id, { code: 'SETUP_RUNNING', message })
  context.journal.command((tx) => tellSession(context, tx, id))
}

function failed(
  what: string,
  command: string,
  ran: { code: number | null; tail: string; timedOut: boolean },
): DroverError {
  const how = ran.timedOut ? 'took too long' : `ended with exit code ${ran.code ?? 'unknown'}`
  return new DroverError('SETUP_FAILED', `The ${what} command "${command}" ${how}.`, {
    hint: `Its last output:\n${ran.tail.trim()}`,
    details: { step: what, command, exitCode: ran.code, timedOut: ran.timedOut, log: ran.tail },
  })
}
