/** What the loop goes by: its settings with their variables, the repositories it may take issues of, and who is asked about them. */
import { DroverError } from '#contract/error'
import type { Enrolment, LandingMode } from '#contract/trip'
import { type ForgePlace, placeOf } from '#core/forge/place'
import { type AfkTable, parseAfk } from '#core/trip/settings'
import { readStage } from '#core/trip/stages'
import type { Context } from '#flows/engine/context'
import { forgeOf } from '#flows/forge/forge-ground'
import type { CiSpec } from '#ports/ci-source'
import type { Executor } from '#ports/executor'
import type { ForgeAt } from '#ports/forge'
import type { ProjectRecord } from '#ports/store/project'
import type { TripRecord } from '#ports/store/trip'
import type { TrackerApi } from '#ports/tracker'
import { droverExecutor } from './drover-executor.ts'

export type Loop =
  | { readonly ok: true; readonly values: AfkTable; readonly enrolled: readonly Enrolment[] }
  | { readonly ok: false; readonly error: string }

const allowlist = 'DROVER_AFK_ALLOWLIST'

/** Reads files and the store; asks nobody. */
export function loopOf(context: Context): Loop {
  try {
    const { table } = context.settings.of(null).afk
    const parsed = parseAfk(table, context.host.env)
    if (!parsed.ok) return parsed
    return { ok: true, values: parsed.values, enrolled: enrolledIn(context, parsed.values) }
  } catch (cause) {
    if (!(cause instanceof DroverError)) throw cause
    return { ok: false, error: cause.message }
  }
}

/** A list in the variable is the whole list. */
function enrolledIn(context: Context, values: AfkTable): readonly Enrolment[] {
  const { reads } = context.journal
  const own = reads.enrolments()
  const named = values.allow.map((repo): Enrolment => {
    const found = own.find((one) => sameRepo(one.repo, repo))
    return {
      repo,
      projectId: found?.projectId ?? projectWith(context, repo)?.id ?? null,
      landing: found?.landing ?? values.landing,
      agent: found?.agent ?? values.agent,
      ci: found === undefined || found.ci.length === 0 ? values.ci : found.ci,
      by: found === undefined ? 'file' : 'enrolled',
    }
  })
  if ((context.host.env[allowlist] ?? '').trim() !== '') return named
  const more = own
    .filter(({ repo }) => !named.some((one) => sameRepo(one.repo, repo)))
    .map(
      ({ repo, projectId, landing, agent, ci }): Enrolment => ({
        repo,
        projectId,
        landing,
        agent: agent ?? values.agent,
        ci: ci.length === 0 ? values.ci : ci,
        by: 'enrolled',
      }),
    )
  return [...named, ...more]
}

export const sameRepo = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const projectWith = (context: Context, repo: string): ProjectRecord | null =>
  context.journal.reads.projects(false).find((project) => {
    const place = placeOf(project.repo)
    return place !== null && sameRepo(`${place.owner}/${place.name}`, repo)
  }) ?? null

export interface TrackerGround {
  readonly api: TrackerApi
  readonly place: ForgePlace
  readonly project: ProjectRecord
  readonly forge: ForgeAt
}

/** The tracker of a project is at its forge. */
export function trackerOf(context: Context, projectId: string): TrackerGround {
  const project = context.journal.reads.project(projectId)
  if (project === null)
    throw new DroverError('PROJECT_NOT_FOUND', `There is no project "${projectId}" any more.`, {
      hint: 'List projects with: drover project ls',
    })
  const { place, at } = forgeOf(context, project)
  return { api: context.tracker(at), place, project, forge: at }
}

export const specsOf = (lines: readonly string[]): readonly CiSpec[] =>
  lines.flatMap((line) => {
    const read = readStage(line)
    return read.ok ? [read.spec] : []
  })

/** How an enrolment says it; a repository that is enrolled no more goes on as its trip began. */
export function enrolmentOf(loop: Extract<Loop, { ok: true }>, trip: TripRecord): Enrolment {
  const found = loop.enrolled.find(({ repo }) => sameRepo(repo, trip.repo))
  if (found !== undefined) return found
  const { agent, ci } = loop.values
  return { repo: trip.repo, projectId: trip.projectId, landing: trip.landing, agent, ci, by: 'file' }
}

export function executorFor(context: Context, name: string, agent: string | null): Executor {
  if (name === 'drover') return droverExecutor(context, agent)
  const { t3 } = context.settings.of(null).afk
  if (t3.url === null)
    throw new DroverError('AFK_INVALID', 'The executor t3 has no address.', {
      hint: 'Set [afk.t3] url in your config.toml, or [afk] executor = "drover".',
    })
  return context.executors({ url: t3.url, ...(t3.model === null ? {} : { model: t3.model }) })
}

/** At a server elsewhere the agent lands its work itself: there is no worktree here. */
export const landingFor = (executor: string, landing: LandingMode): LandingMode =>
  executor === 'drover' ? landing : 'agent'
