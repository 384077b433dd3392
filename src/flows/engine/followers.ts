/**
 * How subjects meet: each says here what it does after a turn, at a tick, after a change, at boot and at the end, and none
 * calls another's insides. Owns order and isolation: followers run in the order of their list, and one that fails is logged
 * and harms no other. What they do is theirs.
 */
import type { Change } from '#contract/change'
import type { Log } from '#ports/log'

export interface Follower {
  /** For the log. */
  readonly name: string
  /** In the session's own line of work, once no turn runs in it. */
  afterTurn?(sessionId: string): Promise<void>
  /** Once a second; `round` counts from 0. A round begins only when the last one is over. */
  atTick?(round: number): Promise<void> | void
  /** After the commit, in commit order, synchronously: note it and do the work elsewhere. */
  afterChange?(change: Change): void
  /** After running agents were found again, before the API says ready. */
  atBoot?(): Promise<void> | void
  /** The daemon stops: begin nothing new; resolves when nothing more is written. */
  atStop?(agents: 'stop' | 'keep'): Promise<void>
}

export interface Followers {
  afterTurn(sessionId: string): Promise<void>
  atTick(round: number): Promise<void>
  afterChanges(changes: readonly Change[]): void
  atBoot(): Promise<void>
  atStop(agents: 'stop' | 'keep'): Promise<void>
}

export function createFollowers(list: readonly Follower[], log: Log): Followers {
  const failed = (follower: Follower, when: string, cause: unknown): void =>
    log.error('a follower failed', { follower: follower.name, when, cause })
  const each = async (when: string, act: (follower: Follower) => Promise<void> | void): Promise<void> => {
    for (const follower of list) {
      try {
        await act(follower)
      } catch (cause) {
        failed(follower, when, cause)
      }
    }
  }
  const listening = list.filter((follower) => follower.afterChange !== undefined)
  return {
    afterTurn: (sessionId) => each('after a turn', (follower) => follower.afterTurn?.(sessionId)),
    atTick: (round) => each('at a tick', (follower) => follower.atTick?.(round)),
    afterChanges(changes) {
      for (const change of changes)
        for (const follower of listening) {
          try {
            follower.afterChange?.(change)
          } catch (cause) {
            failed(follower, 'after a change', cause)
          }
        }
    },
    atBoot: () => each('at boot', (follower) => follower.atBoot?.()),
    atStop: (agents) => each('at the end', (follower) => follower.atStop?.(agents)),
  }
}
