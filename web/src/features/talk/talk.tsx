/** Talking to one persona: its transcript, one field, one-tap prompts; for a thumb first. What is held and sent is `live/talk`. */
import './talk.css'
import { type ReactNode, useEffect, useState } from 'react'
import { scratchProject } from '#contract/ids'
import type { Session } from '#contract/session'
import type { Talk } from '#contract/talk'
import { endTalk } from '../../api/talk-calls.ts'
import { cockpit } from '../../live/cockpit.ts'
import { useStore } from '../../live/store.ts'
import { openTalk, readTalk, talking } from '../../live/talk.ts'
import { talkPath } from '../../routes/router.ts'
import { Button, Icon } from '../../ui/button.tsx'
import { Empty, Problem, Progress } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { Lamp, StatusWord } from '../../ui/status.tsx'
import { useAction } from '../../ui/use-action.ts'
import { usePresets } from '../session/presets.ts'
import { TranscriptView } from '../session/transcript-view.tsx'
import { RingHere } from './ring-here.tsx'
import { TalkComposer } from './talk-composer.tsx'

export function TalkPage({ persona }: { readonly persona: string }): ReactNode {
  const { talk, problem, sending } = useStore(talking, (t) => t)
  const open = useStore(cockpit, (c) => c.open)
  const id = talk?.session?.id ?? null
  const session = useStore(cockpit, (c) => (id === null ? null : (c.fleet.sessions.get(id) ?? null)))
  const link = useStore(cockpit, (c) => c.link)
  useEffect(() => openTalk(persona), [persona])
  useHomeScreen(persona)
  const general = usePresets(talk?.project ?? scratchProject)
  const own = talk?.presets ?? []
  const presets = [...own, ...general.filter(({ label }) => !own.some((one) => one.label === label))]
  const lost = problem?.code === 'PERSONA_NOT_FOUND'
  const here = open !== null && open.id === id ? open : null
  const caughtUp = link === 'live' && (id === null ? talk !== null : here?.transcript.loaded === true)
  return (
    <main className="page talk" id="main" data-talk={persona} data-session={id ?? ''} data-caught-up={caughtUp}>
      <Head persona={persona} talk={talk} session={session} lost={lost} />
      {lost && (
        <div className="pad">
          <Problem error={problem} />
        </div>
      )}
      {problem !== null && !lost && problem.status !== 0 && (
        <div className="pad">
          <Problem error={problem}>
            <Button onClick={() => void readTalk()}>Try again</Button>
          </Problem>
        </div>
      )}
      <div className="session-main">
        {session !== null ? (
          <TranscriptView session={session} open={here} />
        ) : (
          <Nothing persona={persona} sending={sending !== null} known={talk !== null || problem !== null} />
        )}
      </div>
      <TalkComposer key={persona} persona={persona} session={session} presets={presets} lost={lost} />
    </main>
  )
}

function Nothing(props: { readonly persona: string; readonly sending: boolean; readonly known: boolean }): ReactNode {
  const link = useStore(cockpit, (c) => c.link)
  if (props.sending)
    return (
      <div className="pad grow">
        <Progress what="Making its place, starting the agent" />
      </div>
    )
  if (!props.known) return <div className="timeline" aria-busy="true" />
  if (link === 'down')
    return (
      <div className="timeline talk-nothing">
        <Empty title={`Talk to ${props.persona}`}>
          <p>The daemon is away. What was said shows when it is back; what you say now waits here until then.</p>
        </Empty>
      </div>
    )
  return (
    <div className="timeline talk-nothing">
      <Empty title={`Talk to ${props.persona}`}>
        <p>Nothing is said yet. What you say goes on where you left, from any of your devices.</p>
      </Empty>
    </div>
  )
}

function Head(props: {
  readonly persona: string
  readonly talk: Talk | null
  readonly session: Session | null
  readonly lost: boolean
}): ReactNode {
  const { persona, talk, session } = props
  const link = useStore(cockpit, (c) => c.link)
  const [asking, setAsking] = useState(false)
  const ending = useAction(async () => {
    await endTalk(persona)
    setAsking(false)
    await readTalk()
    say('Put away. The next words begin another conversation')
  })
  return (
    <>
      <header className="session-head">
        <a className="button" data-look="quiet" data-shape="icon" href="/talk" aria-label="All personas">
          <Icon name="back" />
        </a>
        <div className="grow session-title">
          <h1 className="clip">{persona}</h1>
          <div className="row small faint">
            {session !== null && <StatusWord status={session.status} />}
            <span className="clip grow session-meta">
              {talk?.agent ?? (session === null ? 'the usual agent' : session.harness)}
              {talk?.project != null && ` · ${talk.project}`}
            </span>
            <Lamp link={link} />
          </div>
        </div>
        <RingHere />
        {session !== null && (
          <Button
            look="quiet"
            icon="plus"
            aria-label="New conversation"
            aria-expanded={asking}
            onClick={() => setAsking(!asking)}
          />
        )}
      </header>
      {ending.error && <Problem error={ending.error} />}
      {asking && session !== null && (
        <div className="talk-question" role="alertdialog" aria-label="Put this conversation away?">
          <p>
            <strong>Put this conversation away?</strong> <span className="soft">The next words begin another one.</span>
          </p>
          <div className="row row-wrap">
            <Button autoFocus onClick={() => setAsking(false)}>
              Go on with it
            </Button>
            <Button look="danger" busy={ending.busy} onClick={() => void ending.run()}>
              Put it away
            </Button>
          </div>
        </div>
      )}
    </>
  )
}

/** Put on a home screen from here, this page is what opens. */
function useHomeScreen(persona: string): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
    const title = document.querySelector<HTMLMetaElement>('meta[name="apple-mobile-web-app-title"]')
    const was = { href: link?.getAttribute('href') ?? '', title: title?.content ?? '' }
    link?.setAttribute('href', `${talkPath(persona)}.webmanifest`)
    if (title) title.content = persona
    return () => {
      link?.setAttribute('href', was.href)
      if (title) title.content = was.title
    }
  }, [persona])
}
