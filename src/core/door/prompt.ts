/** A history as the one prompt that an agent is given: system first, then `User:` and `Assistant:` lines. */

export interface Message {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

const isSaid = ({ content }: Message): boolean => content.trim() !== ''

/** System contents joined by blank lines first; then each turn on a line of its own. Empty contents are left out. */
export function promptOf(messages: readonly Message[]): string {
  const said = messages.filter(isSaid)
  const system = said.filter(({ role }) => role === 'system').map(({ content }) => content)
  const turns = said
    .filter(({ role }) => role !== 'system')
    .map(({ role, content }) => `${role === 'user' ? 'User' : 'Assistant'}: ${content}`)
  return [system.join('\n\n'), turns.join('\n')].filter((part) => part !== '').join('\n\n')
}

/** What is new after a conversation that goes on: one turn is said as it is, several as lines. */
export function promptOfNew(messages: readonly Message[]): string {
  const said = messages.filter(isSaid)
  const [only] = said
  return said.length === 1 && only?.role === 'user' ? only.content : promptOf(said)
}
