/** The words of the doors: what a persona is. What goes over the wire to other programs stands in `api/door.ts`. */
import type { Permissions } from './session.ts'

/** A prompt that one tap says. */
export interface Preset {
  readonly label: string
  readonly prompt: string
}

/** `[personas.NAME]` as it is written; what is left out has its default. */
export interface OwnPersona {
  readonly system?: string
  /** An agent spec. */
  readonly agent?: string
  readonly tools?: 'none' | 'all'
  readonly permissions?: Permissions
  readonly budgetUsd?: number
  readonly timeoutMs?: number
  readonly project?: string
  readonly resume?: 'none' | 'history'
  readonly warm?: number
  readonly presets?: readonly Preset[]
}
