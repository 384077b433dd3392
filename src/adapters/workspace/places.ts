/**
 * Owns where a work tree's git directories are, read from the files git itself leaves (`.git`, `commondir`), so that
 * asking costs no process. Leaves the meaning of their content to git.
 */
import { lstat, readFile, realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

export interface Places {
  readonly top: string
  readonly gitDir: string
  readonly commonDir: string
}

/** null: this directory has no `.git` that can be followed. */
export async function findPlaces(top: string): Promise<Places | null> {
  try {
    const real = await realpath(top)
    const dotGit = join(real, '.git')
    const gitDir = (await lstat(dotGit)).isFile()
      ? await realpath(resolve(real, (await readFile(dotGit, 'utf8')).replace(/^gitdir: /, '').trim()))
      : await realpath(dotGit)
    const common = await readFile(join(gitDir, 'commondir'), 'utf8').catch(() => null)
    return {
      top: real,
      gitDir,
      commonDir: common === null ? gitDir : await realpath(resolve(gitDir, common.trim())),
    }
  } catch {
    // Whatever is wrong with it, git says it better when it is asked.
    return null
  }
}

/** Changes whenever one of the repository's own configuration files does. */
export async function configStamp(places: Places): Promise<string> {
  const files = [join(places.commonDir, 'config'), join(places.gitDir, 'config.worktree')]
  const stats = await Promise.all(files.map((file) => stat(file, { bigint: true }).catch(() => null)))
  return stats.map((one) => (one === null ? '-' : `${one.ino}:${one.size}:${one.mtimeNs}:${one.ctimeNs}`)).join(' ')
}
