/** Where a session runs: its records, the configuration that may be applied to it, its harness and its program. Reads only. */

import { DroverError } from '#contract/error'
import { scratchProject } from '#contract/ids'
import { nearest } from '#core/nearest'
import type { Context } from '#flows/engine/context'
import { sideOf } from '#flows/terminal/side'
import type { Harness, HarnessConfig, Located } from '#ports/harness'
import type { EffectiveSettings } from '#ports/settings'
import type { ProjectRecord } from '#ports/store/project'
import type { SessionRecord } from '#ports/store/session'
import type { WorkspaceRecord } from '#ports/store/workspace'

/** Everything known about where a session runs. */
export interface Ground {
  readonly session: SessionRecord
  readonly workspace: WorkspaceRecord
  readonly project: ProjectRecord | null
  readonly settings: EffectiveSettings
  readonly trusted: boolean
  readonly harness: Harness
  readonly config: HarnessConfig
}

export function groundOf(context: Context, sessionId: string): Ground {
  const { reads } = context.journal
  const session = reads.session(sessionId)
  if (session === null)
    throw new DroverError('SESSION_NOT_FOUND', `There is no session ${sessionId}.`, {
      hint: 'List sessions with: drover session ls --all',
    })
  const workspace = session.workspaceId === null ? null : reads.workspace(session.workspaceId)
  if (workspace === null)
    throw new DroverError('SESSION_NOT_RESTORABLE', `Session ${sessionId} has no workspace.`, {
      hint: 'Spawn a new session.',
    })
  const project = session.projectId === scratchProject ? null : reads.project(session.projectId)
  const { settings, trusted } = settingsFor(context, project, session.ignoreConfig)
  const harness = sideOf(findHarness(context, session.harness, settings), session.runtime)
  return { session, workspace, project, settings, trusted, harness, config: settings.harness(session.harness) }
}

export interface Settled {
  /** What may be applied. */
  readonly settings: EffectiveSettings
  /** What would be, were all of it trusted. */
  readonly full: EffectiveSettings
  readonly trusted: boolean
}

/** The configuration that may be applied: without the repository's privileged part unless exactly this content is trusted. */
export function settingsFor(context: Context, project: ProjectRecord | null, ignoreConfig: boolean): Settled {
  const full = context.settings.of(project)
  const approved = project === null || context.journal.reads.trust(project.id)?.hash === full.trust.hash
  const trusted = !ignoreConfig && approved
  return { settings: trusted || !full.trust.needed ? full : full.withoutRepository(), full, trusted }
}

export function findHarness(context: Context, id: string, settings: EffectiveSettings): Harness {
  const known = context.registry.get(id)
  if (known !== null) return known
  if (settings.customHarnesses.includes(id)) return context.registry.custom(id, settings.harness(id))
  const near = nearest(id.toLowerCase(), context.registry.names())
  throw new DroverError('UNKNOWN_HARNESS', `There is no harness "${id}".`, {
    hint:
      near === null
        ? 'List harnesses with: drover harness ls'
        : `Did you mean "${near}"? List harnesses with: drover harness ls`,
  })
}

export async function locate(context: Context, harness: Harness, config: HarnessConfig): Promise<Located> {
  const program = await harness.locate(context.host, config)
  if (program === null) {
    throw new DroverError('HARNESS_BINARY_NOT_FOUND', `The program of harness "${harness.id}" was not found.`, {
      hint: harness.install,
      details: { harness: harness.id },
    })
  }
  return program
}
