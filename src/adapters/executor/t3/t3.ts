/**
 * A T3 server as the executor of trips, over its HTTP contract of 0.0.27 to 0.0.33: a project is ensured, a thread made, each
 * turn started by a command whose id is the same for the same request. The worktree is the agent's own business there.
 */
import { z } from 'zod'
import { DroverError } from '#contract/error'
import type { Executor, ExecutorProject } from '#ports/executor'
import type { WayOut } from '#ports/way-out'
import { commandIdOf, messageIdOf, projectIdOf, threadIdOf } from './ids.ts'
import { readModel, stateOf, type T3ReadModel } from './state.ts'
import { createWire, isRefusal } from './wire.ts'

export interface T3Options {
  readonly url: string
  readonly token: () => string | undefined
  readonly wayOut: WayOut
  readonly now: () => Date
  readonly steadyMs: () => number
  readonly instance?: string
  readonly model?: string
  /** Where T3 keeps repositories that have no place of their own. */
  readonly root?: string
}

const modes = { runtimeMode: 'full-access', interactionMode: 'default' } as const
const descriptor = z.object({ serverVersion: z.string() })
const longestText = 120_000
const descriptorMs = 5 * 60_000

export function createT3(options: T3Options): Executor {
  const { url, token, now, steadyMs, instance = 'claudeAgent', model = 'claude-sonnet-4-6', root = '/data' } = options
  const wire = createWire({ url, token, wayOut: options.wayOut })
  /** How often T3 refused a step: its next try is another command. */
  const refusals = new Map<string, number>()
  let shell: { readonly there: boolean; readonly until: number } | null = null

  const dispatch = async (type: string, key: string, body: object): Promise<void> => {
    const step = `${type}:${key}`
    const commandId = commandIdOf(type, key, refusals.get(step))
    try {
      await wire.dispatch({ type, commandId, ...body, createdAt: now().toISOString() })
    } catch (error) {
      if (isRefusal(error)) refusals.set(step, (refusals.get(step) ?? 0) + 1)
      throw error
    }
  }
  const snapshot = async (): Promise<T3ReadModel> => {
    const found = await wire.get('/api/orchestration/snapshot', readModel)
    if (found !== null) return found
    throw new DroverError('EXECUTOR_UNREACHABLE', `${url} answers as if it were no T3.`, {
      hint: 'Look at its address: it is the one that T3 prints when it starts.',
    })
  }
  /** The light list, where this T3 has one. */
  const hasShell = async (): Promise<boolean> => {
    if (shell === null || shell.until < steadyMs()) {
      const found = await wire.get('/.well-known/t3/environment', descriptor)
      shell = { there: found !== null && isAfter(found.serverVersion, [0, 0, 27]), until: steadyMs() + descriptorMs }
    }
    return shell.there
  }
  const lookAt = async (thread: string) => {
    const light = (await hasShell()) ? await wire.get('/api/orchestration/shell', readModel) : null
    const found = light?.threads.find(({ id }) => id === thread)
    // Not in the light list: deleted, archived, or never there. The whole one tells which.
    return found ?? (await snapshot()).threads.find(({ id }) => id === thread)
  }
  const ensureProject = async ({ key, title, root: own }: ExecutorProject): Promise<void> => {
    const projectId = projectIdOf(key)
    const { projects } = await snapshot()
    if (projects.some(({ id, deletedAt }) => id === projectId && deletedAt == null)) return
    await dispatch('project.create', key, {
      projectId,
      title,
      workspaceRoot: own ?? `${root.replace(/\/+$/, '')}/${key.replaceAll('/', '__')}`,
      createWorkspaceRootIfMissing: true,
    })
  }
  const startTurn = async (key: string, threadId: string, text: string): Promise<void> => {
    if (text.length > longestText)
      throw new DroverError('EXECUTOR_REFUSED', `T3 takes ${longestText} characters in a turn, not ${text.length}.`, {
        hint: 'Say it in fewer words, or put the rest into a file of the repository.',
      })
    const message = { messageId: messageIdOf(key), role: 'user', text, attachments: [] }
    await dispatch('thread.turn.start', key, { threadId, message, ...modes })
  }

  return {
    id: 't3',
    ensureProject,
    async start({ key, project, title, brief }) {
      const threadId = threadIdOf(key)
      await ensureProject(project)
      await dispatch('thread.create', key, {
        threadId,
        projectId: projectIdOf(project.key),
        title,
        modelSelection: { instanceId: instance, model },
        ...modes,
        branch: null,
        worktreePath: null,
      })
      await startTurn(key, threadId, brief)
      return { thread: threadId }
    },
    followUp: ({ key, thread, text }) => startTurn(key, thread, text),
    read: async (thread) => stateOf(await lookAt(thread)),
    link: (thread) => `${url.replace(/\/+$/, '')}/?thread=${encodeURIComponent(thread)}`,
  }
}

function isAfter(version: string, than: readonly [number, number, number]): boolean {
  const parts = version.split(/[.+-]/).map(Number)
  for (const [at, one] of than.entries()) {
    const part = parts[at]
    // A version that cannot be read is asked for what every version has.
    if (part === undefined || !Number.isFinite(part)) return false
    if (part !== one) return part > one
  }
  return false
}
