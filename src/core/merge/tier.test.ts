/** Which conflicts a union settles, which are a person's, and what a merge is called afterwards. */
import { describe, expect, test } from 'vitest'
import { mergeTiers } from '#contract/merge'
import { type Conflict, globPattern, higherTier, planConflicts, whoResolves } from './tier.ts'

const content = (path: string): Conflict => ({ path, kind: 'content' })
const other = (path: string): Conflict => ({ path, kind: 'other' })

describe('conflicts', () => {
  test.each([
    [[], ['*'], [...mergeTiers], [], []],
    [[content('log.jsonl')], ['*.jsonl'], [...mergeTiers], ['log.jsonl'], []],
    [[content('log.jsonl')], [], [...mergeTiers], [], ['log.jsonl']],
    [[content('log.jsonl')], ['*.jsonl'], ['clean', 'human'] as const, [], ['log.jsonl']],
    [[other('log.jsonl')], ['*.jsonl'], [...mergeTiers], [], ['log.jsonl']],
    [[content('a.md'), content('b.ts'), other('c.md')], ['*.md'], [...mergeTiers], ['a.md'], ['b.ts', 'c.md']],
  ])('%j with %j and tiers %j: union %j, left %j', (conflicts, union, tiers, joined, left) => {
    expect(planConflicts(conflicts, { union, tiers })).toEqual({ union: joined, left })
  })
})

describe('what is left', () => {
  const policy = { tiers: mergeTiers, agent: 'cc', agentTries: 2 }
  test.each([
    [policy, 0, 'agent'],
    [policy, 1, 'agent'],
    [policy, 2, 'human'],
    [{ ...policy, agent: null }, 0, 'human'],
    [{ ...policy, agentTries: 0 }, 0, 'human'],
    [{ ...policy, tiers: ['clean', 'human'] as const }, 0, 'human'],
    [{ ...policy, tiers: ['clean', 'agent'] as const }, 0, 'agent'],
    [{ ...policy, tiers: ['clean', 'agent'] as const }, 2, null],
    [{ ...policy, tiers: ['clean'] as const }, 0, null],
  ])('%j after %i calls: %s', (how, tries, expected) => expect(whoResolves(how, tries)).toBe(expected))
})

describe('globs', () => {
  test.each([
    ['*.md', 'a.md', true],
    ['*.md', 'deep/er/a.md', true],
    ['*.md', 'a.mdx', false],
    ['/*.md', 'deep/a.md', false],
    ['/*.md', 'a.md', true],
    ['docs/*.md', 'docs/a.md', true],
    ['docs/*.md', 'docs/b/a.md', false],
    ['docs/*.md', 'x/docs/a.md', false],
    ['docs/**', 'docs/b/a.md', true],
    ['**/log', 'a/b/log', true],
    ['**/log', 'log', true],
    ['a/**/z', 'a/z', true],
    ['a/**/z', 'a/b/c/z', true],
    ['file?.txt', 'file1.txt', true],
    ['file?.txt', 'file/.txt', false],
    ['a+b(c)[d].txt', 'a+b(c)[d].txt', true],
    ['CHANGELOG.md', 'CHANGELOGxmd', false],
    ['*', 'new\nline', true],
  ])('%s on %s: %s', (glob, path, fits) => {
    expect(globPattern(glob).test(path)).toBe(fits)
  })
})

test('a merge is called by the highest tier that it needed', () => {
  for (const before of [null, ...mergeTiers])
    for (const now of mergeTiers) {
      const rank = (tier: string | null): number => (tier === null ? -1 : mergeTiers.indexOf(tier as never))
      expect(rank(higherTier(before, now))).toBe(Math.max(rank(before), rank(now)))
    }
})
