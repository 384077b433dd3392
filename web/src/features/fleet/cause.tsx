/** Why a session failed, in two or three words before the agent's own; the time it ends at moves out by itself. */
import type { ReactNode } from 'react'
import type { Failure } from '#contract/session'
import { causeNow } from '#core/failure/words'
import { useNow } from '../../ui/clock.ts'

export function Cause({ failure, parked }: { readonly failure: Failure; readonly parked: boolean }): ReactNode {
  const words = useNow((now) => causeNow(failure, now))
  return (
    <span className="card-cause" data-cause={failure.category} data-parked={parked || undefined}>
      {words}
    </span>
  )
}
