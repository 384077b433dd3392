/** One card of the board: an issue that waits, a trip, or a session of somebody's own. */
import { memo, type ReactNode } from 'react'
import type { Session } from '#contract/session'
import type { SeenIssue, Trip } from '#contract/trip'
import type { BoardCard } from '#core/board/columns'
import { sessionPath, tripPath } from '../../routes/router.ts'
import { plainLine } from '../../ui/plain.ts'
import { Since, StatusWord } from '../../ui/status.tsx'
import { money } from '../../ui/words.ts'
import { Sign } from '../relay/sign.tsx'
import { checksWord, prWord, wordOfTrip } from './words.ts'

const isWeb = (url: string): boolean => /^https?:\/\//.test(url)

export const Card = memo(function Card({ card }: { readonly card: BoardCard }): ReactNode {
  switch (card.kind) {
    case 'issue':
      return <IssueCard issue={card.issue} />
    case 'trip':
      return <TripCard trip={card.trip} session={card.session} />
    case 'session':
      return <SessionOnBoard session={card.session} />
  }
})

/** What the forge says is text, and its address is followed only where it is one. */
function IssueCard({ issue }: { readonly issue: SeenIssue }): ReactNode {
  const inside = (
    <>
      <p className="board-title">
        <span className="faint num">#{issue.number}</span> {plainLine(issue.title)}
      </p>
      <p className="small soft wrap-any">{issue.why}</p>
    </>
  )
  return isWeb(issue.url) ? (
    <a className="board-card" href={issue.url} target="_blank" rel="noreferrer" data-issue={issue.number}>
      {inside}
    </a>
  ) : (
    <div className="board-card" data-issue={issue.number}>
      {inside}
    </div>
  )
}

function TripCard({ trip, session }: { readonly trip: Trip; readonly session: Session | null }): ReactNode {
  const pr = session?.prs.find(({ id }) => id === trip.prId) ?? session?.prs.at(-1)
  const checks = checksWord(trip)
  const cost = money(trip.costUsd ?? session?.totals.costUsd ?? null)
  const over = trip.state !== 'running' && trip.state !== 'claiming'
  return (
    <a className="board-card" href={tripPath(trip.id)} data-trip={trip.id} data-state={trip.state}>
      <p className="board-title">
        <span className="faint num">#{trip.issue}</span> {plainLine(trip.title)}
      </p>
      <div className="row row-wrap small">
        <Sign of={wordOfTrip(trip)} />
        {checks !== null && trip.ci !== 'red' && <Sign of={checks} />}
      </div>
      {(trip.state === 'escalated' || trip.state === 'frozen' || trip.ci === 'red') && (
        <p className="small wrap-any">{trip.ci === 'red' && !over ? checks?.word : plainLine(trip.reason)}</p>
      )}
      <div className="row row-wrap small faint">
        {pr !== undefined && <span>{prWord(pr)}</span>}
        {trip.attempts > 0 && <span className="num">attempt {trip.attempts}</span>}
        <span className="grow" />
        {cost !== null && <span className="num">{cost}</span>}
        <Since at={trip.endedAt ?? trip.createdAt} />
      </div>
    </a>
  )
}

function SessionOnBoard({ session: s }: { readonly session: Session }): ReactNode {
  const pr = s.prs.findLast(({ state }) => state === 'open') ?? s.prs.at(-1)
  const cost = money(s.totals.costUsd)
  const said = s.request?.text ?? s.trouble?.message ?? s.failure?.message ?? null
  return (
    <a className="board-card" href={sessionPath(s.id)} data-session={s.id} data-status={s.status}>
      <p className="board-title">{plainLine(s.title)}</p>
      <div className="row row-wrap small">
        <StatusWord status={s.status} />
      </div>
      {said !== null && <p className="small wrap-any board-said">{plainLine(said)}</p>}
      <div className="row row-wrap small faint">
        <span className="clip">{s.id}</span>
        {pr !== undefined && <span>{prWord(pr)}</span>}
        <span className="grow" />
        {cost !== null && <span className="num">{cost}</span>}
        <Since at={s.activity.since} />
      </div>
    </a>
  )
}
