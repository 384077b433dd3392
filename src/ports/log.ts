/** The daemon's log: one JSON object a line, for people and machines. Every string in it is redacted before it is written. */
export interface LogFields {
  readonly requestId?: string
  readonly project?: string
  readonly session?: string
  readonly launch?: string
  /** An Error is written with its code, its stack and its own causes. */
  readonly cause?: unknown
  readonly [field: string]: unknown
}

/** Told of a line as it is written: redacted, its fields plain data. */
export type LogListener = (level: 'debug' | 'info' | 'warn' | 'error', message: string, fields: LogFields) => void

export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  /** The same log with these fields on every line. */
  child(fields: LogFields): Log
}
