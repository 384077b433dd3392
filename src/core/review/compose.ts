/** The message that a review becomes: the note, then each comment with its file, its lines and the code it speaks of. Pure. */
import type { ReviewComment } from '#contract/review'

type Said = Pick<ReviewComment, 'path' | 'side' | 'line' | 'endLine' | 'quote' | 'body' | 'place' | 'nowLine'>

const mostQuoted = 40

/** A name on one line, whatever is in it. */
export const nameOf = (path: string): string =>
  /[\u0000-\u001f\u007f"`\u2028\u2029]/.test(path) ? JSON.stringify(path) : path

const linesWord = (line: number, endLine: number): string =>
  line === endLine ? `line ${line}` : `lines ${line}-${endLine}`

function whereNow({ place, nowLine, line, endLine }: Said): string {
  if (place === 'moved' && nowLine !== null)
    return ` (moved since: now ${linesWord(nowLine, nowLine + endLine - line)})`
  if (place === 'changed') return ' (this code has changed since the comment was written)'
  return place === 'gone' ? ' (this file is gone since the comment was written)' : ''
}

function quoted(quote: string): string {
  const lines = quote.split('\n')
  const shown = lines.slice(0, mostQuoted)
  const rest = lines.length - shown.length
  const longest = Math.max(0, ...[...quote.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(Math.max(3, longest + 1))
  return `${fence}\n${shown.join('\n')}\n${rest > 0 ? `… ${rest} more lines\n` : ''}${fence}`
}

const oneComment = (said: Said, n: number): string =>
  [
    `${n}. ${nameOf(said.path)}, ${said.side === 'old' ? 'removed ' : ''}${linesWord(said.line, said.endLine)}${whereNow(said)}`,
    ...(said.quote === '' ? [] : [quoted(said.quote)]),
    said.body.trim(),
  ].join('\n')

const inOrder = (a: Said, b: Said): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line || a.endLine - b.endLine

export function composeReview(note: string, comments: readonly Said[]): string {
  const words = comments.filter(({ body }) => body.trim() !== '').sort(inOrder)
  const head =
    words.length === 0
      ? 'Review of your changes.'
      : `Review of your changes: ${words.length} ${words.length === 1 ? 'comment' : 'comments'}. Go through every one of them.`
  return [
    head,
    ...(note.trim() === '' ? [] : [note.trim()]),
    ...words.map((said, at) => oneComment(said, at + 1)),
  ].join('\n\n')
}
