/**
 * Takes terminal sequences and characters that nobody sees out of a text, and knows where what is left stood: a key with a
 * colour change in its middle is a key. Raw sequences and the ways they are written inside of JSON and shell text. What is
 * looked for in the text that is left belongs to others.
 */

/** The escape character: itself, or as it is written. */
const esc = String.raw`(?:\x1b|\\u001b|\\x1b|\\033|\\e(?=[\[\]]))`
const control = String.raw`\[[0-?]{0,64}[ -/]{0,4}[@-~]`
/** A string for the terminal, such as the target of a link, to its terminator. */
const command = String.raw`[\]PX^_](?:(?!\\u001b|\\u0007|\\x1b|\\x07|\\033|\\a|\\e\\)[^\x07\x1b\x9c]){0,2048}(?:[\x07\x9c]|\x1b\\|\\u0007|\\x07|\\a|(?:\\u001b|\\x1b|\\033|\\e)\\{1,2})`
const short = String.raw`\x1b[ -/]{0,4}[0-~]`
const unseen = String.raw`[\x00-\x07\x0e-\x1a\x1c-\x1f\x7f\u00ad\u200b-\u200d\u2060\ufeff]`
const any = new RegExp(`${esc}(?:${control}|${command})|${short}|\\x9b[0-?]{0,64}[ -/]{0,4}[@-~]|${unseen}`, 'gi')

const hint = /[\x00-\x07\x0e-\x1f\x7f\x9b\u00ad\u200b-\u200d\u2060\ufeff]|\\(?:u001b|x1b|033|e[[\]])/i
/**
 * May a sequence break the first letters of a key, in what was written as this JSON? JSON writes control characters so. A
 * key whose first letters stand together is suspected for them.
 */
export const mayHoldEscapes = (json: string): boolean => json.includes('\\u00') || json.includes('\u200b')

/** What is never more than a sequence's beginning, at the end of a text. */
const begun = new RegExp(
  String.raw`(?:\x1b[ -/]{0,4}|(?<!\x1b|\\u001b|\\x1b|\\033|\\e)\\(?:u(?:0(?:0(?:1b?)?)?)?|x(?:1b?)?|0(?:33?)?|e)?|${esc}\[[0-?]{0,64}[ -/]{0,4}|\x9b[0-?]{0,64}[ -/]{0,4}|${esc}[\]PX^_][^\x07\x1b\x9c]{0,2048}(?:\x1b|\\)?)$`,
  'i',
)
const longestSequence = 2_100

export interface Stripped {
  readonly text: string
  /** Where a character of the stripped text stands in the whole one. */
  at(index: number): number
}

/** null: there is nothing to take out. */
export function stripEscapes(text: string): Stripped | null {
  if (!hint.test(text)) return null
  /** Where each kept piece begins: in what is left, and in the whole. */
  const lefts: number[] = []
  const wholes: number[] = []
  let out = ''
  let from = 0
  const keep = (to: number): void => {
    if (to > from) {
      lefts.push(out.length)
      wholes.push(from)
      out += text.slice(from, to)
    }
  }
  any.lastIndex = 0
  for (let match = any.exec(text); match !== null; match = any.exec(text)) {
    keep(match.index)
    from = match.index + match[0].length
  }
  if (from === 0) return null
  keep(text.length)
  return {
    text: out,
    at(index) {
      let [low, high] = [0, lefts.length - 1]
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if (lefts[middle]! <= index) low = middle
        else high = middle - 1
      }
      return lefts.length === 0 ? text.length : wholes[low]! + (index - lefts[low]!)
    },
  }
}

/** From where on the text could be the beginning of a sequence; its length when it could not. */
export function escapeBeginsAt(text: string): number {
  const base = Math.max(0, text.length - longestSequence)
  const found = begun.exec(text.slice(base))
  return found === null ? text.length : base + found.index
}

const colour = /\x1b\[[0-9;]*m/g

/** The colour changes of a piece that goes, so that what follows looks as it did. */
export const coloursOf = (text: string): string => (text.includes('\x1b') ? (text.match(colour) ?? []).join('') : '')
