/**
 * Values above 64 KB leave the event: the first 4 KB stay in place, the whole goes aside and `refs` names it by the path of
 * its field (`output`, `input`, `evidence.0.message`). Pure; the blobs are stored by the caller.
 */
import type { AgentEvent, BlobRef } from '#contract/agent-event'

export const largeBytes = 64 * 1024
export const previewBytes = 4 * 1024

export interface SplitEvent {
  readonly event: AgentEvent
  readonly refs: Readonly<Record<string, BlobRef>>
  readonly blobs: readonly string[]
}

/** UTF-8 needs at most three bytes for each unit of a JavaScript string. */
export const mayBeLarge = (text: string): boolean => text.length * 3 > largeBytes

/** The longest beginning that fits into so many bytes of UTF-8 and does not end inside a character. */
export function cutBytes(text: string, bytes: number): string {
  const encoded = Buffer.from(text.slice(0, bytes), 'utf8')
  if (encoded.length <= bytes) return whole(text.slice(0, bytes))
  let end = bytes
  while (end > 0 && (encoded[end]! & 0xc0) === 0x80) end--
  return encoded.toString('utf8', 0, end)
}

function whole(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text
}

/** null when nothing in it is large. `blobId` names the n-th value put aside. */
export function splitLarge(event: AgentEvent, blobId: (n: number) => string): SplitEvent | null {
  const blobs: string[] = []
  const refs: Record<string, BlobRef> = {}
  const aside = (path: string, text: string): string | null => {
    if (!mayBeLarge(text)) return null
    const bytes = Buffer.byteLength(text)
    if (bytes <= largeBytes) return null
    refs[path] = { blob: blobId(blobs.length), bytes }
    blobs.push(text)
    return cutBytes(text, previewBytes)
  }
  const visit = (value: unknown, path: string): unknown => {
    if (typeof value === 'string') return aside(path, value) ?? value
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((item, i) => visit(item, `${path}.${i}`))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, visit(item, `${path}.${key}`)]))
  }
  const free = event.kind === 'tool' || event.kind === 'notice'
  const out: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(event)) {
    // A value without a promised shape goes aside as a whole, as its JSON.
    const open = free && typeof value === 'object' && value !== null
    out[field] = open ? (aside(field, JSON.stringify(value)) ?? value) : visit(value, field)
  }
  return blobs.length === 0 ? null : { event: out as unknown as AgentEvent, refs, blobs }
}
