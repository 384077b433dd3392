/**
 * Who closed an issue whose trip has not been seen to land. A commit that says "Closes #n" closes it the moment it is pushed,
 * which may be before anybody has looked at the branch again: only a close that stays unexplained is a person's.
 */

/** How long a landing that closed its own issue may stay unseen. */
export const unexplainedSeconds = 60

export const closedByPerson = ({
  mayBeOurs,
  closedSeconds,
}: {
  /** Something of the trip is on its way to where its words close the issue. */
  readonly mayBeOurs: boolean
  /** Since it was first seen closed. */
  readonly closedSeconds: number
}): boolean => !mayBeOurs || closedSeconds >= unexplainedSeconds
