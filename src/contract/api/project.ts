/** Projects, their trust and their configuration as requests and answers. What they mean is in `contract/project`. */
import { z } from '@hono/zod-openapi'
import { forgeKinds } from '../pr.ts'
import { at } from './common.ts'

export const project = z
  .object({
    id: z.string(),
    name: z.string(),
    path: z.string(),
    repo: z.string(),
    forge: z.enum(forgeKinds).nullable(),
    defaultBranch: z.string(),
    status: z.enum(['ok', 'degraded']),
    trusted: z.boolean(),
    createdAt: at,
  })
  .openapi('Project')

export const projectPayloads = { project_added: project, project_updated: project, project_archived: project }

export const trustView = z
  .object({
    projectId: z.string(),
    hash: z.string(),
    trusted: z.boolean(),
    needed: z.boolean(),
    config: z.unknown(),
    previous: z.unknown(),
    commands: z.array(z.string()),
  })
  .openapi('Trust')

export const configValue = z
  .object({
    key: z.string(),
    value: z.unknown(),
    source: z.enum(['default', 'user', 'repository', 'project', 'environment']),
    file: z.string().optional(),
  })
  .openapi('ConfigValue')

export const projectAnswer = z.object({ project })
export const projectsAnswer = z.object({ projects: z.array(project) })
export const trustAnswer = z.object({ trust: trustView })
export const configAnswer = z.object({ config: z.array(configValue) })

/** A missing path reaches the flow as '' and is answered PATH_REQUIRED. */
export const addProjectBody = z.strictObject({
  path: z.string().default(''),
  id: z.string().optional(),
  name: z.string().optional(),
})
export const updateProjectBody = z.strictObject({
  name: z.string().optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
})
/** Approves exactly the content with this hash; without one, what is there now. */
export const trustBody = z.strictObject({ hash: z.string().optional() })
