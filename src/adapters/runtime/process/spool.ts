/**
 * Reads a spool as lines: byte offsets in, whole lines and byte offsets out. When to read again is the caller's concern.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { LineBatch } from '#ports/runtime'
import { errnoOf } from './launch-files.ts'

/**
 * Large enough to make a commit worth its price, small enough that its text is no large object to V8: those outlive their
 * use, and the daemon's memory swings by tens of megabytes with them.
 */
const chunkBytes = 120 * 1024
/** As many chunks go into one commit when they are there: who writes much waits for few commits. */
const chunksAtOnce = 3
/** A line longer than this is given in pieces: no single string can hold everything. */
const maxLineBytes = 64 * 1024 * 1024
/** A batch is spread and committed as one: a flood of tiny lines is cut. */
const maxLines = 16_384
/** As many are worth a commit of their own. */
const manyLines = 1_024
const newline = 10
/** Every read goes through it and is made into text or copied before the next: a buffer for each would be garbage at once. */
const desk = Buffer.allocUnsafeSlow(chunkBytes)

export interface Spool {
  /** Bytes of the file now, for comparing with `position`. */
  size(): number
  /** Where the next read begins. */
  readonly position: number
  /** Reads on. null: nothing new. A batch without lines tells of a truncation. 'more': bytes came, but no whole line yet. */
  read(): LineBatch | 'more' | null
  /** What stands after the last line end, as a line; null when nothing does. */
  rest(): LineBatch | null
  close(): void
}

export function openSpool(path: string, from: number): Spool {
  let fd: number | null = null
  let position = from
  /** Bytes read that belong to a line not yet whole, and their number. */
  let parts: Buffer[] = []
  let held = 0

  const file = (): number | null => {
    if (fd !== null) return fd
    try {
      fd = openSync(path, 'r')
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw error
    }
    return fd
  }
  const size = (): number => {
    const open = file()
    return open === null ? 0 : fstatSync(open).size
  }
  const take = (last: Buffer): Buffer => {
    const whole = parts.length === 0 ? last : Buffer.concat([...parts, last], held + last.length)
    parts = []
    held = 0
    return whole
  }

  const readChunk = (available: number): LineBatch | 'more' | null => {
    if (available <= position || fd === null) return null
    const read = readSync(fd, desk, 0, Math.min(available - position, chunkBytes), position)
    if (read === 0) return null
    position += read
    const fresh = desk.subarray(0, read)
    const end = fresh.lastIndexOf(newline)
    if (end < 0 && held + read < maxLineBytes) {
      parts.push(Buffer.from(fresh))
      held += read
      return 'more'
    }
    if (end < 0) return { lines: [take(fresh).toString('utf8')], next: position }
    const lines = take(fresh.subarray(0, end)).toString('utf8').split('\n')
    if (lines.length > maxLines) {
      position += endOfLine(fresh, maxLines) - read
      return { lines: lines.slice(0, maxLines), next: position }
    }
    const left = fresh.subarray(end + 1)
    if (left.length > 0) parts.push(Buffer.from(left))
    held = left.length
    return { lines, next: position - held }
  }

  return {
    size,
    get position() {
      return position
    },
    read() {
      const available = size()
      if (available < position) {
        const expected = position
        take(Buffer.alloc(0))
        position = available
        return { lines: [], next: available, truncated: { expected, actual: available } }
      }
      const first = readChunk(available)
      if (first === null || first === 'more') return first
      const batch = { lines: first.lines as string[], next: first.next }
      for (let chunks = 1; chunks < chunksAtOnce && batch.lines.length < manyLines; chunks++) {
        const more = readChunk(available)
        if (more === null || more === 'more') break
        for (const line of more.lines) batch.lines.push(line)
        batch.next = more.next
      }
      return batch
    },
    rest() {
      if (held === 0) return null
      return { lines: [take(Buffer.alloc(0)).toString('utf8')], next: position }
    },
    close() {
      if (fd !== null) closeSync(fd)
      fd = null
    },
  }
}

/** The index after the n-th line end. */
function endOfLine(bytes: Buffer, n: number): number {
  let index = 0
  for (let seen = 0; seen < n; seen++) index = bytes.indexOf(newline, index) + 1
  return index
}
