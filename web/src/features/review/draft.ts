/**
 * The review's draft as the page holds it: read once, told of others' changes by the stream, saved as it is typed. What is
 * typed is never replaced by an answer that is older; sending waits for what is still being saved.
 */
import type { Review, ReviewComment, SentReview } from '#contract/review'
import type { ApiError } from '../../api/call.ts'
import * as api from '../../api/review-calls.ts'
import { followChanges } from '../../live/cockpit.ts'
import { createStore, type Store } from '../../live/store.ts'

export interface DraftState {
  readonly review: Review | null
  /** Comments as they are typed, by id: what the daemon does not know yet. */
  readonly typed: ReadonlyMap<string, ReviewComment>
  readonly note: string | null
  readonly problem: ApiError | null
  readonly sending: boolean
}

export interface Draft {
  readonly store: Store<DraftState>
  /** All comments: the daemon's, with what is being typed in their place. */
  type(comment: ReviewComment): void
  typeNote(note: string): void
  remove(id: string): void
  /** Saves what is typed; null: it could not be saved, and the problem says why. */
  flush(): Promise<Review | null>
  send(): Promise<SentReview | null>
  end(): void
}

const afterMs = 700

export const commentsOf = ({ review, typed }: DraftState): readonly ReviewComment[] => {
  const known = review?.comments ?? []
  const fresh = [...typed.values()].filter(({ id }) => !known.some((one) => one.id === id))
  return [...known.map((one) => typed.get(one.id) ?? one), ...fresh]
}

export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export function createDraft(sessionId: string): Draft {
  const store = createStore<DraftState>({ review: null, typed: new Map(), note: null, problem: null, sending: false })
  const set = (patch: Partial<DraftState>): void => store.set({ ...store.get(), ...patch })
  let timer: ReturnType<typeof setTimeout> | null = null
  let saving: Promise<unknown> = Promise.resolve()
  /** One press is one call, however often it has to be tried. */
  let key: string | null = null

  const take = (review: Review): void => {
    if ((store.get().review?.rev ?? -1) <= review.rev) set({ review, problem: null })
  }
  const failed = (problem: ApiError): null => {
    set({ problem })
    return null
  }
  const read = (): void => void api.getReview(sessionId).then(take, failed)

  const save = async (): Promise<void> => {
    const { typed, note } = store.get()
    for (const comment of typed.values()) {
      if (comment.body.trim() === '') continue
      const { id, path, side, line, endLine, quote, body } = comment
      take(await api.putComment(sessionId, { id, path, side, line, endLine, quote, body }))
      const now = store.get().typed
      // Typed on meanwhile: that is saved next.
      if (now.get(id)?.body !== body) continue
      const rest = new Map(now)
      rest.delete(id)
      set({ typed: rest })
    }
    if (note === null) return
    take(await api.setNote(sessionId, note))
    if (store.get().note === note) set({ note: null })
  }
  const flush = (): Promise<Review | null> => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const mine = saving.then(save, save)
    saving = mine.catch(() => undefined)
    return mine.then(() => store.get().review, failed)
  }
  const later = (): void => {
    key = null
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(() => void flush(), afterMs)
  }
  const off = followChanges((changes) => {
    if (changes === 'out') return
    const news =
      changes === 'all' ||
      changes.some(
        (one) =>
          one.type === 'review_updated' &&
          one.sessionId === sessionId &&
          one.payload.rev > (store.get().review?.rev ?? -1),
      )
    if (news) read()
  })
  read()
  return {
    store,
    type(comment) {
      set({ typed: new Map(store.get().typed).set(comment.id, comment), problem: null })
      later()
    },
    typeNote(note) {
      set({ note, problem: null })
      later()
    },
    remove(id) {
      const { typed, review } = store.get()
      const rest = new Map(typed)
      rest.delete(id)
      set({ typed: rest })
      if (review?.comments.some((one) => one.id === id)) void api.dropComment(sessionId, id).then(take, failed)
    },
    flush,
    async send() {
      if (store.get().sending) return null
      set({ sending: true })
      try {
        const review = await flush()
        if (review === null) return null
        key ??= newId()
        const sent = await api.sendReview(sessionId, review.rev, key)
        if (sent.delivery.state !== 'refused') key = null
        take(sent.review)
        return sent
      } catch (cause) {
        read()
        return failed(cause as ApiError)
      } finally {
        set({ sending: false })
      }
    },
    end() {
      void flush()
      off()
    },
  }
}
