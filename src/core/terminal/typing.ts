/**
 * May words be typed into a terminal now? Never into a dialog (its Enter means Yes), never behind somebody's draft, never into
 * a program that is gone or that nobody sees. One table, asked before the paste and again before Enter. Pure.
 */
import type { Refusal } from '#contract/error'
import type { Look } from './screen.ts'

export interface TypingFacts {
  readonly id: string
  /** gone: it has no screen. unknown: the screen cannot be looked at. dead: its program left. */
  readonly screen: 'seen' | 'dead' | 'gone' | 'unknown'
  readonly look: Look
  /** A dialog is open by what hooks told. */
  readonly dialog: boolean
  /** It said, or was seen, that it takes words. Before that its screen is still being drawn. */
  readonly opened: boolean
  /** Since somebody pressed a key in it; null: nobody did. */
  readonly keyAgoMs: number | null
  /** What stands in its input box is what was pasted for these very words. */
  readonly holdsOurs: boolean
  /** The words are for the turn that runs. */
  readonly midTurn: boolean
}

/** Somebody who pressed a key so lately is still typing. */
export const typingMs = 2_000

export type TypingStep = 'paste' | 'enter' | 'wait' | Refusal

/** Before anything is pasted. `wait`: its input box is not there yet. */
export function decidePaste(facts: TypingFacts): TypingStep {
  const refused = refusalOf(facts)
  if (refused !== null) return refused
  if (facts.holdsOurs) return 'enter'
  if (hasDraft(facts.look) && !facts.opened) return 'wait'
  if (hasDraft(facts.look)) return inUse(facts.id, 'a draft stands in its input box')
  if (facts.keyAgoMs !== null && facts.keyAgoMs < typingMs) return inUse(facts.id, 'somebody types in it')
  if (facts.look.working && !facts.midTurn) return 'wait'
  return facts.look.ready || facts.look.working ? 'paste' : 'wait'
}

/** With the words in the box, and nothing else. `wait`: they are not seen there yet. */
export function decideEnter(facts: TypingFacts): Exclude<TypingStep, 'paste'> {
  const refused = refusalOf(facts)
  if (refused !== null) return refused
  if (facts.holdsOurs) return 'enter'
  return hasDraft(facts.look) ? inUse(facts.id, 'a draft stands in its input box beside these words') : 'wait'
}

/** One more Enter only where our own words are seen unsent, and no dialog. */
export const decideAgain = (facts: TypingFacts): boolean => refusalOf(facts) === null && facts.holdsOurs

function refusalOf({ id, screen, look, dialog }: TypingFacts): Refusal | null {
  if (screen === 'dead' || screen === 'gone') return exited(id)
  if (screen === 'unknown') return unseen(id)
  return dialog || look.dialog !== null ? awaiting(id) : null
}

const hasDraft = ({ draft }: Look): boolean => draft !== null && draft.trim() !== ''

export const exited = (id: string): Refusal => ({
  refused: 'AGENT_EXITED',
  message: `The agent of ${id} has left its terminal.`,
  hint: `Bring it back with: drover session restore ${id}; or go on without a terminal: drover session headless ${id}`,
})

const unseen = (id: string): Refusal => ({
  refused: 'TERMINAL_UNREACHABLE',
  message: `The terminal of ${id} cannot be looked at now, so nothing is typed into it.`,
  hint: 'Look at it with: drover doctor; then try again.',
})

const awaiting = (id: string): Refusal => ({
  refused: 'SESSION_AWAITING_DECISION',
  message: `A dialog is open in the terminal of ${id}; words typed now would answer it.`,
  hint: `Answer it there: drover session attach ${id}`,
})

const inUse = (id: string, why: string): Refusal => ({
  refused: 'TERMINAL_IN_USE',
  message: `The terminal of ${id} is in use: ${why}.`,
  hint: `Send again when it is free, or finish there: drover session attach ${id}`,
})

const typingCodes: ReadonlySet<string> = new Set([
  'AGENT_EXITED',
  'SESSION_AWAITING_DECISION',
  'TERMINAL_IN_USE',
  'TERMINAL_UNREACHABLE',
])

/** Nothing was sent. */
export const isTypingCode = (code: string): boolean => typingCodes.has(code)
