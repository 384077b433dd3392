/** A number that grows when a session's files may have changed: after a tool's result, at a turn's end, and now and then while it works. */
import { useEffect, useRef, useState } from 'react'
import type { Session } from '#contract/session'
import { cockpit } from '../../live/cockpit.ts'
import { useStore } from '../../live/store.ts'

const apartMs = 1_500
const whileWorkingMs = 5_000

export function useLive(session: Session): number {
  const heard = useStore(cockpit, (c) => (c.open?.id === session.id ? c.open.transcript.end : 0))
  const state = `${session.turn?.n ?? 0}/${session.turn?.state ?? ''}/${session.filesChanged ?? ''}/${session.phase}/${session.lastText?.length ?? 0}`
  const working = session.turn?.state === 'running'
  const [tick, setTick] = useState(0)
  const last = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was heard, and how it stands, is the news
  useEffect(() => {
    const wait = Math.max(0, last.current + apartMs - Date.now())
    const timer = setTimeout(() => {
      last.current = Date.now()
      setTick((n) => n + 1)
    }, wait)
    return () => clearTimeout(timer)
  }, [heard, state])
  useEffect(() => {
    if (!working) return
    const timer = setInterval(() => {
      if (!document.hidden) setTick((n) => n + 1)
    }, whileWorkingMs)
    return () => clearInterval(timer)
  }, [working])
  return tick
}
