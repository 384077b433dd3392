/** Dialogs and menus: the browser's own modal, so that focus, Escape and the background are right. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button, type Look } from './button.tsx'

export function Dialog(props: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}): ReactNode {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    dialog?.showModal()
    // The first button of a long dialog has the focus, and is at its end: it opens at its head all the same.
    if (dialog) dialog.scrollTop = 0
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        props.onClose()
      }}
      onClick={(event) => {
        if (event.target === ref.current) props.onClose()
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="inside">
        <h2 id={id}>{props.title}</h2>
        {props.children}
      </div>
    </dialog>
  )
}

/** Asks before something that cannot be taken back, and says exactly what will happen. */
export function Confirm(props: {
  readonly title: string
  readonly action: string
  readonly look?: Look
  readonly busy?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}): ReactNode {
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <div className="stack">{props.children}</div>
      <div className="actions">
        <Button onClick={props.onClose}>Keep as it is</Button>
        <Button look={props.look ?? 'main'} busy={props.busy ?? false} onClick={props.onConfirm}>
          {props.action}
        </Button>
      </div>
    </Dialog>
  )
}

export interface MenuEntry {
  readonly label: string
  readonly look?: Look
  readonly onPick: () => void
}

export function Menu({
  label,
  entries,
}: {
  readonly label: string
  readonly entries: readonly MenuEntry[]
}): ReactNode {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open) return
    const away = (event: PointerEvent): void => {
      if (!box.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', away)
    box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
    return () => document.removeEventListener('pointerdown', away)
  }, [open])
  /** A click that gives focus to nobody is left to the pointer. */
  const left = (event: React.FocusEvent): void => {
    if (event.relatedTarget instanceof Node && !box.current?.contains(event.relatedTarget)) setOpen(false)
  }
  const keys = (event: React.KeyboardEvent): void => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'Escape' && open) {
      event.stopPropagation()
      setOpen(false)
      box.current?.querySelector('button')?.focus()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      items[(at + (event.key === 'ArrowDown' ? 1 : -1) + items.length) % items.length]?.focus()
    }
  }
  // Nothing to choose: nothing to open.
  if (entries.length === 0) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons inside
    <div className="menu" ref={box} onKeyDown={keys} onBlur={left}>
      <Button
        look="quiet"
        icon="more"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div className="menu-list" role="menu" aria-label={label}>
          {entries.map((entry) => (
            <Button
              key={entry.label}
              role="menuitem"
              look={entry.look ?? 'quiet'}
              onClick={() => {
                setOpen(false)
                entry.onPick()
              }}
            >
              {entry.label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
