/**
 * The shapes of well-known keys, as a table: what begins them, what they are made of, what may stand before them. The
 * expressions that find a whole key and the ones that find the beginning of one at the end of a text are made from the same
 * rows. What is done with a find is left to redact.ts and stream.ts.
 *
 * A shape is found whatever stands before it, as far as that can be told: a key follows a colour code, `%3D`, `\n` inside of
 * JSON or `_` as often as a space. Where the first letters alone are too weak (`sk-` ends `task-` too), a letter before them
 * says no, unless that letter ends an escape.
 */

export interface Span {
  /** Where the shape begins, with what of it is kept. */
  readonly start: number
  /** What is secret: from here to there. */
  readonly from: number
  readonly to: number
  /** More of these may follow: the text ends in the middle of it. null: it is complete. */
  readonly open: string | null
}

/** Words of which one stands there, or a bounded repeat of one class of characters. */
type Part = readonly string[] | { readonly of: string; readonly min: number; readonly max: number }

interface Shape {
  readonly parts: readonly Part[]
  /** So many parts stay, to say what was there. */
  readonly kept: number
  /** Stands behind the secret and stays. */
  readonly behind?: string
  /** A class of characters that must not stand before it, unless they end an escape. Absent: anything may. */
  readonly apart?: string
  /** Looks ahead at the secret: what tells it from an ordinary word. */
  readonly check?: string
  /** Capitals or not. */
  readonly fold?: boolean
  /** One of these stands in the text, else it is not searched; the first words where nothing is said. */
  readonly needs?: readonly string[]
  /** Made of parts between dots: a later one may be the first of another key, which then ends later. */
  readonly dotted?: boolean
}

/** No row is longer before it is known to be one, so that no more has to be kept back of a stream. */
export const longestBeginning = 12_000

const many = Number.POSITIVE_INFINITY
const run = (of: string, min: number, max = many): Part => ({ of, min, max })
const word = '[A-Za-z0-9]'
const dashed = '[A-Za-z0-9_-]'
const letters = 'A-Za-z'
const alnum = 'A-Za-z0-9'
/** A digit or a capital tells a key from a class name such as sk-loading-indicator. */
const mixed = '(?=[a-z_-]{0,20}[A-Z0-9])'
const digit = '(?=[A-Za-z]{0,40}[0-9])'
const key = (words: readonly string[], of: string, min: number, more: Partial<Shape> = {}): Shape => ({
  parts: [words, run(of, min)],
  kept: 1,
  ...more,
})

const openAi = ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-or-v1-']
const gitLab = ['glptt-', 'gldt-', 'glrt-', 'glcbt-', 'glsoat-', 'glft-', 'glimt-', 'glagent-', 'gloas-']
const gitHub = ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_']
/** A backslash may belong to a password; one that writes a line's end or a quote does not. */
const inUrl = (not: string): string => String.raw`[^\s/@"'<>\\${not}]|\\(?![nrt"'])`
const quotes = String.raw`["'\\]`

/** Made of letters, digits, `_`, `-` and `.` only. */
const keys: readonly Shape[] = [
  key(['sk-ant-'], dashed, 8),
  key(openAi, dashed, 16, { check: mixed }),
  key(['sk-'], dashed, 16, { check: `(?!ant-|proj-|svcacct-|admin-|or-v1-)${mixed}`, apart: alnum }),
  key(['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], word, 16),
  key(['whsec_'], word, 24),
  key(gitHub, word, 16, { apart: letters }),
  key(gitHub, word, 30, { check: digit }),
  key(['github_pat_'], '[A-Za-z0-9_]', 16),
  { parts: [['xox'], run('[a-z]', 1, 1), ['-'], run('[A-Za-z0-9-]', 10)], kept: 3 },
  key(['xapp-'], '[A-Za-z0-9-]', 10, { apart: letters }),
  { parts: [['AKIA'], run('[A-Z0-9]', 16, 16)], kept: 1, apart: 'A-Z0-9', behind: '(?![A-Z0-9])' },
  {
    parts: [['ASIA', 'ABIA'], run('[A-Z0-9]', 16, 16)],
    kept: 1,
    apart: 'A-Z0-9',
    check: digit,
    behind: '(?![A-Z0-9])',
  },
  key(['AIza'], dashed, 30, { apart: alnum }),
  key(['glpat-'], '[A-Za-z0-9_.-]', 16),
  key(gitLab, '[A-Za-z0-9_.-]', 16, { apart: letters, check: mixed }),
  key(['npm_'], word, 30),
  key(['hf_'], word, 30, { apart: letters, check: mixed }),
  key(['gsk_'], word, 40),
  key(['xai-', 'pplx-'], word, 40, { apart: letters }),
  key(['pypi-AgE'], dashed, 30),
  key(['dop_v1_', 'doo_v1_'], '[a-f0-9]', 40),
  key(['shpat_', 'shpca_', 'shppa_', 'shpss_'], '[a-fA-F0-9]', 32),
  key(['lin_api_'], word, 32),
  key(['r8_'], word, 36, { apart: alnum }),
  key(['ya29.'], dashed, 20, { apart: alnum }),
  key(['ATATT3'], '[A-Za-z0-9_=-]', 60),
  key(['AGE-SECRET-KEY-1'], '[A-Z0-9]', 40),
  { parts: [['SG.'], run(dashed, 16, 64), ['.'], run(dashed, 30)], kept: 1, apart: alnum, dotted: true },
  // The token of a launch: only its hash is kept, so that a daemon started later knows it by its shape alone.
  key(['drs_'], dashed, 40),
  {
    parts: [['eyJ'], run(dashed, 8, 2048), ['.'], run(dashed, 8, 8192), ['.'], run(dashed, 0)],
    kept: 0,
    dotted: true,
  },
]

/** With spaces, quotes or anything at all inside; each of them is short before its secret begins. */
const sentences: readonly Shape[] = [
  {
    parts: [['bearer', 'Bearer', 'BEARER'], run('[ \\t]', 1, 8), run('[A-Za-z0-9._~+/=-]', 12)],
    kept: 2,
    // "Bearer authentication" is prose: a token has a digit, a hump, or is longer than words are.
    check: '(?=[A-Za-z._~+/=-]{0,256}?(?:[0-9]|[a-z][A-Z])|[A-Za-z._~+/=-]{20})',
    apart: letters,
  },
  {
    parts: [
      ['authorization'],
      run(quotes, 0, 4),
      run('[ \\t]', 0, 8),
      [':', '=', '%3D', '%3A'],
      run('[ \\t]', 0, 8),
      run(quotes, 0, 4),
      ['basic'],
      [' ', '\t', '+', '%20'],
      run('[ \\t]', 0, 7),
      run('[A-Za-z0-9+/=]', 8),
    ],
    kept: 9,
    fold: true,
    needs: ['asic', 'ASIC'],
  },
  {
    parts: [['://'], run(inUrl(':'), 0, 256), [':'], run(inUrl(''), 1, 1024)],
    kept: 3,
    behind: '(?=@)',
  },
]

/** A private key in text; in a URL its spaces are written otherwise. */
const pemBegin: readonly Part[] = [
  ['-----BEGIN'],
  run('[A-Z0-9 +%]', 1, 60),
  ['PRIVATE'],
  run('[ +%0-9]', 1, 3),
  ['KEY'],
  run('[A-Z0-9 +%]', 0, 12),
  ['-----'],
]
const pemEnd = '-----END'

/** What ends in a letter and is none: `%3D`, `=3D`, `\n`, `\x3d`, `\u003d`, and a colour code that lost its escape. */
const escapeBefore = String.raw`%(?:25){0,3}[0-9A-Fa-f]{2}|=[0-9A-F]{2}|\\[abefnrtv]|\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\[[0-9;]{1,20}m`

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
const times = (min: number, max: number): string => `{${min},${max === many ? '' : max}}`
const isWords = (part: Part): part is readonly string[] => Array.isArray(part)
const whole = (part: Part): string =>
  isWords(part) ? `(?:${part.map(escaped).join('|')})` : `(?:${part.of})${times(part.min, part.max)}`

/** The first words stand first, so that the search runs by them; what stands before them is looked at after. */
function expression({ parts, kept, behind = '', apart, check = '', fold }: Shape): RegExp {
  const first = whole(parts[0]!)
  const before = apart === undefined ? '' : `(?<=(?:(?<![${apart}])|(?<=${escapeBefore}))${first})`
  const all = parts.map(whole)
  const head = kept === 0 ? '()' : `(${first}${before}${all.slice(1, kept).join('')})`
  return new RegExp(`${head}${check}(${all.slice(kept).join('')})${behind}`, fold === true ? 'gi' : 'g')
}

/** The beginnings of what these parts describe, up to the end of the text. */
function beginning(parts: readonly Part[]): string {
  const [part, ...rest] = parts
  if (part === undefined) return '$'
  const after = rest.length === 0 ? '$' : beginning(rest)
  if (!isWords(part)) {
    const once = `(?:${part.of})`
    return part.min === 0 && rest.length === 0
      ? `${once}*$`
      : `(?:${once}${times(0, part.max)}$|${once}${times(part.min, part.max)}${after})`
  }
  const letter = (text: string): string =>
    text.length === 1 ? `${escaped(text)}(?:$|${after})` : `${escaped(text[0]!)}(?:$|${letter(text.slice(1))})`
  return part.length === 1 ? letter(part[0]!) : `(?:${part.map(letter).join('|')})`
}

/** No shape has more letters that the end of another may take for its own: `authorization=basic`. */
const longestWord = 19

const table = [...keys, ...sentences].map((shape) => {
  const last = shape.parts.at(-1)!
  return {
    find: expression(shape),
    needs: shape.needs ?? (shape.parts[0] as readonly string[]),
    open: isWords(last) || last.max !== many ? null : last.of,
    dotted: shape.dotted === true,
  }
})
const pem = new RegExp(pemBegin.map(whole).join(''), 'g')

/** By hand, so that many openings without an end stay linear. A block that never ends is cut to the end of the text. */
function pemSpans(text: string, spans: Span[]): void {
  if (!text.includes('-----BEGIN')) return
  pem.lastIndex = 0
  for (let match = pem.exec(text); match !== null; match = pem.exec(text)) {
    const from = match.index + match[0].length
    const end = text.indexOf(pemEnd, from)
    spans.push({ start: match.index, from, to: end === -1 ? text.length : end, open: end === -1 ? pemEnd : null })
    if (end === -1) return
    pem.lastIndex = end
  }
}

/**
 * Every key in the text, in no order; they may overlap. Where the text begins does not change what is found in it: a stream
 * looks at the end of what it showed and at what it holds, and must find what a look at the whole finds.
 */
export function shapeSpans(text: string): Span[] {
  const spans: Span[] = []
  pemSpans(text, spans)
  for (const { find, needs, open, dotted } of table) {
    if (!needs.some((one) => text.includes(one))) continue
    find.lastIndex = 0
    for (let match = find.exec(text); match !== null; match = find.exec(text)) {
      const from = match.index + match[1]!.length
      const to = from + match[2]!.length
      spans.push({ start: match.index, from, to, open: to === text.length ? open : null })
      // The first letters of the next one may have been taken for the end of this one, or for all behind its first dot.
      find.lastIndex = Math.max(from + 1, (dotted ? text.indexOf('.', from) : to) - longestWord)
    }
  }
  return spans
}

/** A private key is open until these words; every other open shape goes on by characters of a class. */
export const isPemOpen = (open: string): boolean => open === pemEnd

const keyBeginning = new RegExp(keys.map(({ parts }) => beginning(parts)).join('|'))
const otherBeginning = new RegExp([...sentences.map(({ parts }) => parts), pemBegin].map(beginning).join('|'), 'i')
const longestSentence = 1_600
const notOfKeys = /[^A-Za-z0-9_.=-]/

/** From where on the text could be the beginning of a key; its length when it could not. */
export function beginsAt(text: string): number {
  let apart = text.length
  while (apart > 0 && text.length - apart < longestBeginning && !notOfKeys.test(text[apart - 1]!)) apart--
  const inKeys = keyBeginning.exec(text.slice(apart))
  const other = Math.max(0, text.length - longestSentence)
  const inOther = otherBeginning.exec(text.slice(other))
  return Math.min(
    inKeys === null ? text.length : apart + inKeys.index,
    inOther === null ? text.length : other + inOther.index,
  )
}

/**
 * One cheap look that most text does not pass: a literal that every shape contains. It looks for a seldom character first
 * and then behind it, which is three times faster than the literals themselves.
 */
const hint =
  /[-_](?<=sk-|xapp-|gl[a-z]{2,5}-|xai-|pplx-|pypi-|gh[pousr]_|_pat_|npm_|drs_|hf_|gsk_|whsec_|_v1_|shp[a-z]{2}_|_api_|r8_|k_live_|k_test_|xox[a-z]-)|[JIEYTG](?<=eyJ|A[KSB]?I|BE|KEY|ATATT|SG)|:\/\/|[Bb]e(?=arer)|[Bb]asic[ \t+%]/

/** May a shape stand in the text, or in what was written as this JSON? Only no is certain. */
export const mayHoldShapes = (text: string): boolean => hint.test(text) || text.includes('ya29.')
