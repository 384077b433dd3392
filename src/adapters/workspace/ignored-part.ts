/** The part of a snapshot that git itself would leave out: small ignored files, such as a `.env`. What is rebuilt anyway is left out. */
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { storeContents } from './blobs.ts'
import { type BytePath, under } from './byte-path.ts'
import { Unreadable } from './content.ts'
import type { Repo } from './git.ts'
import { updateIndex } from './present.ts'
import { cannotSave } from './scan.ts'
import { ignoredPaths, rebuilt } from './tree-state.ts'

const smallFile = 1024 * 1024

/** A tree of small ignored files, nearest to the top first, within the given total. */
export async function ignoredPart(repo: Repo, most: number, temp: string): Promise<string | null> {
  const open = (await ignoredPaths(repo)).sort((a, b) => a.split('/').length - b.split('/').length)
  const found: { path: BytePath; mode: string; isLink: boolean; bytes: number }[] = []
  let left = most
  for (let looked = 0; open.length > 0 && looked < 50_000; looked++) {
    const path = (open.shift() ?? '').replace(/\/$/, '')
    if (rebuilt.has(path.slice(path.lastIndexOf('/') + 1))) continue
    const stats = await lstat(under(repo.cwd, path)).catch(() => null)
    if (stats?.isDirectory()) {
      const names = await readdir(under(repo.cwd, path), { encoding: 'buffer' }).catch(() => [])
      if (names.some((name) => name.toString('latin1') === '.git')) continue
      open.push(...names.map((name) => `${path}/${name.toString('latin1')}`))
    } else if ((stats?.isFile() || stats?.isSymbolicLink()) && stats.size <= Math.min(smallFile, left)) {
      left -= stats.size
      const isLink = stats.isSymbolicLink()
      found.push({
        path,
        isLink,
        bytes: stats.size,
        mode: isLink ? '120000' : stats.mode & 0o100 ? '100755' : '100644',
      })
    }
  }
  if (found.length === 0) return null
  const contents = found.map(({ path, isLink, bytes }) => ({ file: under(repo.cwd, path), isLink, bytes }))
  const ids = await storeContents(repo, temp, contents).catch((error: unknown) => {
    if (error instanceof Unreadable) throw cannotSave(found[error.at]?.path ?? '', error.why)
    throw error
  })
  const env = { GIT_INDEX_FILE: join(temp, 'index-ignored') }
  const lines = found.flatMap(({ path, mode }, at) => (ids[at] ? [{ path, mode, oid: ids[at] }] : []))
  await updateIndex(repo, [], lines, env)
  return repo.text(['write-tree'], { env })
}
