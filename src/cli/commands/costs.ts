/** `drover costs`: what agents cost, by whatever is asked for; tokens where the cost is unknown. */
import type { Budget, CostBy, CostRow, CostSum, Costs } from '#contract/cost'
import { counted, money, plural } from '#core/relay/show-words'
import type { Run } from '../command.ts'
import { type Column, fitTable } from '../fit.ts'
import { type Io, oneLine, paint } from '../print.ts'

const costCell = ({ costUsd, unknownCosts }: CostSum): string =>
  costUsd === null ? (unknownCosts === 0 ? '' : 'unknown') : `${money(costUsd)}${unknownCosts === 0 ? '' : ' +?'}`

const tokensOf = ({ inputTokens, outputTokens }: CostSum): string => counted(inputTokens + outputTokens)

const columns = (by: CostBy): readonly Column[] => [
  { head: by.toUpperCase(), least: 10, most: 40 },
  { head: 'NAME', least: 8, most: 40, rank: 4 },
  { head: 'COST', right: true },
  { head: 'TOKENS', right: true },
  { head: 'CACHED', right: true, rank: 3 },
  { head: 'SESSIONS', right: true, rank: 2 },
]

const cells = (row: CostRow): readonly string[] => [
  row.key === '' ? row.label : oneLine(row.key, 80),
  row.key === '' || row.label === row.key ? '' : oneLine(row.label, 80),
  costCell(row),
  tokensOf(row),
  row.cacheReadTokens + row.cacheWriteTokens === 0 ? '' : counted(row.cacheReadTokens + row.cacheWriteTokens),
  String(row.sessions),
]

/** What is not in the sum is said beside it. */
export function totalLine({ total }: Costs): string {
  if (total.sessions === 0) return 'nothing was used'
  const missing =
    total.unknownCosts === 0
      ? ''
      : `${total.costUsd === null ? '' : ', and '}${plural(total.unknownCosts, 'session')} of unknown cost (${counted(total.unknownTokens)} tokens)`
  return `${total.costUsd === null ? '' : money(total.costUsd)}${missing} in ${plural(total.sessions, 'session')}`
}

const scopes = { project_day: 'a day', project: 'in all', day: 'a day, all projects' } as const

function budgetLine(io: Io, { scope, projectId, limitUsd, spentUsd, state }: Budget): string {
  const words = `budget ${projectId === null ? '' : `of ${projectId} `}${scopes[scope]}: ${money(spentUsd)} of ${money(limitUsd)}`
  if (state === 'ok') return paint(io, 'dim', words)
  return paint(
    io,
    state === 'reached' ? 'red' : 'yellow',
    `${words}${state === 'reached' ? ': nothing new is started' : ''}`,
  )
}

export function costsText(io: Io, costs: Costs): string {
  const zone = new Date(costs.since).toLocaleString('sv-SE', { timeZone: costs.zone }).slice(0, 16)
  const table = costs.rows.length === 0 ? '' : fitTable(io, columns(costs.by), costs.rows.map(cells))
  const budgets = costs.budgets.map((budget) => `${budgetLine(io, budget)}\n`).join('')
  return `${table}${paint(io, 'bold', totalLine(costs))}\n${paint(io, 'dim', `since ${zone} (${costs.zone})`)}\n${budgets}`
}

export const costs: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('GET /api/v1/costs', {
    query: {
      by: (context.flag('by') ?? 'project') as CostBy,
      since: context.flag('since') ?? 'today',
      project: context.flag('project'),
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  })
  context.answer(answer, () => costsText(context.io, answer.costs))
  return 0
}
