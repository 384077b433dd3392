/**
 * May one look at all screens be believed? A server that was asked under a wrong name, or that does not know its own screens
 * any more, makes everything look dead at once; agents do not die so. Pure: who looks, and what follows, is the flows'.
 */

export interface LookedAt {
  /** Its screen is gone, or its program is. */
  readonly looksDead: boolean
  /** Its end was recorded by whoever waited for it: then it is no matter of looks. */
  readonly recorded: boolean
}

/** As many at once, and over half of all, are no coincidence. */
const tooMany = 5

/** believed: each stands for itself. mass_death: this pass counts for nothing, and is told to people. */
export function weighPass(seen: readonly LookedAt[]): 'believed' | 'mass_death' {
  const open = seen.filter(({ recorded }) => !recorded)
  const dead = open.filter(({ looksDead }) => looksDead).length
  return dead >= tooMany && dead * 2 > open.length ? 'mass_death' : 'believed'
}
