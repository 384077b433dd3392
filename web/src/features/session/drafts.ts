/**
 * What was written and not sent, kept in this browser over reloads: a message for each session, an answer for each question.
 * A draft that its room does not take is kept for the page alone.
 */
import { remember, remembered } from '../../ui/memory.ts'

/** Of all that a browser keeps for an origin (5 MB), in characters. */
export const draftLimit = 1_500_000
const spill = new Map<string, string>()
const keyOf = (name: string): string => `draft.${name}`

export const readDraft = (name: string): string => spill.get(name) ?? remembered(keyOf(name), '')

export function keepDraft(name: string, text: string): void {
  spill.delete(name)
  if (text === '') localStorage.removeItem(`drover.${keyOf(name)}`)
  else if (text.length <= draftLimit) remember(keyOf(name), text)
  // Storage may be full or closed: then the page itself remembers.
  if (text !== '' && remembered(keyOf(name), '') !== text) spill.set(name, text)
}
