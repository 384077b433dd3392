/** One session at a glance. Redrawn only when its own facts change. */

import { memo, type ReactNode } from 'react'
import type { Landing } from '#contract/merge'
import type { Failure, Session } from '#contract/session'
import { isSuspect, standsFailed } from '#core/attention/queue'
import { causeNow } from '#core/failure/words'
import { sessionPath } from '../../routes/router.ts'
import { useNow } from '../../ui/clock.ts'
import { Since, Spark, StatusWord } from '../../ui/status.tsx'
import { count, money, oneLine, spec } from '../../ui/words.ts'
import { distance } from '../session/land-words.ts'

const endWord = (s: Session): string => (s.endReason === null ? '' : s.endReason.replace('_', ' '))

export const SessionCard = memo(function SessionCard({ session: s }: { readonly session: Session }): ReactNode {
  const cost = money(s.totals.costUsd)
  const failed = s.request === null && s.trouble === null && standsFailed(s) ? s.failure : null
  const line =
    s.request?.text ??
    s.trouble?.message ??
    (isSuspect(s) ? `The agent may hang: ${s.health?.why}.` : (failed?.message ?? s.lastText))
  return (
    <a className="card" href={sessionPath(s.id)} data-session={s.id} data-status={s.status}>
      <div className="row">
        <span className="card-name clip grow" title={s.name}>
          {s.name}
        </span>
        <StatusWord status={s.status} />
        <span className="small faint card-since">
          <Since at={s.activity.since} />
        </span>
      </div>
      <p className="card-line">
        {failed !== null && <Cause failure={failed} parked={s.status === 'parked'} />}
        {line === null ? <span className="faint">Nothing said yet</span> : oneLine(line, 240)}
      </p>
      <div className="row small faint card-foot">
        <span className="clip">
          {s.name !== s.id && <>{s.id} · </>}
          {s.role !== null && <>{s.role} · </>}
          {s.projectId} · {spec(s.harness, s.model)}
        </span>
        <span className="grow" />
        <Spark values={s.activitySpark} />
        {s.filesChanged !== null && s.filesChanged > 0 && (
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
  )
})

/** Commits that only its branch has, and that only the base has. */
function Distance({ landing }: { readonly landing: Landing | null }): ReactNode {
  const words = distance(landing)
  if (words === null) return null
  return (
    <span className="num card-since" title={words}>
      <span aria-hidden="true">
        {landing?.ahead ? `↑${landing.ahead}` : ''}
        {landing?.behind ? `↓${landing.behind}` : ''}
      </span>
      <span className="unseen">{words}</span>
    </span>
  )
}

/** Why it failed, in two or three words before the agent's own; the time it ends at moves out by itself. */
function Cause({ failure, parked }: { readonly failure: Failure; readonly parked: boolean }): ReactNode {
  const words = useNow((now) => causeNow(failure, now))
  return (
    <span className="card-cause" data-cause={failure.category} data-parked={parked || undefined}>
      {words}
    </span>
  )
}
