/** The keys that a phone's keyboard has not, as the bytes that a terminal sends for them. Pure. */

export const phoneKeys = ['Esc', 'Tab', 'Ctrl', '←', '↓', '↑', '→', 'Enter'] as const
export type PhoneKey = (typeof phoneKeys)[number]

export const spoken: Readonly<Record<PhoneKey, string>> = {
  Esc: 'Esc: escape',
  Tab: 'Tab',
  Ctrl: 'Ctrl, for the next key',
  '←': 'Left',
  '↓': 'Down',
  '↑': 'Up',
  '→': 'Right',
  Enter: 'Enter',
}

const arrows = { '↑': 'A', '↓': 'B', '→': 'C', '←': 'D' } as const

/** `application`: the program asked for the other form of arrows. */
export function bytesOfKey(key: Exclude<PhoneKey, 'Ctrl'>, ctrl: boolean, application: boolean): string {
  switch (key) {
    case 'Esc':
      return '\x1b'
    case 'Tab':
      return '\t'
    case 'Enter':
      return '\r'
    default:
      if (ctrl) return `\x1b[1;5${arrows[key]}`
      return `\x1b${application ? 'O' : '['}${arrows[key]}`
  }
}

/** What was typed while Ctrl waited: its first sign as a control, where there is one. */
export function withCtrl(text: string): string {
  const first = text.slice(0, 1)
  if (first === ' ' || first === '@') return `\0${text.slice(1)}`
  const code = first.toUpperCase().charCodeAt(0)
  return code >= 0x41 && code <= 0x5f ? String.fromCharCode(code - 0x40) + text.slice(1) : text
}

/** Only pages are opened. */
export const isPage = (uri: string): boolean => /^https?:\/\/[^\s]+$/i.test(uri)
