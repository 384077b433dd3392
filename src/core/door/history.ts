/**
 * Which conversation a history extends: by the hash of all that was said up to the last answer, for one persona and agent. Owns
 * what goes into the hash; who keeps it is the flow's.
 */
import { type AgentSpec, specText } from '#core/relay/agent-spec'
import type { Message } from './prompt.ts'

export type Hash = (text: string) => string

/** Who serves belongs to it: another persona would go on with words it never said. */
export interface Whose {
  readonly persona: string
  readonly agent: AgentSpec
}

const plain = ({ role, content }: Message): readonly [string, string] => [role, content.trim()]

export const historyKey = (hash: Hash, whose: Whose, messages: readonly Message[]): string =>
  `history:${hash(JSON.stringify([whose.persona, specText(whose.agent), messages.map(plain)]))}`

/** The part that may be held already, and what is new; null: there is no answer in it, or nothing new from the user. */
export function splitHistory(
  messages: readonly Message[],
): { readonly held: readonly Message[]; readonly fresh: readonly Message[] } | null {
  const last = messages.findLastIndex(({ role }) => role === 'assistant')
  if (last === -1) return null
  const fresh = messages.slice(last + 1)
  // Other instructions in mid-conversation are not what was held; a system message is told with the whole history.
  if (fresh.length === 0 || fresh.some(({ role }) => role !== 'user')) return null
  return { held: messages.slice(0, last + 1), fresh }
}
