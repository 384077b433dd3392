/** The transcript of the open session in each of its states: being read, not to be had, being made, there. */
import type { ReactNode } from 'react'
import type { Session } from '#contract/session'
import { type OpenSession, openNewest } from '../../live/cockpit.ts'
import { Button } from '../../ui/button.tsx'
import { Problem, Progress } from '../../ui/parts.tsx'
import { Timeline } from './timeline.tsx'

export function TranscriptView(props: { readonly session: Session; readonly open: OpenSession | null }): ReactNode {
  const { session, open } = props
  if (open?.problem && !open.transcript.loaded) {
    return (
      <div className="pad grow">
        <Problem error={open.problem}>
          <Button onClick={() => void openNewest()}>Try again</Button>
        </Problem>
      </div>
    )
  }
  if (!open?.transcript.loaded) return <div className="timeline" aria-busy="true" />
  if (session.phase === 'starting' && open.transcript.items.length === 0) {
    return (
      <div className="pad grow">
        <Progress
          what="Making the workspace, running setup, starting the agent"
          since={Date.parse(session.createdAt)}
        />
      </div>
    )
  }
  return <Timeline key={session.id} sessionId={session.id} transcript={open.transcript} />
}
