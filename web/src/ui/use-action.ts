/** One command to the daemon at a time, with its progress and its failure kept where the button is. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiError } from '../api/call.ts'
import { useStore } from '../live/store.ts'
import { back, wasAway } from './back.ts'

export interface Action<A extends readonly unknown[]> {
  run(...args: A): Promise<void>
  readonly busy: boolean
  readonly error: ApiError | null
  clear(): void
}

export function useAction<A extends readonly unknown[]>(work: (...args: A) => Promise<unknown>): Action<A> {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  // A second key press may come before the button is drawn as busy.
  const going = useRef(false)
  const run = async (...args: A): Promise<void> => {
    if (going.current) return
    going.current = true
    setBusy(true)
    setError(null)
    try {
      await work(...args)
    } catch (cause) {
      setError(cause as ApiError)
    }
    going.current = false
    setBusy(false)
  }
  const reached = useStore(back, (n) => n)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the return of the daemon is what ends such a failure
  useEffect(() => setError((was) => (wasAway(was) ? null : was)), [reached])
  const clear = useCallback(() => setError(null), [])
  return { run, busy, error, clear }
}
