/** One session: its transcript with the composer, and beside it what it changed, its facts and its raw log. */

import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Session } from '#contract/session'
import { relayOf } from '#core/attention/queue'
import { cockpit, type OpenSession, openNewest, openSession } from '../../live/cockpit.ts'
import { useStore } from '../../live/store.ts'
import { go, relayPath, type SessionTab, sessionPath } from '../../routes/router.ts'
import { Button, Icon } from '../../ui/button.tsx'
import { Command, Empty, Problem, Tabs } from '../../ui/parts.tsx'
import { announce } from '../../ui/said.ts'
import { Lamp, Since, StatusWord } from '../../ui/status.tsx'
import { useMedia } from '../../ui/width.ts'
import { money, spec } from '../../ui/words.ts'
import { changesNow, ReadsChanges } from '../review/changes-now.tsx'
import { TerminalPane } from '../terminal/terminal.tsx'
import { SessionActions } from './actions.tsx'
import { Changes } from './changes.tsx'
import { Composer } from './composer.tsx'
import { Facts } from './facts.tsx'
import { LandBar, LandButton } from './land.tsx'
import { PullRequest } from './pull-request.tsx'
import { Rail } from './rail.tsx'
import { RawLog } from './raw-log.tsx'
import { BackLink, NextNeed, ThumbBar, useSwipe } from './thumb-bar.tsx'
import { TranscriptView } from './transcript-view.tsx'

interface Props {
  readonly id: string
  readonly tab: SessionTab
}

/** The list beside it stays where it is while one session after another is opened. */
export function SessionPage({ id, tab }: Props): ReactNode {
  const desk = useMedia('(min-width: 1280px)')
  return (
    <div className="session-frame">
      {desk && <Rail current={id} tab={tab} />}
      <OneSession key={id} id={id} tab={tab} />
    </div>
  )
}

function OneSession({ id, tab }: Props): ReactNode {
  const session = useStore(cockpit, (c) => c.fleet.sessions.get(id) ?? null)
  const open = useStore(cockpit, (c) => (c.open?.id === id ? c.open : null))
  const removed = useStore(cockpit, (c) => c.fleet.removed.get(id) ?? null)
  const wide = useMedia('(min-width: 1100px)')
  const narrow = useMedia('(max-width: 759px)')
  useEffect(() => openSession(id), [id])
  const changed = useStore(changesNow, (now) => (now?.id === id ? now.changes.files.length : null))
  useTurnNews(session)
  const swipe = useSwipe(id)
  const [view, setView] = useState<'transcript' | 'terminal'>(tab === 'terminal' ? 'terminal' : 'transcript')
  useEffect(() => {
    if (tab === 'terminal' || tab === 'transcript') setView(tab)
  }, [tab])
  if (!session) return <NoSession id={id} open={open} removed={removed} />
  const beside: SessionTab = tab === 'transcript' || tab === 'terminal' ? 'changes' : tab
  const inTerminal = session.mode === 'terminal'
  const main = wide ? (inTerminal ? view : 'transcript') : tab
  const pick = (to: SessionTab): void => go(sessionPath(id, to), 'replace')
  const tabs = (
    <Tabs
      label="Parts of this session"
      active={tab}
      onPick={pick}
      tabs={[
        { id: 'transcript', label: 'Transcript' },
        ...(inTerminal || tab === 'terminal' ? [{ id: 'terminal' as const, label: 'Terminal' }] : []),
        { id: 'changes', label: changesWord(session, changed) },
        { id: 'facts', label: 'Facts' },
        { id: 'log', label: 'Log' },
      ]}
    />
  )
  return (
    <main className="page session" id="main" data-session={id} {...swipe}>
      <Header session={session} />
      <ReadsChanges session={session} />
      {!wide && !narrow && tabs}
      <div className="session-body">
        {(wide || tab === 'transcript' || tab === 'terminal') && (
          <div className="session-main">
            {wide && inTerminal && <Views active={view} onPick={pick} />}
            {main === 'terminal' && inTerminal ? (
              <TerminalPane key={session.id} session={session} />
            ) : main === 'terminal' ? (
              <Headless session={session} />
            ) : (
              <>
                <TranscriptView session={session} open={open} />
                <Composer session={session} />
              </>
            )}
          </div>
        )}
        {wide && (
          <aside className="session-side" aria-label="About this session">
            <Tabs
              label="About this session"
              active={beside}
              onPick={pick}
              tabs={[
                { id: 'changes', label: changesWord(session, changed) },
                { id: 'facts', label: 'Facts' },
                { id: 'log', label: 'Log' },
              ]}
            />
            <Side session={session} tab={beside} />
          </aside>
        )}
        {!wide && tab !== 'transcript' && tab !== 'terminal' && <Side session={session} tab={tab} />}
      </div>
      {narrow && <LandBar session={session} />}
      {narrow && <ThumbBar session={session} tabs={tabs} />}
    </main>
  )
}

const Views = (props: {
  readonly active: 'transcript' | 'terminal'
  readonly onPick: (to: SessionTab) => void
}): ReactNode => (
  <Tabs
    label="What is shown of it"
    active={props.active}
    onPick={props.onPick}
    tabs={[
      { id: 'transcript', label: 'Transcript' },
      { id: 'terminal', label: 'Terminal' },
    ]}
  />
)

/** The address of a terminal that is none any more. */
const Headless = ({ session }: { readonly session: Session }): ReactNode => (
  <Empty title="Not in a terminal">
    <p>This session runs headless: what its agent does stands in the transcript.</p>
    <a className="button" href={sessionPath(session.id)}>
      Open the transcript
    </a>
  </Empty>
)

const changesWord = (s: Session, now: number | null): string => {
  const files = now ?? s.filesChanged ?? 0
  return files > 0 ? `Changes ${files}` : 'Changes'
}

const Side = ({ session, tab }: { readonly session: Session; readonly tab: SessionTab }): ReactNode => (
  <div className="side-scroll">
    {tab === 'changes' ? (
      <Changes session={session} />
    ) : tab === 'facts' ? (
      <Facts session={session} />
    ) : (
      <RawLog session={session} />
    )}
  </div>
)

function Header({ session: s }: { readonly session: Session }): ReactNode {
  const cost = money(s.totals.costUsd)
  const relay = relayOf(s)
  const narrow = useMedia('(max-width: 759px)')
  const link = useStore(cockpit, (c) => c.link)
  return (
    <header className="session-head">
      {!narrow && <BackLink />}
      <div className="grow session-title">
        <h1 className="clip" title={s.title}>
          {s.title}
        </h1>
        <div className="row small faint">
          <StatusWord status={s.status} />
          <Since at={s.activity.since} />
          <span className="clip grow session-meta">
            · {s.title !== s.id && `${s.id} · `}
            {s.projectId} · {spec(s.harness, s.model)}
            {cost !== null && ` · ${cost}`}
          </span>
          {relay !== null && <a href={relayPath(relay)}>relay {relay}</a>}
          {narrow && <Lamp link={link} />}
        </div>
      </div>
      {!narrow && <PullRequest session={s} />}
      {!narrow && <LandButton session={s} />}
      {!narrow && <NextNeed current={s.id} />}
      {narrow ? (
        <a className="button costs-here" data-look="quiet" data-shape="icon" href="/costs" aria-label="What it cost">
          <Icon name="coin" />
        </a>
      ) : (
        <SessionActions session={s} />
      )}
    </header>
  )
}

function NoSession(props: {
  readonly id: string
  readonly open: OpenSession | null
  readonly removed: string | null
}): ReactNode {
  if (props.removed !== null) {
    return (
      <main className="page" id="main">
        <Empty title="This session was not started">
          <p>
            Its start failed (<code>{props.removed}</code>) and everything it had made was taken back.
          </p>
          <a className="button" data-look="main" href="/new">
            Try again
          </a>
        </Empty>
      </main>
    )
  }
  const problem = props.open?.problem
  if (!problem) return <main className="page" id="main" aria-busy="true" />
  return (
    <main className="page" id="main">
      {problem.status === 404 ? (
        <Empty title="No such session">
          <p>
            There is no session <code className="wrap-any">{props.id}</code> here. It may have been on another machine,
            or its start failed.
          </p>
          <Command text="drover session ls --all" />
          <a className="button" data-look="main" href="/">
            Back to the fleet
          </a>
        </Empty>
      ) : (
        <div className="pad">
          <Problem error={problem}>
            <Button onClick={() => void openNewest()}>Try again</Button>
          </Problem>
        </div>
      )}
    </main>
  )
}

const ends = {
  running: 'Turn started',
  completed: 'Turn done',
  error: 'Turn failed',
  cancelled: 'Turn stopped',
  lost: 'Turn lost',
}

/** Says aloud what changed while the page was open, not what was already so. */
function useTurnNews(session: Session | null): void {
  const last = useRef<string | null>(null)
  const news = session?.request ? 'The agent asks something' : session?.turn ? ends[session.turn.state] : null
  const key =
    session === null ? null : `${session.id}/${session.turn?.n}/${session.turn?.state}/${session.request?.requestId}`
  useEffect(() => {
    if (key === null) return
    const before = last.current
    last.current = key
    if (before !== null && before.split('/')[0] === key.split('/')[0] && news !== null) announce(news)
  }, [key, news])
}
