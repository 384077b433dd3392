/**
 * Owns `refs/drover/snapshots/<home>/<session>/<n>`: a commit that holds a work tree exactly, parented on HEAD. A ref is made
 * where none stands and deleted where it stands as it was made; one of another home is never touched.
 *
 * Parents, in this order and named by the manifest: HEAD (when there is one), the staged state (when neither HEAD nor the
 * tree holds it), small ignored files (when asked for), and what keeps nested repositories and submodules here. Those are
 * saved in their own object store under a ref of the same name, and copied into this one (`keep-nested.ts`), which outlives
 * them; the manifest says which commit belongs to which path. A file over the limit keeps
 * its last committed content in the tree, is listed, and recovery leaves it alone.
 */
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { DroverError } from '#contract/error'
import { sessionIdPattern } from '#contract/ids'
import type { SnapshotMade, SnapshotRequest } from '#ports/workspace'
import { withTemp } from './blobs.ts'
import { type BytePath, shown } from './byte-path.ts'
import { isPartial } from './carry.ts'
import { changedSince, statistics } from './count-changes.ts'
import type { Repo } from './git.ts'
import { ignoredPart } from './ignored-part.ts'
import { branchOf, keepPart } from './keep-nested.ts'
import { createKnownTrees, type KnownTrees } from './known-trees.ts'
import { type Earlier, lookBack } from './look-back.ts'
import { type Manifest, messageOf, type Nested, type Skipped, type SnapshotCommit } from './manifest.ts'
import { type Present, presentTree } from './present.ts'
import { isPruned, openQuarantine, pastPruning, type Quarantine } from './quarantine.ts'
import { pastLocks } from './queue.ts'
import { placesOf } from './repository.ts'
import { cannotSave } from './scan.ts'
import { unsavedGit } from './strayed.ts'

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
const destructive = new Set(['cleanup', 'restore', 'recover', 'takeover', 'merge'])

const refsOf = (home: string, sessionId: string): string => `refs/drover/snapshots/${home}/${sessionId}`
const snapshotRef = (home: string, sessionId: string, n: number): string => `${refsOf(home, sessionId)}/${n}`

/** One repository's part of a snapshot: commits made, no ref moved yet. */
interface Taken {
  readonly repo: Repo
  readonly commit: string
  readonly head: string | null
  readonly headTree: string | null
  readonly manifest: Manifest
  readonly present: Present
  readonly quarantine: Quarantine
  /** Commits and trees that refs hold: what they need is safe already. */
  readonly held: readonly string[]
  /** The earlier snapshot holds exactly the same. */
  readonly same: boolean
  readonly nested: readonly Taken[]
  /** What the outermost store keeps of the repositories in it. */
  readonly keptBelow: readonly (string | null)[]
  readonly message: string
}

type Job = Pick<SnapshotRequest, 'sessionId' | 'n' | 'reason' | 'maxFileBytes' | 'budget'> & {
  readonly home: string
  readonly ignoredBytes: number
  readonly now: Date
  readonly settings: readonly string[]
  /** Holds what is made until refs hold it. */
  readonly temp: string
  /** Where the outermost repository's new objects go; null for that repository itself. */
  readonly root: Repo | null
  readonly trees: KnownTrees
}

const commitTree = (repo: Repo, job: Job, tree: string, parents: readonly string[], message: string): Promise<string> =>
  repo.text(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-'], {
    input: message,
    env: identity(job.now),
  })

/** Commits in one repository and, by recursion, in those below it. */
async function take(repo: Repo, job: Job, earlier: Earlier | null, depth: number): Promise<Taken> {
  const { gitDir, commonDir } = await placesOf(repo)
  const temp = await mkdtemp(join(job.temp, 'repo-'))
  const [quarantine, { head, headTree, before, held }] = await Promise.all([
    openQuarantine(repo, commonDir, temp),
    lookBack(repo, earlier),
  ])
  const inside = quarantine.repo
  const { maxFileBytes, budget } = job
  const earlierParts = before !== null && earlier !== null && held ? heldBy(earlier.commit, before) : []
  const present = await presentTree(inside, {
    ...{ temp, gitDir, maxFileBytes },
    ...(budget === undefined ? {} : { budget }),
    known: { trees: job.trees, held: new Set([...(headTree === null ? [] : [headTree]), ...earlierParts]) },
  })
  const nested = depth > 0 ? await takeNested(repo, { ...job, root: job.root ?? inside }, present, before, depth) : []
  const staged = present.index !== headTree && present.index !== present.tree ? present.index : null
  const ignoredTree = job.ignoredBytes > 0 ? await ignoredPart(inside, job.ignoredBytes, temp) : null
  const commit = (tree: string, parents: readonly string[], words: string) =>
    commitTree(inside, job, tree, parents, words)
  const base = head === null ? [] : [head]
  const name = `${job.sessionId}/${job.n}`
  const stagedCommit = staged && (await commit(staged, base, `drover snapshot ${name}: staged\n`))
  const ignored = ignoredTree && (await commit(ignoredTree, [], `drover snapshot ${name}: ignored files\n`))
  const manifest: Manifest = {
    v: 1,
    head,
    index: present.index,
    staged: stagedCommit,
    ignored,
    nested: nested.map(({ record }) => record),
    skipped: [...(await unsavedGit(repo)), ...present.skipped, ...nested.flatMap(({ unkept }) => unkept)],
  }
  const keptBelow = nested.flatMap(({ record, taken }) => [record.kept ?? null, ...taken.keptBelow])
  const kept = job.root === null ? keptBelow : []
  const parents = [...new Set([...base, ...[stagedCommit, ignored, ...kept].filter((parent) => parent !== null)])]
  const message = messageOf(`drover snapshot ${name} (${job.reason})`, manifest)
  const past = earlier?.commit ?? null
  const same = before !== null && (await isSame(repo, past, before, present, manifest, ignoredTree, head))
  return {
    repo,
    quarantine,
    held: [...base, ...earlierParts],
    head,
    headTree,
    present,
    manifest,
    nested: nested.map(({ taken }) => taken),
    keptBelow,
    message,
    same,
    commit: same && past !== null ? past : await commit(present.tree, parents, message),
  }
}

/** Of a commit that is no ancestor git looks at the history only, so its trees are named themselves. */
const heldBy = (commit: string, { tree, manifest }: SnapshotCommit): readonly string[] => [
  commit,
  tree,
  ...(manifest === null ? [] : [manifest.index]),
  ...(manifest?.nested ?? []).flatMap((nested) => (nested.kept != null && nested.tree ? [nested.tree] : [])),
]

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
  const stood = past.head === undefined ? before.parents.find((parent) => !extra.has(parent)) : past.head
  if ((stood ?? null) !== head) return false
  const nestedOf = (list: readonly Nested[]) =>
    JSON.stringify(list.map(({ path, commit, head: at, kept }) => [path, commit, at, kept ?? null]))
  if (nestedOf(past.nested) !== nestedOf(manifest.nested)) return false
  if (JSON.stringify(past.skipped) !== JSON.stringify(manifest.skipped)) return false
  if (ignoredTree === null) return true
  return past.ignored !== null && (await repo.maybe(['rev-parse', `${past.ignored}^{tree}`])) === ignoredTree
}

interface TakenNested {
  readonly record: Nested
  readonly taken: Taken
  /** Said where it could not be copied and the worktree stays. */
  readonly unkept: readonly Skipped[]
}

type InnerJob = Job & { readonly root: Repo }

/** Nested repositories: a commit of their own where they differ from their HEAD, their HEAD otherwise. */
async function takeNested(
  repo: Repo,
  job: InnerJob,
  present: Present,
  before: SnapshotCommit | null,
  depth: number,
): Promise<TakenNested[]> {
  const list: TakenNested[] = []
  for (const path of present.scan.nested) {
    const inner = await repo.at(join(repo.cwd, shown(path)))
    const { gitDir } = await placesOf(inner).catch((error: unknown) => {
      throw cannotSave(path, `it is not a usable repository (${String(error)})`)
    })
    const past = before?.manifest?.nested.find((candidate) => candidate.path === path)
    const earlier = past === undefined ? null : { commit: past.commit }
    const took = await take(inner, { ...job, ignoredBytes: 0 }, earlier, depth - 1)
    const clean = took.head !== null && equalsHead(took)
    const taken = { ...took, commit: clean && took.head !== null ? took.head : took.commit }
    const { kept, unkept } = await keep(job, path, taken, past)
    const { commit, head } = taken
    const record = { path, gitDir, commit, head, branch: await branchOf(gitDir), tree: taken.present.tree, kept }
    list.push({ record, taken, unkept })
  }
  return list
}

/** A part that cannot be copied stops a snapshot before a removal; otherwise it is where it stands, and that is said. */
async function keep(
  job: InnerJob,
  path: BytePath,
  taken: Taken,
  past: Nested | undefined,
): Promise<{ kept: string | null; unkept: readonly Skipped[] }> {
  const all = destructive.has(job.reason)
  const keeper = {
    root: job.root,
    all,
    commit: (tree: string, message: string) => commitTree(job.root, job, tree, [], message),
  }
  const part = { ...taken, inside: taken.quarantine.repo, tree: taken.present.tree }
  try {
    return { kept: await keepPart(keeper, part, past), unkept: [] }
  } catch (error) {
    // What a partial clone never fetched is no sign of somebody who prunes beside us.
    if (isPruned(error) && !isPartial(taken.repo)) throw error
    if (all) throw cannotSave(path, `its content could not be copied (${String(error)})`)
    return { kept: null, unkept: [{ path, bytes: 0, why: 'not_copied' }] }
  }
}

function equalsHead(taken: Taken): boolean {
  const { manifest, present, headTree: tree } = taken
  const plain = manifest.nested.length === 0 && manifest.skipped.length === 0
  return plain && present.tree === tree && present.index === tree
}

/** Refs come last and innermost first, so that a crash leaves either no snapshot or a whole one. */
async function publish(taken: Taken, job: Job): Promise<void> {
  for (const inner of taken.nested) {
    if (inner.commit !== inner.head) await publish(inner, job)
  }
  const note = `drover ${job.home} ${job.sessionId}/${job.n}`
  const admitted = await taken.quarantine.admit(taken.commit, taken.held, { note, durable: job.settings.length > 0 })
  try {
    await setRef(taken, job)
  } finally {
    await admitted.release()
  }
}

async function setRef(taken: Taken, job: Job): Promise<void> {
  const ref = snapshotRef(job.home, job.sessionId, job.n)
  const create = [...job.settings, 'update-ref', ref, taken.commit, '0'.repeat(taken.commit.length)]
  await pastLocks(() => taken.repo.run(create)).catch(async (error: unknown) => {
    const standing = await taken.repo.maybe(['rev-parse', '--verify', '--quiet', ref])
    // A first try that met trouble only afterwards.
    if (standing === taken.commit) return
    if (standing === null) throw error
    throw await refTaken(taken.repo, job, ref)
  })
}

/** The number is in use: by a copy of this home that could not be told apart, or by one put back from a backup. */
async function refTaken(repo: Repo, job: Job, ref: string): Promise<DroverError> {
  const all = await repo.text(['for-each-ref', '--format=%(refname)', `${refsOf(job.home, job.sessionId)}/`])
  const numbers = all.split('\n').map((name) => Number(name.slice(name.lastIndexOf('/') + 1)) || 0)
  return new DroverError('SNAPSHOT_FAILED', `${ref} exists already and was left as it is`, {
    hint: 'The next number is taken by itself; look for a second home with the same store if this comes back.',
    details: { taken: Math.max(job.n, ...numbers) },
  })
}

function allSkipped(taken: Taken, prefix: string): SnapshotMade['skipped'] {
  const own = taken.manifest.skipped.map((one) => ({
    ...one,
    path: one.path === './' && prefix !== '' ? prefix : prefix + shown(one.path),
  }))
  const below = taken.nested.map((inner, at) =>
    allSkipped(inner, `${prefix}${shown(taken.manifest.nested[at]?.path ?? '')}/`),
  )
  return [...own, ...below.flat()]
}

/** What one look found: the snapshot, null where nothing changed, and how many files differ where that was asked for. */
interface Look {
  readonly made: SnapshotMade | null
  /** null: not asked for, or this tree must be looked at as `diff.ts` does. */
  readonly changed: number | null
}

export interface LookOptions {
  readonly trees?: KnownTrees
  /** Counts the files that differ from this commit. */
  readonly countFrom?: string
}

export const takeSnapshot = async (tree: Repo, home: string, request: SnapshotRequest): Promise<SnapshotMade | null> =>
  (await lookAndSave(tree, home, request, {})).made

/** `tree` must be opened at the top of the work tree. */
export async function lookAndSave(
  tree: Repo,
  home: string,
  request: SnapshotRequest,
  { trees = createKnownTrees(), countFrom }: LookOptions,
): Promise<Look> {
  if (!/^[a-z0-9]+$/.test(home)) throw new Error(`${home} is no word for a home`)
  if (!sessionIdPattern.test(request.sessionId) || !Number.isSafeInteger(request.n) || request.n < 1) {
    throw new DroverError('SNAPSHOT_FAILED', `${request.sessionId}/${request.n} is not a snapshot name`)
  }
  const settings = destructive.has(request.reason) ? durable : []
  const { unlessSameAs = null, heldBy, ignoredBytes = 0 } = request
  const earlier =
    unlessSameAs === null ? null : { commit: unlessSameAs, ...(heldBy === undefined ? {} : { ref: heldBy }) }
  const attempt = async (temp: string): Promise<Look> => {
    const job: Job = { ...request, home, ignoredBytes, now: new Date(), settings, temp, root: null, trees }
    const taken = await take(tree, job, earlier, 5)
    const counts = taken.same ? null : await statistics(taken)
    const changed = countFrom === undefined ? null : await changedSince(taken, countFrom, counts, trees)
    if (counts === null) return { made: null, changed }
    await publish(taken, job)
    const { files, additions, deletions } = counts
    return {
      changed,
      made: {
        ref: snapshotRef(home, request.sessionId, request.n),
        commit: taken.commit,
        parent: taken.head,
        ...{ files, additions, deletions },
        skipped: allSkipped(taken, ''),
      },
    }
  }
  // Somebody who prunes beside us may take an object that is in no ref yet; then all of it is made once more.
  return pastPruning(() => withTemp(tree, attempt))
}
