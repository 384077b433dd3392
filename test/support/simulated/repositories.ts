/**
 * Repositories, worktrees and snapshots as values: a tree is one number, its content; a commit holds one. Changes files in
 * the steps in which git does, so that a crash finds trees that are half made or half gone. Judges nothing: content that
 * leaves the world is told to `watch`.
 */
import { DroverError } from '#contract/error'
import type { DiffFile, SnapshotMade, TreeState, Workspaces, WorktreeRequest } from '#ports/workspace'
import type { Life } from './scheduler.ts'

export interface Commit {
  readonly id: string
  readonly content: number
  readonly parent: string | null
  /** Of a merge: the commit that was merged in, and whose merge it is. */
  readonly other: string | null
  readonly merge: string | null
}

export interface Tree {
  readonly path: string
  /** Where its commits and refs are: its repository, or itself for a scratch workspace. */
  readonly store: Store
  readonly branch: string | null
  head: string | null
  content: number
  /** Files are being written or deleted. */
  half: boolean
}

/** One object store with its refs. */
export interface Store {
  readonly path: string
  readonly branches: Map<string, string>
  readonly snapshots: Map<string, string>
}

export interface RepositoriesWatch {
  /** Content that stood in a tree is about to be deleted or overwritten. */
  leaves(tree: Tree, why: 'removed' | 'discarded' | 'overwritten'): void
  /** A branch is about to be deleted. */
  dropped(store: Store, branch: string): void
}

export interface Repositories {
  /** The address of its remote. */
  origin: string
  readonly trees: ReadonlyMap<string, Tree>
  /** Trees that are somebody else's to make and remove, and in which agents may work: those of merges. */
  readonly lent: Map<string, Tree>
  readonly commits: ReadonlyMap<string, Commit>
  readonly main: Store
  watch: RepositoriesWatch
  exists(path: string): boolean
  workspacesOf(life: Life): Workspaces
  /** An agent or a person writes a file. */
  edit(tree: Tree): void
  commit(tree: Tree): void
  /** The operator merges a branch into the default branch. */
  merge(tree: Tree): void
  /** A commit of somebody's, made without a tree. */
  add(parent: string): string
  /** A merge of two commits; `merge` names whose. */
  join(parent: string, other: string, merge: string | null): string
  /** The newest commit of the default branch contains it. */
  isMerged(commit: string): boolean
  /** Is it in the history of the other? */
  contains(of: string, commit: string): boolean
  history(commit: string): ReadonlySet<string>
  relation(
    head: string,
    base: string,
  ): { readonly mergeBase: string | null; readonly ahead: number; readonly behind: number }
  contentOf(commit: string): number
}

/** Nothing is in such a tree. */
export const noContent = 0
export const repoPath = '/repo'
const firstCommit = 'c1'

/** A ref that is there is never made to name another commit. */
function taken(store: Store, ref: string): DroverError {
  const family = ref.slice(0, ref.lastIndexOf('/') + 1)
  const numbers = [...store.snapshots.keys()]
    .filter((one) => one.startsWith(family))
    .map((one) => one.slice(family.length))
  return new DroverError('SNAPSHOT_FAILED', `${ref} is there already`, {
    details: { taken: Math.max(...numbers.map(Number)) },
  })
}

const refuse = (code: ConstructorParameters<typeof DroverError>[0], message: string): DroverError =>
  new DroverError(code, message, { hint: 'The simulated repository says so.' })

export function createRepositories(): Repositories {
  const commits = new Map<string, Commit>([
    [firstCommit, { id: firstCommit, content: 1, parent: null, other: null, merge: null }],
  ])
  const main: Store = { path: repoPath, branches: new Map([['main', firstCommit]]), snapshots: new Map() }
  const trees = new Map<string, Tree>()
  const lent = new Map<string, Tree>()
  let contents = 1
  let numbers = 1

  const commitIt = (
    content: number,
    parent: string | null,
    other: string | null = null,
    merge: string | null = null,
  ) => {
    numbers += 1
    const id = `c${numbers}`
    commits.set(id, { id, content, parent, other, merge })
    return id
  }
  const history = (from: string): ReadonlySet<string> => {
    const found = new Set<string>()
    const open = [from]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const commit = commits.get(id)
      if (commit === undefined || found.has(id)) continue
      found.add(id)
      for (const parent of [commit.parent, commit.other]) if (parent !== null) open.push(parent)
    }
    return found
  }
  const isMerged = (commit: string): boolean => history(main.branches.get('main') ?? '').has(commit)
  const newContent = (): number => {
    contents += 1
    return contents
  }
  const contentOf = (id: string): number => {
    const commit = commits.get(id)
    if (commit === undefined) throw new Error(`no commit ${id}`)
    return commit.content
  }
  const find = (path: string): Tree | undefined => trees.get(path) ?? lent.get(path)
  const treeAt = (path: string): Tree => {
    const tree = find(path)
    if (tree === undefined) throw refuse('INVALID_PATH', `the workspace ${path} does not exist`)
    return tree
  }
  const headContent = (tree: Tree): number => (tree.head === null ? noContent : contentOf(tree.head))
  const changed = (tree: Tree): readonly string[] => (tree.half || tree.content !== headContent(tree) ? ['file'] : [])

  const register = ({ path, branch, base, newBranch }: Omit<WorktreeRequest, 'repoPath'>): void => {
    if (trees.has(path)) throw refuse('DESTINATION_NOT_EMPTY', `${path} already holds files`)
    if (newBranch) {
      if (main.branches.has(branch)) throw refuse('BRANCH_NAMESPACE_TAKEN', `the branch ${branch} exists already`)
      const start = main.branches.get(base) ?? base
      contentOf(start)
      main.branches.set(branch, start)
    }
    const head = main.branches.get(branch)
    if (head === undefined) throw refuse('BASE_REF_NOT_FOUND', `there is no branch ${branch}`)
    trees.set(path, { path, store: main, branch, head, content: noContent, half: true })
  }
  const populate = (path: string): void => {
    const tree = treeAt(path)
    tree.content = headContent(tree)
    tree.half = false
  }
  const checkBranch = (branch: string): 'new' | 'existing' => {
    if (!main.branches.has(branch)) return 'new'
    const holder = [...trees.values()].find((tree) => tree.store === main && tree.branch === branch)
    if (holder === undefined) return 'existing'
    throw refuse('BRANCH_CHECKED_OUT_ELSEWHERE', `${branch} is checked out in ${holder.path}`)
  }
  const vacate = (path: string, why: 'removed' | 'discarded'): void => {
    const tree = trees.get(path)
    if (tree === undefined || tree.half) return
    repositories.watch.leaves(tree, why)
    tree.half = true
  }
  const refuseWork = (path: string): void => {
    const tree = trees.get(path)
    if (tree === undefined) return
    if (changed(tree).length > 0) throw refuse('WORKSPACE_DIRTY', `${path} has uncommitted work`)
    const held = [...tree.store.snapshots.values()].some((id) => contentOf(id) !== noContent)
    if (tree.store !== main && (held || tree.head !== null))
      throw refuse('WORKSPACE_DIRTY', `${path} is the only place that holds its commits`)
  }
  const dropBranch = (branch: string): void => {
    repositories.watch.dropped(main, branch)
    main.branches.delete(branch)
  }
  const state = (path: string): TreeState => {
    const tree = find(path)
    if (tree === undefined) return { exists: false, head: null, branch: null, changed: [], locked: null, nested: [] }
    return { exists: true, head: tree.head, branch: tree.branch, changed: changed(tree), locked: null, nested: [] }
  }
  const snapshot = (path: string, ref: string, unlessSameAs: string | null): SnapshotMade | null => {
    const tree = treeAt(path)
    const earlier = unlessSameAs === null ? undefined : commits.get(unlessSameAs)
    if (earlier !== undefined && !tree.half && earlier.content === tree.content) {
      const sameHead = earlier.id === tree.head || earlier.parent === tree.head
      if (sameHead) return null
    }
    if (tree.store.snapshots.has(ref)) throw taken(tree.store, ref)
    const commit = commitIt(tree.half ? -1 : tree.content, tree.head)
    tree.store.snapshots.set(ref, commit)
    return { ref, commit, parent: tree.head, files: 1, additions: 1, deletions: 0, skipped: [] }
  }
  const recover = (to: string, commit: string): void => {
    const tree = treeAt(to)
    if (!tree.half && tree.content !== contentOf(commit)) repositories.watch.leaves(tree, 'overwritten')
    tree.half = true
  }
  const recovered = (to: string, commit: string): void => {
    const tree = treeAt(to)
    tree.content = contentOf(commit)
    tree.half = false
  }
  const facts = { path: repoPath, commonDir: `${repoPath}/.git`, repo: '', defaultBranch: 'main' }
  const file: DiffFile = { path: 'file', status: 'modified', additions: 1, deletions: 0, binary: false }
  const differs = (path: string, base: string): readonly DiffFile[] =>
    treeAt(path).content === (base === 'empty' ? noContent : contentOf(base)) ? [] : [file]

  const saver =
    (life: Life): Workspaces['snapshot'] =>
    ({ sessionId, path, n, unlessSameAs }) => {
      let made: SnapshotMade | null = null
      return life.does(
        'snapshot',
        [
          () => {
            made = snapshot(path, `refs/drover/snapshots/${sessionId}/${n}`, unlessSameAs ?? null)
          },
        ],
        () => made,
      )
    }

  const workspacesOf = (life: Life): Workspaces => ({
    inspect: () => life.sees('inspect', () => facts),
    refresh: () => life.sees('refresh', () => ({ ...facts, repo: repositories.origin })),
    resolveBase: (_repo, ref) => life.sees('resolve-base', () => ({ ref, commit: main.branches.get(ref) ?? ref })),
    checkBranch: (_repo, branch) => life.sees('check-branch', () => checkBranch(branch)),
    create: (request) => life.does('create', [() => register(request), () => populate(request.path)], () => undefined),
    createScratch: (path) =>
      life.does(
        'create-scratch',
        [
          () => {
            if (trees.has(path)) throw refuse('DESTINATION_NOT_EMPTY', `${path} already holds files`)
            const store = { path, branches: new Map<string, string>(), snapshots: new Map<string, string>() }
            trees.set(path, { path, store, branch: null, head: null, content: noContent, half: false })
          },
        ],
        () => undefined,
      ),
    standingSnapshots: (repo, names) =>
      life.sees('standing', () =>
        names.flatMap(({ sessionId, n }) => {
          const ref = `refs/drover/snapshots/${sessionId}/${n}`
          const commit = (repo === repoPath ? main : trees.get(repo)?.store)?.snapshots.get(ref)
          return commit === undefined ? [] : [{ sessionId, n, ref, commit }]
        }),
      ),
    describeSnapshot: (_repo, commit) =>
      life.sees('describe', () => ({
        parent: commits.get(commit)?.parent ?? null,
        reason: 'turn',
        at: new Date(0),
        skipped: [],
      })),
    // The doctor's questions; nobody asks them here.
    surveySnapshots: () => life.sees('survey', () => []),
    removeOrphan: () => life.sees('remove-orphan', () => []),
    dropBrokenSnapshots: () => life.sees('drop-broken', () => undefined),
    place: () => life.sees('place', () => undefined),
    startBranch: ({ branch, base }) =>
      life.does(
        'start-branch',
        [
          () => {
            if (main.branches.has(branch)) throw refuse('BRANCH_NAMESPACE_TAKEN', `the branch ${branch} exists already`)
            main.branches.set(branch, base)
          },
        ],
        () => undefined,
      ),
    // Nothing of this world is at a forge.
    adoptBranch: () => Promise.reject(new Error('no forge')),
    switchTo: () => Promise.reject(new Error('no forge')),
    branchOff: () => Promise.reject(new Error('no forge')),
    dropAdopted: () => Promise.reject(new Error('no forge')),
    putBack: ({ path, branch, commit }) =>
      life.does(
        'put-back',
        [
          () => {
            const tree = treeAt(path)
            if (tree.content !== contentOf(commit)) repositories.watch.leaves(tree, 'overwritten')
            main.branches.set(branch, commit)
            trees.set(path, { ...tree, branch, head: commit, content: contentOf(commit), half: false })
          },
        ],
        () => undefined,
      ),
    follow({ path, commit }) {
      let follows = false
      return life.does(
        'follow',
        [
          () => {
            const tree = treeAt(path)
            follows = tree.head !== null && changed(tree).length === 0 && history(commit).has(tree.head)
            if (!follows) return
            if (tree.branch !== null) main.branches.set(tree.branch, commit)
            tree.head = commit
            tree.content = contentOf(commit)
          },
        ],
        () => follows,
      )
    },
    commits: ({ from, to }) =>
      life.sees('commits', () => {
        const found: { hash: string; subject: string; byDrover: boolean }[] = []
        for (let at: string | null = to; at !== null && at !== from; at = commits.get(at)?.parent ?? null)
          found.unshift({ hash: at, subject: 'work', byDrover: false })
        return found
      }),
    addSummary: () => life.sees('add-summary', () => undefined),
    discard: ({ repoPath: repo, path, branch, madeBranch, base }) =>
      life.does(
        'discard',
        [
          () => vacate(path, 'discarded'),
          () => {
            trees.delete(path)
          },
          () => {
            if (repo === null || branch === null || !madeBranch || base === null) return
            const tip = main.branches.get(branch)
            if (tip !== undefined && tip === (main.branches.get(base) ?? base)) dropBranch(branch)
          },
        ],
        () => undefined,
      ),
    state: (path) => life.sees('state', () => state(path)),
    remove: ({ path }) =>
      life.does(
        'remove',
        [
          () => {
            refuseWork(path)
            vacate(path, 'removed')
          },
          () => {
            trees.delete(path)
          },
        ],
        () => undefined,
      ),
    deleteBranchIfContained({ branch, dryWithout }) {
      let contained = false
      return life.does(
        'delete-branch',
        [
          () => {
            const tip = main.branches.get(branch)
            const holder = [...trees.values()].find((tree) => tree.store === main && tree.branch === branch)
            if (tip === undefined || (holder !== undefined && holder.path !== dryWithout)) return
            contained = isMerged(tip)
            if (contained && dryWithout === undefined) dropBranch(branch)
          },
        ],
        () => contained,
      )
    },
    readd: ({ path, branch, base }) =>
      life.does(
        'readd',
        [
          () => {
            const there = trees.get(path)
            if (there !== undefined && there.branch === branch) return
            const kind = checkBranch(branch)
            if (kind === 'new' && base === undefined) throw refuse('BASE_REF_NOT_FOUND', `there is no branch ${branch}`)
            register({ path, branch, base: base ?? '', newBranch: kind === 'new' })
          },
          () => {
            if (treeAt(path).half) populate(path)
          },
        ],
        () => undefined,
      ),
    listWorktrees: () =>
      life.sees('list-worktrees', () =>
        [...trees.values()]
          .filter((tree) => tree.store === main)
          .map(({ path, branch }) => ({ path, branch, prunable: false })),
      ),
    snapshot: saver(life),
    // As for a tree that must be looked at once more: between the two anything may happen.
    saveAndCount: async (request) => ({ made: await saver(life)(request), changed: null }),
    recover: ({ commit, to, intoWorktree }) =>
      life.does('recover', intoWorktree ? [() => recover(to, commit), () => recovered(to, commit)] : [], () => ({
        files: 1,
        left: [],
        missing: [],
      })),
    pruneSnapshots: (repo, snapshots) =>
      life.does(
        'prune-snapshots',
        [
          () => {
            const store = repo === repoPath ? main : trees.get(repo)?.store
            for (const { ref } of snapshots) store?.snapshots.delete(ref)
          },
        ],
        () => undefined,
      ),
    diff: ({ from, to }) =>
      life.sees('diff', () => ({ base: from, head: to ?? '', files: [], patch: '', truncated: false })),
    files: ({ path, base }) => life.sees('files', () => differs(path, base)),
    content: () => life.sees('content', () => null),
    paths: () => life.sees('paths', () => []),
    mergeBase: (_path, base) => life.sees('merge-base', () => base),
    usedNumbers: (_repo, projectId) =>
      life.sees('used-numbers', () => {
        const own = new RegExp(`^drover/${projectId}-(\\d+)/`)
        return new Set([...main.branches.keys()].flatMap((branch) => own.exec(branch)?.[1] ?? []).map(Number))
      }),
    commitAt: (path, name) =>
      life.sees('commit-at', () =>
        name === 'HEAD' ? (find(path)?.head ?? null) : (main.branches.get(name.replace('refs/heads/', '')) ?? null),
      ),
  })

  const repositories: Repositories = {
    origin: '',
    trees,
    lent,
    commits,
    main,
    watch: { leaves: () => {}, dropped: () => {} },
    exists: (path) => path === repoPath || find(path) !== undefined,
    workspacesOf,
    edit(tree) {
      tree.content = newContent()
    },
    commit(tree) {
      tree.head = commitIt(tree.content, tree.head)
      if (tree.branch !== null) tree.store.branches.set(tree.branch, tree.head)
    },
    merge(tree) {
      if (tree.store !== main || tree.head === null || isMerged(tree.head)) return
      const tip = main.branches.get('main') ?? firstCommit
      const straight = history(tree.head).has(tip)
      main.branches.set('main', straight ? tree.head : commitIt(newContent(), tip, tree.head))
    },
    add: (parent) => commitIt(newContent(), parent),
    join: (parent, other, merge) => commitIt(newContent(), parent, other, merge),
    isMerged,
    contains: (of, commit) => history(main.branches.get(of.replace('refs/heads/', '')) ?? of).has(commit),
    history,
    relation(head, base) {
      const [mine, theirs] = [history(head), history(base)]
      const common = [...mine].filter((id) => theirs.has(id))
      return {
        mergeBase: common[0] ?? null,
        ahead: mine.size - common.length,
        behind: theirs.size - common.length,
      }
    },
    contentOf,
  }
  return repositories
}
