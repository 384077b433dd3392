/** What an issue's words, labels and history say to the loop. Pure; asks nobody. */

/** Every `#n` that follows "blocked by" on its line, in order, once. A bare `#7` blocks nothing. */
export function blockedBy(body: string | null): readonly number[] {
  const found = new Set<number>()
  for (const [, rest = ''] of (body ?? '').matchAll(/blocked by\b(.*)$/gim))
    for (const [, n] of rest.matchAll(/#(\d{1,9})/g)) found.add(Number(n))
  return [...found]
}

/** Lower is more urgent; the lowest of several labels counts, words that are no number do not. */
export function priorityOf(labels: readonly string[], unlabelled = 0): number {
  const given = labels.flatMap((label) => {
    const [, n] = /^priority:(-?\d{1,6})$/.exec(label) ?? []
    return n === undefined ? [] : [Number(n)]
  })
  return given.length === 0 ? unlabelled : Math.min(...given)
}

export const trustedAssociations = ['OWNER', 'MEMBER', 'COLLABORATOR'] as const

interface LabelEvent {
  readonly kind: string
  readonly label: string | null
  readonly actor: string | null
  readonly association: string | null
  readonly at: string
}

/** The latest time that this label was given; null: nobody is known to have given it. */
export function labelledBy<T extends LabelEvent>(events: readonly T[], label: string): T | null {
  const given = events.filter((event) => event.kind === 'labeled' && event.label === label)
  return given.reduce<T | null>((last, event) => (last === null || event.at >= last.at ? event : last), null)
}

export type Trust = 'trusted' | 'untrusted' | 'unknown'

/**
 * An association that the tracker tells is believed; else what the permission API says of whoever gave the label. What is not
 * known is never trusted.
 */
export function trustOf(
  given: Pick<LabelEvent, 'actor' | 'association'> | null,
  permission: 'admin' | 'write' | 'read' | 'none' | 'unknown',
  trusted: readonly string[] = trustedAssociations,
): Trust {
  if (given === null) return 'untrusted'
  if (given.association !== null && trusted.includes(given.association)) return 'trusted'
  if (permission === 'admin' || permission === 'write') return 'trusted'
  return permission === 'unknown' ? 'unknown' : 'untrusted'
}

interface Words {
  readonly author: string
  readonly updatedAt: string
}

/**
 * Who changed words of the issue after it was labelled and has no right to give orders; null: nobody is known to. `mayWrite`
 * says it of a login. The tracker tells no time for a body's change: an issue of such an author that changed after everything
 * that is in its history counts as changed by its author.
 */
export function changedAfter(
  labelledAt: string,
  issue: Words,
  comments: readonly Words[],
  history: readonly { readonly at: string }[],
  mayWrite: (login: string) => boolean,
): string | null {
  const late = comments.find((comment) => comment.updatedAt > labelledAt && !mayWrite(comment.author))
  if (late !== undefined) return late.author
  if (mayWrite(issue.author)) return null
  const explained = [labelledAt, ...comments.map(({ updatedAt }) => updatedAt), ...history.map(({ at }) => at)]
  const last = explained.reduce((a, b) => (a > b ? a : b))
  return issue.updatedAt > last && Date.parse(issue.updatedAt) - Date.parse(last) > slackMs ? issue.author : null
}

/** The tracker's own clocks: an event and the issue's time are not written at the same moment. */
const slackMs = 2000
