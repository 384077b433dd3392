/** What rings when a trip is over: landed, given to a person, or frozen. Withdrawn is a person's own doing, and rings nowhere. Pure. */
import type { Trip } from '#contract/trip'

const kinds = { done: 'done', escalated: 'needs-human', frozen: 'frozen' } as const
export type BellKind = (typeof kinds)[keyof typeof kinds]

const headlines: Readonly<Record<BellKind, string>> = {
  done: '[DONE] {} landed',
  'needs-human': '[NEEDS-HUMAN] {} needs a human',
  frozen: '[FROZEN] {} frozen — budget exhausted',
}

export interface Bell {
  readonly key: string
  readonly kind: BellKind
  readonly title: string
  readonly body: string
  readonly path: string
}

export function bellOf(trip: Pick<Trip, 'id' | 'repo' | 'issue' | 'state' | 'reason' | 'title'>): Bell | null {
  if (trip.state !== 'done' && trip.state !== 'escalated' && trip.state !== 'frozen') return null
  const kind = kinds[trip.state]
  return {
    key: `${trip.id}/${kind}`,
    kind,
    title: headlines[kind].replace('{}', `${trip.repo}#${trip.issue}`),
    body: `${trip.title}: ${trip.reason}`,
    path: `/trips/${trip.id}`,
  }
}
