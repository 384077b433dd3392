/** Every heat, newest first: what was asked, of whom, and which one was kept. */
import { type ReactNode, useEffect, useState } from 'react'
import type { Heat } from '#contract/heat'
import { listHeats } from '../../api/heat-calls.ts'
import { followChanges } from '../../live/cockpit.ts'
import { heatPath } from '../../routes/router.ts'
import { Command, Empty, Problem } from '../../ui/parts.tsx'
import { Since } from '../../ui/status.tsx'
import { useRead } from '../../ui/use-read.ts'
import { oneLine } from '../../ui/words.ts'

export function HeatsPage(): ReactNode {
  const [round, setRound] = useState(0)
  useEffect(
    () =>
      followChanges((changes) => {
        if (changes === 'all' || (changes !== 'out' && changes.some(({ type }) => type === 'heat_updated')))
          setRound((n) => n + 1)
      }),
    [],
  )
  const { data, error, again } = useRead('heats', listHeats)
  useEffect(() => {
    if (round > 0) again()
  }, [round, again])
  return (
    <main className="page" id="main" aria-busy={(data === null && error === null) || undefined}>
      <div className="scroll">
        <div className="narrow stack">
          <div className="row">
            <h1 className="grow">Heats</h1>
            <a className="button" data-look="main" href="/new">
              New heat
            </a>
          </div>
          {error && <Problem error={error} />}
          {data?.length === 0 && (
            <Empty title="No heat yet">
              <p>
                A heat gives one prompt to several agents and puts what they made side by side: New, Several agents.
              </p>
              <Command text={'drover spawn --each "cc cx" --prompt "…"'} />
            </Empty>
          )}
          <ul className="stack">
            {(data ?? []).map((heat) => (
              <li key={heat.id}>
                <HeatCard heat={heat} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </main>
  )
}

const HeatCard = ({ heat }: { readonly heat: Heat }): ReactNode => (
  <a className="panel project-card" href={heatPath(heat.id)} data-heat={heat.id} data-state={heat.state}>
    <div className="row">
      <strong className="clip grow">{oneLine(heat.prompt)}</strong>
      <span
        className="tag"
        data-strong={heat.state === 'running' || heat.state === 'keeping' || undefined}
        data-fault={heat.state === 'failed' || undefined}
      >
        {heat.state}
      </span>
      <span className="small faint">
        <Since at={heat.endedAt ?? heat.createdAt} />
      </span>
    </div>
    {heat.reason !== null && <p className="small wrap-any">{oneLine(heat.reason, 300)}</p>}
    <p className="small faint wrap-any">
      {heat.id} · {heat.projectId} · {heat.members.map(({ agent }) => agent).join(', ')}
      {heat.keeping !== null && ` · ${heat.state === 'kept' ? 'kept' : 'keeping'} ${heat.keeping}`}
    </p>
  </a>
)
