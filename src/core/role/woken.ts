/**
 * What the words that begin a turn ask of a session that owes a report or has given one. Knows no store; who wrote them and of
 * which type they are is all that counts. What a turn without a report leads to is `turn-contract.ts`.
 */
import type { UserSource } from '#contract/agent-event'
import type { MailType } from '#contract/mail'
import type { ReportState } from '#contract/role'

/** What a nudge says when whoever sends it adds no words of their own. */
export const plainReminder =
  'This is a reminder. Go on with your work; if it is done, report it; if something keeps you, say what it is.'

export interface Said {
  readonly source: UserSource
  /** null: words that came by no mail. */
  readonly type: MailType | null
  readonly body: string
}

/** `goes-on`: the daemon's own words and its news. `reminds`: of what is owed already. `asks`: for something more. */
export type Weight = 'goes-on' | 'reminds' | 'asks'

/** Of all that one turn brings, the heaviest: news beside somebody's words takes nothing from them. */
export function weightOf(words: readonly Said[]): Weight {
  const others = words.filter(({ source }) => source !== 'daemon')
  if (others.length === 0) return 'goes-on'
  return others.every(({ type, body }) => type === 'health_check' && body === plainReminder) ? 'reminds' : 'asks'
}

/** A reminder asks again for a report that was given up, and for none of one that has given it. */
export function isOwedAgain(report: ReportState, weight: Weight): boolean {
  if (weight === 'asks') return report !== 'owed'
  return weight === 'reminds' && report === 'missing'
}
