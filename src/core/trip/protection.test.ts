/** What each state of a branch's rules says to whoever enrols, for each landing mode. */
import { describe, expect, it } from 'vitest'
import type { BranchRules } from '#contract/pr'
import { protectionNeed } from './protection.ts'

const none: BranchRules = { isProtected: false, requiredChecks: [], approvals: 0, needsPr: false, mayPush: null }
const all: BranchRules = {
  isProtected: true,
  requiredChecks: ['unit', 'lint'],
  approvals: 1,
  needsPr: true,
  mayPush: null,
}
const untold: BranchRules = { isProtected: null, requiredChecks: null, approvals: null, needsPr: null, mayPush: null }

describe('protectionNeed', () => {
  it.each([
    ['pr', null, 'unknown could not be read'],
    ['pr', untold, 'unknown was not told'],
    ['pr', none, 'missing without a review'],
    ['push', none, 'missing can push over it'],
    ['agent', none, 'missing can push over it'],
    ['pr', all, 'ok requires unit, lint, requires 1 approval, takes pull requests only'],
    ['push', all, 'missing asks for pull requests'],
    ['agent', { ...all, needsPr: false }, 'ok requires unit, lint, requires 1 approval'],
    ['pr', { ...none, isProtected: true }, 'ok requires no check and no review'],
    ['pr', { ...none, mayPush: false }, 'missing without a review'],
    ['push', { ...untold, requiredChecks: ['unit'] }, 'ok requires unit'],
    ['pr', { ...all, requiredChecks: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] }, 'ok a, b, c, d, e and 2 more'],
  ] as const)('%s, %j: %s', (landing, rules, said) => {
    const { state, required, message } = protectionNeed('main', landing, rules)
    const [first, ...words] = said.split(' ')
    expect(state).toBe(first)
    expect(message).toContain(words.join(' '))
    expect(message).toContain('main')
    expect(required).toBe(false)
  })

  it('stops an enrolment only where a push is certain to be refused', () => {
    expect(protectionNeed('main', 'push', { ...none, mayPush: false })).toMatchObject({
      state: 'missing',
      required: true,
    })
  })
})
