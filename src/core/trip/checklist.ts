/** The one comment of a trip that people watch: seven phases, what is done, what runs. Byte for byte the predecessor's. */
import { type TripPhase, tripPhases } from '#contract/trip'

const labels: Readonly<Record<TripPhase, string>> = {
  worktree: 'Worktree created',
  tests_red: 'Failing test written (TDD red)',
  green: 'Implementation passing (TDD green)',
  pushed: 'Pushed to master',
  ci: 'CI green on pushed commit',
  deployed: 'Deployed / rolled out',
  done: 'Done — issue closed',
}

export interface ChecklistMeta {
  readonly repo?: string
  readonly issue?: number
  readonly threadId?: string | null
  readonly attempts?: number
}

export function renderChecklist(phase: TripPhase, meta: ChecklistMeta = {}): string {
  const at = tripPhases.indexOf(phase)
  const of = meta.repo === undefined || meta.issue === undefined ? '' : `${meta.repo}#${meta.issue} — `
  const thread = meta.threadId == null ? '' : ` (thread ${meta.threadId})`
  const lines = tripPhases.map((one, n) => {
    const mark = phase === 'done' || n < at ? 'x' : n === at ? '~' : ' '
    return `- [${mark}] ${labels[one]}`
  })
  const tries = meta.attempts ?? 0
  const note = tries === 0 ? [] : ['', `_Fix-forward: ${tries} ${tries === 1 ? 'attempt' : 'attempts'}._`]
  return `${[`### ${of}AFK run progress${thread}`, '', ...lines, ...note].join('\n')}\n`
}

export const progressTitle = 'AFK run progress'
