/**
 * Owns the facts that the proof of a merge is made from: for each side and each file that it changed and that looks different
 * in the result, the lines it had added and the lines that are there now; renames followed. Files that are in the result as a
 * side left them need no look. Judging is core's.
 */
import type { MergeInput } from '#contract/merge'
import type { MergeEvidence } from '#ports/merging'
import { type BytePath, shown, splitNul } from '../byte-path.ts'
import type { Repo } from '../git.ts'
import { blobsOf, isBinary, linesOf } from './blob-texts.ts'
import { plainDiff } from './look.ts'

interface Entry {
  readonly mode: string
  readonly oid: string
  readonly path: BytePath
}

/** One file as it was and as it is; null where it is not there. */
interface Pair {
  readonly before: Entry | null
  readonly after: Entry | null
}

const none = '000000'

async function pairs(repo: Repo, from: string, to: string): Promise<readonly Pair[]> {
  if (from === to) return []
  const parts = splitNul(
    (await repo.run(['diff-tree', '-r', '-M', '-l0', '--raw', '-z', '--full-index', from, to])).stdout,
  )
  const found: Pair[] = []
  for (let at = 0; at < parts.length; ) {
    const [oldMode = '', mode = '', oldOid = '', oid = '', status = ''] = (parts[at] ?? '').slice(1).split(' ')
    const moved = status.startsWith('R') || status.startsWith('C')
    const oldPath = parts[at + 1] ?? ''
    const path = moved ? (parts[at + 2] ?? '') : oldPath
    found.push({
      before: oldMode === none ? null : { mode: oldMode, oid: oldOid, path: oldPath },
      after: mode === none ? null : { mode, oid, path },
    })
    at += moved ? 3 : 2
  }
  return found
}

/** What a side did to a file, and what became of it. */
interface Fate {
  readonly input: MergeInput
  readonly base: Entry | null
  readonly mine: Entry
  readonly result: Entry | null
}

function fatesOf(input: MergeInput, done: readonly Pair[], became: readonly Pair[]): readonly Fate[] {
  const later = new Map(became.flatMap(({ before, after }) => (before === null ? [] : [[before.path, after] as const])))
  return done.flatMap(({ before, after }) => {
    if (after === null || !later.has(after.path)) return []
    return [{ input, base: before, mine: after, result: later.get(after.path) ?? null }]
  })
}

const isFile = (entry: Entry | null): entry is Entry => entry?.mode.startsWith('100') === true
const isLink = (entry: Entry): boolean => entry.mode === '160000'

export async function evidence(
  repo: Repo,
  request: {
    readonly base: string
    readonly source: string
    readonly mergeBase: string
    readonly result: string
  },
): Promise<MergeEvidence> {
  const { base, source, mergeBase, result } = request
  const [ours, theirs, oursThen, theirsThen, parents] = await Promise.all([
    pairs(repo, mergeBase, base),
    pairs(repo, mergeBase, source),
    pairs(repo, base, result),
    pairs(repo, source, result),
    repo.text(['rev-list', '--parents', '-n', '1', result, '--']),
  ])
  const fates = [...fatesOf('target', ours, oursThen), ...fatesOf('branch', theirs, theirsThen)]
  const both = mergedFiles(oursThen, theirsThen)
  const entries = [
    ...fates.flatMap(({ base: old, mine, result: now }) => [old, mine, now]),
    ...both.flatMap(({ result: now, before }) => [now, ...before]),
  ]
  const blobs = await blobsOf(
    repo,
    entries.flatMap((entry) => (entry === null || isLink(entry) ? [] : [entry.oid])),
  )
  const sides: MergeEvidence['sides'][number][] = []
  const wholes: MergeEvidence['wholes'][number][] = []
  for (const fate of fates) {
    const whole = wholeOf(fate, blobs)
    const file = shown(fate.result?.path ?? fate.mine.path)
    if (whole !== null) wholes.push({ input: fate.input, file, what: whole })
    const lines = await linesOfFate(repo, fate, blobs)
    if (lines !== null) sides.push({ input: fate.input, file, ...lines })
  }
  const merged = both.flatMap(({ result: now, before }) => {
    const blob = blobs.get(now.oid) ?? null
    if (blob === null || isBinary(blob)) return []
    const known = before.flatMap((entry) => {
      const side = blobs.get(entry.oid) ?? null
      return side === null || isBinary(side) ? [] : [linesOf(side)]
    })
    return [{ file: shown(now.path), lines: linesOf(blob), before: known }]
  })
  return { parents: parents.split(' ').slice(1), sides, wholes, merged }
}

/** Files of the result that are neither side's. */
function mergedFiles(
  ours: readonly Pair[],
  theirs: readonly Pair[],
): readonly { readonly result: Entry; readonly before: readonly Entry[] }[] {
  const other = new Map(theirs.flatMap(({ before, after }) => (after === null ? [] : [[after.path, before] as const])))
  return ours.flatMap(({ before, after }) => {
    if (!isFile(after) || !other.has(after.path)) return []
    const sides = [before, other.get(after.path) ?? null].filter((entry) => isFile(entry))
    return [{ result: after, before: sides }]
  })
}

/** A change that is no line and is not in the result as that side made it. */
function wholeOf({ base, mine, result }: Fate, blobs: ReadonlyMap<string, Buffer | null>): string | null {
  if (isLink(mine)) {
    return result?.oid === mine.oid || base?.oid === mine.oid ? null : `submodule at ${mine.oid}`
  }
  const changed = base?.oid !== mine.oid
  if (changed && result?.oid !== mine.oid) {
    if (mine.mode === '120000') return `link to ${blobs.get(mine.oid)?.toString('utf8') ?? mine.oid}`
    if (isBinary(blobs.get(mine.oid) ?? null)) return 'binary content'
  }
  const modeChanged = base !== null && base.mode !== mine.mode
  if (modeChanged && result !== null && result.mode !== mine.mode) return `mode ${mine.mode}`
  return null
}

async function linesOfFate(
  repo: Repo,
  { base, mine, result }: Fate,
  blobs: ReadonlyMap<string, Buffer | null>,
): Promise<{ added: { line: number; text: string }[]; kept: string[] } | null> {
  if (!isFile(mine) || base?.oid === mine.oid || result?.oid === mine.oid) return null
  const own = blobs.get(mine.oid) ?? null
  if (own === null || isBinary(own)) return null
  const now = isFile(result) ? (blobs.get(result.oid) ?? null) : null
  const kept = now === null || isBinary(now) ? [] : linesOf(now)
  const old = isFile(base) ? (blobs.get(base.oid) ?? null) : null
  if (base === null || old === null || isBinary(old)) {
    return { added: linesOf(own).map((text, at) => ({ line: at + 1, text })), kept }
  }
  return { added: await addedLines(repo, base.oid, mine.oid), kept }
}

const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/

/** The lines that a diff of two contents adds, with their numbers in the newer one. */
async function addedLines(repo: Repo, from: string, to: string): Promise<{ line: number; text: string }[]> {
  const how = ['-U0', '--no-indent-heuristic', '--text', '--ws-error-highlight=none']
  const { stdout } = await repo.run(['diff', ...plainDiff, ...how, from, to])
  const added: { line: number; text: string }[] = []
  let next = 0
  let left = 0
  for (const line of stdout.toString('utf8').split('\n')) {
    if (left > 0 && line.startsWith('+')) {
      added.push({ line: next, text: line.slice(1) })
      next += 1
      left -= 1
      continue
    }
    const head = hunk.exec(line)
    if (head === null) continue
    next = Number(head[1])
    left = Number(head[2] ?? 1)
  }
  return added
}
