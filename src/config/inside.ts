/** Holds a path inside a root by its real path, symbolic links resolved. */
import { lstatSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { DroverError } from '#contract/error'

/** The real path of what exists, with the rest that does not exist yet behind it. */
function realest(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const parent = dirname(path)
    if ((code !== 'ENOENT' && code !== 'ENOTDIR') || parent === path) throw error
    // It is there but leads nowhere: a link whose target may appear outside.
    if (code === 'ENOENT' && lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw error
    return resolve(realest(parent), relative(parent, path))
  }
}

/** The real path; INVALID_CONFIG when it leaves the root, also through a link, or through a link that leads nowhere. */
export function checkInside(root: string, path: string): string {
  const refuse = (why: string, cause?: unknown): DroverError =>
    new DroverError('INVALID_CONFIG', `"${path}" ${why} ${root}`, {
      hint: 'Name a path inside the repository, without links that leave it.',
      details: { root, path },
      cause,
    })
  if (isAbsolute(path) || path.includes('\0')) throw refuse('must be relative to')
  const top = realpathSync(root)
  let real: string
  try {
    real = realest(resolve(top, path))
  } catch (error) {
    throw refuse('cannot be resolved in', error)
  }
  const way = relative(top, real)
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) throw refuse('leaves')
  return real
}
