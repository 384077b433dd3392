/** A project: a git work tree that sessions are made from. */
import { carries } from './carries.ts'
import type { ForgeKind } from './pr.ts'

export interface Project {
  readonly id: string
  readonly name: string
  readonly path: string
  readonly repo: string
  /** The forge that pull requests of it are opened at; null: none that Drover speaks to. */
  readonly forge: ForgeKind | null
  readonly defaultBranch: string
  readonly status: 'ok' | 'degraded'
  readonly trusted: boolean
  readonly createdAt: string
}

export const projectChanges = {
  project_added: carries<Project>(),
  project_updated: carries<Project>(),
  project_archived: carries<Project>(),
}

/** What a repository's own configuration brings, and whether the operator approved exactly this content. */
export interface TrustView {
  readonly projectId: string
  readonly hash: string
  readonly trusted: boolean
  /** True when something in it is only applied once trusted. */
  readonly needed: boolean
  readonly config: unknown
  /** The content that was trusted before, so that a reader sees what changed. */
  readonly previous: unknown
  readonly commands: readonly string[]
}

/** One effective value of the configuration with where it came from. */
export interface ConfigValue {
  readonly key: string
  readonly value: unknown
  readonly source: 'default' | 'user' | 'repository' | 'project' | 'environment'
  readonly file?: string
}
