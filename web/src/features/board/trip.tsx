/** One trip: how far it is by its checklist, its attempts, what is red and what that printed, and what could not be done. */
import './board.css'
import '../pulls/pulls.css'
import { Fragment, type ReactNode, useEffect } from 'react'
import type { Trip } from '#contract/trip'
import { getPr } from '../../api/pr-calls.ts'
import { getTrip, runIssue, type TripAnswer } from '../../api/trip-calls.ts'
import { cockpit } from '../../live/cockpit.ts'
import { loop } from '../../live/loop.ts'
import { useStore } from '../../live/store.ts'
import { boardPath, go, mergePath, sessionPath, tripPath } from '../../routes/router.ts'
import { Button, Icon } from '../../ui/button.tsx'
import { Empty, Notice, Problem } from '../../ui/parts.tsx'
import { plainLine } from '../../ui/plain.ts'
import { say } from '../../ui/said.ts'
import { Since } from '../../ui/status.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useRead } from '../../ui/use-read.ts'
import { count, money } from '../../ui/words.ts'
import { Checks } from '../pulls/checks.tsx'
import { Sign } from '../relay/sign.tsx'
import { checksWord, landingWord, prWord, stepsOf, stepWord, wordOfTrip } from './words.ts'

export function TripPage({ id }: { readonly id: string }): ReactNode {
  const live = useStore(loop, (l) => l.trips.get(id) ?? null)
  const read = useRead(id, () => getTrip(id))
  const { again } = read
  const stamp = live?.updatedAt ?? null
  // The checklist is not part of what the stream tells.
  useEffect(() => {
    if (stamp !== null) again()
  }, [stamp, again])
  const listed = read.data?.trip ?? null
  const trip = live !== null && (listed === null || listed.updatedAt <= live.updatedAt) ? live : listed
  if (trip === null) {
    return (
      <main className="page" id="main" aria-busy={read.loading || undefined}>
        {read.error && (
          <Empty title="No such trip">
            <Problem error={read.error} />
            <a className="button" data-look="main" href="/projects">
              All projects
            </a>
          </Empty>
        )}
      </main>
    )
  }
  return (
    <main className="page" id="main" data-trip={id} data-state={trip.state}>
      <div className="scroll">
        <div className="narrow stack">
          <div className="row">
            <a
              className="button"
              data-look="quiet"
              data-shape="icon"
              href={boardPath(trip.projectId)}
              aria-label="The board"
            >
              <Icon name="back" />
            </a>
            <h1 className="grow wrap-any">
              <span className="faint num">#{trip.issue}</span> {plainLine(trip.title)}
            </h1>
          </div>
          <p className="row row-wrap">
            <Sign of={wordOfTrip(trip)} />
            <span className="small faint">
              <Since at={trip.endedAt ?? trip.createdAt} after=" ago" />
            </span>
          </p>
          <Outcome trip={trip} />
          <Steps trip={trip} checklist={read.data?.checklist ?? null} />
          <RedChecks trip={trip} logs={read.data?.logs} />
          <About trip={trip} />
          <Owed trip={trip} />
        </div>
      </div>
    </main>
  )
}

/** Why it lies with a person, and the ways on from here. */
function Outcome({ trip }: { readonly trip: Trip }): ReactNode {
  const again = useAction(async () => {
    const made = await runIssue(`#${trip.issue}`, trip.projectId)
    say(`Taken again: ${made.id}`)
    go(tripPath(made.id))
  })
  const asks = trip.state === 'escalated' || trip.state === 'frozen'
  return (
    <>
      {asks && (
        <Notice what={trip.state === 'frozen' ? 'The attempts are spent; nothing was reverted.' : 'It lies with you.'}>
          <p className="wrap-any">{plainLine(trip.reason)}</p>
        </Notice>
      )}
      {!asks && trip.reason !== '' && <p className="soft wrap-any">{plainLine(trip.reason)}</p>}
      <div className="row row-wrap">
        {trip.sessionId !== null && (
          <a className="button" data-look={asks ? 'main' : undefined} href={sessionPath(trip.sessionId)}>
            Session
          </a>
        )}
        <Away url={trip.url}>Issue</Away>
        {trip.mergeId !== null && (
          <a className="button" href={mergePath(trip.mergeId)}>
            Merge
          </a>
        )}
        {(asks || trip.state === 'withdrawn') && (
          <Button busy={again.busy} onClick={() => void again.run()}>
            Take it again
          </Button>
        )}
      </div>
      {again.error && <Problem error={again.error} />}
    </>
  )
}

function Away({ url, children }: { readonly url: string; readonly children: ReactNode }): ReactNode {
  if (!/^https?:\/\//.test(url)) return null
  return (
    <a className="button" href={url} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

const Steps = ({ trip, checklist }: { readonly trip: Trip; readonly checklist: string | null }): ReactNode => (
  <section className="stack" aria-label="Checklist">
    <h2>Checklist</h2>
    <ol className="steps">
      {stepsOf(trip, checklist).map(({ mark, text }) => (
        <li key={text} data-mark={mark}>
          <span className="grow">{text}</span>
          <Sign of={trip.endedAt !== null && mark === 'now' ? { word: 'not done', sign: 'ended' } : stepWord[mark]} />
        </li>
      ))}
    </ol>
    {trip.attempts > 0 && (
      <p className="small soft" data-attempts={trip.attempts}>
        {count(trip.attempts, 'corrective turn')} after red checks, in the same session.
      </p>
    )}
  </section>
)

/** By its pull request, which keeps what failed jobs printed; else by name, with what the loop read of them. */
function RedChecks({ trip, logs }: { readonly trip: Trip; readonly logs: TripAnswer['logs'] }): ReactNode {
  const pr = useRead(trip.prId === null ? null : `${trip.prId}/${trip.updatedAt}`, () => getPr(trip.prId ?? ''))
  const word = checksWord(trip)
  const tailOf = (name: string) => logs?.find((one) => one.name === name)?.tail ?? null
  const checks =
    pr.data?.checks ?? trip.red.map((name) => ({ name, state: 'failed' as const, url: null, tail: tailOf(name) }))
  if (word === null && checks.length === 0) return null
  return (
    <section className="stack" aria-label="Checks">
      <h2>Checks</h2>
      {word !== null && (
        <p className="row row-wrap">
          {(trip.ci !== 'red' || checks.length === 0) && <Sign of={word} />}
          {trip.commit !== null && <code>{trip.commit.slice(0, 10)}</code>}
        </p>
      )}
      <Checks checks={checks} />
      {pr.error && <Problem error={pr.error} />}
    </section>
  )
}

function About({ trip }: { readonly trip: Trip }): ReactNode {
  const session = useStore(cockpit, (c) => c.fleet.sessions.get(trip.sessionId ?? '') ?? null)
  const pr = session?.prs.find(({ id }) => id === trip.prId)
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Repository', <code key="repo">{trip.repo}</code>],
    ['Lands by', landingWord[trip.landing].toLowerCase()],
    ['Pull request', pr === undefined ? trip.prId : <PrLink key="pr" url={pr.url} words={prWord(pr)} />],
    ['Who works', trip.sessionId ?? trip.thread ?? 'nobody yet'],
    ['Cost', money(trip.costUsd) ?? 'not known'],
    ['Commit', trip.commit === null ? null : <code key="commit">{trip.commit.slice(0, 12)}</code>],
    ['Trip', <code key="id">{trip.id}</code>],
  ]
  return (
    <section className="stack" aria-label="About">
      <h2>About</h2>
      <dl className="facts">
        {facts.map(([name, value]) =>
          value === null ? null : (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
        )}
        <dt>{trip.endedAt === null ? 'Since' : 'Ended'}</dt>
        <dd>
          <Since at={trip.endedAt ?? trip.createdAt} after=" ago" />
        </dd>
      </dl>
    </section>
  )
}

const PrLink = ({ url, words }: { readonly url: string; readonly words: string }): ReactNode =>
  /^https?:\/\//.test(url) ? (
    <a href={url} target="_blank" rel="noreferrer">
      {words}
    </a>
  ) : (
    words
  )

/** What a person should know besides, and what the forge did not take yet. */
function Owed({ trip }: { readonly trip: Trip }): ReactNode {
  if (trip.notes.length === 0 && trip.effects.length === 0) return null
  return (
    <section className="stack" aria-label="To know">
      <h2>To know</h2>
      <ul className="stack small">
        {trip.notes.map((note) => (
          <li key={note} className="wrap-any">
            {plainLine(note)}
          </li>
        ))}
        {trip.effects.map((effect) => (
          <li key={effect.key} className="wrap-any" data-effect={effect.key}>
            <code>{effect.key}</code> is not done yet{effect.tries > 0 && ` (${count(effect.tries, 'try', 'tries')})`}
            {effect.error !== null && `: ${plainLine(effect.error)}`}
          </li>
        ))}
      </ul>
    </section>
  )
}
