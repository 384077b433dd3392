/**
 * JSON-lines logging on pino. Lines are written synchronously, so that the last words before a crash are there; a disk that
 * is full or a file that is gone costs lines, never the daemon. What to log is left to the callers.
 */
import { closeSync, fchmodSync, fstatSync, openSync, writeSync } from 'node:fs'
import { pino } from 'pino'
import { DroverError } from '#contract/error'
import type { Log, LogFields, LogListener } from '#ports/log'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export interface LogOptions {
  /** A file (0600, appended to), or a descriptor that is already open, such as 2. */
  readonly to: string | number
  readonly level: LogLevel
  readonly redact: (text: string) => string
  readonly now?: () => Date
}

export interface DroverLog extends Log {
  setLevel(level: LogLevel): void
  /** One listener; null: none any more. */
  follow(listener: LogListener | null): void
  /** Opens the file again, after someone moved it away. */
  reopen(): void
  /** Lines that could not be written. */
  readonly lost: number
  close(): void
}

const deepest = 8

/** Fields as plain data: errors told with their causes, every string redacted, circles and depth cut. */
function plain(value: unknown, redact: (text: string) => string, seen: readonly unknown[]): unknown {
  if (typeof value === 'string') return redact(value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (seen.includes(value)) return '[circular]'
  if (seen.length >= deepest) return '[deep]'
  const within = [...seen, value]
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Error) return plain(tellError(value), redact, within)
  if (Array.isArray(value)) return value.map((item) => plain(item, redact, within))
  if (value instanceof Uint8Array) return `[${value.length} bytes]`
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key), plain(item, redact, within)]))
}

function tellError(error: Error): Record<string, unknown> {
  const { code } = error as { code?: unknown }
  return {
    name: error.name,
    ...(code === undefined ? {} : { code }),
    message: error.message,
    ...(error instanceof DroverError && error.hint !== undefined ? { hint: error.hint } : {}),
    stack: error.stack,
    ...(error instanceof DroverError && error.details !== undefined ? { details: error.details } : {}),
    ...(error.cause === undefined ? {} : { cause: error.cause }),
  }
}

interface Destination {
  write(line: string): void
  reopen(): void
  close(): void
  readonly lost: number
}

function openDestination(to: string | number): Destination {
  const open = (): number => {
    if (typeof to === 'number') return to
    const fd = openSync(to, 'a', 0o600)
    if ((fstatSync(fd).mode & 0o077) !== 0) fchmodSync(fd, 0o600)
    return fd
  }
  let fd = open()
  let lost = 0
  const writeAll = (bytes: Buffer): void => {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
  }
  return {
    write(line) {
      try {
        writeAll(Buffer.from(line))
      } catch {
        // A log that cannot be written has nowhere to say so; the count is told with the next line that works.
        lost++
      }
    },
    reopen() {
      if (typeof to === 'number') return
      const before = fd
      fd = open()
      closeSync(before)
    },
    close() {
      if (typeof to !== 'number') closeSync(fd)
    },
    get lost() {
      return lost
    },
  }
}

export function createLog(options: LogOptions): DroverLog {
  const destination = openDestination(options.to)
  const now = options.now ?? (() => new Date())
  let told = 0
  let listener: LogListener | null = null
  const root = pino(
    {
      level: options.level,
      base: null,
      messageKey: 'message',
      timestamp: () => `,"time":"${now().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => destination.write(line) },
  )
  const clean = (fields: LogFields): object => plain(fields, options.redact, []) as object
  const say = (level: LogLevel, base: object, message: string, fields: LogFields): void => {
    if (!root.isLevelEnabled(level)) return
    try {
      const missing = destination.lost - told
      told += missing
      const line = { ...base, ...clean(fields), ...(missing > 0 ? { linesLost: missing } : {}) }
      const text = options.redact(message)
      root[level](line, text)
      listener?.(level, text, line)
    } catch {
      // A getter that throws inside someone's fields: the message still counts.
      root[level](base, options.redact(message))
    }
  }
  const make = (base: object): Log => ({
    debug: (message, fields = {}) => say('debug', base, message, fields),
    info: (message, fields = {}) => say('info', base, message, fields),
    warn: (message, fields = {}) => say('warn', base, message, fields),
    error: (message, fields = {}) => say('error', base, message, fields),
    child: (fields) => make({ ...base, ...clean(fields) }),
  })
  return {
    ...make({}),
    setLevel(level) {
      root.level = level
    },
    follow(wanted) {
      listener = wanted
    },
    reopen: destination.reopen,
    close: destination.close,
    get lost() {
      return destination.lost
    },
  }
}
