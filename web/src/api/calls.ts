/** Every question and command the page has for the daemon, one function each. Owns paths and bodies; knows no state. */
import type { EventRow } from '#contract/agent-event'
import type { ConfigValue, Project, TrustView } from '#contract/project'
import type { CleanupReport, Delivery, Permissions, Session, Snapshot } from '#contract/session'
import { call } from './call.ts'
import type { DaemonStatus, DiffView, DoctorReport, HarnessView, PageBearer, RawChunk } from './shapes.ts'

const at = (id: string): string => `/api/v1/sessions/${encodeURIComponent(id)}`
const project = (id: string): string => `/api/v1/projects/${encodeURIComponent(id)}`

function query(fields: Record<string, string | number | boolean | undefined>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([k, v]) => [k, String(v)]))}`
}

export const exchange = (code: string): Promise<{ bearer: string }> =>
  call('POST', '/auth/exchange', { code }, { open: true })

export async function allSessions(signal?: AbortSignal): Promise<readonly Session[]> {
  const all: Session[] = []
  let cursor: string | undefined
  do {
    const page = await call<{ sessions: Session[]; nextCursor?: string }>(
      'GET',
      `/api/v1/sessions${query({ includeTerminated: true, limit: 500, cursor })}`,
      undefined,
      signal ? { signal } : {},
    )
    all.push(...page.sessions)
    cursor = page.nextCursor
  } while (cursor !== undefined && all.length < 20_000)
  return all
}

export const getSession = async (id: string): Promise<Session> =>
  (await call<{ session: Session }>('GET', at(id))).session
export const getEvents = async (
  id: string,
  page: { after?: number; before?: number; limit: number },
): Promise<EventRow[]> => (await call<{ events: EventRow[] }>('GET', `${at(id)}/events${query(page)}`)).events
export const getBlob = (id: string, blob: string): Promise<string> =>
  call<string>('GET', `${at(id)}/blobs/${encodeURIComponent(blob)}`)
export const getRaw = (
  id: string,
  part: { from?: number; limit?: number; channel?: 'stdout' | 'stderr' },
): Promise<RawChunk> => call('GET', `${at(id)}/raw${query(part)}`)
export const getDiff = async (id: string, range: { from?: number; to?: number }): Promise<DiffView> =>
  (await call<{ diff: DiffView }>('GET', `${at(id)}/diff${query(range)}`)).diff
export const getSnapshots = async (id: string): Promise<readonly Snapshot[]> =>
  (await call<{ snapshots: Snapshot[] }>('GET', `${at(id)}/snapshots`)).snapshots

export interface SpawnBody {
  readonly projectId: string
  readonly prompt: string
  readonly harness?: string
  readonly model?: string
  readonly name?: string
  readonly base?: string
  readonly permissions?: Permissions
  readonly ignoreConfig?: boolean
}

type SessionAnswer = { readonly session: Session }
const fence = (session: Session): { launchId?: string } => (session.launch ? { launchId: session.launch.id } : {})

export const spawn = async (body: SpawnBody): Promise<Session> =>
  (await call<SessionAnswer>('POST', '/api/v1/sessions', body)).session
export const rename = async (id: string, name: string): Promise<Session> =>
  (await call<SessionAnswer>('PATCH', at(id), { name })).session
export const send = async (id: string, message: string): Promise<Delivery> =>
  (await call<{ delivery: Delivery }>('POST', `${at(id)}/send`, { message })).delivery
export const cancel = (session: Session): Promise<SessionAnswer> =>
  call('POST', `${at(session.id)}/cancel`, fence(session))
export const answer = (
  id: string,
  body: { requestId: string; decision?: string; text?: string },
): Promise<SessionAnswer> => call('POST', `${at(id)}/answer`, body)
export const kill = (session: Session): Promise<SessionAnswer> => call('POST', `${at(session.id)}/kill`, fence(session))
export const restore = (id: string): Promise<SessionAnswer> => call('POST', `${at(id)}/restore`, {})
export const fork = async (id: string, body: { prompt?: string }): Promise<Session> =>
  (await call<SessionAnswer>('POST', `${at(id)}/fork`, body)).session
export const restoreSnapshot = (id: string, n: number): Promise<{ files: number }> =>
  call('POST', `${at(id)}/snapshots/${n}/restore`, {})
export const cleanup = async (body: { projectId?: string; dryRun: boolean }): Promise<CleanupReport> => {
  const report = await call<CleanupReport | { report: CleanupReport }>('POST', '/api/v1/sessions/cleanup', body)
  return 'report' in report ? report.report : report
}

export const allProjects = async (): Promise<readonly Project[]> =>
  (await call<{ projects: Project[] }>('GET', '/api/v1/projects')).projects
export const addProject = async (body: { path: string; id?: string; name?: string }): Promise<Project> =>
  (await call<{ project: Project }>('POST', '/api/v1/projects', body)).project
export const archiveProject = (id: string): Promise<unknown> => call('DELETE', project(id))
export const getTrust = async (id: string): Promise<TrustView> =>
  (await call<{ trust: TrustView }>('GET', `${project(id)}/trust`)).trust
export const trust = async (id: string, hash: string): Promise<Project> =>
  (await call<{ project: Project }>('POST', `${project(id)}/trust`, { hash })).project
export const getConfig = async (id: string): Promise<readonly ConfigValue[]> =>
  (await call<{ config: ConfigValue[] }>('GET', `${project(id)}/config`)).config

export const allHarnesses = async (): Promise<readonly HarnessView[]> =>
  (await call<{ harnesses: HarnessView[] }>('GET', '/api/v1/harnesses')).harnesses
export const probe = async (id: string): Promise<HarnessView> =>
  (await call<{ harness: HarnessView }>('POST', `/api/v1/harnesses/${encodeURIComponent(id)}/probe`, {})).harness
export const doctor = (): Promise<DoctorReport> => call('GET', '/api/v1/doctor')
export const status = (): Promise<DaemonStatus> => call('GET', '/api/v1/status')
export const health = (): Promise<{ status: string; pid: number; version: string }> =>
  call('GET', '/healthz', undefined, { open: true })
export const bearers = async (): Promise<readonly PageBearer[]> =>
  (await call<{ bearers: PageBearer[] }>('GET', '/api/v1/auth/bearers')).bearers
export const revoke = (id: number): Promise<unknown> => call('DELETE', `/api/v1/auth/bearers/${id}`)
