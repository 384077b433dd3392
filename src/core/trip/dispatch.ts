/**
 * Which issues a tick takes, and why each of the others not. Pure and total: every issue has one decision with its reason, the
 * order in which issues are given changes nothing, and nothing that was given is changed. Who does the work is left to others.
 */
import type { DispatchReason } from '#contract/trip'
import type { Trust } from './read-issue.ts'

export interface IssueFacts {
  /** `owner/name`. */
  readonly repo: string
  readonly number: number
  readonly labels: readonly string[]
  readonly priority: number
  /** Of whoever gave the ready label last. */
  readonly trust: Trust
  readonly labelledBy: string | null
  /** Open ones, as `#n` or `owner/name#n`; unknown: it could not be learned. */
  readonly openBlockers: readonly string[] | 'unknown'
  /** Who changed its words after it was labelled, without the right to; null: nobody. */
  readonly changedBy: string | null
  /** It was given to a person, and its ready label was not given anew since. */
  readonly escalated: boolean
  /** A project here has this repository. */
  readonly hasProject: boolean
  /** Another daemon holds a live claim on it. */
  readonly claimedElsewhere: boolean
}

export interface DispatchPolicy {
  /** false: the kill switch holds. */
  readonly enabled: boolean
  readonly allow: readonly string[]
  readonly humanLabel: string
  readonly maxParallel: number
}

export interface InFlight {
  /** Repositories with a trip under way, by our own store. */
  readonly locked: ReadonlySet<string>
  readonly running: number
}

export interface DispatchDecision<T extends IssueFacts> {
  readonly issue: T
  readonly code: DispatchReason
  readonly reason: string
}

const sameRepo = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
const holds = (list: Iterable<string>, repo: string): boolean => [...list].some((one) => sameRepo(one, repo))

interface Gate {
  readonly code: Exclude<DispatchReason, 'dispatched' | 'repo_slot' | 'parallel'>
  /** In the docs. */
  readonly when: string
  /** null: it lets the issue pass. */
  refuses(issue: IssueFacts, policy: DispatchPolicy, flight: InFlight): string | null
}

/** In their order: the first that refuses gives the reason. */
export const gates: readonly Gate[] = [
  {
    code: 'off',
    when: 'the kill switch holds, or the loop is not enabled',
    refuses: (_issue, { enabled }) => (enabled ? null : 'The loop is off.'),
  },
  {
    code: 'not_allowed',
    when: 'the repository is not enrolled',
    refuses: ({ repo }, { allow }) => (holds(allow, repo) ? null : `${repo} is not enrolled.`),
  },
  {
    code: 'no_project',
    when: 'no project here has the repository',
    refuses: ({ repo, hasProject }) => (hasProject ? null : `No project here has ${repo} as its origin.`),
  },
  {
    code: 'untrusted',
    when: 'whoever gave the ready label last has no write permission',
    refuses: ({ trust, labelledBy }) =>
      trust === 'untrusted'
        ? labelledBy === null
          ? 'Nobody is known to have given it the ready label.'
          : `${labelledBy} gave it the ready label and has no write permission.`
        : null,
  },
  {
    code: 'trust_unknown',
    when: 'what they may do could not be learned',
    refuses: ({ trust, labelledBy }) =>
      trust === 'unknown' ? `What ${labelledBy ?? 'its labeller'} may do here could not be learned.` : null,
  },
  {
    code: 'human_label',
    when: 'it carries the label for people',
    refuses: ({ labels }, { humanLabel }) =>
      labels.includes(humanLabel) ? `It carries ${humanLabel}: a person has it.` : null,
  },
  {
    code: 'escalated',
    when: 'it was given to a person, and the ready label was not given anew since',
    refuses: ({ escalated }) =>
      escalated ? 'It was given to a person; give it the ready label anew to try again.' : null,
  },
  {
    code: 'changed',
    when: 'somebody without write permission changed its text or comments after it was labelled',
    refuses: ({ changedBy }) =>
      changedBy === null
        ? null
        : `${changedBy} changed its words after it was labelled, without write permission; look, then give the ready label anew.`,
  },
  {
    code: 'blocked',
    when: 'something that blocks it is open',
    refuses: ({ openBlockers }) =>
      openBlockers !== 'unknown' && openBlockers.length > 0 ? `Blocked by ${openBlockers.join(', ')}.` : null,
  },
  {
    code: 'blockers_unknown',
    when: 'whether what blocks it is open could not be learned',
    refuses: ({ openBlockers }) =>
      openBlockers === 'unknown' ? 'Whether something blocks it could not be learned.' : null,
  },
  {
    code: 'claimed_elsewhere',
    when: 'another daemon holds a live claim on it',
    refuses: ({ claimedElsewhere }) => (claimedElsewhere ? 'Another daemon works on it.' : null),
  },
  {
    code: 'repo_busy',
    when: 'a trip is under way in the repository',
    refuses: ({ repo }, _policy, { locked }) => (holds(locked, repo) ? `A trip is under way in ${repo}.` : null),
  },
]

const urgentFirst = (one: IssueFacts, other: IssueFacts): number =>
  one.priority - other.priority || one.number - other.number || (one.repo < other.repo ? -1 : 1)

/** One decision an issue, those that are taken first, each group in order of urgency. */
export function decideDispatch<T extends IssueFacts>(
  issues: readonly T[],
  policy: DispatchPolicy,
  flight: InFlight,
): { readonly dispatch: readonly DispatchDecision<T>[]; readonly skipped: readonly DispatchDecision<T>[] } {
  const dispatch: DispatchDecision<T>[] = []
  const skipped: DispatchDecision<T>[] = []
  for (const issue of [...issues].sort(urgentFirst)) {
    const refusal = refusalOf(issue, policy, flight) ?? placeFor(issue, policy, flight, dispatch)
    if (refusal !== null) skipped.push({ issue, ...refusal })
    else
      dispatch.push({
        issue,
        code: 'dispatched',
        reason: `Priority ${issue.priority}, the most urgent of ${issue.repo} that nothing holds.`,
      })
  }
  return { dispatch, skipped }
}

function refusalOf(issue: IssueFacts, policy: DispatchPolicy, flight: InFlight) {
  for (const { code, refuses } of gates) {
    const reason = refuses(issue, policy, flight)
    if (reason !== null) return { code, reason }
  }
  return null
}

function placeFor(
  issue: IssueFacts,
  policy: DispatchPolicy,
  flight: InFlight,
  taken: readonly { readonly issue: IssueFacts }[],
): { readonly code: DispatchReason; readonly reason: string } | null {
  const first = taken.find((one) => sameRepo(one.issue.repo, issue.repo))
  if (first !== undefined)
    return { code: 'repo_slot', reason: `#${first.issue.number} of the same repository goes first.` }
  if (flight.running + taken.length >= policy.maxParallel)
    return { code: 'parallel', reason: `As many trips as max_parallel allows (${policy.maxParallel}) are under way.` }
  return null
}
