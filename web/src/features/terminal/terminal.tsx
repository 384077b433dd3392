/** The terminal of a session on its page: the screen, who drives it, what a phone's keyboard has not, and what to do once it has exited. */
import './terminal.css'
import { type ReactNode, useRef, useState } from 'react'
import type { Session } from '#contract/session'
import { ApiError } from '../../api/call.ts'
import { restore } from '../../api/calls.ts'
import { noteSession } from '../../live/cockpit.ts'
import { Button } from '../../ui/button.tsx'
import { copy, Problem } from '../../ui/parts.tsx'
import { say } from '../../ui/said.ts'
import { useAction } from '../../ui/use-action.ts'
import { useMedia } from '../../ui/width.ts'
import { bytesOfKey, phoneKeys, spoken } from './keys.ts'
import { type TerminalNow, type TerminalUse, useTerminal } from './use-terminal.ts'

export function TerminalPane({ session }: { readonly session: Session }): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const use = useTerminal(place, session.id, session.launch?.id ?? null)
  const { now } = use
  const touch = useMedia('(pointer: coarse), (max-width: 759px)')
  const exited = now.ended !== null || now.refused?.code === 'AGENT_EXITED'
  return (
    <section
      className="terminal"
      aria-label="Terminal"
      data-terminal={session.id}
      data-role={now.role}
      data-state={exited ? 'exited' : now.state}
      data-renderer={now.renderer ?? undefined}
    >
      <Bar use={use} exited={exited} touch={touch} />
      <div className="terminal-place">
        <div className="terminal-screen" ref={place} />
      </div>
      {exited ? (
        <Exited session={session} />
      ) : (
        now.refused !== null && <Problem error={new ApiError(now.refused.code, now.refused.message, now.refused)} />
      )}
      {touch && !exited && <Keys use={use} />}
    </section>
  )
}

const words = ({ state, role, driven, viewers }: TerminalNow, exited: boolean): string => {
  if (exited) return 'The agent has exited'
  if (state === 'broken') return 'Reconnecting'
  if (state === 'connecting') return 'Connecting'
  if (role === 'driver') return viewers > 1 ? `You drive, ${viewers - 1} watching` : 'You drive'
  return driven ? 'You watch: somebody else drives' : 'You watch: nobody drives'
}

function Bar(props: { readonly use: TerminalUse; readonly exited: boolean; readonly touch: boolean }): ReactNode {
  const { use, exited, touch } = props
  const { now } = use
  const [text, setText] = useState('')
  const look = (back: boolean): void => {
    if (text !== '' && use.screen()?.find(text, back) === false) say('Not found')
  }
  const leave = (): void => {
    use.screen()?.endFind()
    use.set({ finding: false })
    use.screen()?.focus()
  }
  return (
    <div className="terminal-bar">
      {now.finding ? (
        <>
          <input
            className="input terminal-find"
            aria-label="Find in the terminal"
            placeholder="Find"
            // biome-ignore lint/a11y/noAutofocus: it was asked for by a key or a tap a moment ago
            autoFocus
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') look(!event.shiftKey)
              else if (event.key === 'Escape') leave()
            }}
          />
          <Button look="quiet" onClick={() => look(true)}>
            Earlier
          </Button>
          <Button look="quiet" onClick={() => look(false)}>
            Later
          </Button>
          <Button look="quiet" icon="close" aria-label="End the search" onClick={leave} />
        </>
      ) : (
        <>
          <span className="small soft grow" role="status">
            {words(now, exited)}
          </span>
          {!exited && now.state === 'live' && now.role === 'observer' && (
            <Button
              look="main"
              onClick={() => {
                use.drive()
                use.screen()?.focus()
              }}
            >
              Take over
            </Button>
          )}
          {touch && !exited && now.role === 'driver' && (
            <Button look="quiet" onClick={() => void pasteInto(use)}>
              Paste
            </Button>
          )}
          {now.selected && (
            <Button look="quiet" onClick={() => void copy(use.screen()?.copy() ?? '')}>
              Copy
            </Button>
          )}
          <Button
            look="quiet"
            icon="search"
            aria-label="Find in the terminal"
            onClick={() => use.set({ finding: true })}
          />
        </>
      )}
    </div>
  )
}

function Exited({ session }: { readonly session: Session }): ReactNode {
  const restoring = useAction(async () => {
    noteSession(await restore(session.id))
    say('Restored: the conversation can go on')
  })
  return (
    <div className="terminal-over">
      <span className="grow small">What it left on the screen stays readable. Nothing is typed into it.</span>
      {session.phase === 'ended' && (
        <Button look="main" busy={restoring.busy} onClick={() => void restoring.run()}>
          Restore
        </Button>
      )}
      {restoring.error && <Problem error={restoring.error} />}
    </div>
  )
}

async function pasteInto(use: TerminalUse): Promise<void> {
  try {
    use.screen()?.paste(await navigator.clipboard.readText())
  } catch {
    say('This browser does not hand out its clipboard here. Hold the screen to paste.')
  }
}

/** What these keys touch keeps its focus: the phone's keyboard stays where it is. */
function Keys({ use }: { readonly use: TerminalUse }): ReactNode {
  const { now } = use
  const press = (key: (typeof phoneKeys)[number]): void => {
    if (key === 'Ctrl') {
      use.set({ ctrl: !now.ctrl })
      return
    }
    const bytes = bytesOfKey(key, now.ctrl, use.screen()?.application() === true)
    use.set({ ctrl: false })
    use.type(bytes)
  }
  const off = now.role !== 'driver'
  return (
    <div
      className="terminal-keys"
      role="toolbar"
      aria-label="Keys of a terminal"
      onPointerDown={(e) => e.preventDefault()}
    >
      {phoneKeys.map((key) => (
        <button
          key={key}
          type="button"
          aria-label={spoken[key]}
          aria-pressed={key === 'Ctrl' ? now.ctrl : undefined}
          disabled={off}
          onClick={() => press(key)}
        >
          {key}
        </button>
      ))}
    </div>
  )
}
