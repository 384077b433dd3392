/**
 * Owns what a relay does to the worktree of a lane: putting it back to a commit of its branch (the caller saved it first),
 * letting it follow another branch, and naming the commits of a stretch. Never used on a tree that is the user's.
 */
import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DroverError } from '#contract/error'
import type { NamedCommit } from '#ports/workspace'
import { fromText } from './byte-path.ts'
import { excludePaths } from './exclude.ts'
import type { Repo } from './git.ts'
import type { Places } from './places.ts'
import { pastLocks } from './queue.ts'

const noHooks = ['-c', 'core.hooksPath=/dev/null']

/** Everything that git tracks or would track is as that commit has it; what is ignored stays. */
export async function putBack(
  tree: Repo,
  request: { readonly branch: string; readonly commit: string },
): Promise<void> {
  await pastLocks(() => tree.run([...noHooks, 'checkout', '--quiet', '--force', '-B', request.branch, request.commit]))
  await pastLocks(() => tree.run(['reset', '--quiet', '--hard', request.commit]))
  await tree.run(['clean', '--quiet', '-d', '--force'])
}

/** Fast-forwards the tree's branch. false: it cannot follow. */
export async function follow(tree: Repo, commit: string): Promise<boolean> {
  const answer = await pastLocks(() =>
    tree.run([...noHooks, 'merge', '--quiet', '--ff-only', commit], { allow: [0, 1, 128] }),
  )
  return answer.code === 0
}

/** Commits that `to` has and `from` has not, oldest first, at most so many. */
export async function commitsBetween(
  repo: Repo,
  request: { readonly from: string; readonly to: string; readonly most: number },
): Promise<readonly NamedCommit[]> {
  const text = await repo.text([
    'log',
    '--format=%H%x00%s%x00%(trailers:key=Drover-Agent,valueonly,separator=%x2C)',
    '--reverse',
    `--max-count=${request.most}`,
    `${request.from}..${request.to}`,
    '--',
  ])
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [hash = '', subject = '', agent = ''] = line.split('\0')
      return { hash, subject, byDrover: agent !== '' }
    })
}

const summaryFile = '.drover/summary.jsonl'

/** A line for whoever works in the checkout; out of the way of git where the repository does not track the file. */
export async function appendSummary(repo: Repo, places: Places, line: string): Promise<void> {
  const file = join(places.top, summaryFile)
  try {
    await mkdir(join(places.top, '.drover'), { recursive: true })
    await appendFile(file, `${line}\n`)
  } catch (cause) {
    throw new DroverError('INVALID_PATH', `${file} cannot be written.`, { hint: 'Check its rights.', cause })
  }
  const tracked = await repo.run(['ls-files', '--error-unmatch', '--', summaryFile], { allow: [0, 1] })
  if (tracked.code !== 0) await excludePaths(places.commonDir, [fromText(summaryFile)])
}
