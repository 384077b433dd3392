/** Projects that had no origin when they were added and whose sessions live: an origin that came since is stored. Asks no network. */
import type { Context } from '#flows/engine/context'
import { viewProject } from '#flows/session/views'

export async function backfillOrigins(context: Context): Promise<void> {
  const { reads } = context.journal
  const bare = reads.projects(false).filter(({ id, repo }) => repo === '' && reads.countLive(id) > 0)
  for (const { id, path } of bare) {
    if (!context.exists(path)) continue
    try {
      const { repo } = await context.workspaces.inspect(path)
      if (repo === '') continue
      context.journal.command((tx) => {
        const project = tx.project(id)
        if (project === null || project.repo !== '') return
        const next = { ...project, repo }
        tx.putProject(next)
        tx.appendChange({ type: 'project_updated', projectId: id, payload: viewProject(context, next) })
      })
    } catch (cause) {
      context.log.debug('a project could not be looked at', { project: id, cause })
    }
  }
}
