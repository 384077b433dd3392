/**
 * Repositories, workspaces (worktrees) and snapshots. Every git call uses argv arrays, runs no hook of the repository,
 * never prompts, and has a timeout. Nothing here decides whether something should be removed; it reports what it sees and
 * refuses what would lose work.
 */
import type { SkippedFile, SnapshotReason } from '#contract/session'

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
  /** The repository that the tree is a worktree of: it is saved there also when the tree's own `.git` leads elsewhere. */
  readonly repoPath?: string | null
  readonly n: number
  readonly reason: SnapshotReason
  readonly maxFileBytes: number
  /** How much is read at most: untracked files, and bytes in all. What does not fit is told as skipped. Without: no bound. */
  readonly budget?: SnapshotBudget
  /** Also save ignored files up to this size in all (cleanup keeps `.env` and local databases). */
  readonly ignoredBytes?: number
  /** Do not make one when the tree equals this earlier snapshot commit. */
  readonly unlessSameAs?: string | null
  /** The ref that holds `unlessSameAs`: what it needs is not stored again. */
  readonly heldBy?: string
}

export interface SnapshotBudget {
  readonly files: number
  readonly bytes: number
}

export interface SnapshotMade {
  readonly ref: string
  readonly commit: string
  readonly parent: string | null
  readonly files: number
  readonly additions: number
  readonly deletions: number
  readonly skipped: readonly SkippedFile[]
}

/** A file or a nested repository of a snapshot that could not be written, by its path. */
export interface MissingPart {
  readonly path: string
  /**
   * `object_missing`: its content is gone from the store; `repository_missing`: so is all of a nested repository;
   * `history_missing`: its files are there, not the commits that it needs to be a repository again; `in_the_way`: other
   * files stand at its place.
   */
  readonly why: 'object_missing' | 'repository_missing' | 'history_missing' | 'in_the_way'
  readonly commit?: string
}

export interface DiffFile {
  readonly path: string
  readonly oldPath?: string
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed' | 'type'
  readonly additions: number | null
  readonly deletions: number | null
  readonly binary: boolean
  /** Its content was not read; the counts are null then. */
  readonly skipped?: Omit<SkippedFile, 'path'>
  /** A word for this very difference; another one has another. Only where it was asked for. */
  readonly mark?: string
}

export interface DiffView {
  readonly base: string
  readonly head: string
  readonly files: readonly DiffFile[]
  readonly patch: string
  readonly truncated: boolean
}

export interface NamedCommit {
  readonly hash: string
  readonly subject: string
  /** Drover made it, of what an agent left. */
  readonly byDrover: boolean
}

/** A snapshot ref of this home as it stands in a repository. */
export interface SnapshotRef {
  readonly ref: string
  readonly commit: string
  readonly sessionId: string
  readonly n: number
  /** Every object that it needs is there. */
  readonly whole: boolean
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
  state(path: string, repoPath?: string | null): Promise<TreeState>
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
  /**
   * Removes a directory that no row names, with its registration and its branch where other branches hold all of it. One
   * that holds anything the repository does not stays; answers what that is, nothing when it is gone.
   */
  removeOrphan(request: {
    readonly repoPath: string
    readonly path: string
    readonly branch: string
  }): Promise<readonly string[]>
  /** Session numbers of a project whose default branch cannot be made: a branch of that name is there, maybe another home's. */
  usedNumbers(repoPath: string, projectId: string): Promise<ReadonlySet<number>>
  /** Worktrees git knows in a repository, for doctor. */
  listWorktrees(
    repoPath: string,
  ): Promise<readonly { readonly path: string; readonly branch: string | null; readonly prunable: boolean }[]>

  /**
   * null when nothing changed since `unlessSameAs`. SNAPSHOT_FAILED when a path cannot be saved; with `details.taken` when
   * that number has a ref already: the highest that has one.
   */
  snapshot(request: SnapshotRequest): Promise<SnapshotMade | null>
  /** The same, and how many files differ from `base`, by one look at the tree; null where only `files` can tell. */
  saveAndCount(
    request: SnapshotRequest & { readonly base: string },
  ): Promise<{ readonly made: SnapshotMade | null; readonly changed: number | null }>
  /** Writes a snapshot into an empty or new directory, or back into the worktree (after the caller saved the present). */
  recover(request: {
    readonly repoPath: string
    readonly commit: string
    readonly to: string
    readonly intoWorktree: boolean
    /** Larger files of the work tree are in no snapshot, so they are left alone. Default: 50 MB. */
    readonly maxFileBytes?: number
  }): Promise<{
    readonly files: number
    /** Present files that the snapshot would change and that are left alone because nothing could save them. */
    readonly left: readonly string[]
    /** What the snapshot has and could not be written; everything else is. */
    readonly missing: readonly MissingPart[]
  }>
  /**
   * Deletes the refs that still name these commits: this home's, and those from before refs carried a home. Whatever
   * another home made, or moved, stays.
   */
  pruneSnapshots(
    repoPath: string,
    snapshots: readonly { readonly ref: string; readonly commit: string }[],
  ): Promise<void>
  /** The snapshot refs of this home, and older ones that `known` names. */
  surveySnapshots(repoPath: string, known: readonly string[]): Promise<readonly SnapshotRef[]>
  /** Of these numbers those that have a ref of this home. One question for all of them, whatever else is there. */
  standingSnapshots(
    repoPath: string,
    names: readonly Pick<SnapshotRef, 'sessionId' | 'n'>[],
  ): Promise<readonly Omit<SnapshotRef, 'whole'>[]>
  /** What a snapshot's commit says about itself; null where it is not one. */
  describeSnapshot(
    repoPath: string,
    commit: string,
  ): Promise<{
    readonly parent: string | null
    readonly reason: string
    readonly at: Date
    readonly skipped: readonly SkippedFile[]
  } | null>
  /** Removes refs whose objects are gone; one that is whole after all stays. Lets packs go that a crash left kept. */
  dropBrokenSnapshots(
    repoPath: string,
    refs: readonly { readonly ref: string; readonly commit: string }[],
  ): Promise<void>
  /** From a commit (or the empty tree) to another commit, or to the present tree when `to` is null; `:index` is what is staged. */
  diff(request: {
    readonly path: string
    readonly repoPath?: string | null
    readonly from: string
    readonly to: string | null
    readonly maxBytes: number
    readonly file?: string
    /** With `file`: what it was called before, so that a rename is seen as one. */
    readonly oldFile?: string
    /** Each file with its mark. */
    readonly marks?: boolean
    /** Larger files of the present tree are not read. Default: 50 MB. */
    readonly maxFileBytes?: number
  }): Promise<DiffView>
  /** The bytes of one file: of a commit, of what is staged (`:index`), or as it stands now (null). null: not there, no file, or larger. */
  content(request: {
    readonly path: string
    readonly repoPath?: string | null
    readonly at: string | null
    readonly file: string
    readonly maxBytes: number
  }): Promise<Buffer | null>
  /** Files of the present tree that differ from the base. */
  files(request: {
    readonly path: string
    readonly repoPath?: string | null
    readonly base: string
    readonly maxFileBytes?: number
  }): Promise<readonly DiffFile[]>
  /** Files of the present tree that git does not ignore, in no order. */
  paths(request: { readonly path: string; readonly repoPath?: string | null }): Promise<readonly string[]>
  mergeBase(path: string, base: string, repoPath?: string | null): Promise<string | null>
  /** A branch that must not exist, at this commit; made nowhere but in the repository. */
  startBranch(request: { readonly repoPath: string; readonly branch: string; readonly base: string }): Promise<void>
  /** The tree's branch and files as this commit has them; ignored files stay. The caller saved the tree before. */
  putBack(request: { readonly path: string; readonly branch: string; readonly commit: string }): Promise<void>
  /** Fast-forwards the tree's branch; false where it cannot follow. */
  follow(request: { readonly path: string; readonly commit: string }): Promise<boolean>
  /**
   * A branch of a remote, here too: made at the commit, or moved forward to it, with the remote's `ref` as the one it is pushed to.
   * One that has more commits stays. HEAD_CHANGED where both have commits of their own.
   */
  adoptBranch(request: {
    readonly repoPath: string
    readonly branch: string
    readonly commit: string
    readonly remote: string
    readonly ref: string
  }): Promise<'made' | 'known'>
  /** Puts a tree without open changes onto a branch that is there; WORKSPACE_DIRTY where something is in the way. */
  switchTo(request: { readonly path: string; readonly branch: string }): Promise<void>
  /** The tree goes on with a new branch from where it stands; no file changes. */
  branchOff(request: { readonly path: string; readonly branch: string }): Promise<void>
  /** Deletes a branch that was adopted, while it is still at this commit and nobody stands on it. */
  dropAdopted(request: { readonly repoPath: string; readonly branch: string; readonly commit: string }): Promise<void>
  /** Commits that `to` has and `from` has not, oldest first, at most so many. */
  commits(request: {
    readonly path: string
    readonly from: string
    readonly to: string
    readonly most: number
  }): Promise<readonly NamedCommit[]>
  /** Adds a line to `.drover/summary.jsonl` of the checkout, unseen by git unless the repository tracks it. */
  addSummary(repoPath: string, line: string): Promise<void>
  /** The commit that a name means in the repository at this path; null where there is none. */
  commitAt(path: string, name: string, repoPath?: string | null): Promise<string | null>
}
