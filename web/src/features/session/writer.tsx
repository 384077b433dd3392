/** The field itself: presets, words, and the buttons for what becomes of them. Says truthfully what became of each message. */

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Session } from '#contract/session'
import { ApiError } from '../../api/call.ts'
import { answer, cancel, send } from '../../api/calls.ts'
import { cockpit, noteSession } from '../../live/cockpit.ts'
import { useStore } from '../../live/store.ts'
import { go, sessionPath } from '../../routes/router.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/parts.tsx'
import { announce, say } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { bytes, count } from '../../ui/words.ts'
import { useAttachments } from './attachments.tsx'
import { type Choice, useCompletions } from './completions.tsx'
import { keepDraft, readDraft } from './drafts.ts'
import { maxMessage, sizeOf } from './message-size.ts'
import { usePresets } from './presets.ts'
import { useCanSteer } from './steer.ts'

const ordinal = (n: number): string =>
  `${n}${n % 100 > 10 && n % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`

async function deliver(id: string, message: string, more: { steer?: true; attachments?: string[] }): Promise<void> {
  const delivery = await send(id, message, more)
  if (delivery.state === 'refused') throw new ApiError(delivery.code, delivery.message)
  if (delivery.state === 'queued') say(`Queued, ${ordinal(delivery.position)} in line: it is sent when this turn ends`)
  else announce(more.steer ? 'Said into the running turn' : 'Sent: a turn started')
}

interface Props {
  readonly session: Session
  /** What the words answer; null: they are a message. */
  readonly question: NonNullable<Session['request']> | null
  readonly onWords: (text: string) => void
}

export function Writer({ session, question, onWords }: Props): ReactNode {
  const running = session.turn?.state === 'running'
  const draft = question === null ? session.id : `${session.id}.${question.requestId}`
  const [text, setText] = useState(() => readDraft(draft))
  const box = useRef<HTMLTextAreaElement>(null)
  const presets = usePresets(session.projectId)
  const steers = useCanSteer(session) && session.request === null
  const away = useStore(cockpit, (c) => c.link === 'down')
  const attached = useAttachments(session.id)
  const picker = useRef<HTMLInputElement>(null)
  const write = (value: string): void => {
    setText(value)
    onWords(value)
    keepDraft(draft, value)
    sending.clear()
  }
  const sending = useAction(async (message: string, how: 'send' | 'steer' | 'preset') => {
    if (question !== null && how === 'send') {
      noteSession(await answer(session.id, { requestId: question.requestId, text: message }))
      announce('Answered')
    } else {
      const attachments = how === 'preset' ? [] : [...attached.ids]
      await deliver(session.id, message, {
        ...(how === 'steer' ? { steer: true } : {}),
        ...(attachments.length > 0 ? { attachments } : {}),
      })
    }
    if (how !== 'preset') {
      write('')
      attached.clear()
    }
    box.current?.focus()
  })
  const stopping = useAction(async () => {
    noteSession(await cancel(session))
  })
  // A question is answered by whoever opens the page or looks at it: the field is ready, unless somebody works elsewhere.
  useEffect(() => {
    const at = document.activeElement
    if (question !== null && (at === null || at === document.body || at.closest('[data-transcript]') !== null))
      box.current?.focus()
  }, [question])
  const size = sizeOf(text)
  const ready = (text.trim() !== '' || attached.ids.length > 0) && size <= maxMessage && !sending.busy && !attached.busy
  const put = (value: string, caret: number): void => {
    write(value)
    // After it is drawn: the caret stands behind what was completed.
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(caret, caret)
    })
  }
  const commands: readonly Choice[] = [
    ...presets.map(({ label, prompt }) => ({ key: `preset ${label}`, label, hint: prompt, word: prompt })),
    ...(['changes', 'facts', 'log'] as const).map((tab) => ({
      key: tab,
      label: tab,
      hint: `Show the ${tab} of this session`,
      word: '',
      run: () => go(sessionPath(session.id, tab), 'replace'),
    })),
    ...(running
      ? [{ key: 'stop', label: 'stop', hint: 'Stop this turn', word: '', run: () => void stopping.run() }]
      : []),
  ]
  const completions = useCompletions(session.id, commands, put)
  const keys = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.keyCode === 229 || completions.onKey(event)) return
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    if (ready) void sending.run(text, steers && (event.ctrlKey || event.metaKey) ? 'steer' : 'send')
  }
  const word = question !== null ? 'Answer' : running ? 'Queue' : 'Send'
  const hint = hintFor(session, { size, away, steers, answers: question !== null })
  return (
    <>
      {sending.error && <Problem error={sending.error} />}
      {stopping.error && <Problem error={stopping.error} />}
      {presets.length > 0 && !session.request && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll sideways in every browser
        <div className="presets" role="group" aria-label="Presets">
          {presets.map(({ label, prompt }) => (
            <Button
              key={label}
              title={prompt}
              disabled={sending.busy}
              onClick={() => void sending.run(prompt, 'preset')}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      {attached.view}
      {completions.list}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files are dropped on the field; the button beside it is the way by keyboard */}
      <div
        className="writer"
        data-crowded={(running && question === null) || undefined}
        onDragOver={(event) => {
          if (question === null && event.dataTransfer.types.includes('Files')) event.preventDefault()
        }}
        onDrop={(event) => {
          if (question !== null || event.dataTransfer.files.length === 0) return
          event.preventDefault()
          attached.add(event.dataTransfer.files)
        }}
      >
        {question === null && (
          <>
            <Button
              look="quiet"
              icon="plus"
              aria-label="Attach files or a photo"
              onClick={() => picker.current?.click()}
            />
            <input
              ref={picker}
              type="file"
              hidden
              multiple
              accept="image/*,application/pdf,text/*"
              data-attach
              onChange={(event) => {
                attached.add([...(event.target.files ?? [])])
                event.target.value = ''
              }}
            />
          </>
        )}
        <textarea
          ref={box}
          className="input"
          data-composer
          rows={1}
          value={text}
          aria-label={question === null ? `Message to ${session.name}` : 'Your answer'}
          aria-keyshortcuts="c"
          placeholder={question !== null ? 'Your answer' : running ? 'Queue a message' : 'Message the agent'}
          aria-autocomplete="list"
          {...completions.field}
          onChange={(event) => {
            write(event.target.value)
            completions.look(event.target.value, event.target.selectionStart)
          }}
          onPaste={(event) => {
            const { files } = event.clipboardData
            if (question !== null || files.length === 0) return
            event.preventDefault()
            attached.add([...files])
          }}
          onBlur={() => completions.look('', 0)}
          onKeyDown={keys}
        />
        {running && (
          <Button icon="stop" busy={stopping.busy} onClick={() => void stopping.run()} title="Stop this turn">
            Stop
          </Button>
        )}
        {steers && (
          <Button
            disabled={!ready}
            onClick={() => void sending.run(text, 'steer')}
            title="Say it into the running turn (Ctrl+Enter)"
          >
            Steer
          </Button>
        )}
        <Button
          look="main"
          icon="send"
          busy={sending.busy}
          disabled={!ready}
          onClick={() => void sending.run(text, 'send')}
        >
          {word}
        </Button>
      </div>
      <p className="small faint composer-hint" data-composer-hint data-keys={hint.startsWith('Enter ') || undefined}>
        {hint}
      </p>
    </>
  )
}

interface Now {
  readonly size: number
  readonly away: boolean
  readonly steers: boolean
  readonly answers: boolean
}

/** What would become of the words now. */
function hintFor(session: Session, { size, away, steers, answers }: Now): string {
  if (size > maxMessage)
    return `${bytes(size)} is more than a message may hold (1 MB). Put it in a file and name the file.`
  if (away) return 'The daemon is away: nothing can be sent. What you write is kept here.'
  if (answers) return 'Enter answers.'
  if (session.queued > 0)
    return `${count(session.queued, 'message')} queued. Enter queues another${steers ? ', Ctrl+Enter steers' : ''}.`
  if (session.request) return 'The agent waits for your answer. A message waits for the end of the turn.'
  if (session.turn?.state === 'running')
    return steers
      ? 'Enter queues for the end of the turn, Ctrl+Enter says it into the turn.'
      : 'A turn runs: a message waits for its end.'
  return size > 10_000 ? `${bytes(size)} of 1 MB` : 'Enter sends, Shift+Enter makes a new line.'
}
