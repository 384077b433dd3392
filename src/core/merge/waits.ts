/** Which merges wait for the operator's word: proven and not approved, or left to a person. Pure. */
import type { Merge } from '#contract/merge'

type Facts = Pick<Merge, 'state' | 'needsApproval'>

/** Proven, and waiting for the operator's word; without a reason it is landing. */
export const isWaiting = ({ state, needsApproval }: Facts): boolean => state === 'ready' && needsApproval.length > 0

export const waitsForSomebody = (merge: Facts): boolean => isWaiting(merge) || merge.state === 'needs_human'
