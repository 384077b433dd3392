/**
 * Owns the prediction: the same merge by `git merge-tree`, which writes objects and nothing else. Attributes are read from the
 * base by way of a tree that holds nothing else, never from the user's checkout.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DroverError } from '#contract/error'
import type { ConflictFact } from '#ports/merging'
import { withTemp } from '../blobs.ts'
import { bytesOf, splitNul } from '../byte-path.ts'
import { gitFailed, type Repo } from '../git.ts'
import { placesOf } from '../repository.ts'
import { classify, parseStages, steady, unitedPaths } from './join.ts'

async function refuseOldGit(repo: Repo): Promise<void> {
  const text = await repo.text(['version'])
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(text) ?? []
  if (Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 38)) return
  throw new DroverError('ABILITY_MISSING', `A merge is predicted with git 2.38 or newer; this is ${text}.`, {
    hint: 'Update git, or merge without --dry-run: nothing lands that does not hold.',
  })
}

export async function predict(
  repo: Repo,
  request: { readonly base: string; readonly source: string; readonly mergeBase: string },
): Promise<{ conflicts: readonly ConflictFact[]; united: readonly string[]; tree: string }> {
  await refuseOldGit(repo)
  const { gitDir } = await placesOf(repo)
  return withTemp(repo, async (temp) => {
    const empty = join(temp, 'tree')
    await mkdir(empty)
    const env = { GIT_DIR: gitDir, GIT_WORK_TREE: empty, GIT_INDEX_FILE: join(temp, 'index') }
    const there = repo.sibling(empty)
    await there.run(['read-tree', request.base], { env })
    const names = splitNul((await there.run(['ls-files', '-z'], { env })).stdout)
    const attributes = names.filter((path) => /(^|\/)\.gitattributes$/.test(path))
    const input = bytesOf(attributes.map((path) => `${path}\0`).join(''))
    await there.run(['checkout-index', '-q', '-z', '--stdin'], { env, input })
    const ask = ['merge-tree', '--write-tree', '-z', '--no-messages', request.base, request.source]
    const answer = await there.run([...steady, ...ask], { env, allow: [0, 1] })
    const [tree, ...records] = splitNul(answer.stdout)
    if (tree === undefined) throw gitFailed(ask, repo.cwd, answer.stderr)
    const conflicts = await classify(repo, parseStages(records.filter((record) => record !== '')))
    const united = answer.code === 0 ? await unitedPaths(repo, request, { repo: there, env }) : []
    return { conflicts, united, tree }
  })
}
