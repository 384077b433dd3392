/** The tries of a relay: a line by agent that shows who worked when, and each try with what came of it. */
import { type ReactNode, useRef, useState } from 'react'
import type { Relay, Try } from '#contract/relay'
import { useNow } from '../../ui/clock.ts'
import { count } from '../../ui/words.ts'
import { Sign } from './sign.tsx'
import { type Strip, stripOf } from './strip.ts'
import { TryDetails } from './try-details.tsx'
import { clock, tryTook, wordOfTry } from './words.ts'

const pageSize = 50

export function Tries({ relay, tries }: { readonly relay: Relay; readonly tries: readonly Try[] }): ReactNode {
  const [shown, setShown] = useState(pageSize)
  const [opened, setOpened] = useState<number | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const open = (n: number): void => {
    const at = tries.length - tries.findIndex((one) => one.n === n)
    if (at > shown) setShown(at)
    setOpened(n)
    requestAnimationFrame(() => list.current?.querySelector(`[data-try="${n}"]`)?.scrollIntoView({ block: 'nearest' }))
  }
  if (tries.length === 0)
    return relay.state === 'ended' ? null : <p className="small faint">No try yet. The first one shows up here.</p>
  return (
    <section className="stack" aria-label="Tries">
      <h3>
        Tries <span className="faint num">{tries.length}</span>
      </h3>
      <Lines tries={tries} onPick={open} />
      <ol className="relay-list" ref={list}>
        {[...tries]
          .reverse()
          .slice(0, shown)
          .map((one) => (
            <OneTry
              key={one.n}
              one={one}
              open={opened === one.n}
              onToggle={(wanted) => setOpened((before) => (wanted ? one.n : before === one.n ? null : before))}
            />
          ))}
      </ol>
      {tries.length > shown && (
        <button type="button" className="button" onClick={() => setShown(shown + pageSize * 4)}>
          Show more ({tries.length - shown} left)
        </button>
      )}
    </section>
  )
}

function OneTry(props: {
  readonly one: Try
  readonly open: boolean
  readonly onToggle: (open: boolean) => void
}): ReactNode {
  const { one, open } = props
  const lasted = useNow((now) => tryTook(one, now))
  return (
    <li data-try={one.n} data-outcome={one.outcome ?? 'running'}>
      <details className="try" open={open} onToggle={(event) => props.onToggle(event.currentTarget.open)}>
        <summary>
          <span className="try-line">
            <span className="num faint">{one.n}</span>
            <span className="clip grow try-title">{one.title}</span>
            <Sign of={wordOfTry(one)} />
          </span>
          <span className="try-line small faint">
            <span className="mono clip">{one.agent}</span>
            <span className="num try-facts">
              {lasted}
              {one.commits.length > 0 && ` · ${count(one.commits.length, 'commit')}`}
              {one.verify !== null && (one.verify.ok ? ' · verified' : ' · verify failed')}
            </span>
          </span>
          {one.outcome !== 'completed' && one.reason !== null && (
            <span className="small soft try-reason">{one.reason}</span>
          )}
        </summary>
        {open && <TryDetails one={one} />}
      </details>
    </li>
  )
}

/** The list below is the way by keyboard; here a pointer finds a try by when it was. */
function Lines({ tries, onPick }: { readonly tries: readonly Try[]; readonly onPick: (n: number) => void }): ReactNode {
  const running = tries.some((one) => one.endedAt === null)
  const at = useNow((now) => (running ? Math.floor(now / 5_000) * 5_000 + 5_000 : 0))
  const strip = stripOf(tries, running ? at : Date.now())
  if (strip === null) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing made of buttons, not a set of fields
    <div className="strip" role="group" aria-label="Tries by agent, over time">
      {strip.rows.map(({ agent, bars }) => (
        <div key={agent} className="strip-row" data-strip={agent}>
          <span className="mono small clip strip-agent">{agent}</span>
          <div className="strip-line">
            {bars.map(({ n, left, width, one }) => (
              <button
                key={n}
                type="button"
                tabIndex={-1}
                className="strip-bar"
                data-outcome={one.outcome ?? 'running'}
                style={{ left: `${left}%`, width: `${width}%` }}
                title={`Try ${n}: ${wordOfTry(one).word}`}
                aria-label={`Try ${n} by ${agent}: ${wordOfTry(one).word}`}
                onClick={() => onPick(n)}
              />
            ))}
          </div>
        </div>
      ))}
      <Times strip={strip} running={running} />
    </div>
  )
}

const Times = ({ strip, running }: { readonly strip: Strip; readonly running: boolean }): ReactNode => (
  <div className="strip-row strip-times small faint num">
    <span className="strip-agent" />
    <span>{clock(new Date(strip.from).toISOString(), Date.now())}</span>
    <span>{running ? 'now' : clock(new Date(strip.to).toISOString(), Date.now())}</span>
  </div>
)
