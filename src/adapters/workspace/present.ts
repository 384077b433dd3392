/**
 * Owns a tree object of a work tree as it is on disk right now, made with a copy of the index so that the user's index,
 * HEAD, stash and files stay untouched. Contents are stored without filters. Used by snapshots and by recovery.
 */
import { copyFile, lstat, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { SnapshotBudget } from '#ports/workspace'
import { storeContents } from './blobs.ts'
import { type BytePath, bytesOf, parentOf, under } from './byte-path.ts'
import { chooseFiles } from './choose-files.ts'
import { type Content, Unreadable } from './content.ts'
import type { Repo } from './git.ts'
import { digest, idsOf, type KnownTrees } from './known-trees.ts'
import { createMeter, statsOf } from './limits.ts'
import type { Skipped } from './manifest.ts'
import { cannotSave, type Scan, scanTree } from './scan.ts'
import type { IndexEntry } from './tree-state.ts'

export interface Present {
  readonly tree: string
  /** The tree of the index as it is. */
  readonly index: string
  readonly scan: Scan
  readonly skipped: readonly Skipped[]
}

export interface PresentOptions {
  readonly temp: string
  readonly gitDir: string
  readonly maxFileBytes: number
  readonly budget?: SnapshotBudget
  /** What was made before, and which trees refs hold: such a tree is not made again. */
  readonly known?: { readonly trees: KnownTrees; readonly held: ReadonlySet<string> }
}

type Env = Readonly<Record<string, string>>

/** Copies the index with its time: git judges "changed in the same moment" by it, so it must never look younger. */
export async function copyIndex(gitDir: string, to: string): Promise<void> {
  const from = join(gitDir, 'index')
  const before = await stat(from, { bigint: true }).catch(() => null)
  // No index yet (a fresh scratch workspace): git reads a missing file as an empty index.
  if (before === null) return
  await copyFile(from, to)
  const seconds = Number(before.mtimeNs / 1000n - 2n) / 1e6
  await utimes(to, seconds, seconds)
}

const unmergedPick = [2, 3, 1]

/** The index as a tree; of a conflict our side is taken (the others are reachable from the commits being merged). */
async function indexTree(repo: Repo, entries: readonly IndexEntry[], temp: string, env: Env): Promise<string> {
  const conflicts = entries.filter((entry) => entry.stage > 0)
  if (conflicts.length === 0) return repo.text(['write-tree'], { env })
  const copy = { GIT_INDEX_FILE: join(temp, 'index-merged') }
  await copyFile(env.GIT_INDEX_FILE ?? '', copy.GIT_INDEX_FILE)
  const paths = [...new Set(conflicts.map((entry) => entry.path))]
  const chosen = paths.flatMap((path) => {
    const stages = unmergedPick.map((stage) => conflicts.find((e) => e.path === path && e.stage === stage))
    const pick = stages.find((entry) => entry !== undefined)
    return pick === undefined ? [] : [{ path, mode: pick.mode, oid: pick.oid }]
  })
  await updateIndex(repo, paths, chosen, copy)
  return repo.text(['write-tree'], { env: copy })
}

const isSha256 = (repo: Repo): boolean =>
  repo.settings.some(({ key, value }) => key === 'extensions.objectformat' && value === 'sha256')

interface Line {
  readonly path: BytePath
  readonly mode: string
  readonly oid: string
}

/** Drops and sets entries of an index file. Names that would be unsafe on other systems are still saved. */
export async function updateIndex(
  repo: Repo,
  drop: readonly BytePath[],
  set: readonly Line[],
  env: Env,
): Promise<void> {
  if (drop.length === 0 && set.length === 0) return
  const none = '0'.repeat(isSha256(repo) ? 64 : 40)
  const lines = [
    ...drop.map((path) => `0 ${none}\t${path}\0`),
    ...set.map((line) => `${line.mode} ${line.oid} 0\t${line.path}\0`),
  ]
  const lax = ['-c', 'core.protectNTFS=false', '-c', 'core.protectHFS=false']
  const argv = [...lax, 'update-index', '--add', '--replace', '-z', '--index-info']
  await repo.run(argv, { input: bytesOf(lines.join('')), env })
}

interface Seen {
  readonly path: BytePath
  readonly mode: string
  readonly content: Content
}

/** Looks at each path once: content to store, gone, or not to be stored. Tracked files come first where there is a budget. */
async function inspectPaths(
  repo: Repo,
  scan: Scan,
  { maxFileBytes, budget }: PresentOptions,
): Promise<{ seen: Seen[]; gone: BytePath[]; skipped: Skipped[] }> {
  const tracked = new Map(scan.entries.map((entry) => [entry.path, entry]))
  const noModes = repo.settings.findLast(({ key }) => key === 'core.filemode')?.value === 'false'
  const nested = new Set(scan.nested)
  const wanted = [...scan.look].filter((path) => tracked.get(path)?.mode !== '160000' && !nested.has(path))
  const known = wanted.filter((path) => tracked.has(path))
  const { taken, left } = chooseFiles(
    wanted.filter((path) => !tracked.has(path)),
    budget?.files ?? Number.POSITIVE_INFINITY,
  )
  const paths = [...known, ...taken]
  const stats = await statsOf(repo.cwd, paths, (path, error) => {
    throw cannotSave(path, error.code ?? error.message)
  })
  const result = {
    seen: [] as Seen[],
    gone: [] as BytePath[],
    skipped: left.map(({ path, files }): Skipped => ({ path, bytes: 0, why: 'too_many', files })),
  }
  const judge = createMeter({ file: maxFileBytes, all: budget?.bytes ?? Number.POSITIVE_INFINITY })
  for (const [at, path] of paths.entries()) {
    const entry = tracked.get(path)
    const file = under(repo.cwd, path)
    const found = stats[at] ?? null
    if (found === null || found.isDirectory() || (entry && (await behindLink(repo.cwd, path)))) {
      result.gone.push(path)
      continue
    }
    const left = judge(found)
    if (left !== null) result.skipped.push({ path, ...left })
    else if (found.isSymbolicLink())
      result.seen.push({ path, mode: '120000', content: { file, isLink: true, bytes: found.size } })
    else {
      const own = found.mode & 0o100 ? '100755' : '100644'
      const kept = noModes ? (entry?.mode.startsWith('100') ? entry.mode : '100644') : own
      result.seen.push({ path, mode: kept, content: { file, isLink: false, bytes: found.size } })
    }
  }
  return result
}

/** A tracked path below a directory that became a link is gone, whatever stands behind the link. */
async function behindLink(top: string, path: BytePath): Promise<boolean> {
  for (let parent = parentOf(path); parent !== ''; parent = parentOf(parent)) {
    if ((await lstat(under(top, parent)).catch(() => null))?.isSymbolicLink()) return true
  }
  return false
}

type Inspected = Awaited<ReturnType<typeof inspectPaths>>

/** Stores what was seen; what vanished meanwhile counts as gone. */
async function store(repo: Repo, { seen, gone, skipped }: Inspected, temp: string) {
  const contents = seen.map((one) => one.content)
  const ids = await storeContents(repo, temp, contents).catch((error: unknown) => {
    if (error instanceof Unreadable) throw cannotSave(seen[error.at]?.path ?? '', error.why)
    throw error
  })
  const lines = seen.map((one, at) => ({ path: one.path, mode: one.mode, oid: ids[at] ?? null }))
  return {
    set: lines.flatMap((line) => (line.oid === null ? [] : [{ ...line, oid: line.oid }])),
    gone: [...gone, ...lines.filter((line) => line.oid === null).map((line) => line.path)],
    skipped,
  }
}

/** One name for all that decides which tree the index is; null where the entries do not say it all. */
const indexKey = ({ entries, told }: Scan): string | null =>
  told && entries.every((entry) => entry.stage === 0)
    ? digest(['index', ...entries.map(({ mode, oid, path }) => `${mode} ${oid} ${path}`)])
    : null

const treeKey = (index: string, set: readonly Line[], gone: readonly BytePath[]): string =>
  digest([index, ...set.map(({ mode, oid, path }) => `${mode} ${oid} ${path}`), 'gone', ...gone])

/** The tree of exactly this content where it was made before and a ref holds it: then all of it is stored already. */
async function standingTree(
  repo: Repo,
  { known }: PresentOptions,
  key: string | null,
  { seen, gone }: Inspected,
): Promise<string | null> {
  if (known === undefined || key === null || known.held.size === 0) return null
  const contents = seen.map((one) => one.content)
  const ids = await idsOf(contents, isSha256(repo) ? 'sha256' : 'sha1')
  if (ids === null) return null
  const set = seen.map(({ path, mode }, at) => ({ path, mode, oid: ids[at] ?? '' }))
  const tree = known.trees.trees.get(treeKey(key, set, gone))
  return tree !== undefined && known.held.has(tree) ? tree : null
}

/** `repo.cwd` must be the top of the work tree. */
export async function presentTree(repo: Repo, options: PresentOptions): Promise<Present> {
  const env = { GIT_INDEX_FILE: join(options.temp, 'index') }
  await copyIndex(options.gitDir, env.GIT_INDEX_FILE)
  const scan = await scanTree(repo, env)
  const key = indexKey(scan)
  const trees = options.known?.trees.trees
  const before = key === null ? undefined : trees?.get(key)
  const stands = before !== undefined && options.known?.held.has(before) === true
  const index = stands ? before : await indexTree(repo, scan.entries, options.temp, env)
  if (key !== null) trees?.set(key, index)
  const found = await inspectPaths(repo, scan, options)
  if (found.seen.length === 0 && found.gone.length === 0 && key !== null)
    return { tree: index, index, scan, skipped: found.skipped }
  const standing = await standingTree(repo, options, key, found)
  if (standing !== null) return { tree: standing, index, scan, skipped: found.skipped }
  const { set, gone, skipped } = await store(repo, found, options.temp)
  const conflicted = new Set(scan.entries.filter((entry) => entry.stage > 0).map((entry) => entry.path))
  const setAgain = set.filter((line) => conflicted.has(line.path)).map((line) => line.path)
  await updateIndex(repo, [...gone, ...setAgain], set, env)
  const unchanged = set.length === 0 && gone.length === 0 && conflicted.size === 0
  const tree = unchanged ? index : await repo.text(['write-tree'], { env })
  if (key !== null) trees?.set(treeKey(key, set, gone), tree)
  return { tree, index, scan, skipped }
}
