/** Which forge a project's remote means, and how it is spoken to. Reads only. */
import { DroverError } from '#contract/error'
import type { ForgeKind } from '#contract/pr'
import { type ForgePlace, placeOf, sameHost } from '#core/forge/place'
import type { Context } from '#flows/engine/context'
import type { ForgeApi, ForgeRepo } from '#ports/forge'
import type { EffectiveSettings } from '#ports/settings'
import type { PrRecord } from '#ports/store/pr'
import type { ProjectRecord } from '#ports/store/project'

export interface ForgeGround {
  readonly kind: ForgeKind
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
  if (place === null || !sameHost(place, settings.githubUrl))
    throw new DroverError('FORGE_UNSUPPORTED', `Drover opens no pull requests at ${project.repo}.`, {
      hint: 'It speaks to GitHub, and to installations of it named by [forge.github] url; `drover session push` pushes anywhere.',
    })
  return { kind: 'github', api: context.forge(settings.githubUrl), place, settings }
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
  if (!sameHost(place, settings.githubUrl))
    throw new DroverError('FORGE_UNSUPPORTED', `${pr.url} is not at the forge of [forge.github] url.`, {
      hint: 'Name the forge it was opened at there.',
    })
  return { kind: 'github', api: context.forge(settings.githubUrl), place, settings }
}
