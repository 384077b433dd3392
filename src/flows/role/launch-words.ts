/**
 * What a session of a role is told with every launch, and the door it speaks through: the three layers, read anew each time,
 * so that they are there after a resume and after a lost context. How they reach the agent is the harness's.
 */
import { DroverError } from '#contract/error'
import { composeInstructions } from '#core/role/instructions'
import type { Context } from '#flows/engine/context'
import type { ProjectRecord } from '#ports/store/project'
import type { SessionRecord } from '#ports/store/session'
import { roleGround } from './role-of.ts'
import { dutiesOf } from './say-end.ts'

export interface LaunchWords {
  /** null: a session without a role. */
  readonly instructions: string | null
  /** The MCP server it speaks through; null: none. */
  readonly mcp: { readonly command: string; readonly args: readonly string[]; readonly tools: readonly string[] } | null
}

/** Named in the words above, and allowed by name. */
export const mcpTools = [
  'mail_send',
  'mail_check',
  'mail_reply',
  'task_get',
  'task_done',
  'task_handoff',
  'progress',
  'wait',
  'spawn',
  'children',
  'merge_ready',
  'session_status',
] as const

export async function launchWords(context: Context, session: SessionRecord): Promise<LaunchWords> {
  const { row, policy } = roleGround(context, session)
  if (row === null) return { instructions: null, mcp: null }
  const { reads } = context.journal
  const duties = dutiesOf(session)
  const project = reads.project(session.projectId)
  const texts = await layerTexts(context, project, { role: row.name, profile: duties.profile }).catch(() => noTexts)
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
  return { instructions, mcp: { command: context.bin, args: ['mcp'], tools: mcpTools } }
}

const noTexts = { role: null, profile: null }
const longestFile = 256 * 1024

/** The project's own words, from the registered checkout. A profile that was named must be there. */
export async function layerTexts(
  context: Context,
  project: ProjectRecord | null,
  { role, profile }: { readonly role: string; readonly profile: string | null },
): Promise<{ readonly role: string | null; readonly profile: string | null }> {
  const place = project === null ? null : `${project.path}/.drover`
  const own = place === null ? null : await textAt(context, `${place}/roles/${role}.md`)
  if (profile === null) return { role: own, profile: null }
  const text = place === null ? null : await textAt(context, `${place}/profiles/${profile}.md`)
  if (text !== null) return { role: own, profile: text }
  throw new DroverError('INVALID_PATH', `There is no profile "${profile}".`, {
    hint: `Write it down in .drover/profiles/${profile}.md of the project, or leave it out.`,
  })
}

async function textAt(context: Context, path: string): Promise<string | null> {
  if (!context.exists(path)) return null
  try {
    const { text } = await context.readOwn(path, 0, longestFile)
    return text.trim() === '' ? null : text
  } catch (cause) {
    context.log.warn('words for a role could not be read', { path, cause })
    return null
  }
}
