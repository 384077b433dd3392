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

export interface ConfigStamp {
  /** Changes whenever one of the files does that the repository's settings come from, those of the user included. */
  readonly text: string
  /** This work tree has settings that others of its repository have not. */
  readonly ownSettings: boolean
}

/** The user's own files, as git looks for them; what they include is not followed. */
function userFiles(): readonly string[] {
  const { GIT_CONFIG_GLOBAL: named, XDG_CONFIG_HOME: xdg, HOME: home = '' } = process.env
  if (named !== undefined && named !== '') return [named]
  return [join(home, '.gitconfig'), join(xdg || join(home, '.config'), 'git', 'config')]
}

export async function configStamp(places: Places): Promise<ConfigStamp> {
  const files = [join(places.gitDir, 'config.worktree'), join(places.commonDir, 'config'), '/etc/gitconfig']
  const stats = await Promise.all(
    [...files, ...userFiles()].map((file) => stat(file, { bigint: true }).catch(() => null)),
  )
  const text = stats.map((one) => (one === null ? '-' : `${one.ino}:${one.size}:${one.mtimeNs}:${one.ctimeNs}`))
  return { text: text.join(' '), ownSettings: stats[0] !== null }
}
