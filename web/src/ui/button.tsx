/** Buttons and the icons they carry. `danger` is for what destroys, and for nothing else. */
import type { ButtonHTMLAttributes, ReactNode } from 'react'

const paths = {
  back: 'M15 5l-7 7 7 7',
  more: 'M5 11a1 1 0 100 2 1 1 0 000-2zM12 11a1 1 0 100 2 1 1 0 000-2zM19 11a1 1 0 100 2 1 1 0 000-2z',
  plus: 'M12 5v14M5 12h14',
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M7 7h10v10H7z',
  close: 'M6 6l12 12M18 6L6 18',
  fleet: 'M4 6h10M4 12h16M4 18h10M17 8l3 4-3 4',
  bell: 'M12 4a6 6 0 016 6v4l1.5 3h-15L6 14v-4a6 6 0 016-6zM10 20h4',
  folder: 'M3 7a2 2 0 012-2h4l2 2h8a2 2 0 012 2v8a2 2 0 01-2 2H5a2 2 0 01-2-2z',
  gear: 'M12 9a3 3 0 100 6 3 3 0 000-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2',
  merge: 'M7 4v16M7 8c0 5 10 3 10 9M17 13l0 4 3 0',
  relay: 'M4 8h13l-3-3M20 16H7l3 3',
  tree: 'M6 4v12a2 2 0 002 2h4M6 9h6M12 6h7v6h-7zM12 15h7v6h-7z',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  coin: 'M12 4a8 8 0 100 16 8 8 0 000-16zM12 7v10M14.6 9.6c-.6-1.2-4.8-1.4-4.8.8 0 2.3 5 1 5 3.3 0 2.1-4.4 2-5.2.6',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  down: 'M12 5v14M6 13l6 6 6-6',
  open: 'M9 6l6 6-6 6',
  unfolded: 'M6 9l6 6 6-6',
  mic: 'M12 4a3 3 0 013 3v5a3 3 0 01-6 0V7a3 3 0 013-3zM6 11v1a6 6 0 0012 0v-1M12 18v3',
  search: 'M11 5a6 6 0 100 12 6 6 0 000-12zM15.5 15.5L20 20',
} as const

export type IconName = keyof typeof paths

export const Icon = ({ name }: { readonly name: IconName }): ReactNode => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
)

export type Look = 'plain' | 'main' | 'quiet' | 'danger' | 'danger-quiet'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: Look
  readonly icon?: IconName
  /** Work goes on: shown, announced, and not startable twice. */
  readonly busy?: boolean
}

export function Button({ look = 'plain', icon, busy = false, children, disabled, ...rest }: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      className="button"
      data-look={look}
      data-shape={children === undefined ? 'icon' : undefined}
      aria-busy={busy || undefined}
      disabled={disabled === true || busy}
      {...rest}
    >
      {busy ? <span className="glyph" data-glyph="starting" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  )
}
