/**
 * The commands of T3 that a client may send, as its contract decodes them: what does not fit, is not for clients or is not
 * known in that version is none. Keys that it does not know it drops, as the real one does.
 */
import { z } from 'zod'

const id = z.string().trim().min(1)
const createdAt = z.string()
const thread = { commandId: id, threadId: id, createdAt: createdAt.optional() }
const runtimeMode = (isNew: boolean) =>
  z.enum(['approval-required', 'auto-accept-edits', 'full-access', ...(isNew ? (['auto'] as const) : [])])
const interactionMode = z.enum(['default', 'plan'])
const modelSelection = z.object({ instanceId: id, model: id })
const message = z.object({
  messageId: id,
  role: z.literal('user'),
  text: z.string().max(120_000),
  attachments: z.array(z.unknown()).max(8),
})

const commands = (isNew: boolean) =>
  z.discriminatedUnion('type', [
    z.object({
      ...{ type: z.literal('project.create'), commandId: id, projectId: id, title: id, workspaceRoot: id, createdAt },
      createWorkspaceRootIfMissing: z.boolean().optional(),
    }),
    z.object({
      ...{ ...thread, type: z.literal('thread.create'), projectId: id, title: id, modelSelection, createdAt },
      ...{ runtimeMode: runtimeMode(isNew), interactionMode },
      ...{ branch: z.string().nullable(), worktreePath: z.string().nullable() },
    }),
    z.object({
      ...{ ...thread, type: z.literal('thread.turn.start'), message, createdAt },
      ...{ runtimeMode: runtimeMode(isNew), interactionMode },
    }),
    z.object({ ...thread, type: z.literal('thread.delete') }),
    z.object({ ...thread, type: z.literal('thread.archive') }),
    z.object({ ...thread, type: z.literal('thread.turn.interrupt'), createdAt }),
    z.object({ ...thread, type: z.literal('thread.session.stop'), createdAt }),
  ])
const known = { old: commands(false), new: commands(true) }
export type T3Command = z.output<typeof known.new>

export function commandOf(text: string, isNew: boolean): T3Command | null {
  try {
    const parsed = (isNew ? known.new : known.old).safeParse(JSON.parse(text))
    return parsed.success ? (parsed.data as T3Command) : null
  } catch {
    return null
  }
}
