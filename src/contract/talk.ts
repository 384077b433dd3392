/** Talking to one persona from a page: who it is, what one tap says, and the conversation that is held with it now. */
import type { Preset } from './door.ts'
import type { Delivery, Session } from './session.ts'

export interface Talk {
  readonly persona: string
  /** An agent spec; null: the default harness. */
  readonly agent: string | null
  readonly tools: 'none' | 'all'
  /** With tools: each conversation has a worktree of this project. */
  readonly project: string | null
  readonly presets: readonly Preset[]
  /** null: nothing is said yet, or the last conversation was put away. */
  readonly session: Session | null
}

/** What became of a message. */
export interface TalkSaid {
  readonly talk: Talk
  readonly delivery: Delivery
  /** It was said before, under the same id: nothing was done again. */
  readonly repeated: boolean
}
