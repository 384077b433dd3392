/** Every gate of dispatch, alone and together, in any order of issues. */
import { describe, expect, it } from 'vitest'
import { type DispatchPolicy, decideDispatch, gates, type IssueFacts } from './dispatch.ts'

const policy: DispatchPolicy = {
  enabled: true,
  allow: ['me/app', 'me/web'],
  humanLabel: 'ready-for-human',
  maxParallel: 9,
}
const free = { locked: new Set<string>(), running: 0 }
const issue = (number: number, patch: Partial<IssueFacts> = {}): IssueFacts => ({
  repo: 'me/app',
  number,
  labels: [],
  priority: 0,
  trust: 'trusted',
  labelledBy: 'ada',
  openBlockers: [],
  changedBy: null,
  escalated: false,
  hasProject: true,
  claimedElsewhere: false,
  ...patch,
})
const taken = (issues: readonly IssueFacts[], p = policy, f: Parameters<typeof decideDispatch>[2] = free) =>
  decideDispatch(issues, p, f).dispatch.map(({ issue: { repo, number } }) => `${repo}#${number}`)
const why = (one: IssueFacts, p = policy, f: Parameters<typeof decideDispatch>[2] = free) =>
  decideDispatch([one], p, f).skipped[0]?.code ?? 'dispatched'

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]]
  return list.flatMap((one, n) =>
    permutations([...list.slice(0, n), ...list.slice(n + 1)]).map((rest) => [one, ...rest]),
  )
}

describe('decideDispatch', () => {
  it('returns_list_of_dispatch_decisions; decision_wraps_the_same_issue_object; every_decision_has_a_nonempty_reason', () => {
    const issues = [issue(1), issue(2), issue(3, { trust: 'untrusted' })]
    const { dispatch, skipped } = decideDispatch(issues, policy, free)
    expect(dispatch[0]?.issue).toBe(issues[0])
    expect([...dispatch, ...skipped]).toHaveLength(3)
    for (const { reason } of [...dispatch, ...skipped]) expect(reason.length).toBeGreaterThan(5)
  })

  it('empty_input_yields_empty_output', () => {
    expect(decideDispatch([], policy, free)).toEqual({ dispatch: [], skipped: [] })
  })

  it('does_not_mutate_inputs', () => {
    const issues = Object.freeze([Object.freeze(issue(2)), Object.freeze(issue(1))])
    const frozen = Object.freeze({ ...policy, allow: Object.freeze([...policy.allow]) })
    const flight = Object.freeze({ locked: new Set(['me/web']), running: 1 })
    decideDispatch(issues, frozen, flight)
    expect(issues.map(({ number }) => number)).toEqual([2, 1])
    expect([...flight.locked]).toEqual(['me/web'])
  })

  it('kill_switch_returns_empty_even_with_perfect_issues; kill_switch_off_dispatches', () => {
    expect(taken([issue(1)], { ...policy, enabled: false })).toEqual([])
    expect(taken([issue(1)])).toEqual(['me/app#1'])
  })

  it('untrusted_issue_is_skipped; trusted_issue_is_eligible; trust_gate_filters_only_untrusted', () => {
    expect(why(issue(1, { trust: 'untrusted' }))).toBe('untrusted')
    expect(why(issue(1, { trust: 'unknown' }))).toBe('trust_unknown')
    expect(taken([issue(1, { trust: 'untrusted' }), issue(2)])).toEqual(['me/app#2'])
  })

  it('repo_not_in_allowlist_is_skipped; empty_allowlist_dispatches_nothing; allowlist_selects_only_listed_repos', () => {
    expect(why(issue(1, { repo: 'me/other' }))).toBe('not_allowed')
    expect(taken([issue(1)], { ...policy, allow: [] })).toEqual([])
    expect(taken([issue(1), issue(1, { repo: 'me/other' }), issue(1, { repo: 'me/web' })])).toEqual([
      'me/app#1',
      'me/web#1',
    ])
    expect(taken([issue(1, { repo: 'Me/App' })])).toEqual(['Me/App#1'])
  })

  it('repo_already_in_flight_is_skipped; in_flight_lock_is_per_repo; all_repos_in_flight_dispatches_nothing', () => {
    const both = [issue(1), issue(2, { repo: 'me/web' })]
    expect(taken(both, policy, { locked: new Set(['me/app']), running: 1 })).toEqual(['me/web#2'])
    expect(taken(both, policy, { locked: new Set(['me/app', 'ME/web']), running: 2 })).toEqual([])
  })

  it('at_most_one_decision_per_repo; one_decision_per_repo_across_many_repos; lower_priority_value_first', () => {
    const issues = [issue(1, { priority: 5 }), issue(2, { priority: 1 }), issue(3, { repo: 'me/web', priority: 9 })]
    expect(taken(issues)).toEqual(['me/app#2', 'me/web#3'])
    expect(decideDispatch(issues, policy, free).skipped.map(({ code }) => code)).toEqual(['repo_slot'])
  })

  it('ineligible_higher_priority_does_not_consume_repo_slot', () => {
    expect(taken([issue(1, { priority: -1, openBlockers: ['#9'] }), issue(2)])).toEqual(['me/app#2'])
  })

  it('blocked_issue_is_skipped; unblocked_issue_with_empty_blocked_by_is_eligible; any_open_blocker_blocks; blocked_filters_only_blocked', () => {
    expect(why(issue(1, { openBlockers: ['#7', '#8'] }))).toBe('blocked')
    expect(why(issue(1, { openBlockers: 'unknown' }))).toBe('blockers_unknown')
    expect(why(issue(1))).toBe('dispatched')
  })

  it('an issue of a person, an escalated one, a changed one and a claimed one are skipped', () => {
    expect(why(issue(1, { labels: ['ready-for-human'] }))).toBe('human_label')
    expect(why(issue(1, { escalated: true }))).toBe('escalated')
    expect(why(issue(1, { changedBy: 'mal' }))).toBe('changed')
    expect(why(issue(1, { claimedElsewhere: true }))).toBe('claimed_elsewhere')
    expect(why(issue(1, { hasProject: false }))).toBe('no_project')
  })

  it('priority_ties_break_deterministically_by_issue_number; ordering_independent_of_input_order', () => {
    const issues = [issue(4), issue(3), issue(2, { repo: 'me/web' }), issue(1, { repo: 'me/web', priority: 1 })]
    for (const order of permutations(issues)) expect(taken(order)).toEqual(['me/web#2', 'me/app#3'])
  })

  it('max_parallel counts those that run and those of this tick', () => {
    const issues = [issue(1), issue(2, { repo: 'me/web' })]
    expect(taken(issues, { ...policy, maxParallel: 1 })).toEqual(['me/app#1'])
    expect(taken(issues, { ...policy, maxParallel: 2 }, { locked: new Set(), running: 1 })).toEqual(['me/app#1'])
    expect(taken(issues, { ...policy, maxParallel: 2 }, { locked: new Set(), running: 2 })).toEqual([])
  })

  it('only_the_fully_eligible_issue_survives_all_gates', () => {
    const issues = [
      issue(1, { trust: 'untrusted' }),
      issue(2, { repo: 'me/other' }),
      issue(3, { openBlockers: ['#1'] }),
      issue(4, { labels: ['ready-for-human'] }),
      issue(5, { changedBy: 'mal' }),
      issue(6),
    ]
    expect(taken(issues)).toEqual(['me/app#6'])
  })

  it('full_eligibility_matrix: 32 combinations, and the first gate in the order gives the reason', () => {
    for (let bits = 0; bits < 32; bits++) {
      const on = (n: number): boolean => (bits & (1 << n)) !== 0
      const one = issue(1, { trust: on(1) ? 'trusted' : 'untrusted', openBlockers: on(4) ? [] : ['#2'] })
      const p = { ...policy, enabled: on(0), allow: on(2) ? policy.allow : [] }
      const f = { locked: new Set(on(3) ? [] : ['me/app']), running: 0 }
      const wanted = !on(0)
        ? 'off'
        : !on(2)
          ? 'not_allowed'
          : !on(1)
            ? 'untrusted'
            : !on(4)
              ? 'blocked'
              : !on(3)
                ? 'repo_busy'
                : 'dispatched'
      expect(why(one, p, f), String(bits)).toBe(wanted)
    }
  })

  it('has no gate twice', () => {
    expect(new Set(gates.map(({ code }) => code)).size).toBe(gates.length)
  })
})
