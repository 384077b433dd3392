/**
 * Repositories, workspaces (worktrees) and snapshots. Every git call uses argv arrays, runs no hook of the repository,
 * never prompts, and has a timeout. Nothing here decides whether something should be removed; it reports what it sees and
 * refuses what would lose work.
 */
import type { SnapshotReason } from '#contract/session'

export interface RepositoryFacts {
  /** The top level of the work tree, resolved. */
  readonly path: string
  readonly commonDir: string
  /** The origin's URL without credentials, or ''. */
  readonly repo: string
  readonly defaultBranch: string
}

export interface WorktreeRequest {
  readonly repoPath: string
  readonly path: string
  readonly branch: string
  /** Commit to start from; ignored when the branch exists. */
  readonly base: string
  /** true: the branch must not exist yet. false: check the existing one out. */
  readonly newBranch: boolean
}

export interface TreeState {
  readonly exists: boolean
  readonly head: string | null
  readonly branch: string | null
  /** Paths that differ from HEAD: tracked, staged, untracked and not ignored. */
  readonly changed: readonly string[]
  /** `git worktree lock`, with its reason. */
  readonly locked: string | null
  /** Nested repositories and submodules with work of their own that is not saved elsewhere. */
  readonly nested: readonly string[]
}

export interface SnapshotRequest {
  readonly sessionId: string
  readonly path: string
  readonly n: number
  readonly reason: SnapshotReason
  readonly maxFileBytes: number
  /** Also save ignored files up to this size in all (cleanup keeps `.env` and local databases). */
  readonly ignoredBytes?: number
  /** Do not make one when the tree equals this earlier snapshot commit. */
  readonly unlessSameAs?: string | null
}

export interface SnapshotMade {
  readonly ref: string
  readonly commit: string
  readonly parent: string | null
  readonly files: number
  readonly additions: number
  readonly deletions: number
  readonly skipped: readonly { readonly path: string; readonly bytes: number; readonly why: string }[]
}

export interface DiffFile {
  readonly path: string
  readonly oldPath?: string
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed' | 'type'
  readonly additions: number | null
  readonly deletions: number | null
  readonly binary: boolean
}

export interface DiffView {
  readonly base: string
  readonly head: string
  readonly files: readonly DiffFile[]
  readonly patch: string
  readonly truncated: boolean
}

export interface Workspaces {
  /** INVALID_PATH, NOT_A_GIT_REPO, PROJECT_UNBORN, WORKTREE_UNSUPPORTED. */
  inspect(path: string): Promise<RepositoryFacts>
  /** A bounded best-effort fetch; never fails. */
  refresh(repoPath: string): Promise<RepositoryFacts | null>
  /** BASE_REF_NOT_FOUND. A branch name prefers its remote-tracking twin when that is ahead and contains it. */
  resolveBase(repoPath: string, ref: string): Promise<{ readonly ref: string; readonly commit: string }>
  /** INVALID_BRANCH, BRANCH_CHECKED_OUT_ELSEWHERE, BRANCH_NAMESPACE_TAKEN. Answers whether the branch exists. */
  checkBranch(repoPath: string, branch: string): Promise<'new' | 'existing'>
  /** `worktree add --no-checkout` serialised per repository, then checkout with parallel workers outside that lock. */
  create(request: WorktreeRequest): Promise<void>
  /** Own empty directory with its own private git. */
  createScratch(path: string): Promise<void>
  /** Links, copies and `.worktreeinclude` files from the registered checkout; keeps them out of `git status`. */
  place(request: {
    readonly repoPath: string
    readonly path: string
    readonly link: readonly string[]
    readonly copy: readonly string[]
    /** Files Drover itself must place, covered by one anchored exclude pattern. */
    readonly files?: readonly { readonly path: string; readonly content: string }[]
  }): Promise<void>
  /** Undoes `create` for a spawn that failed: removes the tree, and the branch if this spawn made it and it has no commit of its own. */
  discard(request: {
    readonly repoPath: string | null
    readonly path: string
    readonly branch: string | null
    readonly madeBranch: boolean
    readonly base: string | null
  }): Promise<void>
  state(path: string): Promise<TreeState>
  /** Removes a clean worktree (never with --force on work); WORKSPACE_DIRTY otherwise. Prunes its registration. */
  remove(request: { readonly repoPath: string | null; readonly path: string }): Promise<void>
  /**
   * Deletes the branch only when its commits are contained in the base branch or on a remote. Answers whether it did;
   * with `dryWithout` it only answers whether it would, were the worktree at that path gone.
   */
  deleteBranchIfContained(request: {
    readonly repoPath: string
    readonly branch: string
    readonly baseRef: string
    readonly dryWithout?: string
  }): Promise<boolean>
  /** Adds the worktree again on its branch (for restore after cleanup); `base` starts the branch again if it was deleted. */
  readd(request: {
    readonly repoPath: string
    readonly path: string
    readonly branch: string
    readonly base?: string
  }): Promise<void>
  /** Worktrees git knows in a repository, for doctor. */
  listWorktrees(
    repoPath: string,
  ): Promise<readonly { readonly path: string; readonly branch: string | null; readonly prunable: boolean }[]>

  /** null when nothing changed since `unlessSameAs`. SNAPSHOT_FAILED when a path cannot be saved. */
  snapshot(request: SnapshotRequest): Promise<SnapshotMade | null>
  /** Writes a snapshot into an empty or new directory, or back into the worktree (after the caller saved the present). */
  recover(request: {
    readonly repoPath: string
    readonly commit: string
    readonly to: string
    readonly intoWorktree: boolean
  }): Promise<{ readonly files: number }>
  /** Puts a new worktree's files at a snapshot's content, as uncommitted work on top of its parent. */
  pruneSnapshots(repoPath: string, refs: readonly string[]): Promise<void>
  /** From a commit (or the empty tree) to another commit, or to the present tree when `to` is null. */
  diff(request: {
    readonly path: string
    readonly from: string
    readonly to: string | null
    readonly maxBytes: number
    readonly file?: string
  }): Promise<DiffView>
  /** Files of the present tree that differ from the base. */
  files(request: { readonly path: string; readonly base: string }): Promise<readonly DiffFile[]>
  mergeBase(path: string, base: string): Promise<string | null>
}
