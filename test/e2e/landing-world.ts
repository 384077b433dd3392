/** What the tests of landing share: asking for a merge, waiting for it by the fleet stream, and all that is the user's in one word. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
