/**
 * Owns writing a snapshot back: into a new or empty directory, or into the work tree it came from (or a new one).
 *
 * Contents are written byte for byte, without filters. Into a work tree only what differs is touched: files that the
 * snapshot does not have go if git tracks them or would show them as untracked; ignored files stay, and saved ignored
 * files come back only where none stands; an ignored file at the place of a saved one is kept beside it. Files that were
 * too large for the snapshot are left alone, and so are present ones that are too large to be saved. HEAD, branch, stash
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
import {
  type Found,
  findNested,
  lostRepository,
  type Missing,
  makeAgain,
  sortOut,
  unsafe,
  within,
} from './find-nested.ts'
import type { Repo } from './git.ts'
import type { Manifest, Nested } from './manifest.ts'
import { presentTree } from './present.ts'
import { openQuarantine, pastPruning } from './quarantine.ts'
import { readCommit } from './read-snapshot.ts'
import { linkAt, placesOf } from './repository.ts'

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

export interface Recovered {
  readonly files: number
  readonly left: readonly string[]
  /** What the snapshot has and could not be written. */
  readonly missing: readonly Missing[]
}

async function ignoredFiles(repo: Repo, commit: string | null | undefined): Promise<File[]> {
  return commit ? filesOf(repo, commit) : []
}

/** `store` holds the objects. */
export async function recoverToDirectory(store: Repo, commit: string, to: string): Promise<Recovered> {
  const snapshot = await readCommit(store, commit)
  const names = await readdir(to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new DroverError('INVALID_PATH', `${to} cannot be used: ${error.message}`, { cause: error })
  })
  if (names.length > 0) {
    throw new DroverError('DESTINATION_NOT_EMPTY', `${to} is not empty`, { hint: 'Give a new or an empty directory.' })
  }
  await mkdir(to, { recursive: true })
  return fill(store, { store, commit, snapshot }, to)
}

/** `root` is the outermost repository, which keeps what nested ones saved. */
async function fill(root: Repo, { store, snapshot }: Found, to: string): Promise<Recovered> {
  const large = new Set(snapshot.manifest?.skipped.map(({ path }) => path))
  const wanted = (await filesOf(store, snapshot.tree)).filter(({ path }) => !large.has(path))
  const { there, gone } = await sortOut(store, [...wanted, ...(await ignoredFiles(store, snapshot.manifest?.ignored))])
  const writer = new Writer(to)
  await withBlobs(store, async (blobs) => {
    for (const file of there) await writer.write(file, blobs)
  })
  let files = there.length
  const missing = [...gone]
  for (const nested of snapshot.manifest?.nested ?? []) {
    const found = await findNested(root, nested)
    if (found === null) {
      missing.push(lostRepository(nested))
      continue
    }
    const place = join(to, shown(nested.path))
    await mkdir(place, { recursive: true })
    const below = await fill(root, found, place)
    files += below.files
    missing.push(...within(nested, below.missing))
  }
  return { files, left: [], missing }
}

/** Where a store keeps its objects, so that another repository can compare with them. */
async function objectsOf(store: Repo): Promise<string> {
  return resolve(store.cwd, await store.text(['rev-parse', '--git-path', 'objects']))
}

/** What a snapshot left out stays as it is: a file wholly, of a crowded directory only what the snapshot does not hold. */
function leftOut(manifest: Manifest | null): (path: BytePath, status: string) => boolean {
  const files = new Set(manifest?.skipped.filter(({ files }) => files === undefined).map(({ path }) => path))
  const crowds = manifest?.skipped.filter(({ files }) => files !== undefined).map(({ path }) => path) ?? []
  return (path, status) =>
    files.has(path) || (status === 'D' && crowds.some((crowd) => crowd === './' || path.startsWith(crowd)))
}

/** `tree` is opened at the top of the work tree, `store` where the objects are: often, not always, the same repository. */
export async function recoverIntoTree(
  tree: Repo,
  store: Repo,
  commit: string,
  maxFileBytes: number,
): Promise<Recovered> {
  return writeInto(tree, store, { store, commit, snapshot: await readCommit(store, commit) }, maxFileBytes)
}

async function writeInto(tree: Repo, root: Repo, from: Found, maxFileBytes: number): Promise<Recovered> {
  const { store, snapshot } = from
  const { gitDir, commonDir } = await placesOf(tree)
  const objects = await objectsOf(store)
  const { now, stdout } = await withTemp(tree, async (temp) => {
    const { repo } = await openQuarantine(tree, commonDir, temp, [objects])
    const present = await pastPruning(() => presentTree(repo, { temp, gitDir, maxFileBytes }))
    const compare = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--full-index', present.tree, snapshot.tree]
    return { now: present, stdout: (await repo.run(compare)).stdout }
  })
  const keeps = leftOut(snapshot.manifest)
  // Nobody could save these, so nothing may take their place. A pipe or a socket has no content to lose.
  const unsaved = new Set(now.skipped.filter(({ why }) => why !== 'not_a_file').map(({ path }) => path))
  const parts = splitNul(stdout)
  const changes = parts.flatMap((line, at) => {
    const [, mode = '', , oid = '', status = ''] = line.split(' ')
    const path = parts[at + 1] ?? ''
    return at % 2 === 0 && !keeps(path, status) && !unsaved.has(path)
      ? [{ was: line.slice(1, 7), mode, oid, status, path }]
      : []
  })
  const drop = changes.filter(({ status, was }) => status === 'D' && was !== '160000')
  const wanted = changes.filter(({ status, mode }) => status !== 'D' && mode !== '160000')
  const { there: write, gone } = await sortOut(store, wanted)
  const writer = new Writer(tree.cwd)
  for (const { path } of drop) await writer.remove(path)
  const ignored = await sortOut(store, await ignoredFiles(store, snapshot.manifest?.ignored))
  const absent: File[] = []
  for (const file of ignored.there) if (!(await writer.has(file.path))) absent.push(file)
  for (const path of await unsavedFiles(tree, write)) await writer.keepAside(path)
  await withBlobs(store, async (blobs) => {
    for (const file of [...write, ...absent]) await writer.write(file, blobs)
  })
  await tree.run(['update-index', '-q', '--refresh'], { allow: [0, 1, 128] })
  let files = drop.length + write.length + absent.length
  const left = [...unsaved].filter((path) => !keeps(path, 'M')).map(shown)
  const missing = [...gone, ...ignored.gone]
  for (const nested of snapshot.manifest?.nested ?? []) {
    const below = await recoverNested(tree, root, from, nested, maxFileBytes)
    files += below.files
    left.push(...below.left.map((path) => `${shown(nested.path)}/${path}`))
    missing.push(...below.missing)
  }
  return { files, left: left.sort(), missing }
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

/**
 * Into the nested repository where it stands. Where the place is free it is made again, with its commits; one that had
 * nothing of its own beyond what the outer commit names is left for git to fill, as in any new worktree.
 */
async function recoverNested(
  tree: Repo,
  root: Repo,
  outer: Found,
  nested: Nested,
  maxFileBytes: number,
): Promise<Recovered> {
  const place = join(tree.cwd, shown(nested.path))
  const lost = (why: Missing['why']): Recovered => ({
    files: 0,
    left: [],
    missing: [{ ...lostRepository(nested), why }],
  })
  const inside = (below: Recovered): Recovered => ({ ...below, missing: within(nested, below.missing) })
  const standing = await lstat(join(place, '.git')).catch(() => null)
  const link = await linkAt(outer.store, outer.snapshot.tree, nested.path)
  const found = await findNested(root, nested)
  if (standing !== null) {
    if (found === null) return lost('repository_missing')
    return inside(await writeInto(await tree.at(place), root, found, maxFileBytes))
  }
  if (nested.commit === nested.head && nested.head === link) return { files: 0, left: [], missing: [] }
  if (found === null) return lost('repository_missing')
  if ((await readdir(place).catch(() => [])).length > 0) return lost('in_the_way')
  const made = await makeAgain(tree, found.store, nested, place)
  if (made === null) return lost('history_missing')
  return inside(await writeInto(made, root, found, maxFileBytes))
}
