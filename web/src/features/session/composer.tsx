/** Where the operator speaks: what the agent asks, what waits, and one field that answers or sends. The field is `writer`'s. */

import { type ReactNode, useRef, useState } from 'react'
import type { Session } from '#contract/session'
import { restore } from '../../api/calls.ts'
import { noteSession } from '../../live/cockpit.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { Since } from '../../ui/status.tsx'
import { useAction } from '../../ui/use-action.ts'
import { oneLine } from '../../ui/words.ts'
import { Cause } from '../fleet/cause.tsx'
import { canRetry, Retry } from '../fleet/retry.tsx'
import { Answer } from './answer.tsx'
import { Queue } from './queue.tsx'
import { Writer } from './writer.tsx'

export function Composer({ session }: { readonly session: Session }): ReactNode {
  const { request } = session
  const words = useRef('')
  const seen = useRef<string | null>(null)
  const [later, setLater] = useState<string | null>(null)
  // Whoever is in the midst of a message when the agent asks goes on with it: half of it must not become the answer.
  if (request !== null && seen.current !== request.requestId) {
    seen.current = request.requestId
    const typing = words.current.trim() !== '' && document.activeElement?.matches('[data-composer]') === true
    if (typing && later !== request.requestId) setLater(request.requestId)
  }
  if (session.phase === 'ended') return <Ended session={session} />
  const question = request?.type === 'question' && later !== request.requestId ? request : null
  return (
    <div className="composer">
      {canRetry(session) && session.failure !== null && (
        <div className="fail-bar" role="status">
          <span className="clip grow">
            <Cause failure={session.failure} parked={false} />
            {oneLine(session.failure.message, 200)}
          </span>
          <Retry session={session} look="main" />
        </div>
      )}
      <Queue sessionId={session.id} total={session.queued} />
      {request && <Answer key={request.requestId} session={session} request={request} field={false} />}
      {request?.type === 'question' && question === null && (
        <Button onClick={() => setLater(null)}>Answer in words; the message is kept</Button>
      )}
      <Writer
        key={question === null ? session.id : `${session.id}/${question.requestId}`}
        session={session}
        question={question}
        onWords={(text) => {
          words.current = text
        }}
      />
    </div>
  )
}

function Ended({ session }: { readonly session: Session }): ReactNode {
  const restoring = useAction(async () => {
    noteSession(await restore(session.id))
    say('Restored: the conversation can go on')
  })
  return (
    <div className="composer">
      {restoring.error && <Problem error={restoring.error} />}
      <div className="row row-wrap">
        <span className="grow soft">
          Ended{session.endReason === null ? '' : `: ${session.endReason.replace('_', ' ')}`}
          {session.endedBy === null ? '' : ` by ${session.endedBy}`}, <Since at={session.activity.since} after=" ago" />
        </span>
        <Button look="main" busy={restoring.busy} onClick={() => void restoring.run()}>
          Restore
        </Button>
      </div>
    </div>
  )
}
