/**
 * Files: nothing that stood in a worktree leaves it without a copy that stays, no commit loses its last name, and after a
 * turn everything is saved.
 */
import type { Tree } from '../support/simulated/repositories.ts'
import { noContent } from '../support/simulated/repositories.ts'
import type { Story, Subject } from './story.ts'

export const workspace: Subject = {
  theme: 'agents',
  deeds: {
    recover: {
      weight: 2,
      args: (random) => [random.between(0, 3)],
      does(story, [at = 0]) {
        const one = story.session(at)
        const first = one === null ? undefined : story.home.store.reads.snapshots(one.id)[0]
        if (one !== null && first !== undefined)
          story.call(`recover ${one.id}`, (flows) => flows.recover(one.id, { snapshot: first.n }))
      },
    },
    /** The operator takes a branch over, so that a cleanup may delete it. */
    merge: {
      weight: 2,
      args: (random) => [random.between(0, 3)],
      does({ home }, [at = 0]) {
        const trees = [...home.repositories.trees.values()]
        const tree = trees[at % Math.max(1, trees.length)]
        if (tree !== undefined && !tree.half) home.repositories.merge(tree)
      },
    },
  },
  begin(story) {
    story.home.repositories.watch = {
      leaves(tree, why) {
        if (why === 'discarded' && startingAt(story, tree)) return
        if (why === 'removed' ? !inSnapshot(story, tree) : !isSaved(story, tree))
          story.blame(`the content of ${tree.path} was ${why} without a snapshot`)
      },
      dropped(store, branch) {
        const tip = store.branches.get(branch)
        const { history } = story.home.repositories
        const others = [...store.branches].filter(([name]) => name !== branch)
        if (tip !== undefined && !others.some(([, other]) => history(other).has(tip)))
          story.blame(`the branch ${branch} was deleted and its commits live nowhere else`)
      },
    }
  },
  atRest: checkSaved,
}

/** A spawn that is taken back: what its agent did in the meantime was never a session's. */
function startingAt({ home }: Story, tree: Tree): boolean {
  const { reads } = home.store
  const row = reads.workspaceByPath(tree.path)
  return row?.heldBy != null && reads.session(row.heldBy)?.phase === 'starting'
}

/** A worktree is removed only after it was saved, whatever its branch holds. */
function inSnapshot({ home }: Story, tree: Tree): boolean {
  const { contentOf } = home.repositories
  return tree.content === noContent || [...tree.store.snapshots.values()].some((id) => contentOf(id) === tree.content)
}

/** A ref that outlives the tree holds the same content. */
function isSaved(story: Story, tree: Tree): boolean {
  if (inSnapshot(story, tree)) return true
  const { main, history, contentOf } = story.home.repositories
  for (const tip of main.branches.values())
    for (const id of history(tip)) if (contentOf(id) === tree.content) return true
  return false
}

/** After every turn the tree is saved. */
function checkSaved(story: Story): void {
  const { home, harm } = story
  if (harm.has('failed snapshot') || harm.has('full') || harm.has('failed files')) return
  const { reads } = home.store
  for (const one of story.sessions()) {
    const row = one.phase !== 'live' || one.workspaceId === null ? null : reads.workspace(one.workspaceId)
    const tree = row === null ? undefined : home.repositories.trees.get(row.path)
    if (tree === undefined || one.turn === 0) continue
    const saved = reads.snapshots(one.id).map(({ commit }) => home.repositories.contentOf(commit))
    const base = row?.baseCommit == null ? noContent : home.repositories.contentOf(row.baseCommit)
    if (!saved.includes(tree.content) && tree.content !== base)
      story.blame(`the work of ${one.id} was not saved after its turn`)
  }
}
