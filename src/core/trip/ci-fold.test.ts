/** Every combination of the three stages, and what is not asked after a decision. */
import { describe, expect, it } from 'vitest'
import { type StageResult, stageResults } from '#contract/trip'
import { foldStages } from './ci-fold.ts'

const fold = (...results: StageResult[]) => {
  const asked: StageResult[] = []
  for (const result of results) {
    const so = foldStages(asked, results.length)
    if (so !== 'ask') return { status: so, asked: asked.length }
    asked.push(result)
  }
  return { status: foldStages(asked, results.length), asked: asked.length }
}

describe('foldStages', () => {
  it('stageresult_has_the_four_outcomes', () => {
    expect([...stageResults].sort()).toEqual(['failure', 'none', 'pending', 'success'])
  })

  it('all_stages_success_is_green; green_requires_all_three_stages_consulted', () => {
    expect(fold('success', 'success', 'success')).toEqual({ status: 'green', asked: 3 })
  })

  it('build_failure_is_red; build_failure_short_circuits_before_deploy_and_rollout', () => {
    expect(fold('failure', 'success', 'success')).toEqual({ status: 'red', asked: 1 })
  })

  it.each(['none', 'pending'] as const)(
    'build_not_yet_concluded_is_pending; build_pending_short_circuits_before_deploy_and_rollout: %s',
    (build) => {
      expect(fold(build, 'failure', 'failure')).toEqual({ status: 'pending', asked: 1 })
    },
  )

  it('deploy_failure_is_red_even_with_green_build; deploy_failure_short_circuits_before_rollout', () => {
    expect(fold('success', 'failure', 'success')).toEqual({ status: 'red', asked: 2 })
  })

  it.each(['none', 'pending'] as const)('deploy_not_yet_concluded_is_pending: %s', (deploy) => {
    expect(fold('success', deploy, 'success')).toEqual({ status: 'pending', asked: 2 })
  })

  it('rollout_failure_is_red; green_build_and_deploy_but_unfinished_rollout_is_pending', () => {
    expect(fold('success', 'success', 'failure').status).toBe('red')
    expect(fold('success', 'success', 'pending').status).toBe('pending')
    expect(fold('success', 'success', 'none').status).toBe('pending')
  })

  it('unknown_commit_defaults_to_pending, and so does a repository without any stage', () => {
    expect(fold('none', 'none', 'none')).toEqual({ status: 'pending', asked: 1 })
    expect(foldStages([], 0)).toBe('pending')
  })

  it('rollout_client_is_optional_deploy_green_is_green; rollout_client_optional_still_honours_build_and_deploy_failures', () => {
    expect(fold('success', 'success')).toEqual({ status: 'green', asked: 2 })
    expect(fold('failure', 'success').status).toBe('red')
    expect(fold('success', 'failure').status).toBe('red')
  })

  it('full_folding_table: 64 rows', () => {
    let rows = 0
    for (const build of stageResults)
      for (const deploy of stageResults)
        for (const rollout of stageResults) {
          rows++
          const stages = [build, deploy, rollout]
          const first = stages.findIndex((one) => one !== 'success')
          const wanted = first === -1 ? 'green' : stages[first] === 'failure' ? 'red' : 'pending'
          expect(fold(build, deploy, rollout), stages.join(' ')).toEqual({
            status: wanted,
            asked: first === -1 ? 3 : first + 1,
          })
        }
    expect(rows).toBe(64)
  })
})
