/** The table of effects, against what each action promises. */
import { expect, it } from 'vitest'
import { tripActions } from '#contract/trip'
import { effectsOf } from './effects.ts'

it('every action has its effects, each once, and exactly five end a trip', () => {
  for (const action of tripActions) {
    const { effects } = effectsOf[action]
    expect(new Set(effects).size, action).toBe(effects.length)
    expect(effects, action).toContain('checklist')
  }
  expect(tripActions.filter((action) => effectsOf[action].ends !== null).sort()).toEqual(
    ['close_success', 'escalate', 'escalate_prepush', 'freeze_escalate', 'withdraw'].sort(),
  )
})

it('wait_refreshes_checklist_and_does_nothing_else', () => {
  expect(effectsOf.wait).toEqual({ effects: ['checklist'], ends: null, doorbell: null })
})

it('close_success_closes_and_unlabels_and_notifies: no label for people', () => {
  const { effects, doorbell } = effectsOf.close_success
  expect(effects).toEqual(expect.arrayContaining(['close', 'unlabel_in_progress', 'doorbell']))
  expect(effects).not.toContain('label_human')
  expect(doorbell).toBe('done')
})

it.each([
  ['escalate_prepush_relabels_and_notifies', 'escalate_prepush', 'needs-human'],
  ['escalate', 'escalate', 'needs-human'],
  ['freeze_escalate_relabels_and_notifies', 'freeze_escalate', 'frozen'],
] as const)('%s: open, relabelled, with what was tried', (_name, action, bell) => {
  const { effects, doorbell } = effectsOf[action]
  expect(effects).toEqual(expect.arrayContaining(['comment', 'label_human', 'unlabel_in_progress', 'doorbell']))
  expect(effects).not.toContain('close')
  expect(doorbell).toBe(bell)
})

it('a trip that is withdrawn leaves people and labels for people alone', () => {
  const { effects, doorbell } = effectsOf.withdraw
  expect(effects).not.toContain('label_human')
  expect(effects).not.toContain('close')
  expect(doorbell).toBeNull()
})
