/** The tables of the loop as the docs print them: made from what decides, so that the page cannot say something else. */
import { type TripAction, tripActions } from '#contract/trip'
import { gates } from './dispatch.ts'
import { effectsOf } from './effects.ts'
import { breaches } from './guardrails.ts'
import { rows } from './next.ts'
import { afkVariables, shippedAfk } from './settings.ts'

const table = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** One row a gate: what it looks at, and the reason where it refuses. `-`: not looked at any more. */
export function dispatchTable(): string {
  const codes = gates.map(({ code }) => code)
  const line = (refused: number, when: string, reason: string): string[] => [
    ...codes.map((_, n) => (n < refused ? 'passes' : n === refused ? '**refuses**' : '-')),
    when,
    `\`${reason}\``,
  ]
  const lines = gates.map(({ code, when }, n) => line(n, when, code))
  lines.push(line(codes.length, 'a more urgent issue of the same repository was taken', 'repo_slot'))
  lines.push(line(codes.length, 'as many as max_parallel are under way', 'parallel'))
  lines.push(line(codes.length, 'otherwise', 'dispatched'))
  return table([...codes.map((code) => `\`${code}\``), 'when', 'decision'], lines)
}

export const machineTable = (): string =>
  table(
    ['#', 'when (the first row that fits)', 'action'],
    rows.map(({ when, action }, n) => [String(n + 1), when, `\`${action}\``]),
  )

export const effectsTable = (): string =>
  table(
    ['action', 'effects, in order', 'the trip is then', 'doorbell'],
    tripActions.map((action: TripAction) => {
      const { effects, ends, doorbell } = effectsOf[action]
      return [`\`${action}\``, effects.join(', '), ends ?? 'under way', doorbell ?? '']
    }),
  )

export const variablesTable = (): string =>
  table(
    ['variable', 'takes'],
    afkVariables.map(([name, , , takes]) => [`\`${name}\``, takes]),
  )

export const breachesTable = (): string =>
  table(
    ['found in its commits', 'then'],
    breaches.map(({ what }) => [what, 'nothing lands, a person gets it']),
  )

/** How long, how often and how dear a trip may be, as shipped. */
export const limitsTable = (): string =>
  table(
    ['limit', 'as shipped', 'when it is reached'],
    [
      ['corrective turns', `${shippedAfk.fixForwardMaxAttempts}`, 'frozen: nothing is reverted, a person gets it'],
      ['seconds since its checks were red first', `${shippedAfk.fixForwardMaxSeconds}`, 'frozen'],
      ['dollars, where agents tell them', `${shippedAfk.budgetUsd}`, 'frozen when red, else given to a person'],
      ['seconds until something is pushed', `${shippedAfk.deadlineSeconds}`, 'given to a person'],
      ['seconds until checks say something', `${shippedAfk.ciDeadlineSeconds}`, 'given to a person'],
      ['trips at once', `${shippedAfk.maxParallel}`, 'other repositories wait, and say so'],
    ],
  )
