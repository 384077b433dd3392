/**
 * The messages that wait for a session: seen, put in order, changed, taken back. The order is shown at once and taken back when
 * the daemon refuses it; one that a turn has begun with meanwhile leaves by itself, and words for it are not lost.
 */
import { type ReactNode, useRef, useState } from 'react'
import type { Mail } from '#contract/mail'
import type { ApiError } from '../../api/call.ts'
import { cancelMessage, editMessage, moveMessage } from '../../api/mail-calls.ts'
import { inbox, noteMails } from '../../live/inbox.ts'
import { useStore } from '../../live/store.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/parts.tsx'
import { announce } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { count, oneLine } from '../../ui/words.ts'
import { type Grip, useDrag } from '../relay/use-drag.ts'
import { QueueGrip } from './queue-grip.tsx'
import { moveInQueue, waitingFor } from './queue-order.ts'

export function Queue({ sessionId, total }: { readonly sessionId: string; readonly total: number }): ReactNode {
  const known = useStore(inbox, (i) => i.inbox)
  const waiting = known === null ? [] : waitingFor(known.mails.values(), sessionId)
  const [editing, setEditing] = useState<string | null>(null)
  const mover = useMover(waiting)
  const { list, dragging, drop, grip } = useDrag(waiting, mover.run)
  if (waiting.length === 0 && editing === null) return null
  // Words for a message that is being said by now stay in sight until their author lets go of them.
  const edited = editing === null ? undefined : known?.mails.get(editing)
  const others = total - waiting.length
  return (
    <section className="queued" aria-label="Queued messages">
      <p className="small soft" hidden={waiting.length === 0}>
        {count(waiting.length, 'message')} queued: said one after another when this turn ends.
        {others > 0 && ` Mail that waits besides: ${others}.`}
      </p>
      {mover.error && <Problem error={mover.error} />}
      {edited && (
        <Editor key={edited.id} mail={edited} gone={!waiting.includes(edited)} onClose={() => setEditing(null)} />
      )}
      <ol
        className="queued-list"
        hidden={waiting.length === 0}
        ref={list}
        data-dragging={dragging !== null || undefined}
      >
        {waiting.map((mail, index) => (
          <Row
            key={mail.id}
            mail={mail}
            index={index}
            total={waiting.length}
            dragged={dragging === index}
            drop={drop === index ? 'before' : drop === waiting.length && index === waiting.length - 1 ? 'behind' : null}
            grip={grip(index)}
            onMove={(to) => mover.run(index, to)}
            onEdit={() => setEditing(mail.id)}
          />
        ))}
      </ol>
    </section>
  )
}

/** Shown at once, asked one after another: whoever presses an arrow five times moves five places. */
function useMover(waiting: readonly Mail[]): { run(from: number, to: number): void; readonly error: ApiError | null } {
  const [error, setError] = useState<ApiError | null>(null)
  const line = useRef<Promise<void>>(Promise.resolve())
  const run = (from: number, to: number): void => {
    const mail = waiting[from]
    const move = moveInQueue(waiting, from, to)
    if (!mail || !move) return
    noteMails(move.shown)
    announce(`${oneLine(mail.body, 60)}: now ${to + 1} of ${waiting.length}`)
    line.current = line.current.then(async () => {
      try {
        noteMails([await moveMessage(mail.id, move.place)])
        setError(null)
      } catch (cause) {
        // What waits no more is told by the stream; the rest goes back to where it stood.
        noteMails(waiting.filter(({ id }) => inbox.get().inbox?.mails.get(id)?.state === 'queued'))
        setError(cause as ApiError)
      }
    })
  }
  return { run, error }
}

interface RowProps {
  readonly mail: Mail
  readonly index: number
  readonly total: number
  readonly dragged: boolean
  readonly drop: 'before' | 'behind' | null
  readonly grip: Grip
  readonly onMove: (to: number) => void
  readonly onEdit: () => void
}

function Row({ mail, index, total, dragged, drop, grip, onMove, onEdit }: RowProps): ReactNode {
  const said = oneLine(mail.body, 200)
  const cancelling = useAction(async () => {
    noteMails([await cancelMessage(mail.id)])
    announce('Taken back: it will not be said')
  })
  return (
    <li className="queued-row" data-mail={mail.id} data-dragged={dragged || undefined} data-drop={drop ?? undefined}>
      {total > 1 && <QueueGrip said={said} index={index} total={total} grip={grip} onMove={onMove} />}
      <span className="clip grow queued-words">
        {mail.from !== 'operator' && <span className="faint">{mail.from}: </span>}
        {said}
      </span>
      <Button look="quiet" onClick={onEdit} aria-label={`Edit: ${said}`}>
        Edit
      </Button>
      <Button
        look="quiet"
        icon="close"
        busy={cancelling.busy}
        aria-label={`Take back: ${said}`}
        onClick={() => void cancelling.run()}
      />
      {cancelling.error && <Problem error={cancelling.error} />}
    </li>
  )
}

function Editor(props: { readonly mail: Mail; readonly gone: boolean; readonly onClose: () => void }): ReactNode {
  const [text, setText] = useState(props.mail.body)
  const saving = useAction(async () => {
    noteMails([await editMessage(props.mail.id, text)])
    announce('Changed')
    props.onClose()
  })
  return (
    <form
      className="queued-editor"
      onSubmit={(event) => {
        event.preventDefault()
        void saving.run()
      }}
    >
      {props.gone && (
        <p className="small">It was said or taken back before these words were saved. Copy what you need.</p>
      )}
      <textarea
        className="input"
        // biome-ignore lint/a11y/noAutofocus: its reader asked to write here
        autoFocus
        rows={2}
        aria-label="Words of the queued message"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') props.onClose()
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          if (text.trim() !== '' && !props.gone) void saving.run()
        }}
      />
      {saving.error && <Problem error={saving.error} />}
      <div className="actions">
        <Button onClick={props.onClose}>{props.gone ? 'Close' : 'Keep as it is'}</Button>
        {!props.gone && (
          <Button type="submit" look="main" busy={saving.busy} disabled={text.trim() === ''}>
            Save
          </Button>
        )}
      </div>
    </form>
  )
}
