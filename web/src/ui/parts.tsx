/** The remaining small parts: notices, empty states, commands to copy, progress, tabs, segments, fields. */
import { type ReactNode, useId, useState } from 'react'
import type { ApiError } from '../api/call.ts'
import { useNow } from './clock.ts'
import { say } from './said.ts'
import { span } from './words.ts'

export const Notice = (props: {
  readonly tone?: 'plain' | 'good' | 'danger'
  readonly what: ReactNode
  readonly role?: 'alert' | 'status'
  readonly children?: ReactNode
}): ReactNode => (
  <div className="notice" data-tone={props.tone ?? 'plain'} role={props.role}>
    <div className="what">{props.what}</div>
    {props.children}
  </div>
)

/** A failure in the daemon's own words, with what to do next. */
export function Problem({ error, children }: { readonly error: ApiError; readonly children?: ReactNode }): ReactNode {
  return (
    <Notice role="alert" what={error.message}>
      {error.hint !== null && (
        <p>
          <Prose text={error.hint} />
        </p>
      )}
      <p className="small faint">
        <code>{error.code}</code>
        {error.requestId !== null && <> · request {error.requestId}</>}
      </p>
      {children}
    </Notice>
  )
}

/** Plain words in which `code` may stand between backticks. */
export const Prose = ({ text }: { readonly text: string }): ReactNode =>
  text.split('`').map((part, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places
    i % 2 === 1 ? <code key={i}>{part}</code> : part,
  )

export const Empty = ({ title, children }: { readonly title: string; readonly children?: ReactNode }): ReactNode => (
  <div className="empty">
    <h2>{title}</h2>
    {children}
  </div>
)

export async function copy(text: string, said = 'Copied'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    say(said)
  } catch {
    // No clipboard without a secure context: the text is on the screen to be selected.
    say('This browser does not allow copying here. Select the text instead.')
  }
}

export const Command = ({ text }: { readonly text: string }): ReactNode => (
  <span className="command">
    <code>{text}</code>
    <button type="button" onClick={() => void copy(text)} aria-label={`Copy ${text}`}>
      Copy
    </button>
  </span>
)

/** Work whose length nobody knows: what is being done, and since when. */
export function Progress({ what, since }: { readonly what: string; readonly since?: number }): ReactNode {
  const [began] = useState(since ?? Date.now())
  const age = useNow((now) => span((now - began) / 1_000))
  return (
    <div className="progress" role="status">
      <div className="bar" />
      <div className="small soft">
        {what} <span className="num">{age}</span>
      </div>
    </div>
  )
}

export function Tabs<T extends string>(props: {
  readonly label: string
  readonly tabs: readonly { readonly id: T; readonly label: ReactNode }[]
  readonly active: T
  readonly onPick: (id: T) => void
}): ReactNode {
  const move = (event: React.KeyboardEvent, at: number): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = props.tabs[(at + step + props.tabs.length) % props.tabs.length]!
    props.onPick(next.id)
    const list = event.currentTarget.parentElement
    requestAnimationFrame(() => list?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus())
  }
  return (
    <div className="tabs" role="tablist" aria-label={props.label}>
      {props.tabs.map(({ id, label }, i) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === props.active}
          tabIndex={id === props.active ? 0 : -1}
          onClick={() => props.onPick(id)}
          onKeyDown={(event) => move(event, i)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

export function Segments<T extends string>(props: {
  readonly label: string
  readonly options: readonly { readonly id: T; readonly label: ReactNode }[]
  readonly value: T
  readonly onPick: (id: T) => void
}): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one line of segments in every browser
    <div className="segments" role="group" aria-label={props.label}>
      {props.options.map(({ id, label }) => (
        <button key={id} type="button" aria-pressed={id === props.value} onClick={() => props.onPick(id)}>
          {label}
        </button>
      ))}
    </div>
  )
}

export function Field(props: {
  readonly label: string
  readonly hint?: ReactNode
  readonly children: (id: string, hintId: string | undefined) => ReactNode
}): ReactNode {
  const id = useId()
  const hintId = props.hint === undefined ? undefined : `${id}-hint`
  return (
    <div className="field">
      <label htmlFor={id}>{props.label}</label>
      {props.children(id, hintId)}
      {props.hint !== undefined && (
        <div className="hint" id={hintId}>
          {props.hint}
        </div>
      )}
    </div>
  )
}
