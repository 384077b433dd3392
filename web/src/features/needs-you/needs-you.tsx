/** The attention queue on the screen: a reason, an age and an action each. */

import { type ReactNode, useEffect } from 'react'
import type { Failure } from '#contract/session'
import type { Attention, AttentionKind } from '#core/attention/queue'
import { causeOf } from '#core/failure/words'
import { cockpit } from '../../live/cockpit.ts'
import { useStore } from '../../live/store.ts'
import { Icon } from '../../ui/button.tsx'
import { useNow } from '../../ui/clock.ts'
import { Empty, Prose } from '../../ui/parts.tsx'
import { Since } from '../../ui/status.tsx'
import { oneLine, printable, spec, until } from '../../ui/words.ts'
import { canRetry, Retry } from '../fleet/retry.tsx'
import { Gate } from '../inbox/gate.tsx'
import { Answer } from '../session/answer.tsx'
import { news, refreshNews } from './news.ts'

const kindWord: Readonly<Record<AttentionKind, string>> = {
  question: 'asks',
  approval: 'asks for approval',
  failed: 'failed',
  blocked: 'blocked',
  unknown: 'state unknown',
  trouble: 'in trouble',
  silent: 'silent',
  parked: 'parked',
  merge: 'to land',
  gate: 'asks for a decision',
  escalation: 'escalates',
  task: 'task',
  trip: 'given to you',
  trust: 'setup to trust',
  doctor: 'check fails',
}
const actionWord: Partial<Record<AttentionKind, string>> = {
  merge: 'Open the merge',
  gate: 'Open the thread',
  escalation: 'Open the thread',
  task: 'Open the queue',
  trip: 'Open the trip',
  trust: 'Read and decide',
  doctor: 'Open the checks',
}

export function NeedsYouPage(): ReactNode {
  const items = useStore(news, (n) => n.items)
  const loaded = useStore(cockpit, (c) => c.fleetLoaded)
  useEffect(refreshNews, [])
  return (
    <main className="page" id="main">
      <div className="scroll">
        <div className="narrow stack">
          <div className="row">
            <h1 className="grow">Needs you</h1>
            <a className="button" data-look="quiet" href="/inbox">
              <Icon name="mail" /> Inbox
            </a>
          </div>
          {loaded && items.length === 0 && (
            <Empty title="Nothing waits for you">
              <p>
                Questions, approvals and failures that stop work appear here, and leave by themselves once they are
                settled.
              </p>
            </Empty>
          )}
          <ul className="stack">
            {items.map((item) => (
              <li key={item.key} className="panel need" data-attention={item.kind}>
                <Need item={item} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </main>
  )
}

function Need({ item }: { readonly item: Attention }): ReactNode {
  const s = item.session
  return (
    <div className="stack">
      <div className="row">
        <h2 className="grow need-title">
          <a href={item.path} title={item.title}>
            {item.title}
          </a>
        </h2>
        <span className="tag" data-strong="true">
          {kindWord[item.kind]}
        </span>
      </div>
      {(item.kind === 'failed' || item.kind === 'parked') && s?.failure ? (
        <FailureWords failure={s.failure} />
      ) : (
        <p className="wrap-any pre need-reason">
          <Prose text={printable(item.reason.slice(0, 2_000))} />
        </p>
      )}
      {item.hint !== null && (
        <p className="small soft wrap-any">
          <Prose text={item.hint} />
        </p>
      )}
      {item.mail !== undefined && <Gate mail={item.mail} />}
      {s?.request ? (
        <Answer session={s} request={s.request} quoted={false} />
      ) : (
        <div className="row row-wrap">
          {s && item.kind === 'failed' && canRetry(s) && <Retry session={s} look="main" />}
          <a className="button need-act" href={item.path}>
            {actionWord[item.kind] ??
              (item.path.split('/').at(-1) === 'terminal' ? 'Open the terminal' : 'Open the session')}
          </a>
        </div>
      )}
      {s && (
        <p className="small faint clip">
          {s.id} · {spec(s.harness, s.model)} · <Since at={item.since ?? s.activity.since} after=" ago" />
        </p>
      )}
      {!s && item.since !== null && (
        <p className="small faint">
          <Since at={item.since} before="noticed " after=" ago" />
        </p>
      )}
    </div>
  )
}

/** What it was in two or three words, then the agent's own, then when the provider takes requests again. */
function FailureWords({ failure }: { readonly failure: Failure }): ReactNode {
  return (
    <>
      <p className="wrap-any need-reason">
        <span className="card-cause" data-cause={failure.category}>
          {causeOf(failure)}
        </span>
        {oneLine(failure.message, 400)}
      </p>
      {failure.resetAt !== null && <Reset at={failure.resetAt} />}
    </>
  )
}

function Reset({ at }: { readonly at: string }): ReactNode {
  const words = useNow((now) => until(at, now) ?? '')
  return (
    <p className="small" data-resets={at}>
      <time dateTime={at} title={new Date(at).toLocaleString()}>
        {words === '' ? 'The quota has reset since: send again.' : `The quota resets in ${words}.`}
      </time>
    </p>
  )
}
