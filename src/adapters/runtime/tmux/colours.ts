/**
 * Makes each row of a captured screen stand for itself. tmux says a colour once and lets it go on over the ends of rows; a row
 * that is looked at alone, or followed by a line end, needs it said again.
 */

// Colours and attributes: `ESC [ numbers m`.
const sgr = /\x1b\[([0-9;:]*)m/g

interface Pen {
  fg: string
  bg: string
  line: string
  attributes: string
}

const plain = (): Pen => ({ fg: '', bg: '', line: '', attributes: '' })

/** Each row with what was on before it, and at its end nothing on. */
export function whole(rows: readonly string[]): readonly string[] {
  let pen = plain()
  return rows.map((row) => {
    const before = wordsOf(pen)
    for (const [, numbers = ''] of row.matchAll(sgr)) pen = after(pen, numbers)
    return `${before}${row}${wordsOf(pen) === '' ? '' : '\x1b[0m'}`
  })
}

function wordsOf({ fg, bg, line, attributes }: Pen): string {
  const words = `${attributes}${fg}${bg}${line}`
  return words === '' ? '' : `\x1b[${words.slice(1)}m`
}

function after(before: Pen, numbers: string): Pen {
  let pen = { ...before }
  const words = numbers.split(';')
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const number = Number.parseInt(word, 10) || 0
    if (number === 0) {
      pen = plain()
      continue
    }
    // `38;5;n` and `38;2;r;g;b` go on behind the semicolon; `38:2::r:g:b` is one word.
    const more = [38, 48, 58].includes(number) && !word.includes(':') ? (words[at + 1] === '5' ? 2 : 4) : 0
    const said = `;${words.slice(at, at + more + 1).join(';')}`
    at += more
    if (isIn(number, 30, 38) || isIn(number, 90, 97)) pen.fg = said
    else if (isIn(number, 40, 48) || isIn(number, 100, 107)) pen.bg = said
    else if (number === 58) pen.line = said
    else if (number === 39) pen.fg = ''
    else if (number === 49) pen.bg = ''
    else if (number === 59) pen.line = ''
    else if (!pen.attributes.includes(said)) pen.attributes += said
  }
  return pen
}

const isIn = (number: number, from: number, to: number): boolean => number >= from && number <= to
