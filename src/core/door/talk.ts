/** Keys under which conversations of the talk page are kept, and whether one that is held still fits its persona. Pure. */

/** The conversation that is held with a persona now. No name of a persona has a colon. */
export const talkPrefix = 'talk:'
export const talkKey = (persona: string): string => `${talkPrefix}${persona}`

/** Messages that were said, by the ids that pages gave them. */
export const saidPrefix = (persona: string): string => `said:${persona}:`
export const saidKey = (persona: string, hashed: string): string => `${saidPrefix(persona)}${hashed}`

/** Of a message whose conversation was put away: it was said all the same. */
export const putAway = ''

export interface HeldTalk {
  readonly phase: 'starting' | 'live' | 'ended'
  readonly harness: string
  readonly projectId: string
}

/**
 * What the next words need: `go-on`; `restore` where it has ended; `begin` where there is none, or where the persona is played
 * elsewhere by now: another harness or another project is another conversation.
 */
export function nextTalk(
  held: HeldTalk | null,
  wanted: { readonly harness: string; readonly projectId: string },
): 'begin' | 'restore' | 'go-on' {
  if (held === null || held.harness !== wanted.harness || held.projectId !== wanted.projectId) return 'begin'
  return held.phase === 'ended' ? 'restore' : 'go-on'
}
