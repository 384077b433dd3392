/** Where a merge happens: its project, its session, and the configuration that may be applied to it. Reads only. */
import { DroverError } from '#contract/error'
import type { Context } from '#flows/engine/context'
import { settingsFor } from '#flows/session/ground'
import type { EffectiveSettings } from '#ports/settings'
import type { MergeRecord } from '#ports/store/merge'
import type { ProjectRecord } from '#ports/store/project'
import type { SessionRecord } from '#ports/store/session'
import type { WorkspaceRecord } from '#ports/store/workspace'

export interface MergeGround {
  readonly project: ProjectRecord
  readonly session: SessionRecord | null
  readonly workspace: WorkspaceRecord | null
  readonly settings: EffectiveSettings
  /** The repository brings what is applied only once trusted, and it is not. */
  readonly untrusted: boolean
}

export function groundOf(context: Context, projectId: string, sessionId: string | null): MergeGround {
  const { reads } = context.journal
  const project = reads.project(projectId)
  if (project === null || project.archivedAt !== null)
    throw new DroverError('PROJECT_NOT_FOUND', `There is no project "${projectId}" (any more).`, {
      hint: 'List projects with: drover project ls',
    })
  const session = sessionId === null ? null : reads.session(sessionId)
  const workspace = session?.workspaceId == null ? null : reads.workspace(session.workspaceId)
  const ignore = session?.ignoreConfig ?? false
  const { settings, trusted } = settingsFor(context, project, ignore)
  const untrusted = !ignore && !trusted && context.settings.of(project).trust.needed
  return { project, session, workspace, settings, untrusted }
}

export const groundOfMerge = (context: Context, record: MergeRecord): MergeGround =>
  groundOf(context, record.projectId, record.sessionId)

export const notTrusted = (project: ProjectRecord): string =>
  `What the repository of ${project.id} configures is not trusted, so its verify cannot run. Look at it and approve it with: drover project trust ${project.id}`

/** The commit that is merged: the branch's, or what a person made of it before. */
export const sourceOf = (record: MergeRecord): string => record.resolved ?? record.head
