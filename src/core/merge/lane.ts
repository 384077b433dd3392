/**
 * Which merge of a lane comes next. A lane is one target of one project: its merges land one after the other, in the order in
 * which they were asked for, unless one is more urgent; whoever waits grows more urgent, so that nobody waits for ever.
 */
export interface Waiting {
  readonly id: string
  readonly priority: number
  readonly createdAt: string
}

/** Waiting so long counts as much as one step of priority. */
export const ageStepMs = 5 * 60_000

export const mostPriority = 100

/** `m-12` -> 12: the order of the queue. */
export const numberOf = (id: string): number => Number(id.slice(2))

export function urgency(merge: Waiting, nowMs: number): number {
  const waited = Math.max(0, nowMs - Date.parse(merge.createdAt))
  return merge.priority + Math.floor(waited / ageStepMs)
}

export function pickNext<W extends Waiting>(waiting: readonly W[], nowMs: number): W | null {
  let best: W | null = null
  for (const one of waiting) {
    if (best === null || comesBefore(one, best, nowMs)) best = one
  }
  return best
}

/** All of them, the next one first. */
export const inOrder = <W extends Waiting>(waiting: readonly W[], nowMs: number): readonly W[] =>
  [...waiting].sort((one, other) => (comesBefore(one, other, nowMs) ? -1 : 1))

function comesBefore(one: Waiting, other: Waiting, nowMs: number): boolean {
  const difference = urgency(one, nowMs) - urgency(other, nowMs)
  return difference !== 0 ? difference > 0 : numberOf(one.id) < numberOf(other.id)
}

export const laneKey = (projectId: string, target: string): string => `${projectId} ${target}`
