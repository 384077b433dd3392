/** Whose word a merge needs, and what an approval covers. */
import { describe, expect, test } from 'vitest'
import { approvalReasons, type DroppedLine, mergeTiers } from '#contract/merge'
import { approvalsNeeded, isCovered, whyApproval } from './consent.ts'

const dropped = (text: string, file = 'a.ts'): DroppedLine => ({ file, line: 1, text, input: 'target' })
const plain = { by: 'operator', target: 'main', effort: null, tier: 'clean', paths: ['src/a.ts'], dropped: [] } as const

describe('needed', () => {
  test('what the operator enqueues needs nothing more', () => expect(approvalsNeeded(plain)).toEqual([]))
  test('what an agent enqueues needs a word', () =>
    expect(approvalsNeeded({ ...plain, by: 'session' })).toEqual(['agent']))

  test.each([
    ['main', ['src/a.ts'], []],
    ['next', ['src/a.ts'], ['agent']],
    ['main', ['.drover/config.toml'], ['drover_config']],
    ['main', ['.github/workflows/ci.yml'], ['workflows']],
    ['next', ['.drover/roles/a.md'], ['agent', 'drover_config']],
  ])('an agent of an effort into %s, changing %j: %j', (into, paths, expected) => {
    expect(approvalsNeeded({ ...plain, by: 'session', effort: { into }, paths })).toEqual(expected)
  })

  test.each([
    ['.drover/config.toml', ['drover_config']],
    ['.drover/roles/lead.md', ['drover_config']],
    ['.drover', ['drover_config']],
    ['sub/.drover/config.toml', []],
    ['.droverish', []],
    ['.github/workflows/ci.yml', ['workflows']],
    ['.github/actions/setup/action.yml', ['workflows']],
    ['.github/CODEOWNERS', []],
    ['.forgejo/workflows/a.yaml', ['workflows']],
    ['.gitea/workflows/a.yaml', ['workflows']],
    ['.gitlab-ci.yml', ['workflows']],
    ['sub/.gitlab-ci.yml', []],
    ['.circleci/config.yml', ['workflows']],
    ['.buildkite/pipeline.yml', ['workflows']],
    ['.woodpecker/a.yml', ['workflows']],
    ['.travis.yml', ['workflows']],
    ['azure-pipelines.yml', ['workflows']],
    ['Jenkinsfile', ['workflows']],
    ['docs/Jenkinsfile.md', []],
  ])('%s: %j', (path, expected) => {
    expect(approvalsNeeded({ ...plain, paths: ['src/a.ts', path] })).toEqual(expected)
  })

  test('dropped lines block above the clean tier and inform below', () => {
    for (const tier of mergeTiers)
      for (const lines of [[], [dropped('x')]]) {
        const needed = approvalsNeeded({ ...plain, tier, dropped: lines })
        expect(needed).toEqual(tier !== 'clean' && lines.length > 0 ? ['dropped_lines'] : [])
      }
  })

  test('every reason at once, each once, in a fixed order', () => {
    const needed = approvalsNeeded({
      by: 'session',
      target: 'main',
      effort: null,
      tier: 'human',
      paths: ['.drover/a', '.drover/b', '.github/workflows/a.yml'],
      dropped: [dropped('x')],
    })
    expect(needed).toEqual([...approvalReasons])
    for (const reason of needed) expect(whyApproval([reason])).not.toBe('')
  })
})

describe('covered', () => {
  const listed = (...lines: DroppedLine[]) => ({ dropped: lines, more: 0 })
  const all = { reasons: [...approvalReasons], dropped: [dropped('x'), dropped('y')] }

  test('for every set of reasons: covered exactly when each was approved', () => {
    const sets = Array.from({ length: 2 ** approvalReasons.length }, (_, bits) =>
      approvalReasons.filter((_reason, at) => bits & (1 << at)),
    )
    for (const needed of sets)
      for (const reasons of sets) {
        const expected = needed.every((reason) => reasons.includes(reason))
        expect(isCovered(needed, listed(), { reasons, dropped: [] })).toBe(expected)
      }
  })

  test('without an approval only what needs none is covered', () => {
    expect(isCovered([], listed(dropped('x')), null)).toBe(true)
    expect(isCovered(['agent'], listed(), null)).toBe(false)
  })

  test.each([
    [[dropped('x')], true],
    [[dropped('x'), dropped('y')], true],
    [[dropped('x'), dropped('x')], false],
    [[dropped('z')], false],
    [[dropped('x', 'b.ts')], false],
    [[{ ...dropped('x'), input: 'branch' } as const], false],
    [[{ ...dropped('x'), line: 99 }], true],
  ])('lines %j: %s', (lines, expected) => {
    expect(isCovered(['dropped_lines'], listed(...lines), all)).toBe(expected)
  })

  test('lines beyond the list were never shown, so an approval does not cover them', () => {
    const long = { dropped: [dropped('x')], more: 1 }
    expect(isCovered(['dropped_lines'], long, all)).toBe(false)
    expect(isCovered(['agent'], long, all)).toBe(true)
  })
})
