/**
 * What landing asks of git, as values on the simulated repository: scratch trees, merges with two parents, the user's own
 * checkout, and a remote that others push to. Changes things in the steps in which git does, so that a crash fits between.
 * Judges nothing: a tree that a person worked in and that goes is told to `watch`.
 */
import { DroverError } from '#contract/error'
import type { ConflictFact, HoldingTree, LandOutcome, Merging, PushOutcome, Resolution } from '#ports/merging'
import type { SnapshotMade } from '#ports/workspace'
import { type Repositories, repoPath } from './repositories.ts'
import type { Life } from './scheduler.ts'

export interface ScratchTree {
  readonly path: string
  /** The commit it stands at. */
  at: string
  /** The commit that is being merged; null: nothing is under way. */
  source: string | null
  /** The merge that was committed in it. */
  result: string | null
  /** Files are being written. */
  half: boolean
  /** What a person, or a merger, made of its conflicts: nothing yet, both sides, or one that lost a side's lines. */
  resolved: 'no' | 'whole' | 'drops'
  /** A person's work in it was saved. */
  saved: boolean
}

/** The user's own checkout of the repository. */
export interface Checkout {
  /** The branch it is on; null: detached. */
  on: string | null
  dirty: boolean
}

export interface Landings {
  readonly trees: ReadonlyMap<string, ScratchTree>
  /** Merges whose commits are kept by refs. */
  readonly kept: ReadonlySet<string>
  readonly checkout: Checkout
  /** Tips of the remote's branches. */
  readonly remote: Map<string, string>
  /** mute: it takes a push, and the answer is lost. */
  remoteIs: 'there' | 'refuses' | 'gone' | 'mute'
  /** Commits that clash with whatever they are merged onto, and in which file. */
  readonly clashing: Map<string, 'file' | 'list'>
  watch: { leaves(tree: ScratchTree): void }
  exists(path: string): boolean
  mergingOf(life: Life): Merging
  resolve(tree: ScratchTree, how: 'whole' | 'drops'): void
}

const changed = { files: 1, insertions: 1, deletions: 0, paths: ['file'] }
const branchOf = (ref: string): string => ref.replace('refs/heads/', '')
const mergeOf = (message: string): string | null => /^Drover-Merge: (m-\d+)$/m.exec(message)?.[1] ?? null

export function createLandings(repositories: Repositories): Landings {
  const { main } = repositories
  const trees = new Map<string, ScratchTree>()
  const kept = new Set<string>()
  const dropping = new Set<string>()
  const clashing: Landings['clashing'] = new Map()
  const checkout: Checkout = { on: 'main', dirty: false }
  const remote = new Map(main.branches)

  const treeAt = (path: string): ScratchTree => {
    const tree = trees.get(path)
    if (tree === undefined) throw new DroverError('INVALID_PATH', `the tree ${path} does not exist`)
    return tree
  }
  const leave = (path: string): void => {
    const tree = trees.get(path)
    if (tree !== undefined && tree.resolved !== 'no') landings.watch.leaves(tree)
  }
  const clashOf = (source: string): readonly ConflictFact[] => {
    const path = clashing.get(source)
    return path === undefined ? [] : [{ path, kind: 'content' }]
  }
  const putTo = (path: string, at: string): void => {
    leave(path)
    trees.set(path, { path, at, source: null, result: null, half: true, resolved: 'no', saved: false })
    const content = repositories.contentOf(at)
    repositories.lent.set(path, { path, store: main, branch: null, head: at, content, half: false })
  }
  const commitIn = (tree: ScratchTree, message: string): string => {
    const result = repositories.join(tree.at, tree.source ?? '', mergeOf(message))
    tree.result = result
    if (tree.resolved === 'drops') dropping.add(result)
    return result
  }
  const begin = (path: string, base: string, source: string): ScratchTree => {
    const tree = treeAt(path)
    if (tree.half || tree.at !== base || tree.source !== null) throw new Error(`${path} is not ready for a merge`)
    tree.source = source
    return tree
  }
  const resolution = (path: string, request: { base: string; source: string; message: string }): Resolution => {
    const tree = treeAt(path)
    if (tree.at !== request.base || tree.source !== request.source) return { trouble: 'wrong_parents', paths: [] }
    if (tree.resolved === 'no') return { trouble: 'conflict', paths: ['file'] }
    return { result: tree.result ?? commitIn(tree, request.message) }
  }
  const holders = (target: string): readonly HoldingTree[] => {
    if (checkout.on !== target) return []
    const own = checkout.dirty ? ['file'] : []
    return [{ path: repoPath, checkedOut: true, operation: null, indexLocked: false, changed: own, inTheWay: [] }]
  }
  const swap = (target: string, expect: string, result: string): LandOutcome => {
    const now = main.branches.get(target)
    if (now === result) return { outcome: 'landed' }
    if (now !== expect) return { outcome: 'moved' }
    main.branches.set(target, result)
    return { outcome: 'landed' }
  }
  const fastForward = (target: string, expect: string, result: string): LandOutcome => {
    if (checkout.on !== target) return { outcome: 'moved' }
    if (checkout.dirty) return { outcome: 'blocked', why: 'overwrite', message: 'would be overwritten' }
    return swap(target, expect, result)
  }
  const push = (branch: string, result: string): PushOutcome => {
    const { remoteIs } = landings
    if (remoteIs === 'gone') return { outcome: 'unreachable', message: 'no route' }
    if (remoteIs === 'refuses') return { outcome: 'refused', message: 'protected' }
    const tip = remote.get(branch)
    if (tip !== undefined && repositories.contains(tip, result)) return { outcome: 'pushed' }
    if (tip !== undefined && !repositories.contains(result, tip)) return { outcome: 'moved' }
    remote.set(branch, result)
    return remoteIs === 'mute' ? { outcome: 'unreachable', message: 'cut off' } : { outcome: 'pushed' }
  }
  const save = (path: string, id: string): SnapshotMade | null => {
    if (path === repoPath) return null
    const tree = treeAt(path)
    if (tree.resolved === 'no') return null
    tree.saved = true
    const ref = `refs/drover/snapshots/merges/${id}/1`
    return { ref, commit: tree.at, parent: tree.at, files: 1, additions: 1, deletions: 0, skipped: [] }
  }

  const mergingOf = (life: Life): Merging => {
    /** One act, whose result is the answer of the step after it. */
    const acts = <T>(name: string, act: () => T): Promise<T> => {
      let made: T
      return life.does(
        name,
        [
          () => {
            made = act()
          },
        ],
        () => made,
      )
    }
    return {
      branches: (_repo, names) => life.sees('branches', () => names.map((name) => main.branches.get(name) ?? null)),
      // Targets are always named here, so that nobody counts after each turn how far a session is from its own.
      targetOf: () => Promise.resolve(null),
      subjects: () => life.sees('subjects', () => []),
      messages: () => life.sees('messages', () => []),
      relation: ({ head, base }) => life.sees('relation', () => repositories.relation(head, base)),
      contains: ({ of, commit }) => life.sees('contains', () => repositories.contains(of, commit)),
      predict: ({ base, source }) =>
        life.sees('predict', () => ({ conflicts: clashOf(source), united: [], tree: base })),
      changes: () => life.sees('changes', () => changed),
      prepare: ({ path, commit }) =>
        life.does(
          'prepare',
          [
            () => putTo(path, commit),
            () => {
              treeAt(path).half = false
            },
          ],
          () => undefined,
        ),
      discard: ({ path }) =>
        acts('discard-tree', () => {
          leave(path)
          trees.delete(path)
          repositories.lent.delete(path)
        }),
      join: ({ path, base, source, message }) =>
        acts('join', () => {
          const tree = begin(path, base, source)
          const conflicts = clashOf(source)
          return { result: conflicts.length > 0 ? null : commitIn(tree, message), conflicts, united: [] }
        }),
      unite: ({ path, commit }) =>
        acts('unite', () => (commit === null ? null : commitIn(treeAt(path), commit.message))),
      resolution: ({ path, ...request }) => acts('resolution', () => resolution(path, request)),
      evidence: ({ result }) =>
        life.sees('evidence', () => {
          const { parent, other } = repositories.commits.get(result) ?? { parent: null, other: null }
          const lost = { input: 'target', file: 'file', added: [{ line: 1, text: 'theirs' }], kept: [] } as const
          const parents = [parent, other].filter((one) => one !== null)
          return { parents, sides: dropping.has(result) ? [lost] : [], wholes: [], merged: [] }
        }),
      keep: ({ id }) => acts('keep', () => void kept.add(id)),
      kept: () => life.sees('kept', () => [...kept]),
      forget: ({ id }) => acts('forget', () => void kept.delete(id)),
      save: ({ path, id }) => acts('save-tree', () => save(path, id)),
      holders: ({ target }) => life.sees('holders', () => holders(target)),
      fastForward: ({ target, expect, result }) => acts('fast-forward', () => fastForward(target, expect, result)),
      moveRef: ({ target, expect, result }) =>
        acts('move-ref', () =>
          // Checked out in this very moment: it is taken back at once.
          checkout.on === target ? { outcome: 'moved' } : swap(target, expect, result),
        ),
      whyNoPush: async () => null,
      remoteOf: (_repo, target) => life.sees('remote-of', () => ({ remote: 'origin', ref: `refs/heads/${target}` })),
      fetchTip: ({ ref }) =>
        life.sees('fetch', () =>
          landings.remoteIs === 'gone' ? { unreachable: 'no route' } : { tip: remote.get(branchOf(ref)) ?? null },
        ),
      knownTip: ({ ref }) => life.sees('known-tip', () => remote.get(branchOf(ref)) ?? null),
      push: ({ ref, result }) => acts('push', () => push(branchOf(ref), result)),
      leftovers: (path) =>
        life.sees('leftovers-of', () => {
          const head = repositories.trees.get(path)?.head ?? ''
          return { files: left(path), nested: [], operation: null, head, stamp: left(path).join() }
        }),
      update: () => Promise.reject(new Error('nobody updates a branch in the simulation')),
      commitAll: ({ path }) =>
        acts('commit-all', () => {
          const tree = repositories.trees.get(path)
          if (tree === undefined || tree.half) throw new DroverError('GIT_FAILED', `${path} cannot be committed`)
          repositories.commit(tree)
          return tree.head ?? ''
        }),
    }
  }
  const left = (path: string): readonly string[] => {
    const tree = repositories.trees.get(path)
    if (tree === undefined || tree.head === null) return []
    return tree.content === repositories.contentOf(tree.head) ? [] : ['file']
  }

  const landings: Landings = {
    trees,
    kept,
    checkout,
    remote,
    remoteIs: 'there',
    clashing,
    watch: { leaves: () => {} },
    exists: (path) => trees.has(path),
    mergingOf,
    resolve(tree, how) {
      if (tree.half || tree.source === null || tree.result !== null) return
      tree.resolved = how
      tree.saved = false
    },
  }
  return landings
}
