/** How a session runs, and what is remembered of a launch that runs in a terminal. */

export const modes = ['headless', 'terminal'] as const
/** headless: turns, events, resume. terminal: the CLI's own full-screen interface, kept alive in tmux. */
export type Mode = (typeof modes)[number]

/** Did the words arrive? By what the CLI itself said of them, never by the keys that were pressed. */
export type Arrival = 'confirmed' | 'unconfirmed'

/** What is remembered of a launch in a terminal. */
export interface TerminalState {
  /** It said that it is ready for words. */
  readonly opened: boolean
  /** A hook or its transcript was heard at all. */
  readonly heard: boolean
  /** Calls of tools under way, by id; those without one are not counted. */
  readonly tools: readonly string[]
  readonly dialog: Dialog | null
  /** It said that its turn is over, and the last lines of its transcript may still come. */
  readonly stopping: { readonly how: StopHow; readonly atMs: number } | null
  /** The turn whose words it was heard to have taken. */
  readonly confirmed: number
  /** Words that were typed for a turn that runs, until it is heard to have them. */
  readonly steered: string | null
  /** The turn that they were typed for. */
  readonly steeredTurn?: number
  /** The last words that somebody gave it in the middle of a turn: some CLIs begin a turn of their own with them, and say nothing. */
  readonly joined: string | null
  readonly heardAtMs: number
  /** Looks in a row that contradicted what is remembered. */
  readonly doubts: number
}

export interface Dialog {
  readonly text: string
  /** The call that it asks about, where that is known. */
  readonly tool: string | null
}

export type StopHow = 'done' | 'interrupted' | 'failed'

/** A conversation that another agent holds, since this one took over. */
export interface PastConversation {
  readonly harness: string
  readonly model: string | null
  readonly nativeId: string | null
  /** The last turn that it had. */
  readonly turn: number
}
