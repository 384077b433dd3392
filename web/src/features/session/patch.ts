/** A unified diff as data: files, hunks, numbered lines, and the same lines in pairs for two columns. Pure. */

export interface PatchLine {
  readonly sign: ' ' | '-' | '+'
  readonly text: string
  readonly old: number | null
  readonly new: number | null
}
export interface Hunk {
  readonly head: string
  readonly lines: readonly PatchLine[]
}
export interface PatchFile {
  readonly path: string
  readonly oldPath: string | null
  readonly note: string | null
  readonly hunks: readonly Hunk[]
  readonly lines: number
}

const unquote = (path: string): string => {
  const bare = path.replace(/\t.*$/, '')
  if (!bare.startsWith('"')) return bare
  const octets = bare
    .slice(1, -1)
    .replace(/\\([0-7]{3})/g, (_m, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
    .replace(/\\(.)/g, '$1')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(octets, (c) => c.charCodeAt(0)))
  } catch {
    // Not UTF-8: the escaped form is all anyone can show.
    return bare
  }
}
const side = (path: string): string | null => {
  const plain = unquote(path)
  return plain === '/dev/null' ? null : plain.replace(/^[ab]\//, '')
}

interface Draft {
  path: string
  oldPath: string | null
  note: string | null
  hunks: { head: string; lines: PatchLine[] }[]
  lines: number
}

const notes: readonly [RegExp, string][] = [
  [/^new file mode/, 'new file'],
  [/^deleted file mode/, 'deleted'],
  [/^rename from/, 'renamed'],
  [/^Binary files|^GIT binary patch/, 'binary'],
  [/^old mode/, 'mode changed'],
]

export function parsePatch(patch: string): readonly PatchFile[] {
  const files: Draft[] = []
  let file: Draft | null = null
  let left = 0
  let right = 0
  let owedOld = 0
  let owedNew = 0
  for (const line of patch.split('\n')) {
    const hunk = file?.hunks.at(-1)
    if (file && hunk && (owedOld > 0 || owedNew > 0)) {
      const sign = line[0] === '-' || line[0] === '+' ? line[0] : line[0] === '\\' ? null : ' '
      if (sign === null) continue
      hunk.lines.push({ sign, text: line.slice(1), old: sign === '+' ? null : left, new: sign === '-' ? null : right })
      file.lines += 1
      if (sign !== '+') {
        left += 1
        owedOld -= 1
      }
      if (sign !== '-') {
        right += 1
        owedNew -= 1
      }
      continue
    }
    const start = /^diff --git (.+)$/.exec(line)
    if (start) {
      const half = /^(?:"?a\/.*"?) ("?b\/.*"?)$/.exec(start[1]!)
      file = { path: side(half?.[1] ?? start[1]!) ?? '', oldPath: null, note: null, hunks: [], lines: 0 }
      files.push(file)
      continue
    }
    if (!file) continue
    const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/.exec(line)
    if (head) {
      left = Number(head[1])
      right = Number(head[3])
      owedOld = Number(head[2] ?? 1)
      owedNew = Number(head[4] ?? 1)
      file.hunks.push({ head: line.slice(0, line.indexOf('@@', 2) + 2) + (head[5] ?? ''), lines: [] })
    } else if (line.startsWith('+++ ')) file.path = side(line.slice(4)) ?? file.path
    else if (line.startsWith('--- ')) file.oldPath = side(line.slice(4))
    else if (line.startsWith('rename from ')) file.oldPath = unquote(line.slice(12))
    const note = notes.find(([shape]) => shape.test(line))
    if (note) file.note = note[1]
  }
  return files
}

export interface Pair {
  readonly old: PatchLine | null
  readonly new: PatchLine | null
}

/** What was taken out beside what was put in its place. */
export function pairs(lines: readonly PatchLine[]): readonly Pair[] {
  const out: Pair[] = []
  let gone: PatchLine[] = []
  let come: PatchLine[] = []
  const settle = (): void => {
    for (let i = 0; i < Math.max(gone.length, come.length); i++)
      out.push({ old: gone[i] ?? null, new: come[i] ?? null })
    gone = []
    come = []
  }
  for (const line of lines) {
    if (line.sign === '-') {
      if (come.length > 0) settle()
      gone.push(line)
    } else if (line.sign === '+') come.push(line)
    else {
      settle()
      out.push({ old: line, new: line })
    }
  }
  settle()
  return out
}
