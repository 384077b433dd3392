/** What is remembered of the agent CLIs' own transcripts. */

/** A transcript as it stood after a turn. */
export interface TranscriptMark {
  readonly nativeId: string
  readonly sessionId: string
  readonly bytes: number
  readonly unreadable: number
}

export interface TranscriptReads {
  transcriptMark(nativeId: string): TranscriptMark | null
}

export interface TranscriptWrites {
  /** One a conversation: a later one takes its place. */
  putTranscriptMark(mark: TranscriptMark): void
}
