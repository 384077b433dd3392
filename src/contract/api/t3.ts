/**
 * Commands and answers at the doors for controllers written for T3. Commands are decoded as T3 decodes them: keys that are not
 * known are dropped, what does not fit is refused, here with a reason.
 */
import { z } from '@hono/zod-openapi'
import { type T3Version, t3Internal, t3Known, t3Offered } from '#contract/t3'

const id = z.string().trim().min(1).max(200)
const time = z.string().max(100)
const onThread = { commandId: id, threadId: id }
const runtimeMode = (version: T3Version) =>
  z.enum([
    'approval-required',
    'auto-accept-edits',
    'full-access',
    ...(version === '0.0.27' ? [] : (['auto'] as const)),
  ])
const interactionMode = z.enum(['default', 'plan'])
const modelSelection = z.union([
  z.object({ instanceId: id, model: id }),
  z.object({ provider: id, model: id }).transform(({ provider, model }) => ({ instanceId: provider, model })),
])

const commands = (version: T3Version) =>
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('project.create'),
      commandId: id,
      projectId: id,
      title: z.string().trim().min(1).max(500),
      workspaceRoot: z.string().trim().min(1).max(4000),
      createWorkspaceRootIfMissing: z.boolean().optional(),
      createdAt: time,
    }),
    z.object({
      type: z.literal('thread.create'),
      ...onThread,
      projectId: id,
      title: z.string().trim().min(1).max(500),
      modelSelection,
      runtimeMode: runtimeMode(version),
      interactionMode: interactionMode.default('default'),
      branch: z.string().trim().min(1).max(500).nullable(),
      worktreePath: z.string().max(4000).nullable(),
      createdAt: time,
    }),
    z.object({
      type: z.literal('thread.turn.start'),
      ...onThread,
      message: z.object({
        messageId: id,
        role: z.literal('user'),
        text: z.string().max(120_000),
        attachments: z.array(z.unknown()).max(8),
      }),
      modelSelection: modelSelection.optional(),
      runtimeMode: runtimeMode(version),
      interactionMode,
      bootstrap: z.unknown().optional(),
      createdAt: time,
    }),
    z.object({ type: z.literal('thread.turn.interrupt'), ...onThread, turnId: id.optional(), createdAt: time }),
    z.object({ type: z.literal('thread.session.stop'), ...onThread, createdAt: time }),
    z.object({ type: z.literal('thread.archive'), ...onThread }),
    z.object({ type: z.literal('thread.unarchive'), ...onThread }),
    z.object({ type: z.literal('thread.delete'), ...onThread }),
  ])

const known: Readonly<Record<T3Version, ReturnType<typeof commands>>> = {
  '0.0.27': commands('0.0.27'),
  '0.0.33': commands('0.0.33'),
}
export type T3Command = z.output<(typeof known)['0.0.33']>

/** The command, or why it is none. */
export function decodeT3(text: string, version: T3Version): T3Command | { readonly why: string } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { why: 'the body is not valid JSON' }
  }
  const type = typeof json === 'object' && json !== null ? (json as { type?: unknown }).type : undefined
  if (typeof type !== 'string') return { why: 'the body is no command: it has no type' }
  if (t3Internal.includes(type)) return { why: `${type} is not for clients` }
  if (t3Known.includes(type)) return { why: `${type} is not offered here; these are: ${t3Offered.join(', ')}` }
  if (!(t3Offered as readonly string[]).includes(type)) return { why: `there is no command ${type.slice(0, 100)}` }
  const parsed = known[version].safeParse(json)
  if (parsed.success) return parsed.data as T3Command
  const [issue] = parsed.error.issues
  return { why: `${issue?.path.join('.') || type}: ${issue?.message ?? 'not understood'}` }
}

export const t3Sequence = z.object({ sequence: z.number().int() }).openapi('T3Sequence')

/** For the document: what is in it is T3's to say. */
export const t3ReadModel = z
  .object({
    snapshotSequence: z.number().int(),
    projects: z.array(z.unknown()),
    threads: z.array(z.unknown()),
    updatedAt: z.string(),
  })
  .openapi('T3ReadModel')

export const t3Descriptor = z
  .object({
    environmentId: z.string(),
    label: z.string(),
    platform: z.object({ os: z.string(), arch: z.string() }),
    serverVersion: z.string(),
    capabilities: z.record(z.string(), z.boolean()),
  })
  .openapi('T3Environment')

export const t3Refusal = z
  .object({
    _tag: z.string(),
    code: z.string(),
    reason: z.string().optional(),
    requiredScope: z.string().optional(),
    traceId: z.string(),
    message: z.string(),
    hint: z.string().optional(),
  })
  .openapi('T3Refusal')
