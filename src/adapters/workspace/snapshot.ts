/**
 * Owns `refs/drover/snapshots/<session>/<n>`: a commit that holds a work tree exactly, parented on HEAD.
 *
 * Parents, in this order and named by the manifest: HEAD (when there is one), the staged state (when neither HEAD nor the
 * tree holds it), small ignored files (when asked for). Nested repositories and submodules are saved in their own object
 * store under a ref of the same name; the manifest says which commit belongs to which path. A file over the limit keeps
 * its last committed content in the tree, is listed, and recovery leaves it alone.
 */
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DroverError } from '#contract/error'
import { sessionIdPattern } from '#contract/ids'
import type { SnapshotMade, SnapshotRequest } from '#ports/workspace'
import { storeContents, Unreadable, withTemp } from './blobs.ts'
import { type BytePath, shown, splitNul, under } from './byte-path.ts'
import type { Repo } from './git.ts'
import {
  type Manifest,
  messageOf,
  type Nested,
  parseCommit,
  parseManifestLine,
  type SnapshotCommit,
} from './manifest.ts'
import { type Present, presentTree, updateIndex } from './present.ts'
import { pastLocks } from './queue.ts'
import { placesOf } from './repository.ts'
import { cannotSave } from './scan.ts'
import { ignoredPaths, rebuilt } from './tree-state.ts'

const identity = (now: Date) => {
  const date = `@${Math.floor(now.getTime() / 1000)} +0000`
  const who = { NAME: 'Drover', EMAIL: 'drover@localhost', DATE: date }
  return Object.fromEntries(
    Object.entries(who).flatMap(([key, value]) => [
      [`GIT_AUTHOR_${key}`, value],
      [`GIT_COMMITTER_${key}`, value],
    ]),
  )
}

/** Before a step that removes or overwrites files, the saved objects must be on the disk, not in its cache. */
const durable = ['-c', 'core.fsync=committed,loose-object,reference']
const destructive = new Set(['cleanup', 'restore', 'recover', 'takeover'])

export const snapshotRef = (sessionId: string, n: number): string => `refs/drover/snapshots/${sessionId}/${n}`

export async function readCommit(repo: Repo, commit: string): Promise<SnapshotCommit> {
  const text = /^[0-9a-f]{40,64}$/.test(commit) ? await repo.maybe(['cat-file', 'commit', commit]) : null
  if (text !== null) return parseCommit(text)
  throw new DroverError('SNAPSHOT_NOT_FOUND', `there is no snapshot ${commit} in ${repo.cwd}`, {
    hint: 'List the snapshots of the session and choose one of them.',
  })
}

/** HEAD and its tree in one question; an unborn HEAD has neither. */
async function headOf(repo: Repo): Promise<{ head: string | null; headTree: string | null }> {
  const words = await repo.maybe(['rev-parse', 'HEAD', 'HEAD^{tree}', '--'])
  const [head = null, headTree = null] = words?.split('\n') ?? []
  return { head, headTree }
}

/** One repository's part of a snapshot: commits made, no ref moved yet. */
interface Taken {
  readonly repo: Repo
  readonly commit: string
  readonly head: string | null
  readonly headTree: string | null
  readonly manifest: Manifest
  readonly present: Present
  /** The earlier snapshot holds exactly the same. */
  readonly same: boolean
  readonly nested: readonly Taken[]
}

type Job = Pick<SnapshotRequest, 'sessionId' | 'n' | 'reason' | 'maxFileBytes'> & {
  readonly ignoredBytes: number
  readonly now: Date
  readonly settings: readonly string[]
}

/** Commits in one repository and, by recursion, in those below it. `earlier` is a commit to compare with. */
async function take(repo: Repo, job: Job, earlier: string | null, depth: number): Promise<Taken> {
  const { gitDir } = await placesOf(repo)
  const [{ head, headTree }, before] = await Promise.all([
    headOf(repo),
    earlier === null ? null : readCommit(repo, earlier).catch(() => null),
  ])
  return withTemp(repo, async (temp) => {
    const limits = { maxFileBytes: job.maxFileBytes, settings: job.settings }
    const present = await presentTree(repo, { temp, gitDir, ...limits })
    const nested = depth > 0 ? await takeNested(repo, job, present, before, depth) : []
    const staged = present.index !== headTree && present.index !== present.tree ? present.index : null
    const ignoredTree = job.ignoredBytes > 0 ? await ignoredPart(repo, job, temp) : null
    const commit = (tree: string, parents: readonly string[], message: string) =>
      repo.text([...job.settings, 'commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-'], {
        input: message,
        env: identity(job.now),
      })
    const base = head === null ? [] : [head]
    const name = `${job.sessionId}/${job.n}`
    const stagedCommit = staged && (await commit(staged, base, `drover snapshot ${name}: staged\n`))
    const ignored = ignoredTree && (await commit(ignoredTree, [], `drover snapshot ${name}: ignored files\n`))
    const manifest: Manifest = {
      v: 1,
      index: present.index,
      staged: stagedCommit,
      ignored,
      nested: nested.map(({ record }) => record),
      skipped: present.skipped,
    }
    const parents = [...base, ...[stagedCommit, ignored].filter((parent) => parent !== null)]
    const same = before !== null && (await isSame(repo, earlier, before, present, manifest, ignoredTree, head))
    return {
      repo,
      head,
      headTree,
      present,
      manifest,
      nested: nested.map(({ taken }) => taken),
      same,
      commit:
        same && earlier !== null
          ? earlier
          : await commit(present.tree, parents, messageOf(`drover snapshot ${name} (${job.reason})`, manifest)),
    }
  })
}

/** Equal when files, staged state, HEAD, nested repositories and saved ignored files are the same as before. */
async function isSame(
  repo: Repo,
  earlier: string | null,
  before: SnapshotCommit,
  present: Present,
  manifest: Manifest,
  ignoredTree: string | null,
  head: string | null,
): Promise<boolean> {
  const past = before.manifest
  if (before.tree !== present.tree) return false
  if (past === null) {
    // Compared with an ordinary commit: the same only when it is HEAD and nothing at all stands beside it.
    const alone = manifest.nested.length === 0 && manifest.skipped.length === 0 && ignoredTree === null
    return alone && present.index === before.tree && earlier === head
  }
  if (past.index !== present.index) return false
  const extra = new Set([past.staged, past.ignored])
  if ((before.parents.find((parent) => !extra.has(parent)) ?? null) !== head) return false
  const nestedOf = (list: readonly Nested[]) =>
    JSON.stringify(list.map(({ path, commit, head: at }) => [path, commit, at]))
  if (nestedOf(past.nested) !== nestedOf(manifest.nested)) return false
  if (JSON.stringify(past.skipped) !== JSON.stringify(manifest.skipped)) return false
  if (ignoredTree === null) return true
  return past.ignored !== null && (await repo.maybe(['rev-parse', `${past.ignored}^{tree}`])) === ignoredTree
}

/** Nested repositories: a commit of their own where they differ from their HEAD, their HEAD otherwise. */
async function takeNested(repo: Repo, job: Job, present: Present, before: SnapshotCommit | null, depth: number) {
  const list: { record: Nested; taken: Taken }[] = []
  for (const path of present.scan.nested) {
    const inner = await repo.at(join(repo.cwd, shown(path)))
    const { gitDir } = await placesOf(inner).catch((error: unknown) => {
      throw cannotSave(path, `it is not a usable repository (${String(error)})`)
    })
    const past = before?.manifest?.nested.find((candidate) => candidate.path === path)
    const taken = await take(inner, { ...job, ignoredBytes: 0 }, past?.commit ?? null, depth - 1)
    const clean = taken.head !== null && equalsHead(taken)
    const commit = clean && taken.head !== null ? taken.head : taken.commit
    list.push({ record: { path, gitDir, commit, head: taken.head }, taken: { ...taken, commit } })
  }
  return list
}

function equalsHead(taken: Taken): boolean {
  const { manifest, present, headTree: tree } = taken
  const plain = manifest.nested.length === 0 && manifest.skipped.length === 0
  return plain && present.tree === tree && present.index === tree
}

const smallFile = 1024 * 1024

/** A tree of small ignored files, nearest to the top first, within the given total. */
async function ignoredPart(repo: Repo, job: Job, temp: string): Promise<string | null> {
  const open = (await ignoredPaths(repo)).sort((a, b) => a.split('/').length - b.split('/').length)
  const found: { path: BytePath; mode: string; isLink: boolean }[] = []
  let left = job.ignoredBytes
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
      found.push({ path, isLink, mode: isLink ? '120000' : stats.mode & 0o100 ? '100755' : '100644' })
    }
  }
  if (found.length === 0) return null
  const contents = found.map((one) => ({ file: under(repo.cwd, one.path), isLink: one.isLink }))
  const ids = await storeContents(repo, temp, contents, job.settings).catch((error: unknown) => {
    if (error instanceof Unreadable) throw cannotSave(found[error.at]?.path ?? '', error.why)
    throw error
  })
  const env = { GIT_INDEX_FILE: join(temp, 'index-ignored') }
  const lines = found.flatMap(({ path, mode }, at) => (ids[at] ? [{ path, mode, oid: ids[at] }] : []))
  await updateIndex(repo, [], lines, env)
  return repo.text([...job.settings, 'write-tree'], { env })
}

/** Refs come last and innermost first, so that a crash leaves either no snapshot or a whole one. */
async function publish(taken: Taken, job: Job): Promise<void> {
  for (const inner of taken.nested) {
    if (inner.commit !== inner.head) await publish(inner, job)
  }
  const ref = snapshotRef(job.sessionId, job.n)
  await pastLocks(() => taken.repo.run([...job.settings, 'update-ref', ref, taken.commit]))
}

/** Differences to HEAD; files that only a conversion made different do not count. */
async function statistics(taken: Taken): Promise<{ files: number; additions: number; deletions: number }> {
  const { repo, head, present } = taken
  if (present.tree === taken.headTree) return { files: 0, additions: 0, deletions: 0 }
  const empty = head === null ? await repo.text(['hash-object', '-t', 'tree', '--stdin'], { input: '' }) : head
  const how = ['-r', '-z', '--numstat', '--no-renames', '--no-ext-diff', '--no-textconv', '--ignore-cr-at-eol']
  const { stdout } = await repo.run(['diff-tree', ...how, empty, present.tree])
  const rows = splitNul(stdout).map((line) => line.split('\t'))
  const counted = rows.filter((row) => !present.scan.converted.has(row.slice(2).join('\t')))
  const sum = (column: number) => counted.reduce((total, row) => total + (Number(row[column]) || 0), 0)
  return { files: counted.length, additions: sum(0), deletions: sum(1) }
}

function allSkipped(taken: Taken, prefix: string): SnapshotMade['skipped'] {
  const own = taken.manifest.skipped.map((one) => ({ ...one, path: prefix + shown(one.path) }))
  const below = taken.nested.map((inner, at) =>
    allSkipped(inner, `${prefix}${shown(taken.manifest.nested[at]?.path ?? '')}/`),
  )
  return [...own, ...below.flat()]
}

/** `tree` must be opened at the top of the work tree. */
export async function takeSnapshot(tree: Repo, request: SnapshotRequest): Promise<SnapshotMade | null> {
  if (!sessionIdPattern.test(request.sessionId) || !Number.isSafeInteger(request.n) || request.n < 1) {
    throw new DroverError('SNAPSHOT_FAILED', `${request.sessionId}/${request.n} is not a snapshot name`)
  }
  const settings = destructive.has(request.reason) ? durable : []
  const job: Job = { ...request, ignoredBytes: request.ignoredBytes ?? 0, now: new Date(), settings }
  const taken = await take(tree, job, request.unlessSameAs ?? null, 5)
  if (taken.same) return null
  const counts = await statistics(taken)
  await publish(taken, job)
  return {
    ref: snapshotRef(request.sessionId, request.n),
    commit: taken.commit,
    parent: taken.head,
    ...counts,
    skipped: allSkipped(taken, ''),
  }
}

/** Deletes snapshots, those of nested repositories included. Refs that are not snapshots are left alone. */
export async function dropSnapshots(repo: Repo, refs: readonly string[]): Promise<void> {
  const ours = refs.filter((ref) => /^refs\/drover\/snapshots\/[a-z0-9_-]+\/[0-9]+$/.test(ref))
  for (let at = 0; at < ours.length; at += 200) {
    const some = ours.slice(at, at + 200)
    const known = await repo.text(['for-each-ref', '--format=%(refname) %(contents:body)', ...some])
    const inner = new Map<string, string[]>()
    for (const line of known.split('\n')) {
      const ref = line.split(' ')[0] ?? ''
      for (const nested of parseManifestLine(line.slice(ref.length + 1))?.nested ?? []) {
        inner.set(nested.gitDir, [...(inner.get(nested.gitDir) ?? []), ref])
      }
    }
    for (const [gitDir, names] of inner) {
      // A nested repository that is gone took its refs along.
      const below = await repo.at(gitDir).catch(() => null)
      if (below !== null) await dropSnapshots(below, names)
    }
    const input = some.map((ref) => `delete ${ref}\n`).join('')
    await pastLocks(() => repo.run(['update-ref', '--stdin'], { input }))
  }
}
