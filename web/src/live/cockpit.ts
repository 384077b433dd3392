/**
 * The page's live state: the fleet, the session that is open, and how the link stands. It joins the connection, the two
 * reducers and the reads that fill them; it draws nothing.
 */
import type { Delta, EventRow } from '#contract/agent-event'
import type { Change } from '#contract/change'
import type { Merge } from '#contract/merge'
import type { Session } from '#contract/session'
import type { Frame } from '#core/frames'
import { forgetBearer, keepBearer, pageId, readBearer, takeCode } from '../api/bearer.ts'
import { type ApiError, signedOut, whenSignedOut } from '../api/call.ts'
import * as api from '../api/calls.ts'
import { back } from '../ui/back.ts'
import {
  applyChanges,
  emptyFleet,
  type Fleet,
  fromLists,
  withMerge,
  withoutPersonas,
  withSession,
} from './reduce/fleet.ts'
import {
  emptyTranscript,
  firstId,
  hasOlder,
  lastId,
  reduceTranscript,
  type Transcript,
  type TranscriptAction,
} from './reduce/transcript.ts'
import { createStore } from './store.ts'
import { createLive, type LinkState, type Live } from './stream/connection.ts'

export type Access = 'checking' | 'in' | 'none' | 'expired' | 'revoked' | 'unreachable'

export interface OpenSession {
  readonly id: string
  readonly transcript: Transcript
  readonly problem: ApiError | null
  readonly loading: 'older' | 'newer' | 'newest' | null
}

export interface CockpitState {
  readonly access: Access
  readonly link: LinkState
  readonly fleet: Fleet
  readonly fleetLoaded: boolean
  readonly fleetProblem: ApiError | null
  readonly open: OpenSession | null
}

export const cockpit = createStore<CockpitState>({
  access: 'checking',
  link: 'connecting',
  fleet: emptyFleet,
  fleetLoaded: false,
  fleetProblem: null,
  open: null,
})

const firstPage = 120
const pageSize = 400
/** Further behind than this, the newest page is read afresh instead of everything between. */
const farBehind = 2_000

const patch = (fields: Partial<CockpitState>): void => cockpit.set({ ...cockpit.get(), ...fields })

/**
 * Hears every batch of changes; `all` when there may be a hole before them and what is shown must be read afresh; `out` when
 * the page is signed out and must forget what it showed.
 */
export type Follower = (changes: readonly Change[] | 'all' | 'out') => void
const followers = new Set<Follower>()

/** For pages that keep a state of their own beside the fleet; answers how to stop. */
export function followChanges(follower: Follower): () => void {
  followers.add(follower)
  return () => followers.delete(follower)
}

let live: Live | null = null
let frames: Frame[] = []
let timer: ReturnType<typeof setTimeout> | null = null

// ---- access

export async function signIn(code: string): Promise<void> {
  const { bearer, id } = await api.exchange(code)
  keepBearer(bearer, id)
  enter()
}

export async function begin(): Promise<void> {
  whenSignedOut(() => leave('revoked'))
  const code = takeCode()
  if (code) {
    try {
      await signIn(code)
      return
    } catch (cause) {
      const unreachable = (cause as ApiError).code === 'DAEMON_NOT_RUNNING'
      // Nobody saw the code: it may still be good when the daemon is back.
      if (unreachable) history.replaceState(null, '', `#code=${code}`)
      if (!readBearer()) {
        patch({ access: unreachable ? 'unreachable' : 'expired' })
        return
      }
      // A spent link on a page that is signed in already harms nobody: go on with what we have.
    }
  }
  if (!readBearer()) patch({ access: 'none' })
  else if (cockpit.get().access !== 'in') enter()
}

function enter(): void {
  patch({ access: 'in', link: 'connecting' })
  live?.close()
  live = createLive({
    fetch: (input, init) => fetch(input, init),
    bearer: readBearer,
    cursors: () => {
      const { fleet, open } = cockpit.get()
      return {
        seq: fleet.seq,
        session: open?.transcript.loaded ? open.id : null,
        sessionAfter: open?.transcript.end ?? 0,
      }
    },
    onFrame: queueFrame,
    onState(link) {
      if (link !== 'live') dispatch({ type: 'link-lost' })
      if (cockpit.get().link === link) return
      patch({ link })
      if (link === 'live') back.set(back.get() + 1)
    },
    onUnauthorized: signedOut,
    onSessionGone: () => void openNewest(),
  })
  void loadFleet()
}

function leave(access: Access): void {
  live?.close()
  live = null
  patch({ access, open: null, fleet: emptyFleet, fleetLoaded: false })
  for (const tell of followers) tell('out')
}

/** The daemon forgets this page's bearer too; where it does not answer, the page forgets it alone. */
export async function signOut(): Promise<void> {
  const id = pageId()
  live?.close()
  if (id !== null) await api.revoke(id).catch(() => {})
  forgetBearer()
  leave('none')
}

// ---- frames

function queueFrame(frame: Frame): void {
  frames.push(frame)
  if (timer === null) timer = setTimeout(flush, 12)
}

/** Everything that arrived since the last look, as one change of the page. */
function flush(): void {
  timer = null
  const batch = frames
  frames = []
  const changes: Change[] = []
  const rows: EventRow[] = []
  for (const { event, data } of batch) {
    const value: unknown = JSON.parse(data === '' ? 'null' : data)
    if (event === 'row') rows.push(value as EventRow)
    else if (event === 'delta') {
      if (rows.length > 0) dispatch({ type: 'rows', rows: rows.splice(0) })
      dispatch({ type: 'delta', delta: value as Delta })
    } else if (event === 'gap') onGap(value)
    else if (isChange(value)) changes.push(value)
  }
  if (rows.length > 0) dispatch({ type: 'rows', rows })
  if (changes.length > 0) {
    patch({ fleet: applyChanges(cockpit.get().fleet, changes) })
    for (const tell of followers) tell(changes)
  }
  void catchUp()
}

const isChange = (value: unknown): value is Change =>
  typeof value === 'object' && value !== null && 'seq' in value && 'type' in value

/** The daemon cannot go on from where we stood: read afresh what we show. */
function onGap(value: unknown): void {
  const ofSession = typeof value === 'object' && value !== null && 'session' in value
  if (ofSession) void openNewest()
  else void loadFleet()
}

// ---- fleet

/** The newest number first, then the lists: what happens in between comes again by the stream and does no harm. */
export async function loadFleet(): Promise<void> {
  try {
    const { lastSeq } = await api.status()
    const [sessions, projects, merges, asking] = await Promise.all([
      api.allSessions(),
      api.allProjects(),
      api.newestMerges(),
      api.askingTasks(),
    ])
    const { open, fleet: before } = cockpit.get()
    const fleet = fromLists(lastSeq, sessions, projects, merges, asking)
    // One that plays a persona is in no list: the page that shows it knows it, and asks for it anew.
    const own = open === null ? undefined : before.sessions.get(open.id)
    const lists = own?.persona === undefined ? fleet : withSession(fleet, own)
    patch({ fleet: lists, fleetLoaded: true, fleetProblem: null })
    if (own?.persona !== undefined) void api.getSession(own.id).then(noteSession, () => {})
    for (const tell of followers) tell('all')
    connect()
  } catch (cause) {
    patch({ fleetProblem: cause as ApiError, link: 'down' })
    if (cockpit.get().access === 'in') setTimeout(() => void loadFleet(), 2_000)
  }
}

/** Those that were put out of sight, when somebody wants to see them; what comes after is told by the stream. */
export async function loadArchived(): Promise<void> {
  // A daemon that does not answer is the lamp's news.
  const all = await api.allSessions(true).catch(() => [])
  const fleet = all.filter((one) => one.archivedAt !== null).reduce(withSession, cockpit.get().fleet)
  patch({ fleet })
}

/** One connection for the fleet and the open session: opened once both know where they stand. */
function connect(): void {
  const { fleetLoaded, open } = cockpit.get()
  if (fleetLoaded && (!open || open.transcript.loaded || open.problem)) live?.reopen()
}

export const noteSession = (session: Session): void => patch({ fleet: withSession(cockpit.get().fleet, session) })

export const noteMerge = (merge: Merge): void => patch({ fleet: withMerge(cockpit.get().fleet, merge) })

// ---- the open session

function dispatch(action: TranscriptAction): void {
  const { open } = cockpit.get()
  if (!open) return
  const transcript = reduceTranscript(open.transcript, action)
  if (transcript !== open.transcript) patch({ open: { ...open, transcript } })
}

const patchOpen = (id: string, fields: Partial<OpenSession>): void => {
  const { open } = cockpit.get()
  if (open?.id === id) patch({ open: { ...open, ...fields } })
}

export function openSession(id: string): void {
  if (cockpit.get().open?.id === id) return
  const fleet = withoutPersonas(cockpit.get().fleet, id)
  patch({ fleet, open: { id, transcript: emptyTranscript(), problem: null, loading: null } })
  void openNewest()
}

export function closeSession(): void {
  if (!cockpit.get().open) return
  patch({ open: null, fleet: withoutPersonas(cockpit.get().fleet, null) })
  connect()
}

/** Reads the newest page afresh and goes on live from there. */
export async function openNewest(): Promise<void> {
  const id = cockpit.get().open?.id
  if (id === undefined) return
  patchOpen(id, { loading: 'newest' })
  try {
    const session = await api.getSession(id)
    noteSession(session)
    const rows = await api.getEvents(id, { before: session.lastEventId + 1, limit: firstPage })
    if (cockpit.get().open?.id !== id) return
    const transcript = reduceTranscript(emptyTranscript(session.lastEventId), {
      type: 'page',
      rows: ascending(rows),
      end: session.lastEventId,
    })
    patchOpen(id, { transcript, problem: null, loading: null })
    connect()
  } catch (cause) {
    const gone = (cause as ApiError).status === 404
    patchOpen(id, { problem: cause as ApiError, loading: null, ...(gone ? { transcript: emptyTranscript() } : {}) })
    connect()
    if ((cause as ApiError).status === 0) setTimeout(() => void (isStill(id) && openNewest()), 2_000)
  }
}

const isStill = (id: string): boolean => {
  const { open } = cockpit.get()
  return open?.id === id && !open.transcript.loaded
}

const ascending = (rows: readonly EventRow[]): EventRow[] => [...rows].sort((a, b) => a.id - b.id)

async function readPage(which: 'older' | 'newer'): Promise<void> {
  const { open } = cockpit.get()
  if (!open?.transcript.loaded || open.loading) return
  const { id, transcript } = open
  patchOpen(id, { loading: which })
  try {
    const rows = await api.getEvents(
      id,
      which === 'older'
        ? { before: firstId(transcript), limit: pageSize }
        : { after: lastId(transcript), limit: pageSize },
    )
    if (cockpit.get().open?.id === id) dispatch({ type: 'page', rows: ascending(rows) })
  } catch {
    // The link lamp tells that the daemon is away; the reader's next scroll tries again.
  }
  patchOpen(id, { loading: null })
}

export const readOlder = async (): Promise<void> => {
  const { open } = cockpit.get()
  if (open && hasOlder(open.transcript)) await readPage('older')
}

export const readNewer = async (): Promise<void> => {
  if (cockpit.get().open?.transcript.behind) await readPage('newer')
}

/** A hole at the newest end mends itself while the reader looks there. */
async function catchUp(): Promise<void> {
  const t = cockpit.get().open?.transcript
  if (!t?.loaded || !t.behind || !t.atTail) return
  if (t.end - lastId(t) > farBehind) await openNewest()
  else await readNewer()
}

export function readerAt(atTail: boolean): void {
  dispatch({ type: 'reader', atTail })
  if (atTail) void catchUp()
}

export const retryNow = (): void => live?.poke()
