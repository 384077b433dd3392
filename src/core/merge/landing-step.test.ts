import { describe, expect, it } from 'vitest'
import { decideShown, landingSteps, type StepFacts } from './landing-step.ts'

const quiet: StepFacts = {
  phase: 'live',
  turnRunning: false,
  hasBranch: true,
  hasTarget: true,
  ahead: 0,
  behind: 0,
  dirty: false,
  landedSince: false,
  merge: null,
  hasRemote: true,
  pushed: false,
}
const words = (facts: Partial<StepFacts>): string => {
  const { next, steps } = landingSteps({ ...quiet, ...facts })
  const all = steps.map(({ step, blocked }) => `${step}${blocked === null ? '' : '!'}`)
  return `${next ?? 'nothing'}: ${all.join(' ')}`.trim()
}

describe('the one sensible step, and the others', () => {
  it.each<[string, Partial<StepFacts>, string]>([
    ['nothing was done', {}, 'nothing:'],
    ['it has no branch', { hasBranch: false, ahead: 1 }, 'nothing:'],
    ['it is starting', { phase: 'starting', ahead: 1 }, 'nothing:'],
    ['commits wait', { ahead: 2 }, 'land: land push'],
    ['files wait', { dirty: true }, 'land: land commit'],
    ['both wait, and the base moved', { ahead: 1, dirty: true, behind: 3 }, 'land: land update! commit push'],
    ['only the base moved', { behind: 3 }, 'update: update'],
    ['it landed, and the base has the merge', { behind: 1, landedSince: true }, 'nothing: update'],
    ['it ended without work', { phase: 'ended', behind: 1 }, 'nothing: update'],
    ['the agent works', { ahead: 1, behind: 1, turnRunning: true }, 'land: land! update! push'],
    ['what differs has landed', { dirty: true, landedSince: true }, 'commit: commit'],
    ['its base is no branch', { hasTarget: false, ahead: 1, behind: 1 }, 'push: push'],
    ['there is no remote', { ahead: 1, hasRemote: false }, 'land: land'],
    ['the remote has it', { ahead: 1, pushed: true }, 'land: land'],
    ['nobody looked at the remote', { ahead: 1, hasRemote: null, pushed: null }, 'land: land push'],
    ['it is on its way', { ahead: 1, merge: { state: 'verifying', waits: false } }, 'watch: watch'],
    ['proven and landing', { ahead: 1, merge: { state: 'ready', waits: false } }, 'watch: watch'],
    ['proven and waiting', { ahead: 1, merge: { state: 'ready', waits: true } }, 'approve: approve'],
    ['it needs somebody', { ahead: 1, merge: { state: 'needs_human', waits: false } }, 'resolve: resolve'],
    ['it ended with work', { phase: 'ended', ahead: 1 }, 'land: land push'],
  ])('%s', (_, facts, said) => expect(words(facts)).toBe(said))
})

describe('what was shown', () => {
  const a = 'a'.repeat(40)
  const b = 'b'.repeat(40)
  it.each([
    ['nothing was said of it', {}, { head: a, stamp: 'x' }, null],
    ['as it is', { head: a, stamp: 'x' }, { head: a, stamp: 'x' }, null],
    ['another head', { head: a }, { head: b }, 'HEAD_CHANGED'],
    ['another file', { head: a, stamp: 'x' }, { head: a, stamp: 'y' }, 'HEAD_CHANGED'],
  ])('%s', (_, shown, now, code) => {
    const verdict = decideShown('demo-1', shown, now)
    expect(verdict === 'as-shown' ? null : verdict.refused).toBe(code)
    if (verdict !== 'as-shown') expect(verdict.hint).toContain('Look at it again')
  })
})
