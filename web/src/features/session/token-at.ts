/** What is being completed at the caret: a file after `@`, a preset or a command after `/` at the very beginning. Pure. */

export interface Token {
  readonly sign: '@' | '/'
  readonly query: string
  /** Where the sign stands. */
  readonly start: number
}

const longest = 200

export function tokenAt(text: string, caret: number): Token | null {
  const before = text.slice(Math.max(0, caret - longest), caret)
  const found = /(^|[\s([{,])@([^\s@]*)$/.exec(before)
  if (found !== null) return { sign: '@', query: found[2]!, start: caret - found[2]!.length - 1 }
  if (text.startsWith('/') && caret > 0 && /^\/\S*$/.test(text.slice(0, caret)))
    return { sign: '/', query: text.slice(1, caret), start: 0 }
  return null
}

/** A path as it is written into a message: one with blanks or line ends stands in quotation marks, escaped. */
export const pathWord = (path: string): string =>
  /^[^\s"'`\\]+$/.test(path) && !/[\u0000-\u001f\u007f]/.test(path) ? `@${path}` : `@${JSON.stringify(path)}`

/** The text with the token replaced, and where the caret stands then. */
export function complete(text: string, token: Token, caret: number, word: string): { text: string; caret: number } {
  const head = text.slice(0, token.start) + word
  const tail = text.slice(caret)
  const gap = tail.startsWith(' ') || word === '' ? '' : ' '
  return { text: head + gap + tail, caret: head.length + (word === '' ? 0 : 1) }
}
