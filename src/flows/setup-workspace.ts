/** Links, copies, setup commands and the ready check of a new workspace. A failure stops the spawn and shows the log. */
import { DroverError } from '#contract/error'
import { childEnvironment } from '#core/session/environment'
import type { ProjectRecord, SessionRecord } from '#ports/journal'
import type { EffectiveSettings } from '#ports/settings'
import type { Context } from './context.ts'
import { portEnvironment, sessionEnvironment } from './launch-turn.ts'
import { tellSession } from './views.ts'

interface SetupFacts {
  readonly session: SessionRecord
  readonly project: ProjectRecord | null
  readonly settings: EffectiveSettings
}

export async function runSetup(context: Context, facts: SetupFacts, signal: AbortSignal): Promise<void> {
  const { session, project, settings } = facts
  const workspace = session.workspaceId === null ? null : context.journal.reads.workspace(session.workspaceId)
  if (workspace === null || project === null) return
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
    project: sessionEnvironment(settings, session.id),
    plan: {},
    drover: {
      DROVER_SETUP_SESSION: session.id,
      DROVER_REPOSITORY: project.path,
      ...portEnvironment(workspace, settings),
    },
  })
  for (const [what, command] of steps) {
    progress(context, session.id, `${what}: ${command}`)
    const ran = await context.runtime.run({
      argv: ['sh', '-c', command],
      cwd: workspace.path,
      env,
      logFile: `${context.paths.session(session.id)}/${what}.log`,
      timeoutMs: settings.setup.timeoutMs,
      signal,
    })
    if (signal.aborted) throw signal.reason
    if (ran.code !== 0) throw failed(what, command, ran)
  }
  context.troubles.delete(session.id)
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
