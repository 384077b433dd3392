/**
 * Writes followed lines into the spool of one launch, among those that hooks append, and reads back how far it came. The note
 * beside the spool says which file is followed and where in the spool its lines begin; how far, the spool itself says.
 */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import type { Followed } from '#ports/harness'
import { errnoOf, inDir } from '../process/launch-files.ts'

/** What is kept of the last line to know its place again. */
const knownBytes = 1024
const newline = 10
const lookBack = 64 * 1024

interface State extends Followed {
  /** Lines of this file stand in the spool from this byte on. */
  readonly since: number
  readonly ino: string | null
  readonly done: boolean
}

export interface Outlet {
  /** null: nothing was ever followed. */
  state(): State | null
  begin(file: Followed): void
  ino(): string | null
  setIno(ino: string): void
  done(): void
  /** One line of the file, and the byte after it. */
  line(line: Buffer, next: number): void
  /** The byte after the last line that was brought; `from` when there was none. */
  next(from: number): number
  /** Is the last line that was brought still in its place in the file? null: none was brought. */
  lastStands(fd: number): boolean | null
}

export function createOutlet(dir: string): Outlet {
  const spool = inDir(dir, 'stdout')
  const note = inDir(dir, 'follow.json')
  let state = readState(note)
  /** A line of ours may be half there: since a crash, or since a write that failed. */
  let torn = true
  let last: { readonly words: Buffer; readonly next: number } | null = null

  const keep = (more: State): void => {
    writeFileSync(`${note}.new`, `${JSON.stringify(more)}\n`, { mode: 0o600 })
    renameSync(`${note}.new`, note)
    state = more
  }
  const append = (bytes: Buffer): void => {
    const fd = openSync(spool, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o600)
    try {
      const words = torn && !endsWhole(fd) ? Buffer.concat([Buffer.of(newline), bytes]) : bytes
      torn = true
      const written = writeSync(fd, words)
      if (written < words.length) throw Object.assign(new Error('the spool took only a part'), { code: 'ENOSPC' })
      torn = false
    } finally {
      closeSync(fd)
    }
  }

  return {
    state: () => state,
    ino: () => state?.ino ?? null,
    begin(file) {
      last = null
      keep({ ...file, since: sizeOf(spool), ino: null, done: false })
    },
    setIno(ino) {
      if (state !== null) keep({ ...state, ino })
    },
    done() {
      if (state !== null) keep({ ...state, done: true })
    },
    line(line, next) {
      append(Buffer.from(`{"line":${JSON.stringify(line.toString('utf8'))},"next":${next}}\n`))
      last = { words: Buffer.from(line.subarray(-knownBytes)), next }
    },
    next(from) {
      const found = state === null ? null : lastLine(spool, state.since)
      if (found === null) return from
      last = { words: Buffer.from(found.line).subarray(-knownBytes), next: found.next }
      return found.next
    },
    lastStands(fd) {
      if (last === null) return null
      const { words, next } = last
      const there = Buffer.alloc(words.length + 1)
      const read = readSync(fd, there, 0, there.length, next - there.length)
      return read === there.length && there[words.length] === newline && there.subarray(0, words.length).equals(words)
    },
  }
}

function endsWhole(fd: number): boolean {
  const { size } = fstatSync(fd)
  const one = Buffer.alloc(1)
  return size === 0 || (readSync(fd, one, 0, 1, size - 1) === 1 && one[0] === newline)
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function readState(path: string): State | null {
  try {
    const found: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof found !== 'object' || found === null || !('path' in found) || !('since' in found)) return null
    return found as State // by rename, and by nobody but us
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || error instanceof SyntaxError) return null
    throw error
  }
}

/** The last whole line of ours in the spool from `since` on, searched from its end. */
function lastLine(spool: string, since: number): { line: string; next: number } | null {
  let fd: number
  try {
    fd = openSync(spool, 'r')
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null
    throw error
  }
  try {
    let to = fstatSync(fd).size
    // From the end of one line to the end of the one before it; what stands after the last line end is not whole.
    let end = endBefore(fd, to, since)
    while (end !== null && end >= since) {
      const start = endBefore(fd, end, since)
      const from = start === null ? since : start + 1
      if (mayBeOurs(fd, from, end)) {
        const found = parse(bytesOf(fd, from, end).toString('utf8'))
        if (found !== null) return found
      }
      to = end
      end = start
    }
    return null
  } finally {
    closeSync(fd)
  }
}

const mark = Buffer.from('{"line":')

const mayBeOurs = (fd: number, from: number, end: number): boolean =>
  end - from > mark.length && bytesOf(fd, from, from + mark.length).equals(mark)

function bytesOf(fd: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from)
  return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, from))
}

/** Where the last line end before `to` stands; null: none from `since` on. */
function endBefore(fd: number, to: number, since: number): number | null {
  const bytes = Buffer.alloc(lookBack)
  for (let end = to; end > since; ) {
    const from = Math.max(since, end - lookBack)
    readSync(fd, bytes, 0, end - from, from)
    const found = bytes.subarray(0, end - from).lastIndexOf(newline)
    if (found >= 0) return from + found
    end = from
  }
  return null
}

function parse(text: string): { line: string; next: number } | null {
  try {
    const found: unknown = JSON.parse(text)
    if (typeof found !== 'object' || found === null || !('line' in found) || !('next' in found)) return null
    const { line, next } = found
    return typeof line === 'string' && typeof next === 'number' ? { line, next } : null
  } catch {
    return null // half a line of a crash
  }
}
