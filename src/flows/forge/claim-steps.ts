/**
 * The steps of a claim. What is to be done is written down before the first of them, each comes to the same when it is done again,
 * and the rows and the mail of the last one are one transaction: a daemon that died in between finishes it at boot, or takes it
 * back where that cannot be. Owns the order; what speaks against a claim is decided before.
 */
import type { ForgeKind } from '#contract/pr'
import type { Context } from '#flows/engine/context'
import { tellSession } from '#flows/session/views'
import type { ForgePr } from '#ports/forge'
import type { Reads, Tx } from '#ports/store/journal'
import type { WorkspaceRecord } from '#ports/store/workspace'
import type { PushTarget } from './push-target.ts'
import { takeOver } from './take-over.ts'

export interface ClaimWork {
  /** The session that claims; null: one that is spawned for it. */
  readonly by: string | null
  readonly projectId: string
  readonly repoPath: string
  readonly host: string
  readonly kind: ForgeKind
  readonly pr: ForgePr
  readonly target: PushTarget
  /** What its session's changes are counted from. */
  readonly base: { readonly ref: string; readonly commit: string } | null
  /** The branch was not here before. */
  readonly isNew: boolean
  /** Where the claiming session's tree stands before. */
  readonly mine: {
    readonly path: string
    readonly workspaceId: number
    readonly branch: string | null
    /** Its branch was made for it, from here: it goes where it has no commit of its own. */
    readonly madeFrom: string | null
  } | null
  /** Whose tree stands on the branch, and where it goes on. */
  readonly holder: {
    readonly path: string
    readonly workspaceId: number
    readonly sessionId: string | null
    readonly madeBranch: boolean
    readonly freed: string
  } | null
  /** The rows are written; only what nobody needs any more is left. */
  readonly settled?: true
}

const word = 'claims'
const worksOf = (reads: Reads): readonly ClaimWork[] => JSON.parse(reads.meta(word) ?? '[]')
const keyOf = ({ by, target }: ClaimWork): string => by ?? target.branch
const write = (tx: Tx, works: readonly ClaimWork[]): void => tx.setMeta(word, JSON.stringify(works))
const without = (tx: Tx, work: ClaimWork): readonly ClaimWork[] =>
  worksOf(tx).filter((one) => keyOf(one) !== keyOf(work))

export function beginClaim(context: Context, work: ClaimWork): void {
  context.journal.command((tx) => write(tx, [...without(tx, work), withoutSecrets(context, work)]))
  context.faultPoint('claim:written')
}

/** What people wrote at the forge may hold anybody's secret. */
function withoutSecrets({ secrets: { redact } }: Context, { pr, ...work }: ClaimWork): ClaimWork {
  const checks = pr.checks.map((one) => ({ ...one, name: redact(one.name) }))
  const threads = pr.threads?.map((one) => ({ ...one, body: redact(one.body) })) ?? null
  return { ...work, pr: { ...pr, title: redact(pr.title), checks, threads } }
}

/** The branch is there and nobody else stands on it. */
export async function makeRoom(context: Context, work: ClaimWork): Promise<void> {
  const { repoPath, target, holder } = work
  if (holder !== null && (await standsOn(context, work, holder.path)) === target.branch) {
    const [there] = await context.merging.branches(repoPath, [holder.freed])
    if (there == null) await context.workspaces.branchOff({ path: holder.path, branch: holder.freed })
    // Made by a step that was cut in two: from the same commit, so that no file changes.
    else await context.workspaces.switchTo({ path: holder.path, branch: holder.freed })
  }
  context.faultPoint('claim:freed')
  await context.workspaces.adoptBranch({ repoPath, ...target })
  context.faultPoint('claim:adopted')
}

/** The claiming session's tree stands on it; answers whether it did not before. */
export async function switchOver(context: Context, work: ClaimWork): Promise<void> {
  const { mine, target } = work
  if (mine !== null && (await standsOn(context, work, mine.path)) !== target.branch)
    await context.workspaces.switchTo({ path: mine.path, branch: target.branch })
  context.faultPoint('claim:switched')
}

/** The rows and the mail, once; answers who had it and has not ended. */
export function settleClaim(context: Context, work: ClaimWork, id: string): readonly string[] {
  const { mine, target, holder, base } = work
  const others = context.journal.command((tx) => {
    write(tx, [...without(tx, work), { ...withoutSecrets(context, work), settled: true }])
    if (mine !== null) {
      const from = base === null ? {} : { baseRef: base.ref, baseCommit: base.commit }
      tx.updateWorkspace(mine.workspaceId, { branch: target.branch, madeBranch: false, ...from })
    }
    if (holder !== null) movedOff(context, tx, holder)
    return takeOver(context, tx, id, work)
  })
  context.faultPoint('claim:settled')
  return others
}

/** The claiming session's own branch, where nothing is on it alone. */
export async function tidyClaim(context: Context, work: ClaimWork): Promise<void> {
  const { repoPath, mine, target } = work
  if (mine !== null && mine.madeFrom !== null && mine.branch !== null && mine.branch !== target.branch)
    await context.workspaces
      .deleteBranchIfContained({ repoPath, branch: mine.branch, baseRef: mine.madeFrom })
      .catch((cause: unknown) => context.log.warn('a branch that nobody needs stays', { branch: mine.branch, cause }))
  context.journal.command((tx) => write(tx, without(tx, work)))
}

function movedOff(context: Context, tx: Tx, { workspaceId, freed, sessionId }: NonNullable<ClaimWork['holder']>): void {
  tx.updateWorkspace(workspaceId, { branch: freed, madeBranch: true })
  if (sessionId !== null) tellSession(context, tx, sessionId)
}

/** Where it came to nothing: every tree has its branch again, but one whose agent has committed since. */
export async function undoClaim(context: Context, work: ClaimWork): Promise<void> {
  const { repoPath, target, mine, holder, isNew } = work
  if (mine !== null && mine.branch !== null && mine.branch !== target.branch)
    if ((await standsOn(context, work, mine.path)) === target.branch)
      await context.workspaces.switchTo({ path: mine.path, branch: mine.branch })
  const moved = holder === null ? false : await giveBack(context, work, holder)
  if (isNew) await context.workspaces.dropAdopted({ repoPath, branch: target.branch, commit: target.commit })
  context.journal.command((tx) => {
    write(tx, without(tx, work))
    if (moved && holder !== null) movedOff(context, tx, holder)
  })
}

/** Answers whether its tree stays on the other branch. */
async function giveBack(
  context: Context,
  work: ClaimWork,
  { path, freed }: NonNullable<ClaimWork['holder']>,
): Promise<boolean> {
  const { repoPath, target } = work
  const [here, there] = await context.merging.branches(repoPath, [freed, target.branch])
  const isOnFreed = (await standsOn(context, work, path)) === freed
  if (isOnFreed && (here == null || here !== there)) return true
  if (isOnFreed) await context.workspaces.switchTo({ path, branch: target.branch })
  if (here != null) await context.workspaces.dropAdopted({ repoPath, branch: freed, commit: here })
  return false
}

async function standsOn(context: Context, { repoPath }: ClaimWork, path: string): Promise<string | null> {
  const trees = await context.workspaces.listWorktrees(repoPath)
  return trees.find((one) => one.path === path)?.branch ?? null
}

/** At boot, once spawns that were cut off are completed or taken back, and before anything begins in a tree. */
export async function finishClaims(context: Context): Promise<void> {
  for (const work of worksOf(context.journal.reads)) {
    try {
      await finishClaim(context, work)
    } catch (cause) {
      context.log.error('a claim that a crash cut off could not be finished: it is taken back', {
        work: keyOf(work),
        cause,
      })
      await undoClaim(context, work).catch((fault: unknown) =>
        context.log.error('a claim could not be taken back; claim again', { work: keyOf(work), cause: fault }),
      )
    }
  }
}

async function finishClaim(context: Context, work: ClaimWork): Promise<void> {
  if (work.settled) return tidyClaim(context, work)
  const id = work.by ?? (await spawnedFor(context, work))
  const session = id === null ? null : context.journal.reads.session(id)
  if (session === null || session.phase === 'ended') return undoClaim(context, work)
  await makeRoom(context, work)
  await switchOver(context, work)
  settleClaim(context, work, session.id)
  await tidyClaim(context, work)
}

/** The session that came up on the branch; null: none did. */
async function spawnedFor(context: Context, { repoPath, target, holder }: ClaimWork): Promise<string | null> {
  const trees = await context.workspaces.listWorktrees(repoPath)
  const tree = trees.find(({ branch, prunable }) => branch === target.branch && !prunable)
  const workspace: WorkspaceRecord | null = tree === undefined ? null : context.journal.reads.workspaceByPath(tree.path)
  return workspace === null || workspace.id === holder?.workspaceId ? null : (workspace.heldBy ?? null)
}
