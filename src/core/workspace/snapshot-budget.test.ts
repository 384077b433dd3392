import { describe, expect, it } from 'vitest'
import type { SnapshotReason } from '#contract/session'
import { budgetFor } from './snapshot-budget.ts'

describe('how much a snapshot reads', () => {
  it.each<[SnapshotReason, boolean]>([
    ['turn', true],
    ['kill', true],
    ['stop', true],
    ['cleanup', false],
    ['restore', false],
    ['fork', false],
    ['recover', false],
    ['takeover', false],
    ['manual', false],
  ])('%s is bounded: %s', (reason, bounded) => {
    expect(budgetFor(reason) !== null).toBe(bounded)
  })
})
