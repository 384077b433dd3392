/** One effort: its tree as it lives, who waits for whom, files in scope, merges, cost; and what a person can say to it. */
import { type ReactNode, useEffect, useState } from 'react'
import type { Effort } from '#contract/effort'
import { costWords } from '#core/effort/budget'
import { treeOf } from '#core/effort/tree'
import { completeEffort, getEffort, stopEffort } from '../../api/effort-calls.ts'
import { effortBoard, noteEffort, openEfforts } from '../../live/effort-board.ts'
import { useStore } from '../../live/store.ts'
import { mergePath } from '../../routes/router.ts'
import { Button, Icon } from '../../ui/button.tsx'
import { useNow } from '../../ui/clock.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { Empty, Notice, Problem } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { useRead } from '../../ui/use-read.ts'
import { money, oneLine, printable, span, tokens } from '../../ui/words.ts'
import { EffortWord } from './efforts.tsx'
import { Member, useCalled } from './member.tsx'

export function EffortPage({ id }: { readonly id: string }): ReactNode {
  const known = useStore(effortBoard, (b) => b.known?.efforts.get(id) ?? null)
  const loaded = useStore(effortBoard, (b) => b.known !== null)
  useEffect(openEfforts, [])
  // One that is older than those that the list holds.
  const read = useRead(loaded && known === null ? id : null, () => getEffort(id))
  const effort = known ?? read.data
  if (effort === null) {
    return (
      <main className="page" id="main" aria-busy={!loaded || read.loading || undefined}>
        {read.error && (
          <Empty title="No such effort">
            <Problem error={read.error} />
            <a className="button" data-look="main" href="/efforts">
              All efforts
            </a>
          </Empty>
        )}
      </main>
    )
  }
  return (
    <main className="page" id="main" data-effort={id} data-state={effort.state}>
      <div className="scroll">
        <div className="effort-page">
          <Head effort={effort} />
          <section className="stack" aria-label="Sessions">
            <h2>Sessions</h2>
            <ul className="effort-tree">
              {treeOf(effort.sessions).map(({ member, level }) => (
                <Member key={member.id} member={member} level={level} effort={effort} />
              ))}
            </ul>
          </section>
          <div className="effort-side stack">
            <About effort={effort} />
            <Merges effort={effort} />
            {effort.state === 'running' && <Acts effort={effort} />}
          </div>
        </div>
      </div>
    </main>
  )
}

const Head = ({ effort }: { readonly effort: Effort }): ReactNode => (
  <header className="effort-head stack">
    <div className="row">
      <a className="button" data-look="quiet" data-shape="icon" href="/efforts" aria-label="All efforts">
        <Icon name="back" />
      </a>
      <h1 className="grow">
        Effort <span className="num">{effort.id}</span>
      </h1>
      <EffortWord effort={effort} />
    </div>
    <Goal text={effort.goal} />
    {effort.reason !== null && <Notice what={printable(effort.reason)} />}
  </header>
)

/** Its first line says what it is about; the rest of a long one is there for whoever wants it. */
function Goal({ text }: { readonly text: string }): ReactNode {
  const title = oneLine(text)
  const whole = printable(text.slice(0, 4_000)).trim()
  return (
    <div>
      <p className="wrap-any effort-title">{title}</p>
      {whole !== title && (
        <details className="effort-goal">
          <summary>The whole goal</summary>
          <p className="wrap-any pre small soft">{whole}</p>
        </details>
      )}
    </div>
  )
}

function About({ effort }: { readonly effort: Effort }): ReactNode {
  const { totals, budgetUsd, landed, createdAt, endedAt } = effort
  const time = useNow((now) => span(((endedAt === null ? now : Date.parse(endedAt)) - Date.parse(createdAt)) / 1_000))
  const cost = costWords({ usd: totals.costUsd, unknown: totals.unknownCosts })
  const unknown = <span className="faint">not known</span>
  return (
    <section className="panel" aria-label="Facts">
      <dl className="facts">
        <dt>Project</dt>
        <dd>
          <a href={`/projects/${encodeURIComponent(effort.projectId)}`}>{effort.projectId}</a>
        </dd>
        <dt>Lands on</dt>
        <dd>
          <code>{effort.into}</code>
        </dd>
        <dt>May do at most</dt>
        <dd>{effort.permissions}</dd>
        <dt>Time</dt>
        <dd className="num">{time}</dd>
        <dt>Cost</dt>
        <dd className="num">
          {cost}
          {budgetUsd !== null && ` of ${money(budgetUsd)}`}
        </dd>
        <dt>Tokens</dt>
        <dd className="num">
          {totals.inputTokens === null && totals.outputTokens === null
            ? unknown
            : `${tokens(totals.inputTokens) ?? '?'} in, ${tokens(totals.outputTokens) ?? '?'} out`}
        </dd>
        <dt>Landed</dt>
        <dd>
          {landed.length === 0 && <span className="faint">nothing yet</span>}
          {landed.map((commit) => (
            <code key={commit} className="effort-commit">
              {commit.slice(0, 10)}
            </code>
          ))}
        </dd>
      </dl>
    </section>
  )
}

const Called = ({ session, branch }: { readonly session: string | null; readonly branch: string }): ReactNode =>
  useCalled(session ?? '', session ?? branch)

function Merges({ effort }: { readonly effort: Effort }): ReactNode {
  if (effort.merges.length === 0) return null
  return (
    <section className="stack" aria-label="Merges">
      <h2>
        Merges <span className="faint num">{effort.merges.length}</span>
      </h2>
      <ul className="stack">
        {effort.merges.map((merge) => (
          <li key={merge.id}>
            <a className="panel project-card" href={mergePath(merge.id)} data-merge={merge.id}>
              <div className="row">
                <strong className="clip grow">
                  <Called session={merge.sessionId} branch={merge.branch} /> → {merge.into}
                </strong>
                <span
                  className="tag"
                  data-strong={merge.state === 'needs_human' || merge.state === 'ready' || undefined}
                >
                  {merge.state.replace('_', ' ')}
                </span>
              </div>
              {merge.reason !== null && <p className="small wrap-any">{merge.reason.message}</p>}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Acts({ effort }: { readonly effort: Effort }): ReactNode {
  const [asking, setAsking] = useState<'stop' | 'complete' | null>(null)
  const act = useAction(async (what: 'stop' | 'complete') => {
    noteEffort(await (what === 'stop' ? stopEffort(effort.id) : completeEffort(effort.id)))
    setAsking(null)
    say(what === 'stop' ? 'Stopped' : 'Completed')
  })
  return (
    <div className="stack">
      {act.error && <Problem error={act.error} />}
      <div className="row row-wrap">
        <Button onClick={() => setAsking('complete')}>Complete</Button>
        <Button look="danger-quiet" onClick={() => setAsking('stop')}>
          Stop
        </Button>
      </div>
      {asking !== null && (
        <Confirm
          title={asking === 'stop' ? `Stop ${effort.id}?` : `Call ${effort.id} complete?`}
          action={asking === 'stop' ? 'Stop it' : 'Complete it'}
          look={asking === 'stop' ? 'danger' : 'main'}
          busy={act.busy}
          onConfirm={() => void act.run(asking)}
          onClose={() => setAsking(null)}
        >
          <p>
            {asking === 'stop'
              ? 'Its turns end and its merges on their way are called off. Every worktree, branch and snapshot stays.'
              : 'Its sessions end. What is not done is written beside it; every worktree, branch and snapshot stays.'}
          </p>
        </Confirm>
      )}
    </div>
  )
}
