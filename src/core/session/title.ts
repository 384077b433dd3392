/**
 * What a session is called where people read: the name somebody gave it, else the first line of its first prompt, else its
 * id. The daemon keeps the line (`openingOf`) and shows the title; the name on the wire stays what it is.
 */

const longest = 120

/** The first line that says something, without the signs of Markdown at its head; null: there is none. */
export function openingOf(prompt: string): string | null {
  for (const line of prompt.slice(0, 20_000).split(/[\n\u0085\u2028\u2029]/)) {
    const words = line
      .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
      .replace(/^(?: ?(?:#{1,6}|[-*+]|\d{1,3}[.)]|>))+ /, '')
      .replace(/^(?:\*\*|__|`)(.*?)(?:\*\*|__|`)/, '$1')
      .trim()
    if (/[\p{L}\p{N}]/u.test(words)) return cut(words)
  }
  return null
}

/** On a word where one ends not far before, never inside a character. */
function cut(text: string): string {
  if (text.length <= longest) return text
  const head = text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')
  const space = head.lastIndexOf(' ')
  return `${space > longest / 2 ? head.slice(0, space) : head}…`
}

export interface TitleFacts {
  readonly id: string
  readonly name: string
  readonly opening: string | null
}

export const titleOf = ({ id, name, opening }: TitleFacts): string => (name === id ? (opening ?? id) : name)
