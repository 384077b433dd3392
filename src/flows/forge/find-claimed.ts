/** The pull request that somebody wants to claim, seen live, and everything that stands against it. Changes nothing. */
import { DroverError } from '#contract/error'
import { isOf, readPrRef } from '#core/forge/pr-ref'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import type { ForgePr } from '#ports/forge'
import type { PrRecord } from '#ports/store/pr'
import type { ProjectRecord } from '#ports/store/project'
import { type ForgeGround, forgeOf, fullName } from './forge-ground.ts'
import { knownPr } from './record-pr.ts'

export interface Claimed {
  readonly ground: ForgeGround
  readonly project: ProjectRecord
  readonly pr: ForgePr
  readonly known: PrRecord | null
  /** The session that has it and has not ended. */
  readonly owner: string | null
}

export async function findClaimed(
  context: Context,
  project: ProjectRecord,
  ref: string,
  { by, allowTakeover }: { readonly by: string | null; readonly allowTakeover: boolean },
): Promise<Claimed> {
  const found = readPrRef(ref)
  const name = 'refused' in found ? accepted(found) : found
  const ground = groundOf(context, project)
  const { api, place } = ground
  if (!isOf(name, place))
    throw new DroverError(
      'PR_PROJECT_MISMATCH',
      `${ref} is not of ${fullName(place)}, the repository of ${project.id}.`,
      {
        hint: 'Claim it with a session of its own project.',
      },
    )
  if ((await api.token()) === null)
    throw new DroverError('SCM_UNAVAILABLE', `There is no token for ${place.host}.`, {
      hint: 'Set DROVER_GITHUB_TOKEN (or DROVER_FORGEJO_TOKEN) for the daemon, or sign in with: gh auth login',
    })
  const pr = await api.look(place, name.number)
  if (pr === null)
    throw new DroverError('PR_NOT_FOUND', `There is no pull request #${name.number} in ${fullName(place)}.`, {
      hint: 'Look at the number, and at what the token may see.',
    })
  if (pr.state !== 'open')
    throw new DroverError('PR_NOT_OPEN', `Pull request #${pr.number} is ${pr.state}.`, {
      hint: 'Only an open one can be claimed.',
    })
  const { reads } = context.journal
  const known = knownPr(reads, place.host, pr)
  const holder = known === null ? null : reads.session(known.sessionId)
  const owner = holder === null || holder.phase === 'ended' || holder.id === by ? null : holder.id
  if (owner !== null && !allowTakeover) throw claimedBy(pr.number, owner)
  return { ground, project, pr, known, owner }
}

export const claimedBy = (number: number, owner: string): DroverError =>
  new DroverError(
    'PR_CLAIMED_BY_ACTIVE_SESSION',
    `Pull request #${number} is claimed by ${owner}, which has not ended.`,
    {
      hint: 'End that session, or claim it without --no-takeover.',
      details: { ownerSessionId: owner },
    },
  )

function groundOf(context: Context, project: ProjectRecord): ForgeGround {
  try {
    return forgeOf(context, project)
  } catch (cause) {
    const { message, hint } = cause as DroverError
    throw new DroverError('SCM_UNAVAILABLE', message, { cause, ...(hint === undefined ? {} : { hint }) })
  }
}
