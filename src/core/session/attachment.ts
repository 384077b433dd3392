/**
 * What may be attached to a message: how much, of what kind by its own bytes, under which name it is kept. The name that came
 * with it decides nothing but how it reads. Pure.
 */
import type { Refusal } from '#contract/error'

export const maxAttachmentBytes = 10 * 1024 * 1024
/** Of all attachments of one session. */
export const maxSessionBytes = 100 * 1024 * 1024
export const maxAttachments = 20

export interface AttachmentKind {
  readonly type: string
  /** The end of its name; null: whatever it had. */
  readonly end: string | null
}

const begins = (bytes: Uint8Array, ...parts: readonly (readonly [at: number, text: string])[]): boolean =>
  parts.every(([at, text]) => [...text].every((letter, i) => bytes[at + i] === letter.charCodeAt(0)))

/** By what it is, not by what it is called; null: nothing that an agent could read. Drawings in XML are text here, and never shown. */
export function kindOfBytes(bytes: Uint8Array): AttachmentKind | null {
  if (begins(bytes, [0, '\x89PNG\r\n\x1a\n'])) return { type: 'image/png', end: '.png' }
  if (begins(bytes, [0, '\xff\xd8\xff'])) return { type: 'image/jpeg', end: '.jpg' }
  if (begins(bytes, [0, 'GIF8'])) return { type: 'image/gif', end: '.gif' }
  if (begins(bytes, [0, 'RIFF'], [8, 'WEBP'])) return { type: 'image/webp', end: '.webp' }
  if (begins(bytes, [0, '%PDF-'])) return { type: 'application/pdf', end: '.pdf' }
  if (bytes.includes(0)) return null
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { type: 'text/plain', end: null }
  } catch {
    // Bytes that are no text.
    return null
  }
}

/** A name without any way in it: letters, digits, dot, dash and line; what is left of nothing is `file`. */
export function safeName(given: string, kind: AttachmentKind): string {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+|[.-]+$/g, '')
  const dot = plain.lastIndexOf('.')
  const stem = (dot > 0 ? plain.slice(0, dot) : plain).slice(0, 60) || 'file'
  const own = dot > 0 ? plain.slice(dot).slice(0, 12) : ''
  return `${stem}${kind.end ?? (/^\.(png|jpe?g|gif|webp|pdf)$/i.test(own) ? '.txt' : own)}`
}

export const attachmentId = /^[0-9a-f]{12}-[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/

export function decideAttachment(bytes: Uint8Array, kept: number): AttachmentKind | Refusal {
  if (bytes.length === 0)
    return { refused: 'ATTACHMENT_TYPE', message: 'The file is empty.', hint: 'Attach a file with something in it.' }
  if (bytes.length > maxAttachmentBytes)
    return tooLarge(`The file has ${bytes.length} bytes; an attachment may have ${maxAttachmentBytes}.`)
  if (kept + bytes.length > maxSessionBytes)
    return tooLarge(`The attachments of this session would have more than ${maxSessionBytes} bytes together.`)
  return (
    kindOfBytes(bytes) ?? {
      refused: 'ATTACHMENT_TYPE',
      message: 'An attachment is a PNG, JPEG, GIF or WebP image, a PDF, or text.',
      hint: 'Convert it, or put it into the workspace and name its path in the message.',
    }
  )
}

const tooLarge = (message: string): Refusal => ({
  refused: 'ATTACHMENT_TOO_LARGE',
  message,
  hint: 'Make it smaller, or put it into the workspace and name its path in the message.',
})

/** How words tell of a file where a harness has no mark of its own for it. */
export const attachedLine = (path: string): string => `Attached file: ${path}`

const pictureEnds: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}

/** Ids of the pictures that words tell of in such lines, each once, in their order; the end of an id was given by its bytes. */
export function picturesTold(words: string): readonly { readonly id: string; readonly type: string }[] {
  const ids = words.split('\n').flatMap((line) => /^Attached file: \/.*\/([^/]+)$/.exec(line)?.[1] ?? [])
  return [...new Set(ids)]
    .filter((id) => attachmentId.test(id))
    .flatMap((id) => {
      const type = pictureEnds[id.slice(id.lastIndexOf('.') + 1)]
      return type === undefined ? [] : [{ id, type }]
    })
    .slice(-maxAttachments)
}

/** The words with what is attached behind them, each on a line of its own in the way its reader takes it. */
export const withAttached = (words: string, told: readonly string[]): string =>
  told.length === 0 ? words : `${words}${words.trim() === '' ? '' : '\n\n'}${told.join('\n')}`
