/** A read that a part of the page needs: asked for when its key changes, kept while a newer answer is on its way. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiError } from '../api/call.ts'
import { useStore } from '../live/store.ts'
import { back, wasAway } from './back.ts'

export interface Read<T> {
  readonly data: T | null
  readonly error: ApiError | null
  readonly loading: boolean
  again(): void
}

export function useRead<T>(key: string | null, read: () => Promise<T>): Read<T> {
  const [state, setState] = useState<{ key: string | null; data: T | null; error: ApiError | null; loading: boolean }>({
    key: null,
    data: null,
    error: null,
    loading: key !== null,
  })
  const [round, setRound] = useState(0)
  const reader = useRef(read)
  reader.current = read
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again under the same key
  useEffect(() => {
    if (key === null) return
    let wanted = true
    setState((s) => ({ ...s, loading: true, data: s.key === key ? s.data : null }))
    reader.current().then(
      (data) => wanted && setState({ key, data, error: null, loading: false }),
      (error: ApiError) =>
        wanted && setState((s) => ({ key, data: s.key === key ? s.data : null, error, loading: false })),
    )
    return () => {
      wanted = false
    }
  }, [key, round])
  const again = useCallback(() => setRound((n) => n + 1), [])
  const reached = useStore(back, (n) => n)
  const missed = useRef(false)
  missed.current = wasAway(state.error)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was not to be had is asked for again once the daemon is back
  useEffect(() => {
    if (missed.current) again()
  }, [reached, again])
  return { data: state.key === key ? state.data : null, error: state.error, loading: state.loading, again }
}
