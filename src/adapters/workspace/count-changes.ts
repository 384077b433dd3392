/**
 * Owns what is counted of a tree that was just looked at for a snapshot: lines and files against HEAD, and the files that differ
 * from a session's base, without looking at the files a second time. Where the stored tree is not what `git diff` of the work
 * tree would compare (conversions, hidden or skipped files, repositories inside, conflicts) it answers null: `diff.ts` looks then.
 */
import { splitNul } from './byte-path.ts'
import type { Repo } from './git.ts'
import type { KnownTrees } from './known-trees.ts'
import type { Manifest } from './manifest.ts'
import type { Present } from './present.ts'
import { commitOf, linkAt } from './repository.ts'
import { isHidden } from './tree-state.ts'

export interface Counted {
  readonly repo: Repo
  readonly head: string | null
  readonly headTree: string | null
  readonly manifest: Manifest
  readonly present: Present
  /** Through it the new objects are seen. */
  readonly quarantine: { readonly repo: Repo }
  readonly nested: readonly Counted[]
}

export interface Counts {
  readonly files: number
  readonly additions: number
  readonly deletions: number
  /** Files that differ, a renamed one once; null where only a look for renames can tell. */
  readonly renamedOnce: number | null
}

/** Differences to HEAD, in nested repositories too; files that only a conversion made different do not count. */
export async function statistics(taken: Counted, base: string | null = taken.head): Promise<Counts> {
  const all = [await ownStatistics(taken, base)]
  for (const [at, inner] of taken.nested.entries()) {
    const path = taken.manifest.nested[at]?.path ?? ''
    const link = taken.head === null ? null : await linkAt(taken.repo, taken.head, path)
    const from = link !== null && (await commitOf(inner.repo, link)) !== null ? link : inner.head
    const counts = await statistics(inner, from)
    // A repository that HEAD does not know is something new, whatever is in it.
    all.push(link === null ? { ...counts, files: Math.max(1, counts.files) } : counts)
  }
  const sum = (of: 'files' | 'additions' | 'deletions') => all.reduce((total, counts) => total + counts[of], 0)
  const renamedOnce = all.length === 1 ? (all[0]?.renamedOnce ?? null) : null
  return { files: sum('files'), additions: sum('additions'), deletions: sum('deletions'), renamedOnce }
}

async function ownStatistics(taken: Counted, base: string | null): Promise<Counts> {
  const { head, present } = taken
  const { repo } = taken.quarantine
  if (base === head && present.tree === taken.headTree) return { files: 0, additions: 0, deletions: 0, renamedOnce: 0 }
  const from = base ?? (await repo.text(['hash-object', '-t', 'tree', '--stdin'], { input: '' }))
  const how = ['-r', '-z', '--raw', '--numstat', '--no-renames', '--no-ext-diff', '--no-textconv', '--ignore-cr-at-eol']
  const { stdout } = await repo.run(['diff-tree', ...how, from, present.tree])
  const parts = splitNul(stdout)
  const heads = parts.findIndex((part, at) => at % 2 === 0 && !part.startsWith(':'))
  const raw = parts.slice(0, heads < 0 ? parts.length : heads).filter((_, at) => at % 2 === 0)
  const rows = parts.slice(raw.length * 2).map((line) => line.split('\t'))
  const counted = rows.filter((row) => !present.scan.converted.has(row.slice(2).join('\t')))
  const sum = (column: number) => counted.reduce((total, row) => total + (Number(row[column]) || 0), 0)
  const letters = new Set(raw.map((head) => head.split(' ')[4]?.[0]))
  const renamedOnce = letters.has('A') && letters.has('D') ? null : raw.length
  return { files: counted.length, additions: sum(0), deletions: sum(1), renamedOnce }
}

/** The stored tree is byte for byte what git compares when it looks at the work tree. */
function isPlain({ repo, nested, manifest, present }: Counted): boolean {
  const { scan } = present
  if (repo.places !== null || nested.length > 0 || scan.nested.length > 0) return false
  if (!scan.plain || manifest.skipped.length > 0 || present.skipped.length > 0) return false
  return !scan.entries.some((entry) => entry.stage > 0 || entry.mode === '160000' || isHidden(entry))
}

const listing = ['--no-color', '--no-ext-diff', '--no-textconv', '--submodule=short', '-M', '--raw', '-z']

/** Files that differ from `base`, a renamed one once. `counts` are those against HEAD where they were made. */
export async function changedSince(
  taken: Counted,
  base: string,
  counts: Counts | null,
  known: KnownTrees,
): Promise<number | null> {
  const { present, head, headTree, quarantine } = taken
  if (!isPlain(taken)) return null
  if (head === base && present.tree === headTree) return 0
  const key = `${base} ${present.tree}`
  const before = known.counts.get(key) ?? (head === base ? counts?.renamedOnce : null) ?? null
  if (before !== null) known.counts.set(key, before)
  if (before !== null) return before
  // A base that is gone is told by the other look, in its words.
  const answer = await quarantine.repo.run(['diff', ...listing, base, present.tree, '--'], { allow: [0, 128] })
  if (answer.code !== 0) return null
  const found = splitNul(answer.stdout).filter((part) => part.startsWith(':')).length
  known.counts.set(key, found)
  return found
}
