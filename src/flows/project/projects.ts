/** Registering repositories: add, list, change, archive, trust. Nothing of a repository is ever removed here. */
import { DroverError } from '#contract/error'
import { isProjectId, scratchProject } from '#contract/ids'
import type { ConfigValue, Project, TrustView } from '#contract/project'
import { projectIdFrom, suggestId } from '#core/project-id'
import { type Context, now } from '#flows/engine/context'
import { viewProject } from '#flows/session/views'
import type { Json } from '#ports/harness'
import type { ProjectRecord } from '#ports/store/project'

export function needProject(context: Context, id: string): ProjectRecord {
  const project = isProjectId(id) ? context.journal.reads.project(id) : null
  if (project === null || project.archivedAt !== null) {
    throw new DroverError('PROJECT_NOT_FOUND', `There is no project "${id}".`, {
      hint: 'List projects with: drover project ls',
    })
  }
  return project
}

export async function addProject(
  context: Context,
  input: { path: string; id?: string; name?: string },
): Promise<Project> {
  if (input.path.trim() === '')
    throw new DroverError('PATH_REQUIRED', 'No path was given.', {
      hint: 'Name the repository: drover project add --path <dir>',
    })
  const facts = await context.workspaces.inspect(input.path)
  if ([input.path, facts.path].some((path) => path.startsWith(`${context.paths.worktrees}/`))) {
    throw new DroverError('INVALID_PATH', `${facts.path} is the workspace of a session.`, {
      hint: 'Register the repository itself, not a worktree that Drover made of it.',
    })
  }
  const id = input.id ?? projectIdFrom(facts.path)
  if (!isProjectId(id)) {
    throw new DroverError('INVALID_PROJECT_ID', `"${id}" cannot be a project id.`, {
      hint: 'Use lower-case letters, digits, - and _, at most 63 of them, beginning with a letter or digit; "scratch" is taken.',
    })
  }
  const record = context.journal.command((tx) => {
    const samePath = tx.projectByPath(facts.path)
    if (samePath !== null && samePath.archivedAt === null) {
      throw new DroverError('PATH_ALREADY_REGISTERED', `${facts.path} is already the project "${samePath.id}".`, {
        hint: `Use it: drover spawn --project ${samePath.id} --prompt "…"`,
        details: { id: samePath.id },
      })
    }
    const sameId = tx.project(id)
    if (sameId !== null && sameId.path !== facts.path) {
      const suggestion = suggestId(id, (word) => tx.project(word) !== null)
      throw new DroverError('ID_ALREADY_REGISTERED', `The id "${id}" is taken by ${sameId.path}.`, {
        hint: `Try: drover project add --path ${facts.path} --id ${suggestion}`,
        details: { suggestion },
      })
    }
    const revived = sameId ?? (samePath !== null && input.id === undefined ? samePath : null)
    const project: ProjectRecord = {
      id: revived?.id ?? id,
      name: input.name ?? revived?.name ?? id,
      path: facts.path,
      repo: facts.repo,
      defaultBranch: facts.defaultBranch,
      settings: revived?.settings ?? {},
      archivedAt: null,
      createdAt: revived?.createdAt ?? now(context),
    }
    tx.putProject(project)
    tx.appendChange({ type: 'project_added', projectId: project.id, payload: viewProject(context, project) })
    return project
  })
  return viewProject(context, record)
}

/** Backfills what changed in the repository (an origin that appeared, another default branch); at most once a minute. */
export async function refreshProject(context: Context, project: ProjectRecord): Promise<ProjectRecord> {
  const at = context.clock.now().getTime()
  const last = context.fetched.get(project.id)
  if (last !== undefined && Math.abs(at - last) < 60_000) return project
  context.fetched.set(project.id, at)
  const facts = await context.workspaces.refresh(project.path)
  if (facts === null || (facts.repo === project.repo && facts.defaultBranch === project.defaultBranch)) return project
  const next = { ...project, repo: facts.repo, defaultBranch: facts.defaultBranch }
  context.journal.command((tx) => {
    tx.putProject(next)
    tx.appendChange({ type: 'project_updated', projectId: next.id, payload: viewProject(context, next) })
  })
  return next
}

export async function updateProject(
  context: Context,
  id: string,
  patch: { name?: string; settings?: Record<string, unknown> },
): Promise<Project> {
  const project = needProject(context, id)
  if (patch.name !== undefined && patch.name.trim() === '')
    throw new DroverError('NAME_REQUIRED', 'The name is empty.', {
      hint: 'Give a name with at least one visible character.',
    })
  const settings = { ...project.settings, ...(patch.settings ?? {}) } as Record<string, Json>
  for (const [key, value] of Object.entries(settings)) if (value === null) delete settings[key]
  context.settings.checkProjectSettings(settings)
  const next: ProjectRecord = { ...project, name: patch.name ?? project.name, settings }
  context.journal.command((tx) => {
    tx.putProject(next)
    tx.appendChange({ type: 'project_updated', projectId: id, payload: viewProject(context, next) })
  })
  return viewProject(context, next)
}

export async function archiveProject(context: Context, id: string): Promise<Project> {
  const project = needProject(context, id)
  const archived = context.journal.command((tx) => {
    const live = tx.countLive(id)
    if (live > 0) {
      throw new DroverError(
        'PROJECT_HAS_SESSIONS',
        `Project "${id}" has ${live} session${live === 1 ? '' : 's'} that ${live === 1 ? 'has' : 'have'} not ended.`,
        {
          hint: `End them first: drover session ls -p ${id}, then drover session kill <id>`,
          details: { sessions: live },
        },
      )
    }
    const next = { ...project, archivedAt: now(context) }
    tx.putProject(next)
    tx.appendChange({ type: 'project_archived', projectId: id, payload: viewProject(context, next) })
    return next
  })
  return viewProject(context, archived)
}

export async function trustView(context: Context, id: string): Promise<TrustView> {
  const project = needProject(context, id)
  const { trust } = context.settings.of(project)
  const approved = context.journal.reads.trust(id)
  return {
    projectId: id,
    hash: trust.hash,
    trusted: approved?.hash === trust.hash,
    needed: trust.needed,
    config: JSON.parse(trust.content),
    previous: approved === null ? null : JSON.parse(approved.content),
    commands: trust.commands,
  }
}

export async function trustProject(context: Context, id: string, hash?: string): Promise<Project> {
  const project = needProject(context, id)
  const { trust } = context.settings.of(project)
  if (hash !== undefined && hash !== trust.hash) {
    throw new DroverError('SETUP_NOT_TRUSTED', 'The configuration changed since it was shown; nothing was approved.', {
      hint: `Look at it again: drover project trust ${id}`,
      details: { shown: hash, now: trust.hash },
    })
  }
  context.journal.command((tx) => {
    tx.putTrust({ projectId: id, hash: trust.hash, content: trust.content, at: now(context) })
  })
  context.journal.command((tx) =>
    tx.appendChange({ type: 'project_updated', projectId: id, payload: viewProject(context, project) }),
  )
  return viewProject(context, project)
}

export async function projectConfig(context: Context, id: string): Promise<readonly ConfigValue[]> {
  // Sessions without a project have what the user's own file says.
  return context.settings.of(id === scratchProject ? null : needProject(context, id)).values
}
