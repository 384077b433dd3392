/**
 * Owns what is remembered of trees that were made before: which content gave which tree, and how many files a tree differs by from
 * a commit. Both never change, so nothing is forgotten but for room. That a tree is still in the repository is for whoever uses
 * it to know: only one that a ref holds may be taken without being made again.
 */
import { createHash, type Hash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, readlink } from 'node:fs/promises'
import type { Content } from './content.ts'

interface Memory<T> {
  get(key: string): T | undefined
  set(key: string, value: T): void
}

export interface KnownTrees {
  /** By the digest of an index, or of an index and what stands on disk beside it. */
  readonly trees: Memory<string>
  /** By `<commit> <tree>`. */
  readonly counts: Memory<number>
}

const most = 2000

function createMemory<T>(): Memory<T> {
  const known = new Map<string, T>()
  return {
    get: (key) => known.get(key),
    set: (key, value) => {
      if (known.size >= most) known.clear()
      known.set(key, value)
    },
  }
}

export const createKnownTrees = (): KnownTrees => ({ trees: createMemory(), counts: createMemory() })

export function digest(parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part, 'latin1').update('\0\0')
  return hash.digest('hex')
}

/** More is left to git, which reads it once and keeps it. */
const fewFiles = 200
const fewBytes = 4 * 1024 * 1024

/** The ids git would give these contents; null where they are many, or one of them is not what it was a moment ago. */
export async function idsOf(contents: readonly Content[], algorithm: 'sha1' | 'sha256'): Promise<string[] | null> {
  if (contents.length > fewFiles) return null
  if (contents.reduce((sum, { bytes }) => sum + bytes, 0) > fewBytes) return null
  const ids: string[] = []
  for (const content of contents) {
    const bytes = await (content.isLink
      ? readlink(content.file, { encoding: 'buffer' })
      : readSmall(content.file)
    ).catch(() => null)
    if (bytes === null) return null
    ids.push(blobId(createHash(algorithm), bytes))
  }
  return ids
}

const blobId = (hash: Hash, bytes: Buffer): string => hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

/** A pipe that took the file's place is not waited for, a link that did is not followed. */
async function readSmall(file: Buffer): Promise<Buffer | null> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  try {
    const found = await handle.stat()
    return found.isFile() && found.size <= fewBytes ? await handle.readFile() : null
  } finally {
    await handle.close()
  }
}
