/**
 * Owns how much of a work tree is read at most: by the size of one file, and by the bytes of all together. Looks at files
 * without opening them. Leaves to callers in which order they ask, and `choose-files.ts` says which of too many files are asked for.
 */
import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import type { SkippedFile } from '#contract/session'
import { type BytePath, under } from './byte-path.ts'

const atOnce = 256

/** Stats of many paths, a few at a time; null where nothing stands. What cannot be looked at is the caller's to judge. */
export async function statsOf(
  top: string,
  paths: readonly BytePath[],
  closed: (path: BytePath, error: NodeJS.ErrnoException) => null = () => null,
): Promise<(Stats | null)[]> {
  const found: (Stats | null)[] = []
  const look = (path: BytePath) =>
    lstat(under(top, path)).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' || error.code === 'ENOTDIR' ? null : closed(path, error),
    )
  for (let at = 0; at < paths.length; at += atOnce) {
    for (const stats of await Promise.all(paths.slice(at, at + atOnce).map(look))) found.push(stats)
  }
  return found
}

export type Left = Omit<SkippedFile, 'path'>

/** Asked for one file after the other: null to read it, or why it is left out. */
export function createMeter(limit: { readonly file: number; readonly all: number }): (stats: Stats) => Left | null {
  let room = limit.all
  return (stats) => {
    if (stats.isSymbolicLink()) return null
    if (!stats.isFile()) return { bytes: 0, why: 'not_a_file' }
    if (stats.size > limit.file) return { bytes: stats.size, why: 'too_large' }
    if (stats.size > room) return { bytes: stats.size, why: 'too_much' }
    room -= stats.size
    return null
  }
}
