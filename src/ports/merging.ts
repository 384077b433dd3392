/**
 * What landing needs of git: what two branches are to each other, a merge in a scratch tree, the lines that a proof is made
 * from, and the few steps that move a branch. Nothing here decides; nothing here overwrites a file that git does not track,
 * forces a push or runs a hook. Commits are full hashes, paths are relative to the repository.
 */
import type { MergeInput } from '#contract/merge'
import type { SnapshotMade } from '#ports/workspace'

export interface Relation {
  /** null: the two have no commit in common. */
  readonly mergeBase: string | null
  /** Commits that only the head has, and that only the base has. */
  readonly ahead: number
  readonly behind: number
}

export interface ConflictFact {
  readonly path: string
  /** content: both sides changed the same text of a plain file. */
  readonly kind: 'content' | 'other'
}

export interface Joined {
  /** null: conflicts are left in the tree. */
  readonly result: string | null
  readonly conflicts: readonly ConflictFact[]
  /** Files whose two sides clash and were joined because the repository's attributes ask for a union. */
  readonly united: readonly string[]
}

export interface ChangedPaths {
  readonly files: number
  readonly insertions: number
  readonly deletions: number
  /** Old names of renamed files too. */
  readonly paths: readonly string[]
}

export interface MergeEvidence {
  readonly parents: readonly string[]
  readonly sides: readonly {
    readonly input: MergeInput
    readonly file: string
    readonly added: readonly { readonly line: number; readonly text: string }[]
    readonly kept: readonly string[]
  }[]
  readonly wholes: readonly { readonly input: MergeInput; readonly file: string; readonly what: string }[]
  readonly merged: readonly {
    readonly file: string
    readonly lines: readonly string[]
    readonly before: readonly (readonly string[])[]
  }[]
}

/** A tree that has the target checked out, or is in the middle of something with it. */
export interface HoldingTree {
  readonly path: string
  readonly checkedOut: boolean
  readonly operation: string | null
  readonly indexLocked: boolean
  readonly changed: readonly string[]
  readonly inTheWay: readonly string[]
}

export type Resolution =
  | { readonly result: string }
  | {
      readonly trouble: 'conflict' | 'unstaged_resolution' | 'wrong_parents'
      readonly paths: readonly string[]
    }

export type LandOutcome =
  | { readonly outcome: 'landed' | 'moved' }
  | { readonly outcome: 'blocked'; readonly why: 'locked' | 'overwrite'; readonly message: string }

export interface RemoteRef {
  /** A name that the repository knows, or an address. */
  readonly remote: string
  readonly ref: string
}

export type RemoteTip = { readonly tip: string | null } | { readonly unreachable: string }

export type PushOutcome =
  | { readonly outcome: 'pushed' | 'moved' }
  | { readonly outcome: 'refused' | 'unreachable'; readonly message: string }

export interface Merging {
  /** Commits of branches by name; null where there is none. INVALID_BRANCH for what cannot be a branch. */
  branches(repoPath: string, names: readonly string[]): Promise<readonly (string | null)[]>
  /** The local branch that a session's base means; null when it is none (a tag, a bare commit). */
  targetOf(repoPath: string, baseRef: string): Promise<string | null>
  relation(request: { readonly repoPath: string; readonly head: string; readonly base: string }): Promise<Relation>
  /** First lines of the commits that only `to` has, oldest first, at most so many (the newest of them). */
  subjects(request: {
    readonly repoPath: string
    readonly from: string
    readonly to: string
    readonly most: number
  }): Promise<readonly string[]>
  /** Whole messages of the commits that only `to` has, newest first, at most so many. */
  messages(request: {
    readonly repoPath: string
    readonly from: string
    readonly to: string
    readonly most: number
  }): Promise<readonly { readonly commit: string; readonly text: string }[]>
  /** Is `commit` in the history of `of`, a commit or a full ref? false also where `of` is not there. */
  contains(request: { readonly repoPath: string; readonly of: string; readonly commit: string }): Promise<boolean>
  /** What a merge would come to, without a tree. ABILITY_MISSING where git is too old. */
  predict(request: {
    readonly repoPath: string
    readonly base: string
    readonly source: string
    readonly mergeBase: string
  }): Promise<{
    readonly conflicts: readonly ConflictFact[]
    readonly united: readonly string[]
    readonly tree: string
  }>
  changes(request: { readonly repoPath: string; readonly from: string; readonly to: string }): Promise<ChangedPaths>

  /** A scratch worktree of Drover's own, detached at the commit, exactly its files; made, or put back to it. */
  prepare(request: { readonly repoPath: string; readonly path: string; readonly commit: string }): Promise<void>
  /** Removes a scratch worktree with all that is in it. */
  discard(request: { readonly repoPath: string; readonly path: string }): Promise<void>
  /** In a prepared tree at the base: merges, and commits when nothing is left to resolve. */
  join(request: {
    readonly path: string
    readonly base: string
    readonly source: string
    readonly mergeBase: string
    readonly message: string
  }): Promise<Joined>
  /** Settles these content conflicts by keeping both sides; commits when they were the last ones. */
  unite(request: {
    readonly path: string
    readonly paths: readonly string[]
    readonly commit: { readonly message: string } | null
  }): Promise<string | null>
  /** What a person made of the conflicts in the tree, as a commit of exactly these two. */
  resolution(request: {
    readonly path: string
    readonly base: string
    readonly source: string
    readonly message: string
  }): Promise<Resolution>
  evidence(request: {
    readonly repoPath: string
    readonly base: string
    readonly source: string
    readonly mergeBase: string
    readonly result: string
  }): Promise<MergeEvidence>

  /** Keeps commits of a merge from being collected, by refs of its own. */
  keep(request: {
    readonly repoPath: string
    readonly id: string
    readonly commits: Readonly<Record<string, string>>
  }): Promise<void>
  /** Merges of this home that have such refs. */
  kept(repoPath: string): Promise<readonly string[]>
  forget(request: { readonly repoPath: string; readonly id: string }): Promise<void>
  /** Saves a tree to a hidden ref of the merge; null when it is as its HEAD. SNAPSHOT_FAILED. */
  save(request: {
    readonly path: string
    readonly id: string
    readonly maxFileBytes: number
  }): Promise<SnapshotMade | null>

  /** Trees that have the target checked out or hold it, with what keeps the result out of them. */
  holders(request: {
    readonly repoPath: string
    readonly target: string
    readonly base: string
    readonly result: string
  }): Promise<readonly HoldingTree[]>
  /** `merge --ff-only` in that tree, while its HEAD is the target at `expect`. */
  fastForward(request: {
    readonly path: string
    readonly target: string
    readonly expect: string
    readonly result: string
  }): Promise<LandOutcome>
  /** Compare-and-swap of a branch that is checked out nowhere. */
  moveRef(request: {
    readonly repoPath: string
    readonly id: string
    readonly target: string
    readonly expect: string
    readonly result: string
  }): Promise<LandOutcome>

  /** Where a branch is pushed to; null without a remote. */
  remoteOf(repoPath: string, target: string): Promise<RemoteRef | null>
  /** The remote's commit of that ref, fetched; null when it has none. */
  fetchTip(request: { readonly repoPath: string } & RemoteRef): Promise<RemoteTip>
  /** What this repository knows of the remote's ref without asking; null: nothing. */
  knownTip(request: { readonly repoPath: string } & RemoteRef): Promise<string | null>
  /** Why the remote would not take a push of this commit, as far as it says without one; null: it would. */
  whyNoPush(request: { readonly repoPath: string; readonly commit: string } & RemoteRef): Promise<string | null>
  /** A push, read back; plain, or over exactly the commit of `lease` (null: none is there) and over nothing else. */
  push(
    request: { readonly repoPath: string; readonly result: string; readonly lease?: string | null } & RemoteRef,
  ): Promise<PushOutcome>

  /** What is not committed in a tree of the repository at `repoPath`; `operation` while git is in the middle of something there. */
  leftovers(
    path: string,
    repoPath?: string | null,
  ): Promise<{
    readonly files: readonly string[]
    readonly nested: readonly string[]
    readonly operation: string | null
    /** The commit that the tree stands on. */
    readonly head: string
    /** Another word as soon as one of the files is another: their names, sizes and times. */
    readonly stamp: string
  }>
  /**
   * Brings the commit into the branch of a tree without open changes. Conflicts: the tree is as it was, or, with `leave`, in
   * the middle of that merge.
   */
  update(request: {
    readonly path: string
    readonly repoPath?: string | null
    readonly commit: string
    readonly message: string
    readonly leave: boolean
  }): Promise<{ readonly head: string; readonly conflicts: readonly string[] }>
  /** Commits these files as they are, in the user's name. Answers the commit. */
  commitAll(request: {
    readonly path: string
    readonly repoPath?: string | null
    readonly files: readonly string[]
    readonly message: string
  }): Promise<string>
}
