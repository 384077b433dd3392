/** What the form starts with, and how agents are ordered and named. Pure. */
import type { Permissions } from '#contract/session'
import type { HarnessView } from '../../api/shapes.ts'

export interface Choice {
  readonly projectId: string
  readonly harness: string
  readonly model: string
  readonly base: string
  readonly name: string
  readonly permissions: Permissions | ''
  /** In the agent's own interface. */
  readonly terminal: boolean
}

/** The last choice as far as it still exists; an address may name the project. A name is never used twice. */
export function starting(last: Partial<Choice>, projects: readonly string[], search: string): Choice {
  const asked = new URLSearchParams(search).get('project')
  const projectId = [asked, last.projectId].find((id) => id !== null && id !== undefined && projects.includes(id))
  return {
    projectId: projectId ?? projects[0] ?? '',
    harness: last.harness ?? '',
    model: last.model ?? '',
    base: projectId === last.projectId ? (last.base ?? '') : '',
    name: '',
    permissions: last.permissions ?? '',
    terminal: last.terminal === true,
  }
}

const order = { ready: 0, unknown: 1, 'signed-out': 2, missing: 3 } as const

/** Installed ones first. */
export const byReadiness = (list: readonly HarnessView[]): readonly HarnessView[] =>
  [...list].sort((a, b) => order[a.readiness?.state ?? 'unknown'] - order[b.readiness?.state ?? 'unknown'])

export const readinessWord = (harness: HarnessView): string => {
  switch (harness.readiness?.state) {
    case 'ready':
      return ''
    case 'missing':
      return '(not installed)'
    case 'signed-out':
      return '(signed out)'
    default:
      return '(not probed)'
  }
}

/** The chosen one, else the project's, else the first real agent that is ready here, else the rehearsal. */
export function wantedHarness(chosen: string, configured: unknown, list: readonly HarnessView[]): string {
  if (chosen !== '') return chosen
  if (typeof configured === 'string') return configured
  const ready = list.filter((harness) => harness.readiness?.state === 'ready')
  return (ready.find(({ id }) => id !== 'rehearsal') ?? ready[0])?.id ?? ''
}

/** Agents as they are written, one after the other. */
export const specsOf = (each: string): readonly string[] => each.split(/[\s,]+/).filter((word) => word !== '')
