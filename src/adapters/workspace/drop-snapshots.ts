/** Deletes snapshots that are no longer kept, where their refs still stand as they were made. Which those are is decided elsewhere. */
import type { Repo } from './git.ts'
import { parseManifestLine } from './manifest.ts'
import { pastLocks } from './queue.ts'

interface Kept {
  readonly ref: string
  readonly commit: string
}

/** Of this home, or from before refs carried one; another home's are not ours to delete. */
const isOurs = (home: string, ref: string): boolean =>
  /^refs\/drover\/snapshots\/[a-z0-9_-]+-[0-9]+\/[0-9]+$/.test(ref) ||
  (ref.startsWith(`refs/drover/snapshots/${home}/`) && /^[^/]+\/[0-9]+$/.test(ref.split('/').slice(4).join('/')))

/** Deletes snapshots, those of nested repositories included, where the refs still name these commits. */
export async function dropSnapshots(repo: Repo, home: string, snapshots: readonly Kept[]): Promise<void> {
  const ours = snapshots.filter(({ ref }) => isOurs(home, ref))
  for (let at = 0; at < ours.length; at += 200) {
    const some = new Map(ours.slice(at, at + 200).map(({ ref, commit }) => [ref, commit]))
    const format = '--format=%(refname) %(objectname) %(contents:body)'
    const known = (await repo.text(['for-each-ref', format, ...some.keys()])).split('\n').flatMap((line) => {
      const [ref = '', commit = ''] = line.split(' ')
      const body = line.slice(ref.length + commit.length + 2)
      return some.get(ref) === commit ? [{ ref, commit, nested: parseManifestLine(body)?.nested ?? [] }] : []
    })
    const inner = new Map<string, Kept[]>()
    for (const { ref, nested } of known) {
      for (const { gitDir, commit } of nested) inner.set(gitDir, [...(inner.get(gitDir) ?? []), { ref, commit }])
    }
    for (const [gitDir, names] of inner) {
      // A nested repository that is gone took its refs along.
      const below = await repo.at(gitDir).catch(() => null)
      if (below !== null) await dropSnapshots(below, home, names)
    }
    if (known.length === 0) continue
    const input = known.map(({ ref, commit }) => `delete ${ref} ${commit}\n`).join('')
    await pastLocks(() => repo.run(['update-ref', '--stdin'], { input }))
  }
}
