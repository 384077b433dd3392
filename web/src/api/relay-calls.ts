/** What the relay page asks the daemon, one function each. Apart from the other calls, so that only that page loads it. */
import type { AgentStanding, Relay, Try } from '#contract/relay'
import type { Task } from '#contract/task'
import { ask } from './call.ts'
import type { RelayPlan } from './shapes.ts'

const at = (id: string) => ({ path: { id } })

// ---- tasks

const pageLimit = 1_000
const mostTasks = 20_000

export async function allTasks(project: string): Promise<readonly Task[]> {
  const all: Task[] = []
  let cursor: string | undefined
  do {
    const query = { project, limit: pageLimit, ...(cursor === undefined ? {} : { cursor }) }
    const page = await ask('get', '/api/v1/tasks', { query })
    all.push(...page.tasks)
    cursor = page.nextCursor
  } while (cursor !== undefined && all.length < mostTasks)
  return all
}

export interface TaskFields {
  readonly title: string
  readonly body: string
  readonly role: string | null
  readonly priority: number
  readonly blockedBy: string[]
  readonly expects: 'change' | 'none'
  readonly verify: string | null
}

export type Place = 'head' | 'tail' | { readonly after: string }

export const addTask = async (projectId: string, fields: TaskFields, place: 'head' | 'tail'): Promise<Task> =>
  (await ask('post', '/api/v1/tasks', { body: { projectId, ...fields, place } })).task

export const changeTask = async (
  id: string,
  body: Partial<TaskFields> & { readonly state?: 'ready' | 'cancelled' },
): Promise<Task> => (await ask('patch', '/api/v1/tasks/{id}', { ...at(id), body })).task

export const removeTask = async (id: string): Promise<Task> => (await ask('delete', '/api/v1/tasks/{id}', at(id))).task

export const finishTask = async (id: string): Promise<Task> =>
  (await ask('post', '/api/v1/tasks/{id}/done', { ...at(id), body: {} })).task

export const moveTask = async (id: string, place: Place): Promise<Task> =>
  (await ask('post', '/api/v1/tasks/{id}/move', { ...at(id), body: { place } })).task

// ---- relays

export interface RelayInput {
  readonly projectId: string
  readonly prompt?: string
  readonly iterations?: number
  readonly mix?: string[]
  readonly route?: string
  readonly parallel?: number
  readonly land?: boolean
  readonly base?: string
  readonly mode?: 'new' | 'resume'
  readonly relay?: string
}

export const newestRelays = async (project: string): Promise<readonly Relay[]> =>
  (await ask('get', '/api/v1/relays', { query: { project, limit: 100 } })).relays

export const getRelay = async (id: string): Promise<Relay> => (await ask('get', '/api/v1/relays/{id}', at(id))).relay

export const startRelay = async (body: RelayInput): Promise<Relay> =>
  (await ask('post', '/api/v1/relays', { body })).relay

export const planRelay = (body: RelayInput): Promise<RelayPlan> => ask('post', '/api/v1/relays/plan', { body })

export const pauseRelay = async (id: string): Promise<Relay> =>
  (await ask('post', '/api/v1/relays/{id}/pause', { ...at(id), body: {} })).relay

export const resumeRelay = async (id: string): Promise<Relay> =>
  (await ask('post', '/api/v1/relays/{id}/resume', { ...at(id), body: {} })).relay

export const skipTry = async (id: string): Promise<Relay> =>
  (await ask('post', '/api/v1/relays/{id}/skip', { ...at(id), body: {} })).relay

export const stopRelay = async (id: string, now: boolean): Promise<Relay> =>
  (await ask('post', '/api/v1/relays/{id}/stop', { ...at(id), body: { now } })).relay

export const landRelay = async (id: string): Promise<Relay> =>
  (await ask('post', '/api/v1/relays/{id}/land', { ...at(id), body: {} })).relay

// The generated shape of evidence and the contract's differ in words only.
export const triesOf = async (id: string): Promise<readonly Try[]> =>
  (await ask('get', '/api/v1/relays/{id}/tries', at(id))).tries as readonly Try[]

export const tryPrompt = async (id: string, n: number): Promise<string> =>
  (await ask('get', '/api/v1/relays/{id}/tries/{n}/prompt', { path: { id, n } })).prompt

// ---- agents

export const allAgents = async (project: string): Promise<readonly AgentStanding[]> =>
  (await ask('get', '/api/v1/agents', { query: { project } })).agents

export const resetAgent = async (agent: string): Promise<readonly AgentStanding[]> =>
  (await ask('post', '/api/v1/agents/reset', { body: { agent } })).agents
