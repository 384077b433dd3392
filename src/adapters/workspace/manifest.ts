/**
 * Owns what a snapshot commit says about itself beyond its tree, as one JSON line in its message: which parent is the
 * staged state and which the ignored files, which nested repositories were saved under which commit, what was too large.
 * Paths are byte strings (see `byte-path.ts`).
 */
import type { BytePath } from './byte-path.ts'

export interface Nested {
  readonly path: BytePath
  /** Where the nested repository's objects are, for a recovery into another directory. */
  readonly gitDir: string
  /** A snapshot commit in the nested repository, or its HEAD when it had no changes. */
  readonly commit: string
  /** HEAD of the nested repository at the time, null when it had no commit. */
  readonly head: string | null
  /** The branch that HEAD named, if it named one. */
  readonly branch?: string | null
  /** The tree of `commit`. */
  readonly tree?: string
  /**
   * Commit in the outermost repository's store (one of the outermost snapshot's parents) that holds this part: `commit`
   * itself with its history, or its content alone. null: not copied.
   */
  readonly kept?: string | null
}

export interface Skipped {
  readonly path: BytePath
  readonly bytes: number
  readonly why: string
  /** With `too_many`: `path` is a directory with a slash at its end, in which so many files were left out. */
  readonly files?: number
}

export interface Manifest {
  readonly v: 1
  /** The commit that HEAD named, null when there was none. */
  readonly head?: string | null
  /** The tree of the index at the time; the same as HEAD's when nothing was staged. */
  readonly index: string
  /** Commit (a parent) that holds `index` where neither HEAD nor the snapshot's tree does. */
  readonly staged: string | null
  /** Commit (a parent) that holds small ignored files. */
  readonly ignored: string | null
  readonly nested: readonly Nested[]
  readonly skipped: readonly Skipped[]
}

const label = 'drover-manifest: '

export const messageOf = (title: string, manifest: Manifest): string =>
  `${title}\n\n${label}${JSON.stringify(manifest)}\n`

export interface SnapshotCommit {
  readonly tree: string
  readonly parents: readonly string[]
  /** null: an ordinary commit. */
  readonly manifest: Manifest | null
}

/** Reads `git cat-file commit`. */
export function parseCommit(text: string): SnapshotCommit {
  const end = text.indexOf('\n\n')
  const headers = text.slice(0, end < 0 ? text.length : end).split('\n')
  const values = (name: string) => headers.filter((h) => h.startsWith(`${name} `)).map((h) => h.slice(name.length + 1))
  const line = text.split('\n').find((candidate) => candidate.startsWith(label))
  return {
    tree: values('tree')[0] ?? '',
    parents: values('parent'),
    manifest: line === undefined ? null : parseManifestLine(line),
  }
}

/** A commit message is only text: anything that is not our shape counts as no manifest. */
export function parseManifestLine(line: string): Manifest | null {
  if (!line.startsWith(label)) return null
  try {
    const value = JSON.parse(line.slice(label.length)) as Manifest
    return value.v === 1 && Array.isArray(value.nested) && Array.isArray(value.skipped) ? value : null
  } catch {
    // Not written by Drover: the commit is then an ordinary one.
    return null
  }
}
