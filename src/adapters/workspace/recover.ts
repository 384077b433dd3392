/**
 * Owns writing a snapshot back: into a new or empty directory, or into the work tree it came from (or a new one).
 *
 * Contents are written byte for byte, without filters. Into a work tree only what differs is touched: files that the
 * snapshot does not have go if git tracks them or would show them as untracked; ignored files stay, and saved ignored
 * files come back only where none stands; an ignored file at the place of a saved one is kept beside it. Files that were too large for the snapshot are left alone. HEAD, branch, stash
 * and the staged state stay as they are; the index is only refreshed, so what came back shows as uncommitted work. The
 * caller saves the present first.
 *
 * No path leaves the destination: names are checked and no link is followed on the way.
 */
import { lstat, mkdir, readdir, rename, rmdir, symlink, unlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DroverError } from '#contract/error'
import { type BlobReader, openBlobs, withTemp } from './blobs.ts'
import { type BytePath, isSafe, parentOf, quoted, shown, splitNul, under } from './byte-path.ts'
import type { Repo } from './git.ts'
import type { Nested } from './manifest.ts'
import { presentTree } from './present.ts'
import { placesOf } from './repository.ts'
import { readCommit } from './snapshot.ts'

interface File {
  readonly mode: string
  readonly oid: string
  readonly path: BytePath
}

async function filesOf(repo: Repo, tree: string): Promise<File[]> {
  const { stdout } = await repo.run(['ls-tree', '-r', '-z', '--full-tree', tree])
  return splitNul(stdout).flatMap((line) => {
    const [mode = '', type = '', oid = ''] = line.slice(0, line.indexOf('\t')).split(' ')
    return type === 'blob' ? [{ mode, oid, path: line.slice(line.indexOf('\t') + 1) }] : []
  })
}

/** Writes below one root. Remembers directories it has checked. */
class Writer {
  readonly #root: string
  readonly #checked = new Set<BytePath>([''])
  #count = 0

  constructor(root: string) {
    this.#root = root
  }

  /** Every parent is a real directory. What stands in the way by now is ignored by git, so nobody saved it: it stays. */
  async #directory(path: BytePath): Promise<void> {
    if (this.#checked.has(path)) return
    await this.#directory(parentOf(path))
    const name = under(this.#root, path)
    const found = await lstat(name).catch(() => null)
    if (found !== null && !found.isDirectory()) throw inTheWay(path, 'ENOTDIR')
    if (found === null) await mkdir(name)
    this.#checked.add(path)
  }

  async write(file: File, blobs: BlobReader): Promise<void> {
    if (!isSafe(file.path)) throw unsafe(file.path)
    await this.#directory(parentOf(file.path))
    const target = under(this.#root, file.path)
    const spare = under(
      this.#root,
      `${file.path.slice(0, file.path.lastIndexOf('/') + 1)}.drover-${process.pid}-${this.#count++}`,
    )
    if (file.mode === '120000') await symlink(await blobs.toBuffer(file.oid), spare)
    else await blobs.toFile(file.oid, spare, file.mode === '100755' ? 0o777 : 0o666)
    try {
      // An empty directory is no content; rmdir refuses any other.
      if ((await lstat(target).catch(() => null))?.isDirectory()) await rmdir(target)
      await rename(spare, target)
    } catch (error) {
      await unlink(spare)
      throw inTheWay(file.path, (error as NodeJS.ErrnoException).code ?? String(error))
    }
  }

  /** Moves a file that nobody saved out of the way, beside its old name. */
  async keepAside(path: BytePath): Promise<void> {
    for (let n = 1; ; n++) {
      const spare = `${path}.before-recover-${n}`
      if (await this.has(spare)) continue
      await rename(under(this.#root, path), under(this.#root, spare))
      return
    }
  }

  async remove(path: BytePath): Promise<void> {
    if (!isSafe(path)) throw unsafe(path)
    for (let parent = parentOf(path); parent !== ''; parent = parentOf(parent)) {
      if (!(await lstat(under(this.#root, parent)).catch(() => null))?.isDirectory()) return
    }
    await unlink(under(this.#root, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw inTheWay(path, error.code ?? error.message)
    })
    for (let parent = parentOf(path); parent !== ''; parent = parentOf(parent)) {
      const emptied = await rmdir(under(this.#root, parent)).then(
        () => true,
        () => false,
      )
      if (!emptied) break
      this.#checked.delete(parent)
    }
  }

  async has(path: BytePath): Promise<boolean> {
    return (await lstat(under(this.#root, path)).catch(() => null)) !== null
  }
}

const unsafe = (path: BytePath) =>
  new DroverError('SNAPSHOT_FAILED', `${shown(path)} would leave the destination`, {
    hint: 'This snapshot was not made by Drover; do not use it.',
  })

const inTheWay = (path: BytePath, why: string) =>
  new DroverError('DESTINATION_NOT_EMPTY', `${shown(path)} cannot be written: ${why}`, {
    hint: 'Something that git ignores stands in the way; move it and recover again, or recover into a new directory.',
    details: { path: shown(path) },
  })

async function withBlobs<T>(repo: Repo, work: (blobs: BlobReader) => Promise<T>): Promise<T> {
  const blobs = openBlobs(repo)
  try {
    return await work(blobs)
  } finally {
    blobs.close()
  }
}

async function ignoredFiles(repo: Repo, commit: string | null | undefined): Promise<File[]> {
  return commit ? filesOf(repo, commit) : []
}

/** `store` holds the objects. */
export async function recoverToDirectory(store: Repo, commit: string, to: string): Promise<number> {
  const snapshot = await readCommit(store, commit)
  const names = await readdir(to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new DroverError('INVALID_PATH', `${to} cannot be used: ${error.message}`, { cause: error })
  })
  if (names.length > 0) {
    throw new DroverError('DESTINATION_NOT_EMPTY', `${to} is not empty`, { hint: 'Give a new or an empty directory.' })
  }
  await mkdir(to, { recursive: true })
  return fill(store, snapshot, to)
}

async function fill(store: Repo, snapshot: Awaited<ReturnType<typeof readCommit>>, to: string): Promise<number> {
  const large = new Set(snapshot.manifest?.skipped.map(({ path }) => path))
  const files = (await filesOf(store, snapshot.tree)).filter(({ path }) => !large.has(path))
  const ignored = await ignoredFiles(store, snapshot.manifest?.ignored)
  const writer = new Writer(to)
  await withBlobs(store, async (blobs) => {
    for (const file of [...files, ...ignored]) await writer.write(file, blobs)
  })
  let count = files.length + ignored.length
  for (const nested of snapshot.manifest?.nested ?? []) {
    const inner = await storeOf(store, nested)
    if (inner === null) continue
    const below = join(to, shown(nested.path))
    await mkdir(below, { recursive: true })
    count += await fill(inner, await readCommit(inner, nested.commit), below)
  }
  return count
}

/** Where a store keeps its objects, so that another repository can compare with them. */
async function objectsOf(store: Repo): Promise<string> {
  return resolve(store.cwd, await store.text(['rev-parse', '--git-path', 'objects']))
}

/** The nested repository's objects, if they are still there. */
async function storeOf(store: Repo, nested: Nested): Promise<Repo | null> {
  if (!isSafe(nested.path)) throw unsafe(nested.path)
  const inner = await store.at(nested.gitDir).catch(() => null)
  const found = await inner?.maybe(['cat-file', '-t', nested.commit])
  return found === 'commit' ? inner : null
}

/** `tree` is opened at the top of the work tree, `store` where the objects are: often, not always, the same repository. */
export async function recoverIntoTree(tree: Repo, store: Repo, commit: string): Promise<number> {
  const snapshot = await readCommit(store, commit)
  const { gitDir } = await placesOf(tree)
  const now = await withTemp(tree, (temp) =>
    presentTree(tree, { temp, gitDir, maxFileBytes: Number.POSITIVE_INFINITY }),
  )
  const large = new Set(snapshot.manifest?.skipped.map(({ path }) => path))
  const objects = await objectsOf(store)
  const compare = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--full-index', now.tree, snapshot.tree]
  const { stdout } = await tree.run(compare, { env: { GIT_ALTERNATE_OBJECT_DIRECTORIES: objects } })
  const parts = splitNul(stdout)
  const changes = parts.flatMap((line, at) => {
    const [, mode = '', , oid = '', status = ''] = line.split(' ')
    const path = parts[at + 1] ?? ''
    return at % 2 === 0 && !large.has(path) ? [{ was: line.slice(1, 7), mode, oid, status, path }] : []
  })
  const drop = changes.filter(({ status, was }) => status === 'D' && was !== '160000')
  const write = changes.filter(({ status, mode }) => status !== 'D' && mode !== '160000')
  const writer = new Writer(tree.cwd)
  for (const { path } of drop) await writer.remove(path)
  const ignored = await ignoredFiles(store, snapshot.manifest?.ignored)
  const missing: File[] = []
  for (const file of ignored) if (!(await writer.has(file.path))) missing.push(file)
  const unsaved = await unsavedFiles(tree, write)
  for (const path of unsaved) await writer.keepAside(path)
  await withBlobs(store, async (blobs) => {
    for (const file of [...write, ...missing]) await writer.write(file, blobs)
  })
  await tree.run(['update-index', '-q', '--refresh'], { allow: [0, 1, 128] })
  let count = drop.length + write.length + missing.length
  for (const nested of snapshot.manifest?.nested ?? []) count += await recoverNested(tree, store, nested)
  return count
}

/** New to the tree and yet on disk with another content: git ignores it today, so the saved present does not hold it. */
async function unsavedFiles(tree: Repo, write: readonly (File & { was: string })[]): Promise<BytePath[]> {
  const found = await Promise.all(
    write.map(async (file) => ({
      file,
      stats: file.was === '000000' ? await lstat(under(tree.cwd, file.path)).catch(() => null) : null,
    })),
  )
  const links = found.filter(({ stats }) => stats?.isSymbolicLink()).map(({ file }) => file.path)
  const files = found.filter(({ stats }) => stats?.isFile()).map(({ file }) => file)
  if (files.length === 0) return links
  const input = Buffer.concat(files.map((file) => quoted(under(tree.cwd, file.path))))
  const ids = (await tree.text(['hash-object', '--no-filters', '--stdin-paths'], { input })).split('\n')
  return [...links, ...files.filter((file, at) => ids[at] !== file.oid).map((file) => file.path)]
}

/** Into the nested repository where it still stands; else its files alone, if the place is free. */
async function recoverNested(tree: Repo, store: Repo, nested: Nested): Promise<number> {
  const inner = await storeOf(store, nested)
  if (inner === null) return 0
  const place = join(tree.cwd, shown(nested.path))
  const standing = await lstat(join(place, '.git')).catch(() => null)
  if (standing !== null) return recoverIntoTree(await tree.at(place), inner, nested.commit)
  const names = await readdir(place).catch(() => [])
  return names.length > 0 ? 0 : recoverToDirectory(inner, nested.commit, place)
}
