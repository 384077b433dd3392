/**
 * Whether a branch may be offered to a target, and whether a session's files may be touched, from facts; each refusal with
 * its code. Looking at the repository, and the merge itself, is left to the flows.
 */
import type { Refusal } from '#contract/error'
import type { Phase } from '#contract/session'

type Verdict = 'accept' | Refusal

const forbidden = (message: string): Refusal => ({
  refused: 'FORBIDDEN_SCOPE',
  message,
  hint: 'An agent offers its own branch with `drover merge "$DROVER_SESSION_ID"`; the operator says where it lands.',
})

/** What was said in an offer; `own`: the session that is named, if one is, is the asker. */
export interface OfferWords {
  readonly into: boolean
  readonly push: boolean
  readonly priority: boolean
  readonly branch: boolean
  readonly session: 'none' | 'own' | 'other'
}

/** An agent offers its own branch, named or not; where it lands, and when, is not its to say. */
export function decideOffer(words: OfferWords, agent: boolean): Verdict {
  if (!agent) return 'accept'
  if (words.into) return forbidden('An agent names no target.')
  if (words.push || words.priority) return forbidden('Push and priority are the operator’s.')
  if (words.branch || words.session === 'other') return forbidden('An agent merges its own session alone.')
  return 'accept'
}

export interface PairFacts {
  readonly branch: string
  readonly target: string
  readonly repoPath: string
  /** null: there is no such branch. */
  readonly head: string | null
  readonly base: string | null
}

/** Both commits, once both branches are there and are two. */
export function decidePair(facts: PairFacts): { readonly head: string; readonly base: string } | Refusal {
  const { branch, target, repoPath, head, base } = facts
  if (branch === target)
    return {
      refused: 'MERGE_BLOCKED',
      message: `${branch} cannot be merged into itself.`,
      hint: 'Name another target with --into.',
    }
  if (head === null)
    return {
      refused: 'BASE_REF_NOT_FOUND',
      message: `There is no branch ${branch} in ${repoPath}.`,
      hint: 'Name a session or a branch of the project.',
    }
  if (base === null)
    return {
      refused: 'MERGE_TARGET_MISSING',
      message: `There is no branch ${target} in ${repoPath}.`,
      hint: 'Name a branch that exists with --into.',
    }
  return { head, base }
}

export interface RelationFacts {
  readonly branch: string
  readonly target: string
  readonly mergeBase: string | null
  readonly ahead: number
}

/** The commit that both come from, once the branch has something of its own. */
export function decideRelation(facts: RelationFacts): { readonly mergeBase: string } | Refusal {
  const { branch, target, mergeBase, ahead } = facts
  if (mergeBase === null)
    return {
      refused: 'MERGE_BLOCKED',
      message: `${branch} and ${target} have no commit in common.`,
      hint: 'Branches of two different histories are not merged.',
    }
  if (ahead === 0)
    return {
      refused: 'MERGE_NOTHING',
      message: `${target} has every commit of ${branch} already.`,
      hint: 'What is not committed yet is committed and landed with: drover land <session>',
    }
  return { mergeBase }
}

/** Nobody is at work in its files. */
export function decideQuiet(facts: {
  readonly id: string
  readonly phase: Phase
  readonly turnRunning: boolean
}): Verdict {
  const { id } = facts
  if (facts.phase === 'starting')
    return {
      refused: 'SESSION_STARTING',
      message: `Session ${id} is starting; its files are being made.`,
      hint: 'Try again when it has started.',
    }
  if (facts.turnRunning)
    return {
      refused: 'TURN_IN_PROGRESS',
      message: `Session ${id} is in a turn; its files are in use.`,
      hint: `Wait for its end, or cancel it: drover cancel ${id}`,
    }
  return 'accept'
}

/** A merge, a rebase, a bisect that somebody began in the tree is theirs to finish. */
export function decideNoOperation(path: string, operation: string | null): Verdict {
  if (operation === null) return 'accept'
  return {
    refused: 'MERGE_BLOCKED',
    message: `A ${operation} is under way in ${path}.`,
    hint: 'Let the agent finish it, or finish it there by hand.',
  }
}

export interface TreeFacts {
  readonly id: string
  readonly path: string
  readonly branch: string
  /** Where the branch stands, and where the tree does. */
  readonly head: string
  readonly standsOn: string
  readonly operation: string | null
  readonly files: readonly string[]
}

/** Only a clean tree on its own branch is brought up to date. */
export function decideUpdate({ id, path, branch, head, standsOn, operation, files }: TreeFacts): Verdict {
  const busy = decideNoOperation(path, operation)
  if (busy !== 'accept') return busy
  if (standsOn !== head)
    return {
      refused: 'MERGE_BLOCKED',
      message: `${path} does not stand on ${branch}.`,
      hint: `Let the agent go back to it: git switch ${branch}`,
    }
  if (files.length > 0)
    return {
      refused: 'WORKSPACE_DIRTY',
      message: `${id} has ${files.length} files that are not committed.`,
      hint: `Commit them first: drover session commit ${id}`,
      details: { files: files.slice(0, 100) },
    }
  return 'accept'
}
