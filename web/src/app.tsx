/** The frame around every page: navigation, link lamp, what is wrong, the page's voice, and the keys that work everywhere. */
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { LoopBand } from './features/board/loop-band.tsx'
import { FleetPage } from './features/fleet/fleet.tsx'
import { news } from './features/needs-you/news.ts'
import { PaletteButton, PaletteHost } from './features/palette/open-palette.tsx'
import { Mark, SignInPage } from './features/sign-in/sign-in.tsx'
import { Keys } from './keys.tsx'
import { closeSession, cockpit, retryNow } from './live/cockpit.ts'
import { useStore } from './live/store.ts'
import { type Route, useRoute } from './routes/router.ts'
import { pageTitle } from './routes/title.ts'
import { Boundary } from './ui/boundary.tsx'
import { Button, Icon, type IconName } from './ui/button.tsx'
import { Command, Empty } from './ui/parts.tsx'
import { voice } from './ui/said.ts'
import { Lamp } from './ui/status.tsx'
import { useMedia } from './ui/width.ts'

const SessionPage = lazy(async () => ({ default: (await import('./features/session/session.tsx')).SessionPage }))
const ReviewPage = lazy(async () => ({ default: (await import('./features/review/review.tsx')).ReviewPage }))
const NeedsYouPage = lazy(async () => ({ default: (await import('./features/needs-you/needs-you.tsx')).NeedsYouPage }))
const NewSessionPage = lazy(async () => ({
  default: (await import('./features/new-session/new-session.tsx')).NewSessionPage,
}))
const BoardPage = lazy(async () => ({ default: (await import('./features/board/board.tsx')).BoardPage }))
const TripPage = lazy(async () => ({ default: (await import('./features/board/trip.tsx')).TripPage }))
const MergesPage = lazy(async () => ({ default: (await import('./features/merges/merges.tsx')).MergesPage }))
const MergePage = lazy(async () => ({ default: (await import('./features/merges/merge.tsx')).MergePage }))
const RelayPage = lazy(async () => ({ default: (await import('./features/relay/relay.tsx')).RelayPage }))
const OneRelayPage = lazy(async () => ({ default: (await import('./features/relay/relay.tsx')).OneRelayPage }))
const HeatPage = lazy(async () => ({ default: (await import('./features/heats/heat.tsx')).HeatPage }))
const HeatsPage = lazy(async () => ({ default: (await import('./features/heats/heats.tsx')).HeatsPage }))
const EffortsPage = lazy(async () => ({ default: (await import('./features/effort/efforts.tsx')).EffortsPage }))
const EffortPage = lazy(async () => ({ default: (await import('./features/effort/effort.tsx')).EffortPage }))
const InboxPage = lazy(async () => ({ default: (await import('./features/inbox/inbox.tsx')).InboxPage }))
const CostsPage = lazy(async () => ({ default: (await import('./features/costs/costs.tsx')).CostsPage }))
const ActionsPage = lazy(async () => ({ default: (await import('./features/actions/actions.tsx')).ActionsPage }))
const TalkPage = lazy(async () => ({ default: (await import('./features/talk/talk.tsx')).TalkPage }))
const TalksPage = lazy(async () => ({ default: (await import('./features/talk/talks.tsx')).TalksPage }))
const ProjectsPage = lazy(async () => ({ default: (await import('./features/projects/projects.tsx')).ProjectsPage }))
const ProjectPage = lazy(async () => ({ default: (await import('./features/projects/project.tsx')).ProjectPage }))
const SettingsPage = lazy(async () => ({ default: (await import('./features/settings/settings.tsx')).SettingsPage }))
const DesignPage = lazy(async () => ({ default: (await import('./features/design/design.tsx')).DesignPage }))

export function App(): ReactNode {
  const access = useStore(cockpit, (c) => c.access)
  const route = useRoute()
  const narrow = useMedia('(max-width: 759px)')
  const known = useStore(cockpit, (c) => route.page === 'session' && c.fleet.sessions.has(route.id))
  // On a phone a session has a bar of its own, with the way back and the lamp; a talk has it everywhere.
  const alone = (narrow && known) || route.page === 'talk'
  useTitle(route)
  useEffect(() => {
    if (route.page !== 'session' && route.page !== 'review' && route.page !== 'talk') closeSession()
  }, [route.page])
  if (access !== 'in' && route.page !== 'design') {
    return (
      <>
        <SignInPage access={access} />
        <Voice />
      </>
    )
  }
  return (
    <div className="frame" data-alone={alone}>
      <Button className="skip" onClick={toMain}>
        Skip to the content
      </Button>
      {!alone && <Bar route={route} />}
      <Down />
      <LoopBand />
      <Boundary page={route.page}>
        <Suspense fallback={<main className="page" id="main" aria-busy="true" />}>
          <Page route={route} />
        </Suspense>
      </Boundary>
      <Keys />
      <PaletteHost />
      <Voice />
    </div>
  )
}

/** The tab is called by what it shows. */
function useTitle(route: Route): void {
  const waiting = useStore(news, (n) => n.items.length)
  const named = useStore(cockpit, ({ fleet }) => {
    if (route.page === 'session') return fleet.sessions.get(route.id)?.title ?? null
    if (route.page === 'board') return `Board of ${fleet.projects.get(route.id)?.name ?? route.id}`
    return route.page === 'project' ? (fleet.projects.get(route.id)?.name ?? null) : null
  })
  useEffect(() => {
    document.title = pageTitle(route, waiting, named)
  }, [route, waiting, named])
}

function toMain(): void {
  const first = document.querySelector<HTMLElement>('#main a[href], #main input, #main button, #main [tabindex="0"]')
  first?.focus()
}

function Page({ route }: { readonly route: Route }): ReactNode {
  switch (route.page) {
    case 'fleet':
      return <FleetPage />
    case 'needs-you':
      return <NeedsYouPage />
    case 'new':
      return <NewSessionPage />
    case 'session':
      return <SessionPage id={route.id} tab={route.tab} />
    case 'review':
      return <ReviewPage key={route.id} id={route.id} />
    case 'merges':
      return <MergesPage />
    case 'merge':
      return <MergePage key={route.id} id={route.id} />
    case 'relay':
      return <RelayPage part={route.part} />
    case 'one-relay':
      return <OneRelayPage key={route.id} id={route.id} />
    case 'heats':
      return <HeatsPage />
    case 'heat':
      return <HeatPage key={route.id} id={route.id} />
    case 'efforts':
      return <EffortsPage />
    case 'effort':
      return <EffortPage key={route.id} id={route.id} />
    case 'inbox':
      return <InboxPage thread={route.thread} />
    case 'costs':
      return <CostsPage />
    case 'actions':
      return <ActionsPage />
    case 'talks':
      return <TalksPage />
    case 'talk':
      return <TalkPage key={route.persona} persona={route.persona} />
    case 'projects':
      return <ProjectsPage />
    case 'project':
      return <ProjectPage key={route.id} id={route.id} />
    case 'board':
      return <BoardPage key={route.id} id={route.id} />
    case 'trip':
      return <TripPage key={route.id} id={route.id} />
    case 'settings':
      return <SettingsPage />
    case 'design':
      return <DesignPage />
    case 'unknown':
      return (
        <main className="page" id="main">
          <Empty title="No such page">
            <p>
              Nothing lives at <code className="wrap-any">{route.path}</code>.
            </p>
            <a className="button" data-look="main" href="/">
              Back to the fleet
            </a>
          </Empty>
        </main>
      )
  }
}

const places: readonly {
  readonly path: string
  readonly name: string
  readonly icon: IconName
  readonly pages: readonly Route['page'][]
}[] = [
  { path: '/', name: 'Fleet', icon: 'fleet', pages: ['fleet', 'review', 'session'] },
  { path: '/needs-you', name: 'Needs you', icon: 'bell', pages: ['needs-you'] },
  { path: '/new', name: 'New', icon: 'plus', pages: ['new', 'heats', 'heat'] },
  { path: '/relay', name: 'Relay', icon: 'relay', pages: ['relay', 'one-relay'] },
  { path: '/efforts', name: 'Efforts', icon: 'tree', pages: ['efforts', 'effort'] },
  { path: '/inbox', name: 'Inbox', icon: 'mail', pages: ['inbox'] },
  { path: '/merges', name: 'Merges', icon: 'merge', pages: ['merges', 'merge'] },
  { path: '/costs', name: 'Costs', icon: 'coin', pages: ['costs'] },
  { path: '/projects', name: 'Projects', icon: 'folder', pages: ['projects', 'project', 'board', 'trip'] },
  { path: '/settings', name: 'Settings', icon: 'gear', pages: ['settings', 'design', 'actions', 'talks', 'talk'] },
]

function Bar({ route }: { readonly route: Route }): ReactNode {
  const link = useStore(cockpit, (c) => c.link)
  const waiting = useStore(news, (n) => n.items.length)
  return (
    <header className="top">
      <a className="brand" href="/" aria-label="Drover, to the fleet">
        <Mark />
        <span>Drover</span>
      </a>
      <nav className="nav" aria-label="Pages">
        {places.map(({ path, name, icon, pages }) => (
          <a key={path} href={path} data-place={name} aria-current={pages.includes(route.page) ? 'page' : undefined}>
            <Icon name={icon} />
            <span>{name}</span>
            {name === 'Needs you' && waiting > 0 && (
              <span className="badge num" data-waiting={waiting}>
                {waiting > 99 ? '99+' : waiting}
              </span>
            )}
          </a>
        ))}
      </nav>
      <a className="button costs-here" data-look="quiet" data-shape="icon" href="/costs" aria-label="What it cost">
        <Icon name="coin" />
      </a>
      <PaletteButton />
      <Lamp link={link} />
    </header>
  )
}

/** Said once it lasts: a reconnect of a moment is the lamp's business. */
function Down(): ReactNode {
  const link = useStore(cockpit, (c) => c.link)
  const loaded = useStore(cockpit, (c) => c.fleetLoaded)
  if (link !== 'down') return null
  return (
    <div className="down row row-wrap" role="alert">
      <span className="grow">
        <strong>The daemon does not answer.</strong> {loaded ? 'This is the last that was known.' : ''} The page
        reconnects by itself.
      </span>
      <Command text="drover start" />
      <Button onClick={retryNow}>Try now</Button>
    </div>
  )
}

function Voice(): ReactNode {
  const said = useStore(voice, (v) => v)
  const [text, setText] = useState('')
  // A region must be there before its words are, or they are not read out.
  useEffect(() => setText(said.text), [said])
  return (
    <>
      <div className="unseen" role="status" aria-live="polite" data-voice>
        {text}
      </div>
      {said.shown !== null && (
        <div className="toast" aria-hidden="true">
          {said.shown}
        </div>
      )}
    </>
  )
}
