/**
 * Where a proven merge lands: by fast-forward in the one tree that has the target checked out, by moving the ref where nobody
 * has it checked out, or not now, with what stands in the way. Never over anybody's work.
 */
import type { MergeReason } from '#contract/merge'

/** One work tree of the repository that has the target checked out, or is in the middle of something with it. */
export interface TreeFacts {
  readonly path: string
  /** HEAD is on the target. false: the target is only held by an operation (a rebase or a bisection of it). */
  readonly checkedOut: boolean
  /** git's word for what is under way. */
  readonly operation: string | null
  readonly indexLocked: boolean
  /** Tracked or staged changes. */
  readonly changed: readonly string[]
  /** Files that are not tracked and stand where the result has one. */
  readonly inTheWay: readonly string[]
  /** The session whose agent works in it right now. */
  readonly workingSession: string | null
}

export type LandingPlace =
  | { readonly how: 'fast-forward'; readonly path: string }
  | { readonly how: 'move-ref' }
  | { readonly how: 'blocked'; readonly reason: MergeReason }

const blocked = (code: MergeReason['code'], message: string, paths: readonly string[] = []): LandingPlace => ({
  how: 'blocked',
  reason: { code, message, ...(paths.length === 0 ? {} : { paths: paths.slice(0, 100) }) },
})

export function chooseLanding(
  target: string,
  trees: readonly TreeFacts[],
  policy: { readonly checkout: 'fast-forward' | 'refuse' },
): LandingPlace {
  const busy = trees.find((tree) => tree.operation !== null)
  if (busy !== undefined)
    return blocked(
      'operation_under_way',
      `A ${busy.operation} is under way in ${busy.path}; finish or abort it there first.`,
    )
  const [tree, other] = trees.filter((one) => one.checkedOut)
  if (tree === undefined) return { how: 'move-ref' }
  if (other !== undefined)
    return blocked(
      'checked_out_twice',
      `${target} is checked out in ${tree.path} and in ${other.path}; switch one of them to another branch first.`,
      [tree.path, other.path],
    )
  return blockedIn(target, tree, policy) ?? { how: 'fast-forward', path: tree.path }
}

function blockedIn(
  target: string,
  tree: TreeFacts,
  policy: { readonly checkout: 'fast-forward' | 'refuse' },
): LandingPlace | null {
  if (policy.checkout === 'refuse')
    return blocked(
      'checkout_refused',
      `${target} is checked out in ${tree.path}, and merge.checkout = "refuse" keeps Drover out of it; switch that tree to another branch first.`,
    )
  if (tree.workingSession !== null)
    return blocked(
      'session_working',
      `${tree.workingSession} is in a turn in ${tree.path}, where ${target} is checked out; wait for its end.`,
    )
  if (tree.indexLocked)
    return blocked(
      'index_locked',
      `The index of ${tree.path} is locked: another git works there, or left its lock file behind.`,
      ['index.lock'],
    )
  if (tree.changed.length > 0)
    return blocked(
      'target_dirty',
      `${tree.path} has uncommitted changes on ${target}; commit or stash them first.`,
      tree.changed,
    )
  if (tree.inTheWay.length > 0)
    return blocked(
      'untracked_in_the_way',
      `Files that git does not track stand in ${tree.path} where the merge has files of its own; move them away first.`,
      tree.inTheWay,
    )
  return null
}
