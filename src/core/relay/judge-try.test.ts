/** What a try came to: each fact that speaks against it, which one is said first, and every combination of them. */
import { describe, expect, test } from 'vitest'
import { failureCategories, type TurnOutcome } from '#contract/agent-event'
import { judgeEnd, judgeProof, saidWithoutDoing, type TryEndFacts } from './judge-try.ts'

const facts = (more: Partial<TryEndFacts> = {}): TryEndFacts => ({
  turn: 'completed',
  calledOff: null,
  failure: null,
  report: null,
  expects: 'change',
  astray: null,
  keptHistory: true,
  commits: 1,
  leftovers: [],
  large: [],
  operation: null,
  commit: 'leftovers',
  ...more,
})
const word = (more: Partial<TryEndFacts>): string => {
  const found = judgeEnd(facts(more))
  return found === 'prove' ? found : `${found.outcome} ${found.category}`
}
const why = (more: Partial<TryEndFacts>): string | null => {
  const found = judgeEnd(facts(more))
  return found === 'prove' ? null : found.reason
}
const said = (outcome: NonNullable<TryEndFacts['report']>['outcome'], summary = '') => ({
  report: { outcome, summary },
})

describe('the end of a try', () => {
  test.each([
    ['a commit', {}, 'prove'],
    ['a commit and a report', said('done', 'It is done.'), 'prove'],
    ['a hand-off is the end of its part', said('handoff', 'Half.'), 'prove'],
    ['leftovers that Drover commits', { commits: 0, leftovers: ['a'] }, 'prove'],
    ['a leftover that is too large', { commits: 1, leftovers: ['a'], large: ['a'] }, 'incomplete incomplete'],
    ['leftovers that only the agent may commit', { leftovers: ['a'], commit: 'agent' }, 'incomplete incomplete'],
    ['D18: no change where none is expected', { commits: 0, expects: 'none' }, 'prove'],
    ['no change where one is expected', { commits: 0 }, 'no_change no_change'],
    ['no change, though it says done', { commits: 0, ...said('done', 'Done!') }, 'no_change no_change'],
    ['a question', said('needs_user', 'Which?'), 'needs_user null'],
    ['a question with nothing changed', { commits: 0, ...said('needs_user', 'Which?') }, 'needs_user null'],
    ['a report that it cannot be done', said('failed', 'No.'), 'failed agent_error'],
    ['another branch checked out', { astray: 'drover/relay/r-1/root' }, 'incomplete incomplete'],
    ['D20: commits gone from the history', { keptHistory: false }, 'incomplete incomplete'],
    ['a merge under way', { operation: 'merge' }, 'incomplete incomplete'],
    ['a merge under way where no change is expected', { operation: 'merge', expects: 'none' }, 'incomplete incomplete'],
    ['a person cancelled it', { turn: 'cancelled' }, 'cancelled cancelled'],
    ['skipped', { turn: 'cancelled', calledOff: 'skip' }, 'cancelled cancelled'],
    ['skipped, and it ended with an error', { turn: 'error', calledOff: 'skip' }, 'cancelled cancelled'],
    ['stopped, and it was lost', { turn: 'lost', calledOff: 'stop' }, 'cancelled cancelled'],
    ['skipped too late: it had completed', { calledOff: 'skip' }, 'prove'],
    ['an error without a cause', { turn: 'error' }, 'failed unknown'],
    ['lost', { turn: 'lost' }, 'failed unknown'],
  ] as readonly (readonly [string, Partial<TryEndFacts>, string])[])('%s', (_name, more, wanted) => {
    expect(word(more)).toBe(wanted)
  })

  test('a spent account parks it, every other failure is a failure with its category', () => {
    for (const category of failureCategories)
      expect(word({ turn: 'error', failure: { category, message: 'm' } })).toBe(
        `${category === 'usage_limit' ? 'parked' : 'failed'} ${category}`,
      )
  })

  test('D15: what a person, a skip, a stop or the daemon called off is no failure, and says who', () => {
    expect(why({ turn: 'cancelled' })).toBe('A person cancelled it.')
    expect(why({ turn: 'cancelled', calledOff: 'skip' })).toBe('It was skipped.')
    expect(why({ turn: 'cancelled', calledOff: 'stop' })).toBe('The relay was stopped.')
    expect(why({ turn: 'cancelled', calledOff: 'daemon' })).toBe('The daemon was stopped.')
  })

  test('its reason names what to mend', () => {
    expect(why({ astray: 'work' })).toContain('the branch work')
    expect(why({ operation: 'rebase' })).toContain('A rebase is under way')
    const files = Array.from({ length: 12 }, (_, n) => `f${n}`)
    expect(why({ commit: 'agent', leftovers: files })).toBe(
      'Not committed: f0, f1, f2, f3, f4, f5, f6, f7, f8, f9 and 2 more.',
    )
    expect(why({ turn: 'error', failure: { category: 'auth', message: 'Signed out.' } })).toBe('Signed out.')
    expect(why(said('needs_user'))).toBe('It needs a person.')
    expect(why(said('failed'))).toBe('The agent reported that it cannot be done.')
  })
})

test('total: every combination has one answer; only a completed turn with nothing against it is worth proving', () => {
  const turns: TurnOutcome[] = ['completed', 'error', 'cancelled', 'lost']
  const reports = [null, 'done', 'failed', 'handoff', 'needs_user'] as const
  const wrong: object[] = []
  let seen = 0
  for (const turn of turns)
    for (const calledOff of [null, 'skip', 'stop', 'daemon'] as const)
      for (const outcome of reports)
        for (const expects of ['change', 'none'] as const)
          for (const astray of [null, 'b'])
            for (const keptHistory of [true, false])
              for (const commits of [0, 1])
                for (const leftovers of [[], ['a']])
                  for (const operation of [null, 'merge'])
                    for (const commit of ['leftovers', 'agent'] as const) {
                      const report = outcome === null ? null : { outcome, summary: '' }
                      const one = { turn, calledOff, report, expects, astray, keptHistory, commits, leftovers }
                      const found = judgeEnd(facts({ ...one, operation, commit }))
                      seen += 1
                      const sound =
                        turn === 'completed' &&
                        outcome !== 'failed' &&
                        outcome !== 'needs_user' &&
                        astray === null &&
                        keptHistory &&
                        operation === null &&
                        (expects === 'none' || commits + leftovers.length > 0) &&
                        (leftovers.length === 0 || commit === 'leftovers')
                      const right =
                        found === 'prove'
                          ? sound
                          : !sound &&
                            Boolean(found.reason) &&
                            found.outcome !== 'completed' &&
                            (found.category === null) === (found.outcome === 'needs_user')
                      if (!right) wrong.push({ ...one, operation, commit, found })
                    }
  expect(wrong).toEqual([])
  expect(seen).toBe(4 * 4 * 5 * 2 ** 7)
})

describe('A13: done is a claim', () => {
  test.each([
    ['nothing to run', null, 'completed null null'],
    ['it holds', { ok: true, why: null, command: 'npm test' }, 'completed null null'],
    [
      'it does not hold',
      { ok: false, why: 'it ended with 1', command: 'npm test' },
      'incomplete incomplete npm test does not hold: it ended with 1.',
    ],
    [
      'it does not hold and nobody knows why',
      { ok: false, why: null, command: 'npm test' },
      'incomplete incomplete npm test does not hold: it failed.',
    ],
  ] as const)('%s', (_name, proof, wanted) => {
    const { outcome, category, reason } = judgeProof(proof)
    expect(`${outcome} ${category} ${reason}`).toBe(wanted)
  })
})

describe('A14: words are no report', () => {
  test.each([
    ['Now I run "$DROVER_BIN" task done --summary "all of it"', false, true],
    ['drover task handoff --summary x --followup y', false, true],
    ['$DROVER_BIN task fail --summary x', false, true],
    ['I ran drover task done.', true, false],
    ['The task is done.', false, false],
    ['drover tasks done', false, false],
    [null, false, false],
  ] as const)('%j, reported: %s', (text, reported, wanted) => {
    expect(saidWithoutDoing(text, reported)).toBe(wanted)
  })
})
