/**
 * What an agent says in a turn as one text that grows: parts as they come, the rest of each message once it is whole, a blank
 * line between two messages. Nothing is said twice and no character is cut in half. Owns no wire.
 */
export interface Telling {
  /** Everything said so far. */
  readonly said: string
  /** Parts of a message; answers what is new to say. */
  part(text: string): string
  /** A message, whole. */
  whole(text: string): string
  /** Nothing follows: what was held back. */
  end(): string
}

const isHigh = (text: string): boolean => {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff
}

export function createTelling(): Telling {
  let said = ''
  /** What came in parts of the message that is being written. */
  let begun = ''
  /** The first half of a character. */
  let held = ''
  let between = false

  const say = (text: string): string => {
    let out = held + text
    held = ''
    if (isHigh(out)) {
      held = out.slice(-1)
      out = out.slice(0, -1)
    }
    if (out === '') return ''
    const next = between && said !== '' ? `\n\n${out}` : out
    between = false
    said += next
    return next
  }

  return {
    get said() {
      return said
    },
    part(text) {
      begun += text
      return say(text)
    },
    whole(text) {
      const rest = restOf(text, begun)
      begun = ''
      const out = say(rest)
      between = true
      return out
    },
    end() {
      const last = held
      held = ''
      if (last !== '') said += last
      return last
    },
  }
}

/** Of a message of which parts were told. Parts that are not its beginning were told differently; they are not told again. */
function restOf(text: string, begun: string): string {
  if (begun === '') return text
  if (text.startsWith(begun)) return text.slice(begun.length)
  const trimmed = begun.trimStart()
  if (text.startsWith(trimmed)) return text.slice(trimmed.length)
  return text.length > begun.length ? text.slice(begun.length) : ''
}
