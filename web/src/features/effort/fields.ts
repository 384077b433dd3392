/** What is typed to start an effort, and what is asked of the daemon with it. Pure; the form draws it. */
import type { EffortInput } from '../../api/effort-calls.ts'

export interface EffortDraft {
  readonly projectId: string
  readonly goal: string
  readonly role: 'coordinator' | 'lead'
  readonly agent: string
  readonly into: string
  readonly budget: string
}

export const emptyEffortDraft: EffortDraft = {
  projectId: '',
  goal: '',
  role: 'coordinator',
  agent: '',
  into: '',
  budget: '',
}

/** What was chosen last time, as far as it is still there; the first project else. */
export function effortDraftFrom(last: Partial<EffortDraft>, projects: readonly string[]): EffortDraft {
  const known = projects.includes(last.projectId ?? '') ? last.projectId : projects[0]
  const role = last.role === 'lead' ? 'lead' : 'coordinator'
  return { ...emptyEffortDraft, ...last, role, goal: '', projectId: known ?? '' }
}

const budgetOf = (text: string): number | null => {
  const trimmed = text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(',', '.')
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : null
}

/** null: it can be started. */
export function whyNotYet({ projectId, goal, budget }: EffortDraft): string | null {
  if (projectId === '') return 'Add a project first.'
  if (goal.trim() === '') return 'Say what is to be reached.'
  if (budget.trim() !== '' && !((budgetOf(budget) ?? 0) > 0)) return 'The budget is an amount in dollars, such as 5.'
  return null
}

export function effortInput(draft: EffortDraft): EffortInput {
  const [agent, into, budgetUsd] = [draft.agent.trim(), draft.into.trim(), budgetOf(draft.budget)]
  return {
    projectId: draft.projectId,
    goal: draft.goal,
    role: draft.role,
    ...(agent === '' ? {} : { agent }),
    ...(into === '' ? {} : { into }),
    ...(budgetUsd === null ? {} : { budgetUsd }),
  }
}
