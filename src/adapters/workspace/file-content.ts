/**
 * Owns reading one file for a reader: of a commit, of what is staged, or as it stands in the work tree. Follows no link, leaves
 * the tree by no name, opens no pipe and reads nothing over the given size; what cannot be read is null.
 */
import { constants } from 'node:fs'
import { lstat, open, readlink, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fromText, isSafe } from './byte-path.ts'
import type { Repo } from './git.ts'

interface Wanted {
  readonly at: string | null
  readonly file: string
  readonly maxBytes: number
}

export function fileContent(repo: Repo, wanted: Wanted): Promise<Buffer | null> {
  if (!isSafe(fromText(wanted.file))) return Promise.resolve(null)
  return wanted.at === null ? presentContent(repo.cwd, wanted) : storedContent(repo, wanted.at, wanted)
}

async function storedContent(repo: Repo, at: string, { file, maxBytes }: Wanted): Promise<Buffer | null> {
  if (at.startsWith('-')) return null
  const name = at === ':index' ? `:0:${file}` : `${at}:${file}`
  const size = await repo.maybe(['cat-file', '-s', name])
  if (size === null || Number(size) > maxBytes) return null
  if ((await repo.maybe(['cat-file', '-t', name])) !== 'blob') return null
  return (await repo.run(['cat-file', 'blob', name])).stdout
}

async function presentContent(top: string, { file, maxBytes }: Wanted): Promise<Buffer | null> {
  const place = join(top, file)
  const [root, folder] = await Promise.all([top, dirname(place)].map((path) => realpath(path).catch(() => null)))
  // A folder that is a link leads out of the tree.
  if (root == null || folder !== dirname(join(root, file))) return null
  const stats = await lstat(place).catch(() => null)
  if (stats?.isSymbolicLink()) return Buffer.from(await readlink(place).catch(() => ''))
  if (!stats?.isFile() || stats.size > maxBytes) return null
  const handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null)
  if (handle === null) return null
  try {
    const { size } = await handle.stat()
    if (size > maxBytes) return null
    // One that grows while it is read is cut at the size it had.
    const bytes = Buffer.alloc(size)
    const { bytesRead } = await handle.read(bytes, 0, size, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
