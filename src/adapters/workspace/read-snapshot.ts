/** A snapshot read back: its tree, its parents and its manifest. Who makes them is `snapshot.ts`. */
import { DroverError } from '#contract/error'
import type { Repo } from './git.ts'
import { parseCommit, type SnapshotCommit } from './manifest.ts'

export async function readCommit(repo: Repo, commit: string): Promise<SnapshotCommit> {
  const text = /^[0-9a-f]{40,64}$/.test(commit) ? await repo.maybe(['cat-file', 'commit', commit]) : null
  if (text !== null) return parseCommit(text)
  throw new DroverError('SNAPSHOT_NOT_FOUND', `there is no snapshot ${commit} in ${repo.cwd}`, {
    hint: 'List the snapshots of the session and choose one of them.',
  })
}
