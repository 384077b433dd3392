/** Every question and command the page has for the daemon, one function each. Owns paths and bodies; knows no state. */

import type { EventRow } from '#contract/agent-event'
import type { CostBy, Costs } from '#contract/cost'
import type { LandingLook, Merge, MergePrediction } from '#contract/merge'
import type { Places } from '#contract/places'
import type { PrProposal } from '#contract/pr'
import type { ConfigValue, Project, TrustView } from '#contract/project'
import type { Attachment, CleanupReport, Delivery, Permissions, Session, Snapshot } from '#contract/session'
import type { Task } from '#contract/task'
import type { Mode } from '#contract/terminal'
import { ask } from './call.ts'
import type { DaemonStatus, DiffView, DoctorReport, HarnessView, PageBearer } from './shapes.ts'

const at = (id: string) => ({ path: { id } })

export const exchange = (code: string): Promise<{ bearer: string; id: number }> =>
  ask('post', '/auth/exchange', { body: { code } })
export const status = (): Promise<DaemonStatus> => ask('get', '/api/v1/status')

// ---- sessions

const pageLimit = 500

/** `archived`: those out of sight too. */
export async function allSessions(archived = false): Promise<readonly Session[]> {
  const all: Session[] = []
  let cursor: string | undefined
  do {
    const out = archived ? { includeArchived: true } : {}
    const query = { includeTerminated: true, ...out, limit: pageLimit, ...(cursor === undefined ? {} : { cursor }) }
    const page = await ask('get', '/api/v1/sessions', { query })
    all.push(...page.sessions)
    cursor = page.nextCursor
  } while (cursor !== undefined && all.length < 20_000)
  return all
}

export const getSession = async (id: string): Promise<Session> =>
  (await ask('get', '/api/v1/sessions/{id}', at(id))).session

export const getEvents = async (
  id: string,
  query: { after?: number; before?: number; limit: number },
): Promise<readonly EventRow[]> =>
  // The generated union and the contract's are the same shapes; a notice's free fields keep them from matching by name.
  (await ask('get', '/api/v1/sessions/{id}/events', { ...at(id), query })).events as readonly EventRow[]

export const getBlob = (id: string, blob: string): Promise<string> =>
  ask('get', '/api/v1/sessions/{id}/blobs/{blob}', { path: { id, blob } })

export const getRaw = (
  id: string,
  query: { from?: number; limit?: number; channel?: 'stdout' | 'stderr' },
): Promise<{ readonly text: string; readonly size: number }> =>
  ask('get', '/api/v1/sessions/{id}/raw', { ...at(id), query })

export const getDiff = async (id: string, query: { from?: number; to?: number; view?: string }): Promise<DiffView> =>
  (await ask('get', '/api/v1/sessions/{id}/diff', { ...at(id), query })).diff

export const getPlaces = async (id: string): Promise<Places> =>
  (await ask('get', '/api/v1/sessions/{id}/places', at(id))).places
export const openEditor = (id: string): Promise<{ readonly opened: string }> =>
  ask('post', '/api/v1/sessions/{id}/editor', { ...at(id), body: {} })

export const getSnapshots = async (id: string): Promise<readonly Snapshot[]> =>
  (await ask('get', '/api/v1/sessions/{id}/snapshots', at(id))).snapshots

export interface SpawnBody {
  readonly projectId: string
  readonly prompt: string
  readonly harness?: string
  readonly model?: string
  readonly name?: string
  readonly base?: string
  readonly permissions?: Permissions
  readonly ignoreConfig?: boolean
  readonly mode?: Mode
}

export const spawn = async (body: SpawnBody): Promise<Session> =>
  (await ask('post', '/api/v1/sessions', { body })).session

export const rename = async (id: string, name: string): Promise<Session> =>
  (await ask('patch', '/api/v1/sessions/{id}', { ...at(id), body: { name } })).session

/** `steer`: into the turn that runs, instead of after it. */
export const send = async (
  id: string,
  message: string,
  more: { steer?: true; attachments?: string[] } = {},
): Promise<Delivery> =>
  (await ask('post', '/api/v1/sessions/{id}/send', { ...at(id), body: { message, ...more } })).delivery

export const attach = async (id: string, body: { name: string; data: string }): Promise<Attachment> =>
  (await ask('post', '/api/v1/sessions/{id}/attachments', { ...at(id), body })).attachment

export const findPaths = (
  id: string,
  q: string,
): Promise<{ readonly paths: readonly string[]; readonly more: boolean }> =>
  ask('get', '/api/v1/sessions/{id}/paths', { ...at(id), query: { q, limit: 12 } })

// ---- the CLIs' own interfaces

export const openTerminal = async (id: string): Promise<Session> =>
  (await ask('post', '/api/v1/sessions/{id}/open', { ...at(id), body: {} })).session
export const makeHeadless = async (id: string, force: boolean): Promise<Session> =>
  (await ask('post', '/api/v1/sessions/{id}/headless', { ...at(id), body: force ? { force } : {} })).session
export const switchAgent = async (id: string, agent: string): Promise<Session> =>
  (await ask('post', '/api/v1/sessions/{id}/switch', { ...at(id), body: { agent } })).session

/** Names the launch that the reader saw, so that a newer one is never ended by a late tap. */
const fence = (session: Session): { launchId?: string } => (session.launch ? { launchId: session.launch.id } : {})

export const cancel = async (session: Session): Promise<Session> =>
  (await ask('post', '/api/v1/sessions/{id}/cancel', { ...at(session.id), body: fence(session) })).session

export const kill = async (session: Session): Promise<Session> =>
  (await ask('post', '/api/v1/sessions/{id}/kill', { ...at(session.id), body: fence(session) })).session

export const answer = async (
  id: string,
  body: { requestId: string; decision?: string; text?: string },
): Promise<Session> => (await ask('post', '/api/v1/sessions/{id}/answer', { ...at(id), body })).session

export const restore = async (id: string): Promise<Session> =>
  (await ask('post', '/api/v1/sessions/{id}/restore', { ...at(id), body: {} })).session

export interface ForkBody {
  readonly prompt?: string
  readonly harness?: string
  readonly model?: string
}

export const fork = async (id: string, body: ForkBody): Promise<Session> =>
  (await ask('post', '/api/v1/sessions/{id}/fork', { ...at(id), body })).session

export const restoreSnapshot = (id: string, n: number): Promise<{ readonly files: number }> =>
  ask('post', '/api/v1/sessions/{id}/snapshots/{n}/restore', { path: { id, n }, body: {} })

export const archive = async (id: string, body: { end?: boolean }): Promise<Session> =>
  (await ask('post', '/api/v1/sessions/{id}/archive', { ...at(id), body })).session

export const unarchive = async (id: string): Promise<Session> =>
  (await ask('post', '/api/v1/sessions/{id}/unarchive', { ...at(id), body: {} })).session

export const retry = (
  id: string,
  body: { agent?: string },
): Promise<{ readonly delivery: Delivery; readonly session: Session }> =>
  ask('post', '/api/v1/sessions/{id}/retry', { ...at(id), body })

export const cleanup = (body: { projectId?: string; sessions?: string[]; dryRun: boolean }): Promise<CleanupReport> =>
  ask('post', '/api/v1/sessions/cleanup', { body })

// ---- costs

/** Days begin where the reader's do. */
export const getCosts = async (query: { since: string; by?: CostBy; project?: string }): Promise<Costs> =>
  (await ask('get', '/api/v1/costs', { query: { ...query, zone: Intl.DateTimeFormat().resolvedOptions().timeZone } }))
    .costs

// ---- merges

export const newestMerges = async (): Promise<readonly Merge[]> =>
  (await ask('get', '/api/v1/merges', { query: { limit: 200 } })).merges

export const getMerge = async (id: string): Promise<Merge> => (await ask('get', '/api/v1/merges/{id}', at(id))).merge

export const getMergeDiff = async (id: string): Promise<DiffView> =>
  (await ask('get', '/api/v1/merges/{id}/diff', at(id))).diff

const shownOutput = 64 * 1024

/** The end of what it said: where it says what failed. */
export async function getMergeOutput(id: string): Promise<{ readonly text: string; readonly size: number }> {
  const piece = (from: number) =>
    ask('get', '/api/v1/merges/{id}/output', { ...at(id), query: { from, limit: shownOutput } })
  const first = await piece(0)
  return first.next >= first.size ? first : piece(first.size - shownOutput)
}

export const approveMerge = async (id: string): Promise<Merge> =>
  (await ask('post', '/api/v1/merges/{id}/approve', { ...at(id), body: {} })).merge

export const retryMerge = async (id: string): Promise<Merge> =>
  (await ask('post', '/api/v1/merges/{id}/retry', { ...at(id), body: {} })).merge

export const cancelMerge = async (id: string): Promise<Merge> =>
  (await ask('post', '/api/v1/merges/{id}/cancel', { ...at(id), body: {} })).merge

/** `head`: the commit that the reader was shown; refused when the branch has another by now. */
export async function enqueueMerge(session: string, head: string): Promise<Merge> {
  const { merge } = await ask('post', '/api/v1/merges', { body: { session, head } })
  if (merge === undefined) throw new Error('the daemon answered without a merge')
  return merge
}

export const predictMerge = async (session: string): Promise<MergePrediction> =>
  (await ask('post', '/api/v1/merges/predict', { body: { session } })).prediction

export const proposeCommit = async (
  id: string,
): Promise<{
  readonly message: string
  readonly files: readonly string[]
  readonly head: string
  readonly stamp: string
}> => (await ask('get', '/api/v1/sessions/{id}/commit', at(id))).proposal

/** null: nothing was left any more. */
export const commitLeftovers = async (
  id: string,
  body: { readonly message: string; readonly head: string; readonly stamp: string },
): Promise<{ readonly hash: string; readonly files: readonly string[] } | null> =>
  (await ask('post', '/api/v1/sessions/{id}/commit', { ...at(id), body })).commit

export const lookAtLanding = async (id: string): Promise<LandingLook> =>
  (await ask('get', '/api/v1/sessions/{id}/landing', at(id))).landing

export const updateFromBase = async (id: string, body: { readonly head: string; readonly hand?: boolean }) =>
  (await ask('post', '/api/v1/sessions/{id}/update', { ...at(id), body })).update

export const pushBranch = async (id: string, head: string) =>
  (await ask('post', '/api/v1/sessions/{id}/push', { ...at(id), body: { head } })).push

export const proposePr = async (id: string): Promise<PrProposal> =>
  (await ask('get', '/api/v1/sessions/{id}/pr/proposal', at(id))).proposal

export const openPr = async (id: string, body: { title: string; body: string; head: string }) =>
  (await ask('post', '/api/v1/sessions/{id}/pr', { ...at(id), body })).pr

// ---- tasks that ask for somebody

export async function askingTasks(): Promise<readonly Task[]> {
  const pages = await Promise.all(
    (['needs_user', 'failed'] as const).map((state) => ask('get', '/api/v1/tasks', { query: { state, limit: 200 } })),
  )
  return pages.flatMap(({ tasks }) => tasks)
}

// ---- projects

export const allProjects = async (): Promise<readonly Project[]> => (await ask('get', '/api/v1/projects')).projects

export const addProject = async (body: { path: string; name?: string }): Promise<Project> =>
  (await ask('post', '/api/v1/projects', { body })).project

/** Kept with the project; null: what the files say. */
export const setDefaultAgent = async (id: string, harness: string | null, model: string | null): Promise<Project> =>
  (
    await ask('patch', '/api/v1/projects/{id}', {
      ...at(id),
      body: { settings: { default_harness: harness, default_model: model } },
    })
  ).project

export const archiveProject = async (id: string): Promise<Project> =>
  (await ask('delete', '/api/v1/projects/{id}', at(id))).project

export const getTrust = async (id: string): Promise<TrustView> => {
  const { trust: view } = await ask('get', '/api/v1/projects/{id}/trust', at(id))
  return { config: null, previous: null, ...view }
}

export const trust = async (id: string, hash: string): Promise<Project> =>
  (await ask('post', '/api/v1/projects/{id}/trust', { ...at(id), body: { hash } })).project

export const getConfig = async (id: string): Promise<readonly ConfigValue[]> =>
  (await ask('get', '/api/v1/projects/{id}/config', at(id))).config.map((one) => ({
    value: null,
    ...one,
  }))

// ---- the daemon

export const allHarnesses = async (): Promise<readonly HarnessView[]> =>
  (await ask('get', '/api/v1/harnesses')).harnesses

export const probe = async (id: string): Promise<HarnessView> =>
  (await ask('post', '/api/v1/harnesses/{id}/probe', at(id))).harness

export const doctor = (): Promise<DoctorReport> => ask('get', '/api/v1/doctor')

export const bearers = async (): Promise<readonly PageBearer[]> => (await ask('get', '/api/v1/auth/bearers')).bearers

export const revoke = (id: number): Promise<{ readonly revoked: number }> =>
  ask('delete', '/api/v1/auth/bearers/{id}', { path: { id } })
