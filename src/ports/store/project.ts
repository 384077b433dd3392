/** Projects and what the operator approved of their configuration. */
import type { Json } from '#ports/harness'

export interface ProjectRecord {
  readonly id: string
  readonly name: string
  readonly path: string
  readonly repo: string
  readonly defaultBranch: string
  /** Settings given by `project set`: override the repository's file. */
  readonly settings: { readonly [key: string]: Json }
  readonly archivedAt: string | null
  readonly createdAt: string
}

export interface TrustRecord {
  readonly projectId: string
  readonly hash: string
  /** The content as it was approved, for showing what changed. */
  readonly content: string
  readonly at: string
}

export interface ProjectReads {
  project(id: string): ProjectRecord | null
  projectByPath(path: string): ProjectRecord | null
  projects(includeArchived: boolean): readonly ProjectRecord[]
  trust(projectId: string): TrustRecord | null
}

export interface ProjectWrites {
  putProject(project: ProjectRecord): void
  putTrust(trust: TrustRecord): void
  deleteTrust(projectId: string): void
}
