/** Where the operator speaks: presets, the message, Stop. Says truthfully what became of each message. */

import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { Session } from '#contract/session'
import { ApiError } from '../../api/call.ts'
import { cancel, restore, send } from '../../api/calls.ts'
import { cockpit, noteSession } from '../../live/cockpit.ts'
import { useStore } from '../../live/store.ts'
import { Button } from '../../ui/button.tsx'
import { remember, remembered } from '../../ui/memory.ts'
import { Problem } from '../../ui/parts.tsx'
import { announce, say } from '../../ui/said.ts'
import { Since } from '../../ui/status.tsx'
import { useAction } from '../../ui/use-action.ts'
import { bytes, count } from '../../ui/words.ts'
import { Answer } from './answer.tsx'
import { usePresets } from './presets.ts'

export const maxMessage = 1_048_576
const sizeOf = (text: string): number => new TextEncoder().encode(text).length
const ordinal = (n: number): string =>
  `${n}${n % 100 > 10 && n % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`

async function deliver(id: string, message: string): Promise<void> {
  const delivery = await send(id, message)
  if (delivery.state === 'refused') throw new ApiError(delivery.code, delivery.message)
  if (delivery.state === 'queued') say(`Queued, ${ordinal(delivery.position)} in line: it is sent when this turn ends`)
  else announce('Sent: a turn started')
}

export function Composer({ session }: { readonly session: Session }): ReactNode {
  const running = session.turn?.state === 'running'
  if (session.phase === 'ended') return <Ended session={session} />
  return (
    <div className="composer">
      {session.request && <Answer key={session.request.requestId} session={session} request={session.request} />}
      <Writer key={session.id} session={session} running={running} />
    </div>
  )
}

function Writer({ session, running }: { readonly session: Session; readonly running: boolean }): ReactNode {
  const draftKey = `draft.${session.id}`
  const [text, setText] = useState(remembered(draftKey, ''))
  const box = useRef<HTMLTextAreaElement>(null)
  const presets = usePresets(session.projectId)
  const away = useStore(cockpit, (c) => c.link === 'down')
  const write = (value: string): void => {
    setText(value)
    if (value.length < 100_000) remember(draftKey, value)
  }
  const sending = useAction(async (message: string, fromBox: boolean) => {
    await deliver(session.id, message)
    if (fromBox) write('')
    box.current?.focus()
  })
  const stopping = useAction(async () => {
    noteSession(await cancel(session))
  })
  const size = text.length > maxMessage / 4 ? sizeOf(text) : text.length
  const ready = text.trim() !== '' && size <= maxMessage && !sending.busy
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (ready) void sending.run(text, true)
  }
  return (
    <>
      {sending.error && <Problem error={sending.error} />}
      {stopping.error && <Problem error={stopping.error} />}
      {presets.length > 0 && !session.request && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll sideways in every browser
        <div className="presets" role="group" aria-label="Presets">
          {presets.map(({ label, prompt }) => (
            <Button key={label} title={prompt} disabled={sending.busy} onClick={() => void sending.run(prompt, false)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <div className="writer">
        <textarea
          ref={box}
          className="input"
          data-composer
          rows={1}
          value={text}
          aria-label={`Message to ${session.title}`}
          aria-keyshortcuts="c"
          placeholder={running ? 'Queue a message' : 'Message the agent'}
          onChange={(event) => write(event.target.value)}
          onKeyDown={keys}
        />
        {running && (
          <Button icon="stop" busy={stopping.busy} onClick={() => void stopping.run()} title="Stop this turn">
            Stop
          </Button>
        )}
        <Button
          look="main"
          icon="send"
          busy={sending.busy}
          disabled={!ready}
          onClick={() => void sending.run(text, true)}
        >
          {running ? 'Queue' : 'Send'}
        </Button>
      </div>
      <p className="small faint composer-hint" data-composer-hint>
        {hintFor(session, size, away)}
      </p>
    </>
  )
}

/** What would become of a message sent now. */
function hintFor(session: Session, size: number, away: boolean): string {
  if (size > maxMessage)
    return `${bytes(size)} is more than a message may hold (1 MB). Put it in a file and name the file.`
  if (away) return 'The daemon is away: nothing can be sent. What you write is kept here.'
  if (session.queued > 0) return `${count(session.queued, 'message')} queued. Enter queues another.`
  if (session.request) return 'The agent waits for your answer. A message waits for the end of the turn.'
  if (session.turn?.state === 'running') return 'A turn runs: a message waits for its end.'
  return size > 10_000 ? `${bytes(size)} of 1 MB` : 'Enter sends, Shift+Enter makes a new line.'
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
