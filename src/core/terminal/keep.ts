/** Which screens of programs that left are taken away. What was on them stays readable while somebody may want to read it. Pure. */

export interface KeptScreen {
  readonly launchId: string
  readonly dead: boolean
  /** null: no session knows it. */
  readonly session: {
    /** It is the newest launch of its session. */
    readonly newest: boolean
    readonly ended: boolean
    /** Put out of sight, or its worktree was cleaned up. */
    readonly done: boolean
  } | null
}

/** More than these are not kept of ended sessions. */
export const mostKept = 50

/** In the order in which they were made. */
export function screensToDrop(kept: readonly KeptScreen[]): readonly string[] {
  const dead = kept.filter((one) => one.dead)
  const useless = dead.filter(({ session }) => session === null || !session.newest || session.done)
  const ended = dead.filter((one) => !useless.includes(one) && one.session?.ended === true)
  return [...useless, ...ended.slice(0, Math.max(0, ended.length - mostKept))].map(({ launchId }) => launchId)
}
