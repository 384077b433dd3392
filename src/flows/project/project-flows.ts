/** What the doors may ask about projects. */
import type { ConfigValue, Project, TrustView } from '#contract/project'
import type { Context } from '#flows/engine/context'
import { viewProject } from '#flows/session/views'
import {
  addProject,
  archiveProject,
  needProject,
  projectConfig,
  trustProject,
  trustView,
  updateProject,
} from './projects.ts'

export interface ProjectFlows {
  addProject(input: { path: string; id?: string; name?: string }): Promise<Project>
  projects(): readonly Project[]
  project(id: string): Project
  updateProject(id: string, patch: { name?: string; settings?: Record<string, unknown> }): Promise<Project>
  archiveProject(id: string): Promise<Project>
  trustView(id: string): Promise<TrustView>
  /** Approves exactly the content with this hash; without one, what is there now. */
  trustProject(id: string, hash?: string): Promise<Project>
  projectConfig(id: string): Promise<readonly ConfigValue[]>
}

export const projectFlows = (context: Context): ProjectFlows => ({
  addProject: (input) => addProject(context, input),
  projects: () => context.journal.reads.projects(false).map((project) => viewProject(context, project)),
  project: (id) => viewProject(context, needProject(context, id)),
  updateProject: (id, patch) => updateProject(context, id, patch),
  archiveProject: (id) => archiveProject(context, id),
  trustView: (id) => trustView(context, id),
  trustProject: (id, hash) => trustProject(context, id, hash),
  projectConfig: (id) => projectConfig(context, id),
})
