/** What stands in the input box: typed words, and pastes that show as a mark where they are long. Pure. */

export type Piece = { readonly text: string; readonly mark: string | null }
export type Draft = readonly Piece[]

/** A paste that is longer than this, has lines, or holds signs that terminals draw in their own ways, shows as a mark. */
const shown = /^[\u0020-\u007e\u00a1-\u024f]{0,400}$/

export const pastedMark = (text: string): string =>
  `[Pasted text: ${text.split('\n').length} lines, ${text.length} characters]`

export const withTyped = (draft: Draft, text: string): Draft => [...draft, { text, mark: null }]

export const withPasted = (draft: Draft, text: string): Draft => [
  ...draft,
  { text, mark: shown.test(text) ? null : pastedMark(text) },
]

/** The last sign goes, or the last paste as a whole. */
export function withoutLast(draft: Draft): Draft {
  const last = draft.at(-1)
  if (last === undefined) return draft
  const text = last.mark === null ? [...last.text].slice(0, -1).join('') : ''
  return text === '' ? draft.slice(0, -1) : [...draft.slice(0, -1), { text, mark: null }]
}

export const wordsOf = (draft: Draft): string => draft.map(({ text }) => text).join('')
export const lookOf = (draft: Draft): string => draft.map(({ text, mark }) => mark ?? text).join('')
