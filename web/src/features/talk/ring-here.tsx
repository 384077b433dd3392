/** One press, and this browser rings when a turn ends. Where it rings already, or cannot, nothing is shown. */
import { type ReactNode, useState } from 'react'
import { notifyState } from '../../api/notify-calls.ts'
import { Button } from '../../ui/button.tsx'
import { remember } from '../../ui/memory.ts'
import { say } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { useRead } from '../../ui/use-read.ts'
import { ownSubscription, ringHere, whyNoPush } from '../settings/push.ts'

export function RingHere(): ReactNode {
  const [on, setOn] = useState(() => ownSubscription() !== null)
  // A push service may have let go of it, and the daemon with it: then this browser does not ring, whatever it remembers.
  useRead(on ? 'ring-here' : null, async () => {
    const { targets } = await notifyState()
    if (targets.some(({ subscription }) => subscription === ownSubscription())) return
    remember('push', null)
    setOn(false)
  })
  const ringing = useAction(async () => {
    if ((await ringHere()) === 'denied') {
      say('This browser was not allowed to notify. Allow it in its settings for this page')
      return
    }
    setOn(true)
    say('This browser rings when a turn ends')
  })
  if (on || whyNoPush() !== null) return null
  return (
    <>
      <Button
        look="quiet"
        icon="bell"
        busy={ringing.busy}
        aria-label="Ring here when a turn ends"
        onClick={() => void ringing.run()}
      />
      {ringing.error && (
        <span className="small" role="alert">
          {ringing.error.message}
        </span>
      )}
    </>
  )
}
