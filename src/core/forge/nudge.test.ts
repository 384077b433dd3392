/** What a session hears of its pull request, once per evidence, and what it is never bothered with. */
import { describe, expect, it } from 'vitest'
import { type NudgeFacts, nudgeOf } from './nudge.ts'

const all = ['ci', 'review', 'conflict'] as const
const pr: NudgeFacts = {
  number: 7,
  title: 'Dark mode',
  head: 'a'.repeat(40),
  base: 'main',
  state: 'open',
  checks: [],
  ci: 'passing',
  review: 'none',
  mergeability: 'mergeable',
  url: 'https://forge.example/7',
}
const red = (name: string, tail: string | null = null) => ({ name, state: 'failed' as const, url: null, tail })

describe('nudgeOf', () => {
  it('is silent while nothing is wrong, and once it is over', () => {
    expect(nudgeOf(pr, null, all)).toBeNull()
    expect(nudgeOf({ ...pr, state: 'merged', ci: 'failing', checks: [red('unit')] }, null, all)).toBeNull()
    expect(nudgeOf({ ...pr, ci: 'failing', checks: [red('unit')] }, null, [])).toBeNull()
  })

  it('waits until every check has ended, then names all that are red, with what they printed in a fence', () => {
    const checks = [red('unit', 'expected `a`\n```\nboom'), red('lint')]
    const running = [...checks, { name: 'e2e', state: 'pending' as const, url: null, tail: null }]
    expect(nudgeOf({ ...pr, ci: 'failing', checks: running }, null, all)).toBeNull()
    const nudge = nudgeOf({ ...pr, ci: 'failing', checks }, null, all)
    expect(nudge?.body).toContain('- unit: failed\n````\nexpected `a`\n```\nboom\n````\n- lint: failed')
  })

  it('says the same once, and again for another commit', () => {
    const facts = { ...pr, ci: 'failing' as const, checks: [red('unit')] }
    const { signature } = nudgeOf(facts, null, all)!
    expect(nudgeOf(facts, signature, all)).toBeNull()
    expect(nudgeOf({ ...facts, head: 'b'.repeat(40) }, signature, all)).not.toBeNull()
  })

  it('tells several causes in one mail', () => {
    const facts = { ...pr, review: 'changes_requested' as const, mergeability: 'conflicting' as const }
    const nudge = nudgeOf(facts, null, all)
    expect(nudge?.body).toContain('asks for changes')
    expect(nudge?.body).toContain('conflicts with main')
    expect(nudgeOf(facts, nudge!.signature, all)).toBeNull()
  })
})
