/** One orchestrator a project: a session of its own kind, started once however often it is asked for. */
import { DroverError } from '#contract/error'
import type { Session } from '#contract/session'
import type { Context } from '#flows/engine/context'
import { needProject } from '#flows/project/projects'
import { spawnSession } from './spawn-session.ts'
import { viewSession } from './views.ts'

const firstPrompt = (projectId: string): string =>
  `You are the orchestrator of the project "${projectId}". You may spawn and read sessions of this project with the drover command. Wait for instructions.`

export function listOrchestrators(context: Context): readonly Session[] {
  return context.journal.reads
    .liveSessions()
    .filter((session) => session.kind === 'orchestrator')
    .map((session) => viewSession(context, context.journal.reads, session))
}

export function getOrchestrator(context: Context, id: string): Session {
  const session = context.journal.reads.session(id)
  if (session === null || session.kind !== 'orchestrator') {
    throw new DroverError('SESSION_NOT_FOUND', `There is no orchestrator "${id}".`, {
      hint: 'List them with: drover orchestrator ls',
    })
  }
  return viewSession(context, context.journal.reads, session)
}

export function startOrchestrator(context: Context, projectId: string): Promise<Session> {
  needProject(context, projectId)
  return context.worker.run(`orchestrator:${projectId}`, async () => {
    const living = context.journal.reads
      .liveSessions()
      .find((session) => session.kind === 'orchestrator' && session.projectId === projectId)
    if (living !== undefined) return viewSession(context, context.journal.reads, living)
    return spawnSession(
      context,
      { projectId, prompt: firstPrompt(projectId), kind: 'orchestrator', role: 'coordinator' },
      { type: 'operator', via: 'token', label: 'operator' },
    )
  })
}
