/** Blockers, priorities, trust and late changes, as the predecessor's tests name them. */
import { describe, expect, it } from 'vitest'
import { blockedBy, changedAfter, labelledBy, priorityOf, trustedAssociations, trustOf } from './read-issue.ts'

const event = (label: string, actor: string, at: string, association: string | null = null) => ({
  kind: 'labeled',
  label,
  actor,
  association,
  at,
})

describe('blockedBy', () => {
  it.each([
    ['blocked_by_empty_when_body_has_no_references', 'do it', []],
    ['blocked_by_parses_single_reference', 'Blocked by #12', [12]],
    ['blocked_by_parses_multiple_references', 'blocked by #12, #3 and owner/x#9\nblocked by #4', [12, 3, 9, 4]],
    ['blocked_by_is_case_insensitive_and_dedupes', 'BLOCKED BY #1 #1\nblocked BY #1', [1]],
    ['blocked_by_ignores_plain_issue_mentions', 'see #7\nblocked by nothing\n#8', []],
    ['to the end of the line only', 'blocked by #1\nand #2', [1]],
    ['blocked_by_tolerates_missing_body', null, []],
  ] as const)('%s', (_name, body, wanted) => {
    expect(blockedBy(body)).toEqual(wanted)
  })
})

describe('priorityOf', () => {
  it.each([
    ['priority_defaults_to_zero_without_priority_label', ['bug'], 0],
    ['priority_read_from_priority_label', ['priority:3'], 3],
    ['priority_lowest_label_wins_when_several', ['priority:3', 'priority:1', 'priority:2'], 1],
    ['priority_ignores_non_numeric_priority_label', ['priority:high', 'priority:', 'my-priority:1'], 0],
    ['negative_and_zero_priorities_order_correctly', ['priority:-2', 'priority:0'], -2],
  ] as const)('%s', (_name, labels, wanted) => {
    expect(priorityOf(labels)).toBe(wanted)
  })

  it('an unlabelled one has the priority that is configured', () => {
    expect(priorityOf([], 50)).toBe(50)
    expect(priorityOf(['priority:1'], 50)).toBe(1)
  })
})

describe('trustOf', () => {
  it('default_trusted_associations_are_collaborator_or_above', () => {
    expect([...trustedAssociations].sort()).toEqual(['COLLABORATOR', 'MEMBER', 'OWNER'])
  })

  it('trust_uses_latest_application_of_ready_label; trust_ignores_events_for_other_labels', () => {
    const events = [event('ready', 'eve', '2'), event('ready', 'ada', '1'), event('other', 'bob', '3')]
    expect(labelledBy(events, 'ready')?.actor).toBe('eve')
    expect(labelledBy([event('other', 'bob', '3')], 'ready')).toBeNull()
    expect(labelledBy([{ ...event('ready', 'ada', '1'), kind: 'unlabeled' }], 'ready')).toBeNull()
  })

  it.each([
    ['owner_labeled_issue_is_trusted', event('r', 'a', '1', 'OWNER'), 'none', 'trusted'],
    ['collaborator_and_member_are_trusted', event('r', 'a', '1', 'MEMBER'), 'unknown', 'trusted'],
    ['collaborator_and_member_are_trusted', event('r', 'a', '1', 'COLLABORATOR'), 'unknown', 'trusted'],
    ['untrusted_association_is_not_trusted', event('r', 'a', '1', 'CONTRIBUTOR'), 'none', 'untrusted'],
    ['missing_label_event_is_not_trusted', null, 'admin', 'untrusted'],
    ['no association: the permission is asked', event('r', 'a', '1'), 'write', 'trusted'],
    ['no association: the permission is asked', event('r', 'a', '1'), 'admin', 'trusted'],
    ['no association: the permission is asked', event('r', 'a', '1'), 'read', 'untrusted'],
    ['what is not known is never trusted', event('r', 'a', '1'), 'unknown', 'unknown'],
  ] as const)('%s (%#)', (_name, given, permission, wanted) => {
    expect(trustOf(given, permission)).toBe(wanted)
  })

  it('custom_trusted_associations_override_default', () => {
    const given = event('r', 'a', '1', 'CONTRIBUTOR')
    expect(trustOf(given, 'none', ['CONTRIBUTOR'])).toBe('trusted')
    expect(trustOf({ ...given, association: 'OWNER' }, 'none', ['CONTRIBUTOR'])).toBe('untrusted')
  })
})

describe('changedAfter', () => {
  const at = (minute: number): string => `2030-01-01T00:${String(minute).padStart(2, '0')}:00Z`
  const issue = { author: 'eve', updatedAt: at(5) }
  const may = (login: string): boolean => login === 'ada'

  it('is quiet while nothing came after the label but what the history tells', () => {
    expect(changedAfter(at(5), issue, [], [{ at: at(5) }], may)).toBeNull()
    expect(changedAfter(at(5), { ...issue, updatedAt: at(9) }, [], [{ at: at(9) }], may)).toBeNull()
    expect(changedAfter(at(5), issue, [{ author: 'eve', updatedAt: at(4) }], [], may)).toBeNull()
  })

  it('names whoever wrote or changed a comment afterwards, unless they may write', () => {
    expect(changedAfter(at(5), issue, [{ author: 'mal', updatedAt: at(6) }], [], may)).toBe('mal')
    expect(changedAfter(at(5), issue, [{ author: 'ada', updatedAt: at(6) }], [], may)).toBeNull()
  })

  it('an issue that changed after its whole history was changed by its author', () => {
    expect(changedAfter(at(5), { ...issue, updatedAt: at(6) }, [], [{ at: at(5) }], may)).toBe('eve')
    expect(changedAfter(at(5), { author: 'ada', updatedAt: at(6) }, [], [], may)).toBeNull()
  })
})
