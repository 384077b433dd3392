/** What the observer looks at: repositories with open pull requests, and those whose live sessions may have one. Reads only. */
import type { Branched } from '#core/forge/discover'
import type { ForgePlace } from '#core/forge/place'
import type { Context } from '#flows/engine/context'
import type { ForgeApi, ForgeAt } from '#ports/forge'
import type { EffectiveSettings } from '#ports/settings'
import type { PrRecord } from '#ports/store/pr'
import type { ProjectRecord } from '#ports/store/project'
import { type ForgeGround, forgeOf, forgeOfPr, fullName } from './forge-ground.ts'
import { forkClaimed } from './push-target.ts'

export interface Watched {
  readonly key: string
  readonly at: ForgeAt
  readonly api: ForgeApi
  readonly place: ForgePlace
  readonly settings: EffectiveSettings['forge']
  readonly projectId: string
  readonly prs: readonly PrRecord[]
  readonly sessions: readonly Branched[]
  /** A session came since the last round: what was listed before may be its own. */
  readonly isNew: boolean
}

const most = 1000
const seenSessions = new WeakMap<Context, Set<string>>()

export function gatherWatched(context: Context): { groups: readonly Watched[]; tickMs: number | null } {
  const { reads } = context.journal
  const groups = new Map<string, { ground: ForgeGround; projectId: string; prs: PrRecord[]; sessions: Branched[] }>()
  const groupOf = (ground: ForgeGround, projectId: string) => {
    const key = `${ground.place.host}/${fullName(ground.place)}`.toLowerCase()
    const found = groups.get(key) ?? { ground, projectId, prs: [], sessions: [] }
    groups.set(key, found)
    return found
  }
  const placed = new Map<string, ForgeGround | null>()
  for (const pr of reads.prs({ open: true, limit: most })) {
    const where = `${pr.projectId} ${pr.host}/${pr.repo}`
    if (!placed.has(where))
      placed.set(
        where,
        quietly(() => forgeOfPr(context, pr)),
      )
    const ground = placed.get(where) ?? null
    if (ground !== null) groupOf(ground, pr.projectId).prs.push(pr)
  }
  const grounds = new Map<string, ForgeGround | null>()
  const known = seenSessions.get(context) ?? new Set<string>()
  const live = new Set<string>()
  const fresh = new Set<string>()
  for (const session of reads.liveSessions()) {
    const { projectId } = session
    if (!grounds.has(projectId)) grounds.set(projectId, groundOf(context, reads.project(projectId)))
    const ground = grounds.get(projectId)
    const workspace = session.workspaceId === null ? null : reads.workspace(session.workspaceId)
    if (ground == null || workspace?.branch == null) continue
    // A fork's branch is called otherwise there: nothing of this repository is found by that name.
    const isFork = forkClaimed(reads, session.id, workspace.branch) !== null
    const branch = { sessionId: session.id, branch: isFork ? '' : workspace.branch }
    groupOf(ground, projectId).sessions.push(branch)
    const mark = `${session.id} ${workspace.branch}`
    live.add(mark)
    if (!known.has(mark)) fresh.add(session.id)
  }
  seenSessions.set(context, live)
  const out = [...groups].map(([key, { ground, projectId, prs, sessions }]) => ({
    ...ground,
    key,
    projectId,
    prs,
    sessions,
    isNew: sessions.some(({ sessionId }) => fresh.has(sessionId)),
  }))
  return { groups: out, tickMs: out[0]?.settings.tickMs ?? null }
}

/** A project of no forge, one whose configuration does not hold and one that is gone have nothing to look at. */
const groundOf = (context: Context, project: ProjectRecord | null): ForgeGround | null =>
  project === null || project.repo === '' ? null : quietly(() => forgeOf(context, project))

function quietly<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    // Whoever asks for it by hand hears why.
    return null
  }
}
