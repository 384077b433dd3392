/** One relay: how far it is, what it waits for, its lanes and tries, and the buttons that steer it. */
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import type { Relay, RelayLane, Try } from '#contract/relay'
import type { ApiError } from '../../api/call.ts'
import { landRelay, pauseRelay, resumeRelay, skipTry, startRelay, stopRelay } from '../../api/relay-calls.ts'
import type { Board } from '../../live/reduce/relay.ts'
import { noteRelay, openTries } from '../../live/relay-board.ts'
import { go, mergePath, relayPath, sessionPath } from '../../routes/router.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm, Menu, type MenuEntry } from '../../ui/dialog.tsx'
import { Notice, Problem, Prose } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { Since } from '../../ui/status.tsx'
import { useAction } from '../../ui/use-action.ts'
import { count } from '../../ui/words.ts'
import { Sign, Until } from './sign.tsx'
import { Tries } from './tries.tsx'
import { canGoOn, isUnfinished, laneWord, progressWords, titleOf, wordOfRelay } from './words.ts'

export function Run({ relay, board }: { readonly relay: Relay; readonly board: Board }): ReactNode {
  const [problem, setProblem] = useState<ApiError | null>(null)
  useEffect(() => {
    openTries(relay.id).then(() => setProblem(null), setProblem)
  }, [relay.id])
  const tries = [...board.tries.values()].filter((one) => one.relayId === relay.id).sort((a, b) => a.n - b.n)
  return (
    <section className="stack run" aria-label={`Relay ${relay.id}`} data-relay={relay.id} data-state={relay.state}>
      <div className="panel stack">
        <Head relay={relay} />
        <Waiting relay={relay} />
        {relay.notes.length > 0 && (
          <ul className="small soft relay-notes">
            {relay.notes.map((note) => (
              <li key={note} className="wrap-any">
                <Prose text={note} />
              </li>
            ))}
          </ul>
        )}
        <Lanes relay={relay} board={board} />
        <Acts relay={relay} tries={tries} />
      </div>
      {problem && <Problem error={problem} />}
      <Tries relay={relay} tries={tries} />
    </section>
  )
}

function Head({ relay }: { readonly relay: Relay }): ReactNode {
  const facts = [
    relay.mix.length > 0 ? relay.mix.join(' ') : null,
    relay.parallel > 1 ? count(relay.parallel, 'lane') : null,
    relay.inPlace ? 'in your checkout' : relay.branch,
    relay.baseRef === null ? null : `from ${relay.baseRef}`,
    relay.land ? 'lands each task' : null,
  ].filter((word) => word !== null)
  return (
    <div className="run-head">
      <div className="row">
        <h2 className="grow run-title">
          <a href={relayPath(relay.id)}>{titleOf(relay)}</a>
        </h2>
        <Sign of={wordOfRelay(relay)} />
      </div>
      <div className="row row-wrap">
        <strong className="num">{progressWords(relay)}</strong>
        <span className="small faint num">
          {relay.id} ·{' '}
          {relay.endedAt === null ? (
            <Since at={relay.createdAt} before="for " />
          ) : (
            <Since at={relay.endedAt} before="ended " after=" ago" />
          )}
        </span>
      </div>
      {relay.target !== null && (
        <div
          className="run-bar"
          role="progressbar"
          aria-label="Completed"
          aria-valuemin={0}
          aria-valuemax={relay.target}
          aria-valuenow={Math.min(relay.completed, relay.target)}
        >
          <span style={{ width: `${Math.min(100, (relay.completed / relay.target) * 100)}%` }} />
        </div>
      )}
      <p className="small faint wrap-any">{facts.join(' · ')}</p>
    </div>
  )
}

/** Until when, and for whom: each with its own reason. */
function Waiting({ relay }: { readonly relay: Relay }): ReactNode {
  const { waitingFor } = relay
  if (waitingFor === null || relay.state === 'ended') return null
  return (
    <Notice
      what={
        <>
          Waits <Until at={waitingFor.until} />
        </>
      }
    >
      <ul className="small">
        {waitingFor.agents.map((agent) => (
          <li key={agent.agent} className="wrap-any">
            <strong className="mono">{agent.agent}</strong>
            {agent.until !== null && (
              <>
                {' '}
                <Until at={agent.until} />
              </>
            )}
            : <Prose text={agent.reason} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Lanes({ relay, board }: { readonly relay: Relay; readonly board: Board }): ReactNode {
  const lanes = relay.lanes.filter((lane) => lane.at !== 'free' || relay.parallel > 1)
  if (relay.state === 'ended' || lanes.length === 0) return null
  return (
    <ul className="lanes">
      {lanes.map((lane) => (
        <Lane key={lane.n} lane={lane} several={relay.parallel > 1} title={titleIn(lane, relay, board)} />
      ))}
    </ul>
  )
}

const titleIn = (lane: RelayLane, relay: Relay, board: Board): string | null =>
  lane.taskId === null
    ? lane.at === 'free'
      ? null
      : titleOf(relay)
    : (board.tasks.get(lane.taskId)?.title ?? lane.taskId)

function Lane(props: {
  readonly lane: RelayLane
  readonly several: boolean
  readonly title: string | null
}): ReactNode {
  const { lane, several, title } = props
  const parts: readonly (readonly [string, ReactNode])[] = [
    ['at', laneWord[lane.at]],
    ['agent', lane.agent !== null && <span className="mono wrap-any">{lane.agent}</span>],
    ['try', lane.tryN !== null && <span className="num">try {lane.tryN}</span>],
    ['session', lane.sessionId !== null && <a href={sessionPath(lane.sessionId)}>{lane.sessionId}</a>],
    ['from', lane.from !== null && lane.at !== 'busy' && <Until at={lane.from} word="not before" />],
  ]
  return (
    <li className="lane" data-lane={lane.n} data-at={lane.at}>
      <p className="wrap-any">
        {several && <span className="faint num">Lane {lane.n} </span>}
        {title !== null && <strong>{title}</strong>}
      </p>
      <p className="small soft">
        {parts
          .filter(([, part]) => part !== false)
          .map(([name, part], i) => (
            <Fragment key={name}>
              {i > 0 && ' · '}
              {part}
            </Fragment>
          ))}
      </p>
    </li>
  )
}

type Act = 'pause' | 'resume' | 'skip' | 'stop' | 'stop-now' | 'land' | 'go-on'
const calls: Readonly<Record<Act, (relay: Relay) => Promise<Relay>>> = {
  pause: ({ id }) => pauseRelay(id),
  resume: ({ id }) => resumeRelay(id),
  skip: ({ id }) => skipTry(id),
  stop: ({ id }) => stopRelay(id, false),
  'stop-now': ({ id }) => stopRelay(id, true),
  land: ({ id }) => landRelay(id),
  'go-on': ({ id, projectId }) => startRelay({ projectId, mode: 'resume', relay: id }),
}
const saidOf: Readonly<Record<Act, string>> = {
  pause: 'Paused: no further try begins',
  resume: 'Goes on',
  skip: 'Skipped: the next agent takes over',
  stop: 'Stops after the running try',
  'stop-now': 'Stopping now',
  land: 'On its way to the base',
  'go-on': 'Goes on',
}

function Acts({ relay, tries }: { readonly relay: Relay; readonly tries: readonly Try[] }): ReactNode {
  const [asking, setAsking] = useState(false)
  const act = useAction(async (what: Act) => {
    const answered = await calls[what](relay)
    noteRelay(answered)
    say(saidOf[what])
    setAsking(false)
    if (what === 'land' && answered.mergeId !== null) go(mergePath(answered.mergeId))
  })
  const run = (what: Act) => () => void act.run(what)
  const going = isUnfinished(relay)
  const running = tries.some((one) => one.outcome === null) || relay.lanes.some((lane) => lane.at === 'busy')
  const landable = !relay.inPlace && relay.branch !== null && tries.some((one) => one.commits.length > 0)
  const more: MenuEntry[] = []
  if (going && landable) more.push({ label: 'Land what is done', onPick: run('land') })
  if (going && relay.stopping !== 'now')
    more.push({ label: 'Stop now', look: 'danger-quiet', onPick: () => setAsking(true) })
  return (
    <>
      <div className="row row-wrap run-acts">
        {going && relay.state === 'paused' && (
          <Button look="main" busy={act.busy} onClick={run('resume')}>
            Resume
          </Button>
        )}
        {going && relay.state !== 'paused' && relay.stopping === null && (
          <Button busy={act.busy} onClick={run('pause')}>
            Pause
          </Button>
        )}
        {going && (
          <Button busy={act.busy} disabled={!running} onClick={run('skip')}>
            Skip
          </Button>
        )}
        {going && relay.stopping === null && (
          <Button busy={act.busy} onClick={run('stop')}>
            Stop
          </Button>
        )}
        {!going && landable && (
          <Button look="main" busy={act.busy} onClick={run('land')}>
            Land it
          </Button>
        )}
        {canGoOn(relay) && (
          <Button busy={act.busy} onClick={run('go-on')}>
            Go on with it
          </Button>
        )}
        {relay.mergeId !== null && (
          <a className="button" data-look="quiet" href={mergePath(relay.mergeId)}>
            Merge {relay.mergeId}
          </a>
        )}
        {more.length > 0 && <Menu label="More on this relay" entries={more} />}
      </div>
      {act.error && !asking && <Problem error={act.error} />}
      {asking && (
        <Confirm
          title="Stop now?"
          action="Stop now"
          look="danger"
          busy={act.busy}
          onClose={() => setAsking(false)}
          onConfirm={run('stop-now')}
        >
          <p>The running tries are called off and their tasks go back to the queue. What was committed stays.</p>
          <p className="small soft">Stop (without now) lets them finish first.</p>
          {act.error && <Problem error={act.error} />}
        </Confirm>
      )}
    </>
  )
}
