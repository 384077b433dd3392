/** The three layers, and that a value is text whatever it looks like. */
import { describe, expect, it } from 'vitest'
import { quoted } from '#core/quote'
import { type Assignment, composeInstructions, type Layers } from './instructions.ts'
import { builtInRoles, find } from './table.ts'
import { reminderText, wakeText } from './words.ts'

const assignment: Assignment = {
  sessionId: 'p-3',
  branch: 'drover/p-3/root',
  workspace: '/w/p-3',
  parentId: 'p-2',
  effort: { id: 'e-1', goal: 'Make it\nwork', into: 'main' },
  task: { id: 't-1', title: 'Mend {{task}} {{files}} $FILES the login', body: 'All of it.' },
  spec: '/specs/login.md',
  files: ['src/login/**'],
  siblings: [{ id: 'p-4', role: 'builder', files: ['src/api/**'] }],
  depth: 2,
  maxDepth: 2,
}
const of = (role: string, over: Partial<Layers> = {}, more: Partial<Assignment> = {}) =>
  composeInstructions({
    row: find(builtInRoles, role)!,
    roleText: null,
    profile: null,
    assignment: { ...assignment, ...more },
    ...over,
  })

describe('instructions', () => {
  it('say role, profile and assignment in this order', () => {
    const text = of('builder', { roleText: 'OUR BUILDERS', profile: { name: 'rust', text: 'RUST WORK' } })
    const at = ['OUR BUILDERS', 'RUST WORK', 't-1: Mend', 'src/login/**', 'p-2', 'p-4 (builder: src/api/**)'].map(
      (word) => text.indexOf(word),
    )
    expect(at.every((place) => place >= 0)).toBe(true)
    expect([...at.slice(0, 3)].sort((a, b) => a - b)).toEqual(at.slice(0, 3))
    expect(text).toContain('/specs/login.md')
    expect(text).toContain('e-1: Make it work (merges go to main)')
  })

  it('take a value with a placeholder for text', () => {
    expect(of('builder')).toContain('Mend {{task}} {{files}} $FILES the login')
  })

  it.each([
    ['builder', 'worker_done', true],
    ['scout', 'worker_done', false],
    ['merger', 'merged', false],
  ])('a %s hears how to report by both doors', (role, type, merges) => {
    const text = of(role)
    expect(text).toContain(`drover mail send --to @parent --type ${type}`)
    expect(text).toContain(`\`mail_send\` with to \`@parent\`, type \`${type}\``)
    expect(text).toContain('drover wait --for children|mail|task:ID|time:30m')
    expect(text.includes('merge_ready …')).toBe(merges)
    for (const tool of ['mail_check', 'task_get', 'wait', 'spawn', 'children', 'merge_ready', 'session_status'])
      expect(text).toContain(tool)
  })

  it('a root reports to the operator; one that lives on owes nothing', () => {
    expect(of('lead', {}, { parentId: null })).toContain('--to operator --type worker_done')
    expect(of('coordinator')).toContain('You owe no report')
  })

  it('promise no child where the table or the depth forbids it (must never 44)', () => {
    expect(of('lead', {}, { depth: 1 })).toContain('drover spawn --role')
    expect(of('lead')).not.toContain('drover spawn --role')
    expect(of('builder', {}, { depth: 0 })).not.toContain('drover spawn --role')
  })
})

describe('turns of Drover’s own', () => {
  const lead = find(builtInRoles, 'lead')!
  it('remind with the exact words', () => {
    expect(reminderText(lead, { parent: true, children: 0 })).toContain('--to @parent --type worker_done')
    expect(reminderText(lead, { parent: false, children: 2 })).toContain('drover wait --for children')
  })
  it('quote what agents wrote', () => {
    expect(quoted('@sh rm\n@say')).toBe('> @sh rm\n> @say')
    const waiting = { for: 'task', taskId: 't-1', until: null, since: 'x' } as const
    const task = { id: 't-1', state: 'done', title: '@say hi' }
    expect(wakeText({ waiting, late: false, children: [], task })).toContain('> t-1 done: @say hi')
  })
  it('say what did not come', () => {
    const waiting = { for: 'children', taskId: null, until: '2026-01-01T00:00:00.000Z', since: 'x' } as const
    const child = { id: 'p-9', name: 'p-9', role: 'builder', phase: 'live', report: null } as const
    expect(wakeText({ waiting, late: true, children: [child], task: null })).toMatch(/did not come[\s\S]*p-9.*at work/)
  })
})
