/**
 * Is the agent CLI's own file of a conversation still what it was when the last turn ended? Such files are only ever added to:
 * one that is shorter, or that holds more lines nobody can read, was damaged in between. The CLIs themselves mostly go on with
 * what is left and say nothing. Where the file lies and what is in it is told by the harness.
 */

/** What was remembered of a transcript after a turn. */
export interface TranscriptMark {
  readonly nativeId: string
  readonly bytes: number
  readonly unreadable: number
}

export interface TranscriptFacts {
  readonly bytes: number
  readonly unreadable: number
  readonly fault: string | null
}

/** What is wrong with it, in words; null: it can be gone on with, or only the CLI itself can tell. */
export function damageOf(nativeId: string, before: TranscriptMark | null, now: TranscriptFacts | null): string | null {
  if (now === null) return null
  if (now.fault !== null) return now.fault
  if (before === null || before.nativeId !== nativeId) return null
  if (now.bytes < before.bytes) return `it was cut from ${before.bytes} to ${now.bytes} bytes`
  if (now.unreadable > before.unreadable) return 'lines of it can no longer be read'
  return null
}
