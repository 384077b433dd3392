/**
 * What a session of a role is told with every launch, the door it speaks through and the guard it asks: the three layers, read anew each time,
 * so that they are there after a resume and after a lost context. How they reach the agent is the harness's.
 */
import { composeInstructions } from '#core/role/instructions'
import type { Context } from '#flows/engine/context'
import { droverServer, type LaunchWords } from '#flows/turn/launch-words'
import type { Guard } from '#ports/harness'
import type { ProjectRecord } from '#ports/store/project'
import type { SessionRecord } from '#ports/store/session'
import { refusalOf } from './guard-call.ts'
import { roleGround } from './role-of.ts'
import { dutiesOf } from './say-end.ts'

/** null: a session without a role is told nothing. */
export function launchWords(context: Context, session: SessionRecord): LaunchWords | null {
  const { row, policy } = roleGround(context, session)
  if (row === null) return null
  const { reads } = context.journal
  const duties = dutiesOf(session)
  const project = reads.project(session.projectId)
  const texts = layerTexts(context, project, { role: row.name, profile: duties.profile })
  const workspace = session.workspaceId === null ? null : reads.workspace(session.workspaceId)
  const siblings = session.parentId === null ? [] : reads.childrenOf(session.parentId)
  const instructions = composeInstructions({
    row,
    roleText: texts.role,
    profile: duties.profile === null || texts.profile === null ? null : { name: duties.profile, text: texts.profile },
    assignment: {
      sessionId: session.id,
      branch: workspace?.branch ?? null,
      workspace: workspace?.path ?? null,
      parentId: session.parentId,
      effort: session.effortId === null ? null : reads.effort(session.effortId),
      task: session.taskId === null ? null : reads.task(session.taskId),
      spec: duties.spec,
      files: session.files,
      siblings: siblings
        .filter((one) => one.id !== session.id && one.phase !== 'ended')
        .map(({ id, role, files }) => ({ id, role: role ?? 'no role', files })),
      depth: session.depth,
      maxDepth: policy.maxDepth,
    },
  })
  const guard: Guard = {
    nativeSubagents: policy.nativeSubagents,
    judge: (call) => refusalOf(context, session.id, call),
  }
  return { instructions, mcp: droverServer(context), guard }
}

/** The project's own words, from the registered checkout; null where it has none. */
export function layerTexts(
  context: Context,
  project: ProjectRecord | null,
  { role, profile }: { readonly role: string; readonly profile: string | null },
): { readonly role: string | null; readonly profile: string | null } {
  const place = project === null ? null : `${project.path}/.drover`
  const read = (path: string): string | null => {
    const text = place === null ? null : context.readWords(`${place}/${path}.md`)
    return text === null || text.trim() === '' ? null : text
  }
  return { role: read(`roles/${role}`), profile: profile === null ? null : read(`profiles/${profile}`) }
}
