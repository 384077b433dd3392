/** What the open session has changed by now, read once for everything on its page that tells of it. */
import { type ReactNode, useEffect } from 'react'
import type { ReviewChanges } from '#contract/review'
import type { Session } from '#contract/session'
import { getChanges } from '../../api/review-calls.ts'
import { createStore } from '../../live/store.ts'
import { useRead } from '../../ui/use-read.ts'
import { useLive } from './use-live.ts'

export const changesNow = createStore<{ readonly id: string; readonly changes: ReviewChanges } | null>(null)

/** Draws nothing; reads while the session's page is open. */
export function ReadsChanges({ session }: { readonly session: Session }): ReactNode {
  const tick = useLive(session)
  const { data } = useRead(tick === 0 ? null : `${session.id}/${tick}`, () => getChanges(session.id, 'all'))
  useEffect(() => {
    if (data !== null) changesNow.set({ id: session.id, changes: data })
  }, [data, session.id])
  return null
}
