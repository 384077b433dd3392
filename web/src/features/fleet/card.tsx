/** One session at a glance. Redrawn only when its own facts change. */

import { memo, type ReactNode } from 'react'
import type { Session } from '#contract/session'
import { sessionPath } from '../../routes/router.ts'
import { Since, Spark, StatusWord } from '../../ui/status.tsx'
import { count, money, oneLine, spec } from '../../ui/words.ts'
import { isSuspect, turnFailed } from '../needs-you/attention.ts'

const endWord = (s: Session): string => (s.endReason === null ? '' : s.endReason.replace('_', ' '))

export const SessionCard = memo(function SessionCard({ session: s }: { readonly session: Session }): ReactNode {
  const cost = money(s.totals.costUsd)
  const line =
    s.request?.text ?? s.trouble?.message ?? (isSuspect(s) ? `The agent may hang: ${s.health?.why}.` : s.lastText)
  return (
    <a className="card" href={sessionPath(s.id)} data-session={s.id} data-status={s.status}>
      <div className="row">
        <span className="card-name clip grow" title={s.name}>
          {s.name}
        </span>
        <StatusWord status={s.status} failed={turnFailed(s)} />
        <span className="small faint card-since">
          <Since at={s.activity.since} />
        </span>
      </div>
      <p className="card-line">
        {line === null ? <span className="faint">Nothing said yet</span> : oneLine(line, 240)}
      </p>
      <div className="row small faint card-foot">
        <span className="clip">
          {s.name !== s.id && <>{s.id} · </>}
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
        {cost !== null && <span className="num">{cost}</span>}
        {s.endReason !== null && <span className="card-since">{endWord(s)}</span>}
      </div>
    </a>
  )
})
