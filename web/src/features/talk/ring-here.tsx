/** One press, and this browser rings when a turn ends. Where it rings already, or cannot, nothing is shown. */
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { say } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { ownSubscription, ringHere, whyNoPush } from '../settings/push.ts'

export function RingHere(): ReactNode {
  const [on, setOn] = useState(() => ownSubscription() !== null)
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
