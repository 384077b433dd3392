/**
 * Who closed an issue whose trip has not been seen to land. A commit that says "Closes #n" closes it the moment it is pushed,
 * which may be before anybody has looked at the branch again: only a close that stays unexplained is a person's.
 */

/** How long a landing that closed its own issue may stay unseen. */
export const unexplainedSeconds = 60
/** How long an issue that is not to be seen is waited for: a repository may be moved, hidden or away for a while. */
export const unseenSeconds = 600

export const closedByPerson = ({
  isThere,
  mayBeOurs,
  closedSeconds,
}: {
  /** The tracker tells of it; false: it knows no such issue, or shows it to nobody. */
  readonly isThere: boolean
  /** Something of the trip is on its way to where its words close the issue. */
  readonly mayBeOurs: boolean
  /** Since it was first seen closed, or not seen. */
  readonly closedSeconds: number
}): boolean => (isThere ? !mayBeOurs || closedSeconds >= unexplainedSeconds : closedSeconds >= unseenSeconds)
