/**
 * The proof that a merge dropped nothing: what each side had added since the merge base is in the result, no conflict marker
 * came in, and the result's parents are the two commits that were merged. Pure: git's part is to hand over the lines.
 */
import type { DroppedLine, MergeInput, MergeProof } from '#contract/merge'

export interface AddedLine {
  readonly line: number
  readonly text: string
}

export interface ProofEvidence {
  readonly parents: readonly string[]
  /** Files that one side changed and that look different in the result; renames followed. */
  readonly sides: readonly {
    readonly input: MergeInput
    readonly file: string
    readonly added: readonly AddedLine[]
    /** All lines of the result's file; none when it is gone. */
    readonly kept: readonly string[]
  }[]
  /** Changes that are no lines (binary content, a mode, a submodule) and are not as that side made them. */
  readonly wholes: readonly { readonly input: MergeInput; readonly file: string; readonly what: string }[]
  /** Files that are neither side's: their lines, and the lines of each side's. */
  readonly merged: readonly {
    readonly file: string
    readonly lines: readonly string[]
    readonly before: readonly (readonly string[])[]
  }[]
}

/** More are counted, not listed. */
export const mostDropped = 500
const longestText = 400

export function prove(evidence: ProofEvidence, expected: readonly string[]): MergeProof {
  const dropped: DroppedLine[] = evidence.wholes.map(({ input, file, what }) => ({ file, line: 0, text: what, input }))
  for (const { input, file, added, kept } of evidence.sides)
    for (const { line, text } of missing(added, kept)) dropped.push({ file, line, text: shorten(text), input })
  const markers = evidence.merged.flatMap(({ file, lines, before }) =>
    newMarkers(lines, before).map((line) => ({ file, line })),
  )
  return {
    dropped: dropped.slice(0, mostDropped),
    more: Math.max(0, dropped.length - mostDropped),
    markers,
    ok: dropped.length === 0 && markers.length === 0 && rightParents(evidence.parents, expected),
  }
}

export const rightParents = (parents: readonly string[], expected: readonly string[]): boolean =>
  parents.length === expected.length && expected.every((parent, at) => parents[at] === parent)

/** Line ends are git's business, empty lines are nobody's work. */
const plain = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text)
const counts = (text: string): boolean => text.trim() !== ''
const shorten = (text: string): string => (text.length <= longestText ? text : `${text.slice(0, longestText)}…`)

/** The added lines that the kept ones do not contain, as multisets: a line added twice must be there twice. */
export function missing(added: readonly AddedLine[], kept: readonly string[]): readonly AddedLine[] {
  const left = new Map<string, number>()
  for (const text of kept) left.set(plain(text), (left.get(plain(text)) ?? 0) + 1)
  return added.flatMap(({ line, text }) => {
    const word = plain(text)
    if (!counts(word)) return []
    const there = left.get(word) ?? 0
    if (there === 0) return [{ line, text: word }]
    left.set(word, there - 1)
    return []
  })
}

/** `=======` alone is a heading in some texts; the other three are written by nobody by chance. */
const marker = /^(?:<{7}|>{7}|\|{7})(?: |\r?$)/

/** Numbers of lines that look like conflict markers, beyond those that a side had before. */
export function newMarkers(lines: readonly string[], before: readonly (readonly string[])[]): readonly number[] {
  const known = new Map<string, number>()
  for (const side of before) {
    const own = new Map<string, number>()
    for (const text of side) if (marker.test(text)) own.set(plain(text), (own.get(plain(text)) ?? 0) + 1)
    for (const [text, count] of own) known.set(text, Math.max(known.get(text) ?? 0, count))
  }
  return lines.flatMap((text, at) => {
    if (!marker.test(text)) return []
    const there = known.get(plain(text)) ?? 0
    known.set(plain(text), there - 1)
    return there > 0 ? [] : [at + 1]
  })
}
