/** What launches of a session that plays a persona take along: its words, and that its context is to be lean. */
import { bareAgent } from '#core/door/persona'
import type { Context } from '#flows/engine/context'
import type { LaunchWords } from '#flows/turn/launch-words'
import type { SessionRecord } from '#ports/store/session'
import { personaNamed } from './serve.ts'

/** null: it plays none. One that the configuration has lost is played without words and without tools. */
export function personaWords(context: Context, { persona: name }: SessionRecord): LaunchWords | null {
  if (name == null) return null
  const { system, tools, budgetUsd } = personaNamed(context, name) ?? bareAgent
  return { instructions: system, mcp: null, guard: null, persona: { tools, budgetUsd } }
}
