/**
 * The conversation with one persona as its page knows it: who it is, which session holds it, and the words that are on their way.
 * Its transcript is the open session's; what it draws is the page's.
 */
import type { Talk } from '#contract/talk'
import { ApiError } from '../api/call.ts'
import { getTalk, sayToPersona } from '../api/talk-calls.ts'
import { back } from '../ui/back.ts'
import { remember, remembered } from '../ui/memory.ts'
import { closeSession, cockpit, noteSession, openSession } from './cockpit.ts'
import { add, drop, nextOf, type Outbox, readOutbox, refuse, renew } from './reduce/outbox.ts'
import { createStore } from './store.ts'

export interface TalkState {
  readonly persona: string | null
  /** null: not read yet, and this browser remembers nothing of it. */
  readonly talk: Talk | null
  readonly problem: ApiError | null
  readonly outbox: Outbox
  /** The id of the words that are being said now. */
  readonly sending: string | null
}

const outboxKey = 'talk.outbox'
const stored = (): Outbox => readOutbox(remembered<unknown>(outboxKey, []))

export const talking = createStore<TalkState>({
  persona: null,
  talk: null,
  problem: null,
  outbox: stored(),
  sending: null,
})

const patch = (fields: Partial<TalkState>): void => talking.set({ ...talking.get(), ...fields })

/** Ids of words that storage did not take, closed or full: this page alone remembers them. */
const spilled = new Set<string>()

/** What every tab of this browser knows, and what only this one does. */
function outboxNow(): Outbox {
  const kept = stored()
  const own = talking.get().outbox.filter(({ id }) => spilled.has(id) && !kept.some((one) => one.id === id))
  return [...kept, ...own]
}

/** Another tab's words stay: what is stored is changed, not replaced. */
function change(how: (box: Outbox) => Outbox): void {
  const next = how(outboxNow())
  remember(outboxKey, next)
  const kept = stored()
  for (const { id } of next) if (!kept.some((one) => one.id === id)) spilled.add(id)
  patch({ outbox: next })
}

const memoryOf = (persona: string): string => `talk.${persona}`

/** Reads where the conversation stands and opens its session: the one that is held now, whatever was open before. */
export async function readTalk(): Promise<void> {
  const { persona } = talking.get()
  if (persona === null || cockpit.get().access !== 'in') return
  try {
    const talk = await getTalk(persona)
    if (talking.get().persona !== persona) return
    remember(memoryOf(persona), { ...talk, session: null })
    patch({ talk, problem: null })
    if (talk.session === null) closeSession()
    else {
      noteSession(talk.session)
      openSession(talk.session.id)
    }
  } catch (cause) {
    if (talking.get().persona === persona) patch({ problem: cause as ApiError })
  }
}

/** Looked at again so often while no stream tells of it: before the first words, and while they make a session. */
const lookEveryMs = 3_000

/** The page of a persona is open, until the answer is called. */
export function openTalk(persona: string): () => void {
  patch({ persona, talk: remembered<Talk | null>(memoryOf(persona), null), problem: null, outbox: outboxNow() })
  void readTalk()
  void flush()
  const look = (): void => {
    if (!document.hidden) void readTalk()
  }
  const stops = [
    back.subscribe(() => {
      void readTalk()
      void flush()
    }),
    cockpit.subscribe(watchStale),
  ]
  const timer = setInterval(() => {
    const { open, link } = cockpit.get()
    if (open === null && link === 'live') look()
    void flush()
  }, lookEveryMs)
  document.addEventListener('visibilitychange', look)
  const otherTab = ({ key }: StorageEvent): void => {
    if (key === `drover.${outboxKey}`) patch({ outbox: outboxNow() })
  }
  window.addEventListener('storage', otherTab)
  return () => {
    window.removeEventListener('storage', otherTab)
    for (const stop of stops) stop()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
    patch({ persona: null, talk: null, problem: null })
  }
}

let stale: string | null = null

/** A session that is gone or was put away elsewhere is not what is talked to: asked anew, once. */
function watchStale(): void {
  const { open, fleet } = cockpit.get()
  if (open === null || talking.get().persona === null) return
  const gone = open.problem?.status === 404 || fleet.removed.has(open.id)
  const ended = fleet.sessions.get(open.id)?.phase === 'ended'
  const mark = gone ? `${open.id} gone` : ended ? `${open.id} ended` : null
  if (mark === stale) return
  stale = mark
  if (gone) closeSession()
  if (mark !== null) void readTalk()
}

// ---- words on their way

const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export function sayNow(persona: string, text: string): void {
  const one = { id: newId(), persona, text, at: Date.now(), refused: null }
  change((box) => add(box, one))
  void flush()
}

export function sayAgain(id: string): void {
  const at = Date.now()
  change((box) => renew(box, id, at))
  void flush()
}

/** Not said, and not to be said: its words, for whoever wants them back. */
export function takeBack(id: string): string {
  const words = talking.get().outbox.find((one) => one.id === id)?.text ?? ''
  change((box) => drop(box, id))
  return words
}

/** Not there, or not ready: it is asked again. */
const passes = (cause: ApiError): boolean => cause.status === 0 || cause.status === 401 || cause.code === 'NOT_READY'

async function flush(): Promise<void> {
  const { persona, outbox, sending } = talking.get()
  if (persona === null || sending !== null || cockpit.get().access !== 'in') return
  const next = nextOf(outbox, persona, Date.now())
  if (next === null) return
  patch({ sending: next.id })
  let taken = true
  try {
    const { talk, delivery } = await sayToPersona(persona, { message: next.text, id: next.id })
    if (delivery.state === 'refused') throw new ApiError(delivery.code, delivery.message, { status: 409 })
    change((box) => drop(box, next.id))
    if (talking.get().persona === persona) {
      patch({ talk, problem: null })
      if (talk.session !== null) {
        noteSession(talk.session)
        openSession(talk.session.id)
      }
    }
  } catch (cause) {
    const error = cause instanceof ApiError ? cause : new ApiError('INTERNAL_ERROR', 'It could not be sent.')
    taken = !passes(error)
    const { code, message, hint } = error
    if (taken) change((box) => refuse(box, next.id, { code, message, hint }))
  }
  patch({ sending: null })
  if (taken) void flush()
}
