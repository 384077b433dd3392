/** The checklist to the byte. */
import { describe, expect, it } from 'vitest'
import { tripPhases } from '#contract/trip'
import { renderChecklist } from './checklist.ts'

const lines = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('- ['))
const meta = { repo: 'infra', issue: 42 }

describe('renderChecklist', () => {
  it('renders_a_string; render_is_deterministic; render_does_not_mutate_meta', () => {
    const frozen = Object.freeze({ ...meta })
    expect(renderChecklist('ci', frozen)).toBe(renderChecklist('ci', frozen))
  })

  it('every_phase_has_exactly_one_checklist_line; checklist_lines_are_in_lifecycle_order', () => {
    for (const phase of tripPhases)
      expect(lines(renderChecklist(phase, meta)).map((line) => line.slice(6))).toEqual([
        'Worktree created',
        'Failing test written (TDD red)',
        'Implementation passing (TDD green)',
        'Pushed to master',
        'CI green on pushed commit',
        'Deployed / rolled out',
        'Done — issue closed',
      ])
  })

  it('earlier_checked_current_active_later_empty; active_phase_line_differs_from_todo_and_done_markers; first_phase_has_nothing_checked_before_it', () => {
    tripPhases.slice(0, -1).forEach((phase, at) => {
      const marks = lines(renderChecklist(phase, meta)).map((line) => line.slice(3, 4))
      expect(marks.join('')).toBe(`${'x'.repeat(at)}~${' '.repeat(6 - at)}`)
    })
  })

  it('done_checks_every_phase_including_done', () => {
    expect(lines(renderChecklist('done')).every((line) => line.startsWith('- [x]'))).toBe(true)
  })

  it('meta_empty_does_not_raise_and_still_lists_phases; meta_thread_id_absent_is_silent; meta_unknown_keys_are_ignored', () => {
    expect(renderChecklist('green', { wanted: 'nothing' } as object).split('\n')[0]).toBe('### AFK run progress')
    expect(lines(renderChecklist('green', {}))).toHaveLength(7)
    expect(renderChecklist('green', { repo: 'infra' }).split('\n')[0]).toBe('### AFK run progress')
  })

  it('meta_issue_and_repo_appear_in_output; meta_thread_id_appears_when_present; meta_fix_forward_attempt_surfaced', () => {
    const text = renderChecklist('ci', { ...meta, threadId: 't-1', attempts: 2 })
    expect(text).toContain('infra#42')
    expect(text).toContain('(thread t-1)')
    expect(text).toContain('Fix-forward: 2 attempts.')
    expect(renderChecklist('ci', { ...meta, attempts: 1 })).toContain('Fix-forward: 1 attempt.')
  })

  it('snapshot_worktree_phase', () => {
    expect(renderChecklist('worktree', meta)).toBe(
      '### infra#42 — AFK run progress\n\n- [~] Worktree created\n- [ ] Failing test written (TDD red)\n- [ ] Implementation passing (TDD green)\n- [ ] Pushed to master\n- [ ] CI green on pushed commit\n- [ ] Deployed / rolled out\n- [ ] Done — issue closed\n',
    )
  })

  it('snapshot_ci_phase_with_thread', () => {
    expect(renderChecklist('ci', { ...meta, threadId: 'abc', attempts: 1 })).toBe(
      '### infra#42 — AFK run progress (thread abc)\n\n- [x] Worktree created\n- [x] Failing test written (TDD red)\n- [x] Implementation passing (TDD green)\n- [x] Pushed to master\n- [~] CI green on pushed commit\n- [ ] Deployed / rolled out\n- [ ] Done — issue closed\n\n_Fix-forward: 1 attempt._\n',
    )
  })

  it('snapshot_done_phase', () => {
    expect(renderChecklist('done', meta)).toBe(
      '### infra#42 — AFK run progress\n\n- [x] Worktree created\n- [x] Failing test written (TDD red)\n- [x] Implementation passing (TDD green)\n- [x] Pushed to master\n- [x] CI green on pushed commit\n- [x] Deployed / rolled out\n- [x] Done — issue closed\n',
    )
  })
})
