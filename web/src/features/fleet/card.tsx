/** One session at a glance, as a card or as a line of a list. Redrawn only when its own facts change. */

import { type MouseEvent, memo, type ReactNode } from 'react'
import type { Failure, Session } from '#contract/session'
import { isSuspect, standsFailed } from '#core/attention/queue'
import { hasUnlanded } from '#core/session/status'
import { sessionPath } from '../../routes/router.ts'
import { plainLine } from '../../ui/plain.ts'
import { Since, Spark, StatusWord } from '../../ui/status.tsx'
import { count, money, spec } from '../../ui/words.ts'
import { Distance } from '../session/distance.tsx'
import { Cause } from './cause.tsx'
import { canRetry, Retry } from './retry.tsx'

const endWord = (s: Session): string => (s.endReason === null ? '' : s.endReason.replace('_', ' '))

const failureOf = (s: Session): Failure | null =>
  s.request === null && s.trouble === null && standsFailed(s) ? s.failure : null

function lineOf(s: Session): string | null {
  const said =
    s.request?.text ??
    s.trouble?.message ??
    (isSuspect(s) ? `The agent may hang: ${s.health?.why}.` : (failureOf(s)?.message ?? s.lastText))
  return said === null ? null : plainLine(said)
}

/** How it is chosen among others; null: the fleet only shows. */
export interface Choosing {
  readonly chosen: boolean
  /** Some are chosen: a press on a card chooses it too. */
  readonly active: boolean
  readonly onToggle: (id: string, range: boolean) => void
}

interface SessionProps {
  readonly session: Session
  readonly choosing?: Choosing | undefined
}

/** While some are chosen, a press on one chooses it instead of opening it. */
const choosesOn =
  (id: string, choosing: Choosing | undefined) =>
  (event: MouseEvent): void => {
    if (choosing === undefined || !choosing.active || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    choosing.onToggle(id, event.shiftKey)
  }

function Tick({ session: s, choosing }: { readonly session: Session; readonly choosing: Choosing }): ReactNode {
  return (
    <label className="tick">
      <input
        type="checkbox"
        checked={choosing.chosen}
        aria-label={`Select ${s.title}`}
        onClick={(event) => choosing.onToggle(s.id, event.shiftKey)}
        onChange={() => {}}
      />
    </label>
  )
}

const sameChoice = (a: SessionProps, b: SessionProps): boolean =>
  a.session === b.session &&
  a.choosing?.chosen === b.choosing?.chosen &&
  a.choosing?.active === b.choosing?.active &&
  a.choosing?.onToggle === b.choosing?.onToggle

export const SessionCard = memo(function SessionCard({ session: s, choosing }: SessionProps): ReactNode {
  const cost = money(s.totals.costUsd)
  const failed = failureOf(s)
  const line = lineOf(s)
  return (
    <div className="cell" data-chosen={choosing?.chosen || undefined} data-choosing={choosing?.active || undefined}>
      <a
        className="card"
        href={sessionPath(s.id)}
        data-session={s.id}
        data-status={s.status}
        data-retry={canRetry(s) || undefined}
        onClick={choosesOn(s.id, choosing)}
      >
        <div className="row">
          <span className="card-name clip grow" title={s.title}>
            {s.title}
          </span>
          <StatusWord status={s.status} />
          <span className="small faint card-since">
            <Since at={s.activity.since} />
          </span>
        </div>
        <p className="card-line">
          {failed !== null && <Cause failure={failed} parked={s.status === 'parked'} />}
          {line === null ? <span className="faint">Nothing said yet</span> : line}
        </p>
        <div className="row small faint card-foot">
          <span className="clip">
            {s.title !== s.id && <>{s.id} · </>}
            {s.role !== null && <>{s.role} · </>}
            {s.projectId} · {spec(s.harness, s.model)}
          </span>
          <span className="grow" />
          <Spark values={s.activitySpark} />
          {s.landing?.landedAt != null && !hasUnlanded(s) && <span className="card-since">landed</span>}
          {hasUnlanded(s) && s.filesChanged !== null && (
            <span className="num card-since">
              {count(s.filesChanged, 'file')}
              <span className="unseen"> changed</span>
            </span>
          )}
          <Distance landing={s.landing} />
          {cost !== null && <span className="num">{cost}</span>}
          {s.endReason !== null && <span className="card-since">{endWord(s)}</span>}
        </div>
      </a>
      {choosing !== undefined && <Tick session={s} choosing={choosing} />}
      {canRetry(s) && <Retry session={s} />}
    </div>
  )
}, sameChoice)

export const SessionRow = memo(function SessionRow({ session: s, choosing }: SessionProps): ReactNode {
  const cost = money(s.totals.costUsd)
  const failed = failureOf(s)
  const line = lineOf(s)
  return (
    <div className="cell" data-chosen={choosing?.chosen || undefined} data-choosing={choosing?.active || undefined}>
      <a
        className="card list-row"
        href={sessionPath(s.id)}
        data-session={s.id}
        data-status={s.status}
        data-retry={canRetry(s) || undefined}
        onClick={choosesOn(s.id, choosing)}
      >
        <span className="list-status clip">
          <StatusWord status={s.status} />
        </span>
        <span className="card-name clip" title={s.title}>
          {s.title}
          {s.title !== s.id && <span className="small faint list-id"> {s.id}</span>}
        </span>
        <span className="clip soft list-line">
          {failed !== null && <Cause failure={failed} parked={s.status === 'parked'} />}
          {line}
        </span>
        <span className="clip small faint list-agent">
          {s.projectId} · {spec(s.harness, s.model)}
        </span>
        <span className="num small faint list-files">
          {hasUnlanded(s) ? count(s.filesChanged ?? 0, 'file') : s.landing?.landedAt != null && 'landed'}
        </span>
        <span className="num small faint list-cost">{cost}</span>
        <span className="small faint card-since list-since">
          <Since at={s.activity.since} />
        </span>
      </a>
      {choosing !== undefined && <Tick session={s} choosing={choosing} />}
      {canRetry(s) && <Retry session={s} />}
    </div>
  )
}, sameChoice)
