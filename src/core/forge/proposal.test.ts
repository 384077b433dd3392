/** What a pull request is called and what it says, from what is known of its session. */
import { describe, expect, it } from 'vitest'
import { proposePr } from './proposal.ts'

const facts = { sessionId: 'shop-1', name: 'shop-1', prompt: null, lastText: null, subjects: [] as string[] }

describe('proposePr', () => {
  it.each([
    [{ name: 'Dark mode', subjects: ['Add a'] }, 'Dark mode'],
    [{ prompt: 'Fix it', subjects: ['Mend the login'] }, 'Mend the login'],
    [{ prompt: '## Fix the *login*\nmore', subjects: ['a', 'b'] }, 'Fix the login'],
    [{ prompt: '@write a b', subjects: ['a', 'b'] }, 'a'],
    [{}, 'Work of shop-1'],
    [{ name: 'x'.repeat(300) }, `${'x'.repeat(99)}…`],
  ])('%o is titled %s', (more, title) => expect(proposePr({ ...facts, ...more }).title).toBe(title))

  it('says what the agent said last and which commits there are, bounded', () => {
    const subjects = Array.from({ length: 32 }, (_, n) => `commit ${n}`)
    const { body } = proposePr({ ...facts, lastText: ' Done.\n', subjects })
    expect(body.startsWith('Done.\n\nCommits:\n- commit 0\n- commit 1\n')).toBe(true)
    expect(body.endsWith('- commit 29\n- and 2 more')).toBe(true)
    expect(proposePr(facts).body).toBe('')
    expect(proposePr({ ...facts, lastText: 'y'.repeat(9000) }).body).toHaveLength(4000)
  })
})
