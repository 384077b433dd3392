/** What the screens of the CLIs have in common: rows without decoration, words that are compared as people see them. */

/** A row as it was written: an escape sequence is no word. */
const sgr = /\u001b\[[0-9;:]*m/g

/** Screens wrap, indent and pad: only the words count. */
export const bare = (text: string): string => text.replace(/[\s\u00a0]+/g, '')

/** A prompt as it was sent and as a CLI tells it: some make four blanks of a tab, most cut blanks at the end. */
const told = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll('\t', '    ')
    .replace(/[ \t]+$/gm, '')
    .trimEnd()

export const sameWords = (sent: string, heard: string): boolean => told(sent) === told(heard)

/** The box shows the words themselves, or as much of them as fits into it. */
export function showsWords(draft: string, sent: string): boolean {
  const [seen, words] = [bare(draft), bare(sent)]
  if (seen === words) return true
  return seen.length >= 200 && words.includes(seen)
}

/** The visible words of a styled row that are not dimmed or grey: a placeholder has none. */
export function brightWords(styled: string): string {
  let bright = true
  let words = ''
  let at = 0
  for (const match of styled.matchAll(sgr)) {
    if (bright) words += styled.slice(at, match.index)
    at = match.index + match[0].length
    bright = isBright(match[0].slice(2, -1), bright)
  }
  if (bright) words += styled.slice(at)
  return words
}

/** Greys of the 256 colours, and equal parts of red, green and blue well below white. */
function isBright(codes: string, before: boolean): boolean {
  const parts = codes.split(/[;:]/).map((part) => (part === '' ? 0 : Number(part)))
  let bright = before
  for (let at = 0; at < parts.length; at++) {
    const code = parts[at]
    if (code === 0 || code === 22 || code === 39) bright = true
    else if (code === 2 || code === 90) bright = false
    else if (code === 38 && parts[at + 1] === 5) {
      const colour = parts[at + 2] ?? 0
      bright = !(colour === 8 || (colour >= 232 && colour <= 250))
      at += 2
    } else if (code === 38 && parts[at + 1] === 2) {
      const [red = 0, green = 0, blue = 0] = parts.slice(at + 2, at + 5)
      bright = !(Math.max(red, green, blue) - Math.min(red, green, blue) <= 12 && red < 190)
      at += 4
    } else if (code !== undefined && ((code >= 30 && code <= 37) || (code >= 91 && code <= 97))) bright = true
  }
  return bright
}

export const plain = (styled: string): string => styled.replace(sgr, '')

/** The last rows that hold anything, oldest first. */
export const lastRows = (rows: readonly string[], most: number): readonly string[] =>
  rows.filter((row) => row.trim() !== '').slice(-most)
