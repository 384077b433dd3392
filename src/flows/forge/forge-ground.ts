/** Which forge a project's remote means, and how it is spoken to. Reads only. */
import { DroverError } from '#contract/error'
import { type ForgePlace, forgeAt, placeOf } from '#core/forge/place'
import type { Context } from '#flows/engine/context'
import type { ForgeApi, ForgeAt, ForgeRepo } from '#ports/forge'
import type { EffectiveSettings } from '#ports/settings'
import type { PrRecord } from '#ports/store/pr'
import type { ProjectRecord } from '#ports/store/project'

export interface ForgeGround {
  readonly at: ForgeAt
  readonly api: ForgeApi
  readonly place: ForgePlace
  readonly settings: EffectiveSettings['forge']
}

export function forgeOf(context: Context, project: ProjectRecord): ForgeGround {
  const { forge: settings } = context.settings.of(project)
  if (project.repo === '')
    throw new DroverError('NO_REMOTE', `${project.id} has no remote called origin.`, {
      hint: `Add one in ${project.path} with: git remote add origin <address>`,
    })
  const place = placeOf(project.repo)
  const at = place === null ? null : forgeAt(place, settings)
  if (place === null || at === null)
    throw new DroverError('FORGE_UNSUPPORTED', `Drover opens no pull requests at ${project.repo}.`, {
      hint: 'It speaks to GitHub, and to the installations named by [forge.github] url and [forge.forgejo] url; `drover session push` pushes anywhere.',
    })
  return { at, api: context.forge(at), place, settings }
}

export const fullName = ({ owner, name }: ForgeRepo): string => `${owner}/${name}`

/** A remembered pull request, at the forge it was seen at. */
export function forgeOfPr(context: Context, pr: PrRecord): ForgeGround {
  const project = context.journal.reads.project(pr.projectId)
  if (project === null)
    throw new DroverError('PROJECT_NOT_FOUND', `There is no project "${pr.projectId}" any more.`, {
      hint: 'List projects with: drover project ls',
    })
  const { forge: settings } = context.settings.of(project)
  const [owner = '', name = ''] = pr.repo.split('/')
  const place = { host: pr.host, owner, name }
  // The token is for the configured host alone: what was seen elsewhere is not asked for there.
  const at = forgeAt(place, settings)
  if (at === null || at.kind !== pr.forge)
    throw new DroverError('FORGE_UNSUPPORTED', `${pr.url} is not at the forge of [forge.${pr.forge}] url.`, {
      hint: 'Name the forge it was opened at there.',
    })
  return { at, api: context.forge(at), place, settings }
}
