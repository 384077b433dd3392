/** Words for work of a lane that could not be joined to the relay's branch: what stood in the way, and what becomes of its task. Pure. */
import type { MergeReason } from '#contract/merge'

const most = 3

/** The advice of the merge itself is for its tree, which is put away: the task is done again on top of what is there. */
export function whyUnfit(reason: MergeReason | null): string {
  if (reason === null) return 'It could not be joined.'
  const paths = reason.code === 'conflict' ? (reason.paths ?? []) : []
  if (paths.length === 0) return reason.message
  const more = paths.length > most ? ` and ${paths.length - most} more` : ''
  return `Others changed the same lines of ${paths.slice(0, most).join(', ')}${more}.`
}

export const unfitNote = (task: string | null, why: string, worn: boolean): string =>
  `${task ?? 'A round'} did not fit to the work of the other lanes and ${worn ? 'is given up' : 'is done again on top of it'}: ${why}`
