/** What a run leaves in the checkout: `git status` before and after, ignored files apart. */
import { spawnSync } from 'node:child_process'

/** One line a file that is changed or unknown; null where this is no git checkout. */
export function checkoutStatus(root: string): readonly string[] | null {
  const args = ['--no-optional-locks', '-C', root, 'status', '--porcelain', '--untracked-files=all']
  const ran = spawnSync('git', args, { encoding: 'utf8', timeout: 60_000 })
  return ran.status === 0 ? ran.stdout.split('\n').filter((line) => line !== '') : null
}

export const newIn = (after: readonly string[], before: readonly string[]): readonly string[] =>
  after.filter((line) => !before.includes(line))
