/**
 * Owns the port of landing by way of the git binary: opens git in the right directory, puts work on a repository's shared
 * parts in a queue, keeps the refs of merges apart by home, and hands over to the files beside it.
 */
import { tmpdir } from 'node:os'
import { DroverError } from '#contract/error'
import { mergeIdPattern } from '#contract/merge'
import type { Merging } from '#ports/merging'
import type { SnapshotMade } from '#ports/workspace'
import { createGit, type GitOptions, type Log, type Repo } from '../git.ts'
import { settled } from '../place.ts'
import { createQueue, pastLocks } from '../queue.ts'
import { placesOf } from '../repository.ts'
import { takeSnapshot } from '../snapshot.ts'
import { openTree } from '../strayed.ts'
import { isThere } from '../worktree.ts'
import { evidence } from './evidence.ts'
import { join, resolution, unite } from './join.ts'
import { fastForward, holders, isUntouched, moveRef } from './land.ts'
import { commitAll, leftovers } from './leftovers.ts'
import * as look from './look.ts'
import { predict } from './predict.ts'
import { fetchTip, knownTip, push, remoteOf, whyNoPush } from './remote.ts'
import { drop, prepare } from './scratch.ts'
import { update } from './update.ts'

export interface MergingOptions {
  readonly log?: Log
  /** Marks git's processes as this home's. */
  readonly mark?: Readonly<Record<string, string>>
  readonly gitPath?: string
  readonly temp?: string
  /** The word of this home, in the names of its refs. */
  readonly home?: string
  readonly timeouts?: { readonly callMs?: number; readonly checkoutMs?: number; readonly remoteMs?: number }
  readonly credentials?: GitOptions['credentials']
}

const silent: Log = { debug: () => {}, warn: () => {} }

/** How much a snapshot of a checkout reads of what git does not track: the landing touches none of it. */
const budget = { files: 2000, bytes: 256 * 1024 * 1024 }

export function createMerging(options: MergingOptions = {}): Merging {
  const log = options.log ?? silent
  const home = options.home ?? 'nohome00'
  const { callMs = 60_000, checkoutMs = 15 * 60_000, remoteMs = 120_000 } = options.timeouts ?? {}
  const marked = { credentials: options.credentials, ...(options.mark === undefined ? {} : { mark: options.mark }) }
  const git = createGit({ gitPath: options.gitPath ?? 'git', log, callMs, temp: options.temp ?? tmpdir(), ...marked })
  const queue = createQueue()

  const refsOf = (id: string): string => {
    if (!mergeIdPattern.test(id)) throw new Error(`${id} is no merge`)
    return `refs/drover/merges/${home}/${id}`
  }
  const tree = async (path: string, repoPath: string | null = null): Promise<Repo> => {
    if (await isThere(path)) return openTree(git.at, path, repoPath)
    throw new DroverError('INVALID_PATH', `the tree ${path} does not exist`, {
      hint: 'Retry the merge from the start.',
    })
  }
  /** What two commits are to each other stays so: the steps of one merge ask it several times. */
  const known = new Map<string, Promise<unknown>>()
  const once = <T>(key: string, ask: () => Promise<T>): Promise<T> => {
    const found = known.get(key) as Promise<T> | undefined
    if (found !== undefined) return found
    const asked = ask()
    asked.catch(() => known.delete(key))
    if (known.size >= 100) known.clear()
    known.set(key, asked)
    return asked
  }
  /** A name that a session of the same number cannot have. */
  const savedBy = `${home}merges`

  return {
    branches: async (repoPath, names) => look.branches(await git.at(repoPath), names),
    targetOf: async (repoPath, baseRef) => look.targetOf(await git.at(repoPath), baseRef),
    relation: ({ repoPath, head, base }) =>
      once(`relation ${base} ${head} ${repoPath}`, async () => look.relation(await git.at(repoPath), head, base)),
    subjects: async ({ repoPath, ...request }) => look.subjects(await git.at(repoPath), request),
    messages: async ({ repoPath, ...request }) => look.messages(await git.at(repoPath), request),
    contains: async ({ repoPath, of, commit }) => look.contains(await git.at(repoPath), of, commit),
    predict: async ({ repoPath, ...request }) => predict(await git.at(repoPath), request),
    changes: ({ repoPath, from, to }) =>
      once(`changes ${from} ${to} ${repoPath}`, async () => look.changes(await git.at(repoPath), from, to)),

    async prepare(request) {
      const path = await settled(request.path)
      const repo = await git.at(request.repoPath)
      const { commonDir } = await placesOf(repo)
      const serial = <T>(work: () => Promise<T>): Promise<T> => queue.run(commonDir, work)
      await prepare(repo, commonDir, path, request.commit, { checkoutMs, serial })
    },
    async discard(request) {
      const path = await settled(request.path)
      const repo = await git.at(request.repoPath)
      const { commonDir } = await placesOf(repo)
      await queue.run(commonDir, () => drop(repo, path))
    },
    join: async ({ path, ...request }) => join(await tree(path), request),
    unite: async ({ path, ...request }) => unite(await tree(path), request),
    resolution: async ({ path, ...request }) => resolution(await tree(path), request),
    evidence: async ({ repoPath, ...request }) => evidence(await git.at(repoPath), request),

    async keep({ repoPath, id, commits }) {
      const base = refsOf(id)
      const input = Object.entries(commits).map(([name, commit]) => `update ${base}/${name} ${commit}\n`)
      const repo = await git.at(repoPath)
      await pastLocks(() => repo.run(['update-ref', '--stdin'], { input: input.join('') }))
    },
    async kept(repoPath) {
      const base = `refs/drover/merges/${home}/`
      const refs = await (await git.at(repoPath)).text(['for-each-ref', '--format=%(refname)', base])
      const ids = refs.split('\n').map((ref) => ref.slice(base.length).split('/')[0] ?? '')
      return [...new Set(ids.filter((id) => mergeIdPattern.test(id)))]
    },
    async forget({ repoPath, id }) {
      const repo = await git.at(repoPath)
      const refs = (await repo.text(['for-each-ref', '--format=%(refname)', `${refsOf(id)}/`])).split('\n')
      const input = refs.filter((ref) => ref !== '').map((ref) => `delete ${ref}\n`)
      if (input.length > 0) await pastLocks(() => repo.run(['update-ref', '--stdin'], { input: input.join('') }))
    },
    async save({ path, id, maxFileBytes }) {
      const work = await tree(path)
      if (await isUntouched(work)) return null
      const head = await work.maybe(['rev-parse', '--verify', '--quiet', 'HEAD'])
      const take = (n: number): Promise<SnapshotMade | null> =>
        takeSnapshot(work, savedBy, {
          sessionId: id,
          path,
          n,
          reason: 'merge',
          maxFileBytes,
          budget,
          unlessSameAs: head,
        })
      return take(1).catch((error: unknown) => {
        const { taken } = ((error instanceof DroverError ? error.details : null) ?? {}) as { taken?: number }
        if (taken === undefined) throw error
        return take(taken + 1)
      })
    },

    holders: async ({ repoPath, ...request }) => holders(await git.at(repoPath), request),
    fastForward: async ({ path, ...request }) => fastForward(await tree(path), request, checkoutMs),
    async moveRef({ repoPath, ...request }) {
      const repo = await git.at(repoPath)
      const { commonDir } = await placesOf(repo)
      return queue.run(commonDir, () => moveRef(repo, request))
    },

    remoteOf: async (repoPath, target) => remoteOf(await git.at(repoPath), target),
    fetchTip: async ({ repoPath, ...where }) => fetchTip(await git.at(repoPath), where, remoteMs),
    knownTip: async ({ repoPath, ...where }) => knownTip(await git.at(repoPath), where),
    whyNoPush: async ({ repoPath, ...request }) => whyNoPush(await git.at(repoPath), request, remoteMs),
    push: async ({ repoPath, ...request }) => push(await git.at(repoPath), request, remoteMs),

    leftovers: async (path, repoPath = null) => leftovers(await tree(path, repoPath)),
    update: async ({ path, repoPath = null, ...request }) => update(await tree(path, repoPath), request, checkoutMs),
    commitAll: async ({ path, repoPath = null, ...request }) => commitAll(await tree(path, repoPath), request),
  }
}
