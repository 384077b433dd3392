/** Where one speaks to a persona: what it asks, what waits, what is on its way, one-tap prompts, and the field with voice and stop. */
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { Preset } from '#contract/door'
import type { Session } from '#contract/session'
import { cancel } from '../../api/calls.ts'
import { cockpit, noteSession } from '../../live/cockpit.ts'
import { isStale, type Outgoing } from '../../live/reduce/outbox.ts'
import { useStore } from '../../live/store.ts'
import { sayAgain, sayNow, takeBack, talking } from '../../live/talk.ts'
import { Button } from '../../ui/button.tsx'
import { useNow } from '../../ui/clock.ts'
import { Problem } from '../../ui/parts.tsx'
import { announce } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { bytes, count, oneLine } from '../../ui/words.ts'
import { Answer } from '../session/answer.tsx'
import { keepDraft, readDraft } from '../session/drafts.ts'
import { maxMessage, sizeOf } from '../session/message-size.ts'
import { Queue } from '../session/queue.tsx'
import { useVoiceInput } from './voice-input.ts'

interface Props {
  readonly persona: string
  readonly session: Session | null
  readonly presets: readonly Preset[]
  /** The configuration has this persona no more: nothing can be said to it. */
  readonly lost: boolean
}

export function TalkComposer({ persona, session, presets, lost }: Props): ReactNode {
  const draft = `talk.${persona}`
  const [text, setText] = useState(() => readDraft(draft))
  const box = useRef<HTMLTextAreaElement>(null)
  const before = useRef('')
  const outbox = useStore(talking, (t) => t.outbox)
  const sending = useStore(talking, (t) => t.sending)
  const away = useStore(cockpit, (c) => c.link === 'down')
  const running = session?.turn?.state === 'running'
  const write = (value: string): void => {
    setText(value)
    keepDraft(draft, value)
  }
  const voice = useVoiceInput((heard) => write([before.current, heard].filter((part) => part !== '').join(' ')))
  const stopping = useAction(async () => {
    if (session !== null) noteSession(await cancel(session))
  })
  const size = sizeOf(text)
  const ready = text.trim() !== '' && size <= maxMessage && !lost
  const submit = (): void => {
    if (!ready) return
    if (voice.listening) voice.toggle()
    sayNow(persona, text)
    announce(running ? 'Queued for the end of the turn' : 'Sent')
    write('')
    box.current?.focus()
  }
  const keys = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    submit()
  }
  const request = session?.request ?? null
  const going = outbox.filter((one) => one.persona === persona)
  return (
    <div className="composer">
      {stopping.error && <Problem error={stopping.error} />}
      {session !== null && <Queue sessionId={session.id} total={session.queued} />}
      {going.length > 0 && (
        <ul className="talk-outbox" aria-label="Not said yet">
          {going.map((one) => (
            <Going
              key={one.id}
              one={one}
              sending={sending === one.id}
              away={away}
              onBack={(words) => write([words, text].filter((part) => part.trim() !== '').join('\n'))}
            />
          ))}
        </ul>
      )}
      {request !== null && session !== null && <Answer key={request.requestId} session={session} request={request} />}
      {presets.length > 0 && !lost && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll sideways in every browser
        <div className="presets" role="group" aria-label="Presets">
          {presets.map(({ label, prompt }) => (
            <Button key={label} title={prompt} data-preset={label} onClick={() => sayNow(persona, prompt)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <div className="writer talk-writer">
        <textarea
          ref={box}
          className="input"
          data-composer
          rows={1}
          value={text}
          disabled={lost}
          aria-label={`Message to ${persona}`}
          placeholder={voice.listening ? 'Listening…' : running ? 'Say what comes next' : `Message ${persona}`}
          enterKeyHint="send"
          onChange={(event) => write(event.target.value)}
          onKeyDown={keys}
        />
        {voice.able && (
          <Button
            look={voice.listening ? 'main' : 'plain'}
            icon="mic"
            aria-label="Voice input"
            aria-pressed={voice.listening}
            onClick={() => {
              before.current = text.trim()
              voice.toggle()
            }}
          />
        )}
        {running && (
          <Button icon="stop" busy={stopping.busy} aria-label="Stop this turn" onClick={() => void stopping.run()} />
        )}
        <Button look="main" icon="send" disabled={!ready} aria-label={running ? 'Queue' : 'Send'} onClick={submit} />
      </div>
      <p className="small faint composer-hint" data-composer-hint>
        {voice.problem ?? hintFor(session, { size, away })}
      </p>
    </div>
  )
}

/** What would become of the words now. */
function hintFor(session: Session | null, { size, away }: { readonly size: number; readonly away: boolean }): string {
  if (size > maxMessage) return `${bytes(size)} is more than a message may hold (1 MB).`
  if (away) return 'The daemon is away. What you say is kept here and said when it is back.'
  if (session === null) return ''
  if (session.queued > 0) return `${count(session.queued, 'message')} queued.`
  if (session.turn?.state === 'running') return 'A turn runs: a message waits for its end.'
  return session.phase === 'ended' ? 'This conversation has ended. What you say goes on with it.' : ''
}

function Going(props: {
  readonly one: Outgoing
  readonly sending: boolean
  readonly away: boolean
  readonly onBack: (words: string) => void
}): ReactNode {
  const { one, sending, away, onBack } = props
  const stale = useNow((now) => isStale(one, now))
  const { refused } = one
  const held = refused !== null || stale
  return (
    <li data-outgoing={refused !== null ? 'refused' : sending ? 'sending' : stale ? 'old' : 'waits'}>
      <span className="clip grow">{oneLine(one.text, 200)}</span>
      <span className="small soft talk-why" role={refused === null ? undefined : 'alert'}>
        {refused !== null
          ? `Not sent: ${refused.message}${refused.hint === null ? '' : ` ${refused.hint}`}`
          : sending
            ? 'Sending…'
            : stale
              ? 'Written a while ago and not sent'
              : away
                ? 'Waits for the daemon'
                : 'Waits'}
      </span>
      {held && <Button onClick={() => sayAgain(one.id)}>{refused === null ? 'Send now' : 'Try again'}</Button>}
      {!sending && (
        <Button
          look="quiet"
          aria-label={`Take back: ${oneLine(one.text, 60)}`}
          onClick={() => onBack(takeBack(one.id))}
        >
          Take back
        </Button>
      )}
    </li>
  )
}
