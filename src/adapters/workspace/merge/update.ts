/**
 * Owns bringing a base into a session's own branch, in its tree: fast-forward where the branch has nothing of its own, else a
 * merge. A tree with conflicts is put back unless somebody is there to resolve them. Files that git does not track are never
 * overwritten.
 */
import { shown, splitNul } from '../byte-path.ts'
import { gitFailed, type Repo } from '../git.ts'
import { pastLocks } from '../queue.ts'
import { parseStages, steady } from './join.ts'
import { identity } from './look.ts'

export async function update(
  tree: Repo,
  request: { readonly commit: string; readonly message: string; readonly leave: boolean },
  timeoutMs: number,
): Promise<{ head: string; conflicts: readonly string[] }> {
  const how = ['--no-edit', '--no-stat', '--commit', '--no-squash', '--no-gpg-sign', '--no-verify']
  const argv = [...steady, 'merge', ...how, '--no-overwrite-ignore', '-m', request.message, request.commit]
  const answer = await pastLocks(() => tree.run(argv, { allow: [0, 1], timeoutMs, env: identity(tree) }))
  const head = await tree.text(['rev-parse', '--verify', 'HEAD'])
  if (answer.code === 0) return { head, conflicts: [] }
  const left = parseStages(splitNul((await tree.run(['ls-files', '-u', '-z'])).stdout))
  if (left.length === 0) throw gitFailed(['merge', request.commit], tree.cwd, answer.stderr)
  if (!request.leave) await pastLocks(() => tree.run(['merge', '--abort']))
  return { head, conflicts: left.map(({ path }) => shown(path)) }
}
