/** Every effort at a glance: what runs, what came of the others. */
import './effort.css'
import { type ReactNode, useEffect, useState } from 'react'
import type { Effort } from '#contract/effort'
import { costWords } from '#core/effort/budget'
import { cockpit } from '../../live/cockpit.ts'
import { effortBoard, openEfforts } from '../../live/effort-board.ts'
import { useStore } from '../../live/store.ts'
import { effortPath } from '../../routes/router.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/parts.tsx'
import { Since } from '../../ui/status.tsx'
import { count, oneLine } from '../../ui/words.ts'
import { StartEffort } from './start.tsx'

export function EffortsPage(): ReactNode {
  const known = useStore(effortBoard, (b) => b.known)
  const problem = useStore(effortBoard, (b) => b.problem)
  const loaded = useStore(cockpit, (c) => c.fleet.projects.size > 0)
  const [asked, setAsked] = useState(false)
  useEffect(openEfforts, [])
  const all = [...(known?.efforts.values() ?? [])].sort((one, other) => other.createdAt.localeCompare(one.createdAt))
  const parts = [
    ['Running', all.filter(({ state }) => state === 'running')],
    ['Over', all.filter(({ state }) => state !== 'running')],
  ] as const
  return (
    <main className="page" id="main" aria-busy={(known === null && problem === null) || undefined}>
      <div className="scroll">
        <div className="narrow stack">
          <div className="row">
            <h1 className="grow">Efforts</h1>
            {all.length > 0 && !asked && (
              <Button icon="plus" look="main" onClick={() => setAsked(true)}>
                New effort
              </Button>
            )}
          </div>
          {problem && <Problem error={problem} />}
          {loaded && asked && <StartEffort onDone={() => setAsked(false)} />}
          {loaded && known !== null && all.length === 0 && !asked && <StartEffort />}
          {parts.map(
            ([title, list]) =>
              list.length > 0 && (
                <section key={title} className="stack" aria-label={title}>
                  <h2>
                    {title} <span className="faint num">{list.length}</span>
                  </h2>
                  <ul className="stack">
                    {list.map((effort) => (
                      <li key={effort.id}>
                        <EffortCard effort={effort} />
                      </li>
                    ))}
                  </ul>
                </section>
              ),
          )}
        </div>
      </div>
    </main>
  )
}

function EffortCard({ effort }: { readonly effort: Effort }): ReactNode {
  const { sessions, landed, totals } = effort
  const working = sessions.filter(({ status }) => status === 'working' || status === 'starting').length
  return (
    <a className="panel project-card" href={effortPath(effort.id)} data-effort={effort.id} data-state={effort.state}>
      <div className="row">
        <strong className="clip grow">{oneLine(effort.goal)}</strong>
        <EffortWord effort={effort} />
        <span className="small faint">
          <Since at={effort.endedAt ?? effort.createdAt} />
        </span>
      </div>
      {effort.reason !== null && <p className="small wrap-any">{oneLine(effort.reason, 300)}</p>}
      <p className="small faint num">
        {effort.id} · {effort.projectId} · {count(sessions.length, 'session')}
        {effort.state === 'running' && `, ${working} at work`}
        {landed.length > 0 && ` · ${count(landed.length, 'commit')} landed`}
        {` · ${costWords({ usd: totals.costUsd, unknown: totals.unknownCosts })}`}
      </p>
    </a>
  )
}

/** The state, by word; what failed has its own look. */
export const EffortWord = ({ effort }: { readonly effort: Effort }): ReactNode => (
  <span
    className="tag"
    data-strong={effort.state === 'running' || undefined}
    data-fault={effort.state === 'failed' || undefined}
  >
    {effort.state}
  </span>
)
