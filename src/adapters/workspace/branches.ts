/**
 * Branches that somebody else made, taken up here: brought to a commit without losing one, put under a tree that has nothing
 * open, or left by a tree whose files stay as they are. Never with force.
 */
import { DroverError } from '#contract/error'
import type { Repo } from './git.ts'
import { pastLocks } from './queue.ts'
import { commitOf, holderOf } from './repository.ts'

const noHooks = ['-c', 'core.hooksPath=/dev/null']
const refOf = (branch: string): string => `refs/heads/${branch}`

const isIn = async (repo: Repo, commit: string, of: string): Promise<boolean> =>
  (await repo.run(['merge-base', '--is-ancestor', commit, of], { allow: [0, 1] })).code === 0

/** Makes it, or moves it forward while nobody stands on it; one with commits of its own beyond that stays where it is. */
export async function adoptBranch(
  repo: Repo,
  commonDir: string,
  request: { readonly branch: string; readonly commit: string; readonly remote: string; readonly ref: string },
): Promise<'made' | 'known'> {
  const { branch, commit, remote, ref } = request
  const tip = await commitOf(repo, refOf(branch))
  if (tip === null) await pastLocks(() => repo.run(['update-ref', refOf(branch), commit, '0'.repeat(commit.length)]))
  else if (tip !== commit && !(await isIn(repo, commit, tip))) {
    if (!(await isIn(repo, tip, commit)))
      throw new DroverError(
        'HEAD_CHANGED',
        `The branch ${branch} here and the one at ${remote} have different commits.`,
        {
          hint: `Look at both (git log ${branch} ${remote}/${branch}) and bring them together, then try again.`,
        },
      )
    const holder = await holderOf(repo, commonDir, branch)
    if (holder === null) await pastLocks(() => repo.run(['update-ref', refOf(branch), commit, tip]))
  }
  for (const [key, value] of [
    ['remote', remote],
    ['merge', ref],
  ] as const)
    await pastLocks(() => repo.run(['config', `branch.${branch}.${key}`, value]))
  return tip === null ? 'made' : 'known'
}

/** WORKSPACE_DIRTY where git would have to overwrite something. */
export async function switchTo(tree: Repo, branch: string): Promise<void> {
  const answer = await pastLocks(() =>
    tree.run([...noHooks, 'checkout', '--quiet', '--no-guess', '--no-overwrite-ignore', branch, '--'], {
      allow: [0, 1, 128],
    }),
  )
  if (answer.code === 0) return
  throw new DroverError(
    'WORKSPACE_DIRTY',
    `${tree.cwd} cannot change to ${branch}: ${answer.stderr.trim().slice(0, 500)}`,
    {
      hint: 'Commit or move what is in the way, then try again. Nothing was changed.',
    },
  )
}

/** A new branch where the tree stands; no file changes. */
export async function branchOff(tree: Repo, branch: string): Promise<void> {
  await pastLocks(() => tree.run([...noHooks, 'checkout', '--quiet', '--no-track', '-b', branch]))
}

/** Takes back what `adoptBranch` made. */
export async function dropAdopted(repo: Repo, commonDir: string, branch: string, commit: string): Promise<void> {
  if ((await commitOf(repo, refOf(branch))) !== commit || (await holderOf(repo, commonDir, branch)) !== null) return
  await pastLocks(() => repo.run(['update-ref', '-d', refOf(branch), commit]))
  await pastLocks(() => repo.run(['config', '--remove-section', `branch.${branch}`], { allow: [0, 128] }))
}
