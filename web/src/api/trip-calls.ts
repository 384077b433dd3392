/** What the board, the page of a trip and the switch of the loop ask the daemon, one function each. */
import type { AfkStatus, Enrolment, EnrolmentNeed, LandingMode, Trip } from '#contract/trip'
import { ask } from './call.ts'

export const getAfk = async (): Promise<AfkStatus> => (await ask('get', '/api/v1/afk')).afk

export const stopLoop = async (now: boolean): Promise<AfkStatus> =>
  (await ask('post', '/api/v1/afk/stop', { body: now ? { now } : {} })).afk

export const resumeLoop = async (): Promise<AfkStatus> => (await ask('post', '/api/v1/afk/resume', { body: {} })).afk

/** The newest of a project; those that are older are over. */
export const tripsOf = async (project: string): Promise<readonly Trip[]> =>
  (await ask('get', '/api/v1/trips', { query: { project, limit: 200 } })).trips

export interface TripAnswer {
  readonly trip: Trip
  readonly checklist: string | null
  readonly logs?: readonly { readonly name: string; readonly tail: string }[] | undefined
}
export const getTrip = (id: string): Promise<TripAnswer> => ask('get', '/api/v1/trips/{id}', { path: { id } })

export const runIssue = async (issue: string, projectId: string): Promise<Trip> =>
  (await ask('post', '/api/v1/afk/run', { body: { issue, projectId } })).trip

export interface EnrolAnswer {
  readonly enrolment: Enrolment
  readonly needs: readonly EnrolmentNeed[]
  readonly enrolled: boolean
}

/** Only says what is there and what is missing. */
export const checkEnrolment = (projectId: string, landing: LandingMode): Promise<EnrolAnswer> =>
  ask('post', '/api/v1/afk/enrol', { body: { projectId, landing, check: true } })

export const enrolProject = (projectId: string, landing: LandingMode): Promise<EnrolAnswer> =>
  ask('post', '/api/v1/afk/enrol', { body: { projectId, landing } })

export const removeEnrolment = (projectId: string): Promise<EnrolAnswer> =>
  ask('post', '/api/v1/afk/enrol', { body: { projectId, remove: true } })
