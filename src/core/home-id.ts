/**
 * Which home a store belongs to: a short word in the names of its snapshot refs, so that two homes on one repository keep
 * theirs apart. A home that was copied gets a word of its own; one that was moved, or put back from a backup, keeps it.
 */

export interface HomeRecord {
  readonly id: string
  readonly path: string
  /** What the file system calls the directory (device and inode): the same after a move, another after a copy. */
  readonly directory: string
}

export const homeIdPattern = /^[a-z0-9]{8}$/

/** `fresh`: a word that no home has. The record to keep from now on. */
export function decideHome(
  stored: HomeRecord | null,
  now: { readonly path: string; readonly directory: string },
  fresh: string,
): HomeRecord {
  const same = stored !== null && (stored.path === now.path || stored.directory === now.directory)
  return { ...now, id: same && homeIdPattern.test(stored.id) ? stored.id : fresh }
}
