/**
 * What a thread of T3 is at, from the facts of its read models: the words of its own versions and those that older clients
 * expect. What is not known is `unknown`, never idle. Pure; asks nobody.
 */
import { z } from 'zod'
import type { ThreadState } from '#ports/executor'

const at = z.string().nullish()
const turn = z.object({ state: z.string(), requestedAt: at })
const session = z.object({ status: z.string(), lastError: z.string().nullish(), updatedAt: at })

/** A thread of the shell, or of the snapshot, where bodies may be there or not. */
export const thread = z.object({
  id: z.string(),
  latestTurn: turn.nullish(),
  session: session.nullish(),
  archivedAt: at,
  deletedAt: at,
  hasPendingApprovals: z.boolean().nullish(),
  hasPendingUserInput: z.boolean().nullish(),
  latestUserMessageAt: at,
  messages: z.array(z.object({ role: z.string(), createdAt: at })).nullish(),
})
export type T3Thread = z.output<typeof thread>
export const readModel = z.object({
  threads: z.array(thread),
  projects: z.array(z.object({ id: z.string(), deletedAt: at })),
})
export type T3ReadModel = z.output<typeof readModel>

const words: Readonly<Record<string, ThreadState['state']>> = {
  running: 'running',
  in_progress: 'running',
  pending: 'running',
  queued: 'running',
  pendingInit: 'running',
  completed: 'idle',
  error: 'error',
  errored: 'error',
  interrupted: 'stopped',
}

const say = (state: ThreadState['state'], detail: string | null = null): ThreadState => ({
  state,
  detail: detail === null ? null : detail.slice(0, 500),
  turns: null,
  costUsd: null,
})

export function stateOf(found: T3Thread | undefined): ThreadState {
  if (found === undefined) return say('gone', 'T3 does not know the thread.')
  if (found.deletedAt != null) return say('stopped', 'Somebody deleted the thread.')
  if (found.archivedAt != null) return say('stopped', 'Somebody archived the thread.')
  if (found.hasPendingApprovals === true) return say('asking', 'The agent waits for an approval.')
  if (found.hasPendingUserInput === true) return say('asking', 'The agent asks a question.')
  const latest = found.latestTurn ?? null
  const state = latest === null ? null : (words[latest.state] ?? 'unknown')
  // A turn of before the newest words says nothing of them, unless it still runs.
  if (latest === null || (state !== 'running' && isOlder(latest.requestedAt, lastWords(found))))
    return beforeTurn(found)
  if (state === 'error') return say('error', found.session?.lastError ?? 'The turn failed.')
  if (state === 'stopped') return say('stopped', 'Somebody interrupted the turn.')
  if (state === 'unknown') return say('unknown', `T3 says "${latest.state}", which is not known here.`)
  return say(state!)
}

/** The words are there and no turn is: it comes, or its provider did not. */
function beforeTurn(found: T3Thread): ThreadState {
  const { session: held } = found
  const failed =
    held != null && ['error', 'stopped'].includes(held.status) && (held.lastError != null || held.status === 'error')
  if (!failed || isOlder(held.updatedAt, lastWords(found))) return say('starting')
  return say('error', held.lastError ?? 'The provider did not start.')
}

/** When somebody last said something to it: what its shell tells, or its messages. */
function lastWords({ latestUserMessageAt, messages }: T3Thread): string | null {
  if (latestUserMessageAt != null) return latestUserMessageAt
  const own = (messages ?? []).filter(({ role, createdAt }) => role === 'user' && createdAt != null)
  return own.at(-1)?.createdAt ?? null
}

const isOlder = (a: string | null | undefined, b: string | null): boolean =>
  a != null && b !== null && Date.parse(a) < Date.parse(b)
