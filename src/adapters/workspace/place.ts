/**
 * Owns what a fresh workspace gets besides the commit: links and copies the configuration names, files that
 * `.worktreeinclude` selects, and files Drover itself must put there. Sources are read from the registered checkout and
 * stay inside it, links included; nothing that exists in the workspace is overwritten, least of all a tracked file.
 * Leaves the exclude file to `exclude.ts` and the question of trust to the flows.
 */
import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, readlink, realpath, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, normalize, relative, sep } from 'node:path'
import { DroverError } from '#contract/error'
import { type BytePath, bytesOf, fromText, isSafe, parentOf, shown, splitNul, under } from './byte-path.ts'
import type { Log, Repo } from './git.ts'

export interface PlaceRequest {
  readonly link: readonly string[]
  readonly copy: readonly string[]
  readonly files?: readonly { readonly path: string; readonly content: string }[]
}

const refuse = (what: string, why: string): DroverError =>
  new DroverError('INVALID_CONFIG', `${JSON.stringify(what)} cannot be placed in a workspace: ${why}`, {
    hint: 'Correct `link`, `copy` or the file name in the configuration.',
    details: { path: what },
  })

/** `./a/b/` is `a/b`; anything that leaves the tree or reaches into `.git` is refused. */
function cleanName(name: string): string {
  const path = normalize(name).replace(/\/+$/, '')
  if (name === '' || !isSafe(fromText(path))) throw refuse(name, 'it must be a path inside the repository')
  if (path.includes('\n')) throw refuse(name, 'its name has a line end, which an exclude pattern cannot express')
  return path
}

const isInside = (root: string, path: string): boolean => {
  const way = relative(root, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !way.startsWith('/')
}

/** The real source, or null when there is none. */
async function sourceOf(root: string, name: string): Promise<string | null> {
  const real = await realpath(join(root, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw refuse(name, error.message)
  })
  if (real !== null && !isInside(root, real)) throw refuse(name, `it leads out of the repository, to ${real}`)
  if (real === root) throw refuse(name, 'it is the repository itself')
  return real
}

/** Makes the parents of a target; none of them may be a link out of the workspace. */
async function makeParents(top: string, path: BytePath, name: string): Promise<void> {
  const parent = parentOf(path)
  if (parent === '') return
  await makeParents(top, parent, name)
  const found = await lstat(under(top, parent)).catch(() => null)
  if (found === null) await mkdir(under(top, parent))
  else if (!found.isDirectory()) throw refuse(name, `${shown(parent)} is not a directory in the workspace`)
}

const exists = async (file: Buffer): Promise<boolean> => (await lstat(file).catch(() => null)) !== null

/** check-ignore takes no literal pathspecs, so a leading `./` keeps every name from being read as magic. */
async function ignoredAmong(repo: Repo, paths: readonly BytePath[]): Promise<ReadonlySet<BytePath>> {
  const input = bytesOf(paths.map((path) => `./${path}\0`).join(''))
  const env = { GIT_LITERAL_PATHSPECS: '0' }
  const { stdout } = await repo.run(['check-ignore', '-z', '--stdin'], { input, env, allow: [0, 1] })
  return new Set(splitNul(stdout).map((path) => path.slice(2)))
}

export function createPlacer(source: Repo, root: string, tree: Repo, log: Log) {
  const top = tree.cwd

  const isTracked = async (path: string): Promise<boolean> =>
    (await tree.text(['ls-files', '-z', '--', path], { maxBytes: 4096, cut: true })) !== ''

  /** Answers what is now there because of it: nothing when something stood there before. */
  const copyOne = async (from: Buffer, path: BytePath): Promise<BytePath[]> => {
    const to = under(top, path)
    if (await exists(to)) return []
    await makeParents(top, path, shown(path))
    const found = await lstat(from)
    if (found.isFile()) await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    else if (found.isSymbolicLink()) {
      const real = await realpath(from, { encoding: 'buffer' }).catch(() => null)
      // A link inside a copied directory that leads out of the repository, or nowhere, is not carried along.
      if (real !== null && isInside(root, real.toString('utf8'))) {
        await symlink(await readlink(from, { encoding: 'buffer' }), to)
      } else log.warn('left out a link that leads out of the repository', { path: shown(path) })
    }
    return [path]
  }

  const copyAll = async (from: Buffer, path: BytePath): Promise<BytePath[]> => {
    if (!(await lstat(from)).isDirectory()) return copyOne(from, path)
    await makeParents(top, `${path}/x`, shown(path))
    const copied: BytePath[] = []
    for (const name of await readdir(from, { encoding: 'buffer' })) {
      if (name.toString('latin1').toLowerCase() === '.git') continue
      const below = `${path}/${name.toString('latin1')}`
      copied.push(...(await copyAll(Buffer.concat([from, Buffer.from('/'), name]), below)))
    }
    return copied
  }

  const link = async (given: string): Promise<BytePath | null> => {
    const name = cleanName(given)
    const real = await sourceOf(root, name)
    if (real === null) {
      log.warn('nothing to link: it does not exist in the registered checkout', { path: name })
      return null
    }
    const path = fromText(name)
    if (await isTracked(name)) throw refuse(given, 'git tracks it, and a link would hide the tracked content')
    if (await exists(under(top, path))) return path
    await makeParents(top, path, given)
    await symlink(real, under(top, path))
    return path
  }

  /** One pattern covers a copied directory, unless git tracks files in it: then new files there must still show. */
  const copy = async (given: string): Promise<BytePath[]> => {
    const name = cleanName(given)
    const real = await sourceOf(root, name)
    if (real === null) {
      log.warn('nothing to copy: it does not exist in the registered checkout', { path: name })
      return []
    }
    const copied = await copyAll(Buffer.from(real), fromText(name))
    return (await isTracked(name)) ? copied : [fromText(name)]
  }

  const write = async (file: { path: string; content: string }): Promise<BytePath> => {
    const name = cleanName(file.path)
    if (await isTracked(name)) throw refuse(file.path, 'git tracks it')
    const path = fromText(name)
    await makeParents(top, path, file.path)
    const found = await lstat(under(top, path)).catch(() => null)
    if (found !== null && !found.isFile()) throw refuse(file.path, 'something else stands there')
    await writeFile(under(top, path), file.content, { mode: 0o600 })
    return path
  }

  /** Untracked files of the checkout that `.worktreeinclude` selects and git ignores. */
  const included = async (): Promise<BytePath[]> => {
    const list = join(root, '.worktreeinclude')
    const real = await realpath(list).catch(() => null)
    if (real === null || !isInside(root, real)) return []
    const select = ['ls-files', '--others', '--ignored', `--exclude-from=${real}`, '-z']
    const chosen = splitNul((await source.run(select)).stdout).filter((path) => !path.endsWith('/') && isSafe(path))
    if (chosen.length === 0) return []
    const ignored = await ignoredAmong(source, chosen)
    return chosen.filter((path) => ignored.has(path))
  }

  /** Those of the placed paths that git would show as untracked. */
  const uncovered = async (paths: readonly BytePath[]): Promise<BytePath[]> => {
    if (paths.length === 0) return []
    const covered = await ignoredAmong(tree, paths)
    return paths.filter((path) => !covered.has(path))
  }

  return {
    /** Places everything; answers the paths that need an exclude pattern. */
    async place(request: PlaceRequest): Promise<BytePath[]> {
      const placed: (BytePath | null)[] = []
      for (const name of request.link) placed.push(await link(name))
      for (const name of request.copy) placed.push(...(await copy(name)))
      for (const file of request.files ?? []) placed.push(await write(file))
      const paths = placed.filter((path) => path !== null)
      for (const path of await included()) {
        await copyOne(under(root, path), path)
        if (!path.includes('\n')) paths.push(path)
      }
      return uncovered([...new Set(paths)])
    },
  }
}

/** A path with its existing part resolved, as git itself writes it. */
export async function settled(path: string): Promise<string> {
  const real = await realpath(path).catch(() => null)
  if (real !== null) return real
  const parent = dirname(path)
  return parent === path ? path : join(await settled(parent), basename(path))
}
