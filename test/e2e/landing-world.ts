/** What the tests of landing share: asking for a merge, waiting for it by the fleet stream, and all that is the user's in one word. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Merge } from '#contract/merge'
import { fingerprint } from '#test/crash/whole'
import { ok, type World } from '#test/support/world'

export const merged = async (w: World, body: object): Promise<Merge> =>
  (await ok<{ merge: Merge }>(w.call('POST', '/api/v1/merges', body))).merge

export const getMerge = async (w: World, id: string): Promise<Merge> =>
  (await ok<{ merge: Merge }>(w.call('GET', `/api/v1/merges/${id}`))).merge

/** Nothing more happens by itself. */
export const isStopped = (merge: Merge): boolean =>
  ['landed', 'rejected', 'needs_human'].includes(merge.state) ||
  (merge.state === 'ready' && merge.needsApproval.length > 0)

/** Told by the fleet stream, from before the first look. */
export async function untilMerge(w: World, id: string, fits: (merge: Merge) => boolean): Promise<Merge> {
  const { lastSeq } = await ok<{ lastSeq: number }>(w.call('GET', '/api/v1/status'))
  const now = await getMerge(w, id)
  if (fits(now)) return now
  return w.change(lastSeq, (change) => {
    const merge = change.payload as Merge
    return change.type.startsWith('merge_') && merge.id === id && fits(merge) ? merge : undefined
  })
}

/** Files, index, HEAD, stash and branches of the user's checkout. */
export function userState(w: World): string {
  const hash = createHash('sha256').update(fingerprint(w.repo.path))
  for (const name of ['HEAD', 'index', 'index.lock', 'ORIG_HEAD']) {
    const file = join(w.repo.path, '.git', name)
    hash.update(existsSync(file) ? readFileSync(file) : '-')
  }
  return hash.update(w.repo.git('for-each-ref', 'refs/heads/main', 'refs/stash', 'refs/tags')).digest('hex')
}

/** A branch of main with these files in one commit, made beside the user's checkout. */
export function branchWith(w: World, name: string, files: Readonly<Record<string, string>>): string {
  const tree = join(w.dir, `tree-${name}`)
  w.repo.git('worktree', 'add', '-q', '-b', name, tree, 'main')
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    writeFileSync(join(tree, file), text)
  }
  w.repo.git('-C', tree, 'add', '-A')
  w.repo.git('-C', tree, 'commit', '-q', '-m', name)
  w.repo.git('worktree', 'remove', '--force', tree)
  return name
}

/** A file that a verification waits for. */
export function gate(w: World, name: string): { open(): void } {
  const file = join(w.dir, name)
  rmSync(file, { force: true })
  return { open: () => writeFileSync(file, '') }
}
