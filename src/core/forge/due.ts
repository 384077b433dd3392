/** Which pull requests are looked at in a round, so that one that rests costs nothing but its repository's unchanged list. Pure. */
import type { PullRequest } from '#contract/pr'

export type DueFacts = Pick<PullRequest, 'ci' | 'threads' | 'mergeability' | 'updatedAt' | 'seenAt'>

const second = 1000
const minute = 60 * second
/** Threads are resolved without a word in any list. */
export const threadsEveryMs = 60 * second
/** What no list and no check tells: a base that moved, rules that changed. */
export const restingEveryMs = 5 * minute
/** Checks begin late. */
const youngMs = 10 * minute

/** A clock that was set back ages nothing. */
const since = (at: string, nowMs: number): number => Math.abs(nowMs - Date.parse(at))

export function isDue(pr: DueFacts, listMoved: boolean, nowMs: number): boolean {
  if (listMoved) return true
  const rested = since(pr.seenAt, nowMs)
  if (pr.mergeability === 'unknown' && rested >= 5 * second) return true
  if ((pr.threads === null || pr.threads.length > 0) && rested >= threadsEveryMs) return true
  return rested >= restingEveryMs
}

/** Whether its checks are asked about by themselves: they may change without a word in the list. */
export function watchesChecks({ ci, updatedAt }: Pick<DueFacts, 'ci' | 'updatedAt'>, nowMs: number): boolean {
  if (ci === 'none') return nowMs - Date.parse(updatedAt) < youngMs
  return ci !== 'passing'
}
