/** What agents cost: today, 7 and 30 days, by project, agent, model, session and role, and how far the budgets are used. */
import './costs.css'
import { type ReactNode, useEffect, useState } from 'react'
import type { CostRow, Costs } from '#contract/cost'
import { getCosts } from '../../api/calls.ts'
import { sessionPath } from '../../routes/router.ts'
import { useNow } from '../../ui/clock.ts'
import { Empty, Notice, Problem, Segments } from '../../ui/parts.tsx'
import { useRead } from '../../ui/use-read.ts'
import { count, tokens } from '../../ui/words.ts'
import { CostChart } from './chart.tsx'
import {
  budgetWords,
  costWords,
  type Grouping,
  groupings,
  missingWords,
  type Range,
  ranges,
  tokensOf,
} from './words.ts'

export function CostsPage(): ReactNode {
  const [range, setRange] = useState<Range>('today')
  const [by, setBy] = useState<Grouping>('project')
  const shown = useRead(`${range} ${by}`, () => getCosts({ since: range, by }))
  const drawn = useRead(range === '30d' ? '30d' : '7d', () => getCosts({ since: range === '30d' ? '30d' : '7d' }))
  const half = useNow((now) => Math.floor(now / 30_000))
  const { again } = shown
  const { again: drawAgain } = drawn
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again twice a minute, for as long as the page is open
  useEffect(() => {
    again()
    drawAgain()
  }, [half, again, drawAgain])
  return (
    <main
      className="page"
      id="main"
      data-costs={range}
      aria-busy={(shown.data === null && shown.error === null) || undefined}
    >
      <div className="scroll">
        <div className="narrow stack">
          <div className="row row-wrap">
            <h1 className="grow">Costs</h1>
            <Segments label="How far back" options={ranges} value={range} onPick={setRange} />
          </div>
          {shown.error && <Problem error={shown.error} />}
          {shown.data && <Total costs={shown.data} />}
          {drawn.data && drawn.data.total.sessions > 0 && <CostChart costs={drawn.data} />}
          {shown.data && shown.data.total.sessions > 0 && (
            <section className="stack" aria-label="What it was for">
              <div className="costs-by">
                <Segments label="Summed by" options={groupings} value={by} onPick={setBy} />
              </div>
              <Rows costs={shown.data} />
            </section>
          )}
        </div>
      </div>
    </main>
  )
}

function Total({ costs }: { readonly costs: Costs }): ReactNode {
  const { total, budgets } = costs
  const missing = missingWords(total)
  return (
    <>
      {budgets
        .filter(({ state }) => state !== 'ok')
        .map((budget) => (
          <Notice
            key={`${budget.scope} ${budget.projectId}`}
            what={
              budget.state === 'reached' ? 'A budget is reached: nothing new is started' : 'A budget is nearly used up'
            }
          >
            <p>{budgetWords(budget)}</p>
          </Notice>
        ))}
      {total.sessions === 0 ? (
        <Empty title="Nothing was used in this time">
          <p>What agents cost is summed here as they tell it.</p>
        </Empty>
      ) : (
        <div className="costs-total" data-total={total.costUsd ?? 'unknown'}>
          <strong className="num">{costWords(total)}</strong>
          <p className="soft">
            {count(total.sessions, 'session')}, {tokens(tokensOf(total))} tokens
            {total.cacheReadTokens > 0 && `, ${tokens(total.cacheReadTokens)} more from the cache`}
          </p>
          {missing && <p className="small faint">{missing}.</p>}
        </div>
      )}
      {budgets
        .filter(({ state }) => state === 'ok')
        .map((budget) => (
          <p key={`${budget.scope} ${budget.projectId}`} className="small faint">
            Budget of {budgetWords(budget)}
          </p>
        ))}
    </>
  )
}

function Rows({ costs }: { readonly costs: Costs }): ReactNode {
  const most = Math.max(0, ...costs.rows.map(({ costUsd }) => costUsd ?? 0))
  return (
    <ul className="costs-rows">
      {costs.rows.map((row) => (
        <li key={`${row.key} ${row.label}`} data-cost-row={row.key}>
          <span className="clip">{nameOf(costs, row)}</span>
          <span className="num strong">{costWords(row)}</span>
          <span className="num small soft">{tokens(tokensOf(row))} tokens</span>
          <span className="share" aria-hidden="true">
            <span style={{ width: `${most === 0 ? 0 : ((row.costUsd ?? 0) / most) * 100}%` }} />
          </span>
          {row.costUsd !== null && row.unknownCosts > 0 && <span className="small faint">{missingWords(row)}</span>}
        </li>
      ))}
    </ul>
  )
}

function nameOf({ by }: Costs, { key, label }: CostRow): ReactNode {
  if (by === 'session')
    return (
      <a href={sessionPath(key)}>
        {label}
        {label !== key && <span className="small faint"> {key}</span>}
      </a>
    )
  if (by === 'project') return <a href={`/projects/${encodeURIComponent(key)}`}>{label}</a>
  return label
}
