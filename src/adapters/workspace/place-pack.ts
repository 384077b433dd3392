/**
 * Owns how a pack enters a repository's object store so that no gc can take it away: the `.keep` comes first, the index last
 * (git removes an index without a pack, and sees a pack only by its index), under a name that was never there before. A gc
 * that listed the packs earlier does not know the new one; a later one finds it kept. Nothing here is called `tmp_`, which
 * every prune removes. Leaves what is in the pack to callers.
 */
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, open, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Repo } from './git.ts'

export interface PlacedPack {
  /** Its name, without directory and ending. */
  readonly name: string
  /** Once refs hold what is in it: from here on it is a pack as any other. */
  release(): Promise<void>
}

/** Who may read a pack where the repository is shared; null: as the umask says. */
function sharedMode(repo: Repo): number | null {
  const value = repo.settings.findLast(({ key }) => key === 'core.sharedrepository')?.value.toLowerCase() ?? ''
  if (['group', 'true', 'yes', 'on', '1'].includes(value)) return 0o440
  if (['all', 'world', 'everybody', '2'].includes(value)) return 0o444
  return /^0[0-7]{3}$/.test(value) ? Number.parseInt(value, 8) & 0o444 : null
}

async function toDisk(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** `from` is the pack without its ending; it may lie on another disk, so it is copied. */
export async function placePack(
  repo: Repo,
  objects: string,
  from: string,
  how: { readonly note: string; readonly durable: boolean },
): Promise<PlacedPack> {
  const directory = join(objects, 'pack')
  const isSha256 = repo.settings.some(({ key, value }) => key === 'extensions.objectformat' && value === 'sha256')
  const name = `pack-${randomBytes(isSha256 ? 32 : 20).toString('hex')}`
  const at = (ending: string) => join(directory, `${name}${ending}`)
  const mode = sharedMode(repo)
  const enter = async (ending: string): Promise<void> => {
    const part = at(`${ending}.drover`)
    await copyFile(`${from}${ending}`, part, constants.COPYFILE_FICLONE)
    if (mode !== null) await chmod(part, mode)
    if (how.durable) await toDisk(part)
    await rename(part, at(ending))
  }
  await mkdir(directory, { recursive: true })
  try {
    await writeFile(at('.keep'), `${how.note}\n`, { flag: 'wx', mode: 0o600 })
    await enter('.pack')
    await enter('.idx')
    if (how.durable) await toDisk(directory)
  } catch (error) {
    // What is not whole is nobody's yet. The index goes first: without it the rest is not seen.
    for (const ending of ['.idx', '.idx.drover', '.pack', '.pack.drover', '.keep'])
      await unlink(at(ending)).catch(() => {})
    throw error
  }
  return { name, release: () => unlink(at('.keep')).catch(() => {}) }
}
