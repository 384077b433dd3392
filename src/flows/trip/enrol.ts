/**
 * Enrolling a repository: what the loop needs there is looked at and shown first (forge, token and its rights, branch protection,
 * tests, CI, what agents are told), then written. What only a person can judge is shown and does not stop it.
 */
import { join } from 'node:path'
import { DroverError } from '#contract/error'
import type { Enrolment, EnrolmentNeed, LandingMode } from '#contract/trip'
import { protectionNeed } from '#core/trip/protection'
import { readStage } from '#core/trip/stages'
import { operator } from '#flows/access/caller'
import { type Context, now } from '#flows/engine/context'
import { needProject } from '#flows/project/projects'
import { checkSpawn } from '#flows/session/check-spawn'
import { loopOf, sameRepo, type TrackerGround, trackerOf } from './loop-ground.ts'
import { type Memory, permissionOf } from './memory.ts'

export interface EnrolInput {
  readonly projectId: string
  readonly landing?: LandingMode
  readonly agent?: string
  readonly ci?: readonly string[]
  readonly check?: boolean
  readonly remove?: boolean
}

export interface Enrolled {
  readonly enrolment: Enrolment
  readonly needs: readonly EnrolmentNeed[]
  readonly enrolled: boolean
}

export async function enrol(context: Context, memory: Memory, input: EnrolInput): Promise<Enrolled> {
  const project = needProject(context, input.projectId)
  const ground = trackerOf(context, project.id)
  const repo = `${ground.place.owner}/${ground.place.name}`
  const loop = loopOf(context)
  if (!loop.ok) throw new DroverError('AFK_INVALID', loop.error, { hint: 'Mend the setting, then enrol again.' })
  for (const words of input.ci ?? []) {
    const read = readStage(words)
    if (!read.ok) throw new DroverError('AFK_INVALID', read.error, { hint: 'See docs/user/afk.md for the stages.' })
  }
  const known = loop.enrolled.find((one) => sameRepo(one.repo, repo))
  const { values } = loop
  const enrolment: Enrolment = {
    repo,
    projectId: project.id,
    landing: input.landing ?? known?.landing ?? values.landing,
    agent: input.agent ?? known?.agent ?? values.agent,
    ci: input.ci ?? known?.ci ?? values.ci,
    by: 'enrolled',
  }
  if (input.remove === true) {
    context.journal.command((tx) => {
      tx.deleteEnrolment(repo)
      tx.appendChange({ type: 'afk_changed', projectId: project.id, payload: { what: 'removed' } })
    })
    return { enrolment, needs: [], enrolled: false }
  }
  const needs = await needsOf(context, memory, ground, enrolment)
  const missing = needs.filter(({ state, required }) => required && state !== 'ok')
  if (input.check === true) return { enrolment, needs, enrolled: known !== undefined }
  if (missing.length > 0)
    throw new DroverError('ENROLMENT_INCOMPLETE', `${repo} lacks what the loop needs: ${missing[0]?.message}`, {
      hint: `See all of it with: drover afk enrol ${project.id} --check`,
      details: { needs },
    })
  context.journal.command((tx) => {
    const { landing, agent, ci } = enrolment
    tx.putEnrolment({ repo, projectId: project.id, landing, agent, ci, createdAt: now(context) })
    tx.appendChange({ type: 'afk_changed', projectId: project.id, payload: { what: 'enrolled' } })
  })
  context.log.info('a repository was enrolled', { repo, project: project.id, landing: enrolment.landing })
  return { enrolment, needs, enrolled: true }
}

const contextFiles = ['AGENTS.md', 'CLAUDE.md', 'CONTEXT.md', '.github/copilot-instructions.md'] as const

async function needsOf(
  context: Context,
  memory: Memory,
  ground: TrackerGround,
  enrolment: Enrolment,
): Promise<readonly EnrolmentNeed[]> {
  const { api, place, project, forge } = ground
  const need = (
    what: EnrolmentNeed['what'],
    state: EnrolmentNeed['state'],
    required: boolean,
    message: string,
  ): EnrolmentNeed => ({ what, state, required, message })
  const has = (path: string): boolean => context.readWords(join(project.path, path)) !== null
  const settings = context.settings.of(project)
  const needs: EnrolmentNeed[] = [need('forge', 'ok', true, `${place.owner}/${place.name} at ${place.host}`)]
  try {
    const me = await api.self()
    const rights = await permissionOf(context, memory, ground, me)
    const may = rights === 'admin' || rights === 'write'
    needs.push(need('token', may ? 'ok' : 'missing', true, `the token of ${me} has the permission ${rights}`))
    await api.labelled(place, 'drover-enrolment-look')
    needs.push(need('labels', 'ok', true, 'issues can be read; labels are made when they are first given'))
  } catch (cause) {
    if (!(cause instanceof DroverError)) throw cause
    needs.push(need('token', 'missing', true, `${cause.message} ${cause.hint ?? ''}`.trim()))
  }
  const [local] = await context.merging.branches(project.path, [project.defaultBranch])
  const checks = await context
    .ciSources({ kind: 'checks' })
    .ask({ forge, repo: place, commit: local ?? project.defaultBranch, branch: project.defaultBranch })
  const rules = await context
    .forge(forge)
    .rules(place, project.defaultBranch)
    .catch((cause: unknown) => {
      context.log.debug('the rules of a branch could not be read', { repo: enrolment.repo, cause })
      return null
    })
  const usesChecks = enrolment.ci.includes('checks')
  needs.push(
    need(
      'ci',
      enrolment.ci.length === 0 ? 'missing' : usesChecks && checks.result === 'none' ? 'unknown' : 'ok',
      enrolment.ci.length === 0,
      usesChecks
        ? checks.result === 'none'
          ? `nothing has checked ${project.defaultBranch} so far: a trip without checks waits and then asks a person`
          : `checks of ${project.defaultBranch}: ${checks.result}`
        : enrolment.ci.join(', then '),
    ),
    { what: 'protection', ...protectionNeed(project.defaultBranch, enrolment.landing, rules) },
    need(
      'verify',
      settings.verify.commands.length > 0 ? 'ok' : 'missing',
      false,
      settings.verify.commands.length > 0
        ? `verified by ${settings.verify.commands.length} command(s) before it lands`
        : 'no verify command: work lands unverified here, only the forge’s checks judge it',
    ),
    contextNeed(need, contextFiles.filter(has)),
    need(
      'guardrails',
      has('.drover/guardrails.md') ? 'ok' : 'missing',
      false,
      has('.drover/guardrails.md')
        ? '.drover/guardrails.md is given to the agent'
        : 'no .drover/guardrails.md: the shipped example is docs/user/guardrails.example.md',
    ),
    need('landing', 'ok', true, landingWords[enrolment.landing]),
    await agentNeed(context, need, project.id, enrolment.agent),
  )
  return needs
}

type Make = (
  what: EnrolmentNeed['what'],
  state: EnrolmentNeed['state'],
  required: boolean,
  message: string,
) => EnrolmentNeed

const contextNeed = (need: Make, found: readonly string[]): EnrolmentNeed =>
  need(
    'context',
    found.length > 0 ? 'ok' : 'missing',
    false,
    found.length > 0 ? `${found.join(', ')} tells agents about the code` : 'no AGENTS.md: agents begin without a map',
  )

const landingWords: Readonly<Record<LandingMode, string>> = {
  pr: 'pr: a pull request, merged once it is green and nobody objects',
  push: 'push: merged and verified in a scratch tree, then pushed to the default branch',
  agent: 'agent: the agent merges and pushes by itself; Drover only watches',
}

/** The same checks as a spawn, without one. */
async function agentNeed(
  context: Context,
  need: Make,
  projectId: string,
  agent: string | null,
): Promise<EnrolmentNeed> {
  try {
    const order = await checkSpawn(context, { projectId, ...(agent === null ? {} : { agent }) }, operator)
    return need('agent', 'ok', true, `${order.harness.id}${order.model === null ? '' : `:${order.model}`} works`)
  } catch (cause) {
    if (!(cause instanceof DroverError)) throw cause
    return need('agent', 'missing', true, `${cause.message} ${cause.hint ?? ''}`.trim())
  }
}
