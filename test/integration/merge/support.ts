/** Owns a repository with two branches for the merge tests, the scratch tree, and a byte-exact look at the user's checkout. */
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createMerging } from '#adapters/workspace/merge/merging'
import type { MergeProof, MergeTier } from '#contract/merge'
import { prove } from '#core/merge/proof'
import { planConflicts } from '#core/merge/tier'
import { git, newDirectory, newRepo, write } from '../workspace/support.ts'

export { git, write }

export interface Field {
  readonly root: string
  /** The user's checkout, on `trunk`. */
  readonly repo: string
  readonly scratch: string
  readonly merging: ReturnType<typeof createMerging>
}

export function field(files?: Readonly<Record<string, string | Buffer>>): Field {
  const root = newDirectory()
  const repo = newRepo(join(root, 'repo'), files)
  return { root, repo, scratch: join(root, 'scratch', '1'), merging: createMerging({ temp: join(root, 'tmp') }) }
}

type Edit = (tree: string) => void

/** A branch from trunk's present commit, in a tree of its own that goes away again. */
export function branch(ground: Field, name: string, ...edits: readonly Edit[]): string {
  const tree = join(ground.root, `work-${name}`)
  git(ground.repo, 'worktree', 'add', '-q', '-b', name, tree, 'trunk')
  for (const [at, edit] of edits.entries()) {
    edit(tree)
    git(tree, 'add', '-A')
    git(tree, 'commit', '-qm', `${name} ${at}`)
  }
  git(ground.repo, 'worktree', 'remove', '--force', tree)
  return git(ground.repo, 'rev-parse', name)
}

/** A commit on trunk in the user's checkout. */
export function onTrunk(ground: Field, edit: Edit): string {
  edit(ground.repo)
  git(ground.repo, 'add', '-A')
  git(ground.repo, 'commit', '-qm', 'on trunk')
  return git(ground.repo, 'rev-parse', 'HEAD')
}

export interface Merged {
  readonly base: string
  readonly source: string
  readonly mergeBase: string
  readonly result: string | null
  readonly tier: MergeTier
  readonly left: readonly string[]
  readonly proof: MergeProof | null
}

const tiers = ['clean', 'mechanical', 'human'] as const

/** The way of a lane through the adapter, up to the proof. */
export async function mergeOf(
  ground: Field,
  name: string,
  union: readonly string[] = [],
  forge?: (scratch: string) => void,
): Promise<Merged> {
  const { merging, repo: repoPath, scratch: path } = ground
  const [base, source] = (await merging.branches(repoPath, ['trunk', name])) as [string, string]
  const { mergeBase } = await merging.relation({ repoPath, head: source, base })
  if (mergeBase === null) throw new Error('unrelated')
  await merging.prepare({ repoPath, path, commit: base })
  const facts = { base, source, mergeBase }
  const message = `Merge ${name}\n`
  const joined = await merging.join({ path, ...facts, message })
  const plan = planConflicts(joined.conflicts, { union, tiers })
  let result = joined.result
  if (result === null && plan.union.length > 0)
    result = await merging.unite({ path, paths: plan.union, commit: plan.left.length === 0 ? { message } : null })
  let tier: MergeTier =
    result === null ? 'human' : plan.union.length + joined.united.length > 0 ? 'mechanical' : 'clean'
  if (forge !== undefined) {
    forge(path)
    const made = await merging.resolution({ path, base, source, message })
    if (!('result' in made)) throw new Error(`${made.trouble} ${made.paths.join(' ')}`)
    result = made.result
    tier = 'human'
  }
  return { ...facts, result, tier, left: plan.left, proof: await proofOf(ground, facts, result) }
}

export async function proofOf(
  { merging, repo: repoPath }: Field,
  facts: { readonly base: string; readonly source: string; readonly mergeBase: string },
  result: string | null,
): Promise<MergeProof | null> {
  if (result === null) return null
  return prove(await merging.evidence({ repoPath, ...facts, result }), [facts.base, facts.source])
}

export const dropped = (proof: MergeProof | null): string[] =>
  (proof?.dropped ?? []).map(({ file, line, text, input }) => `${input} ${file}:${line} ${text}`)

/** One word for all that is the user's: files with modes and bytes, index, HEAD, stash, branches. */
export const userState = (repo: string): string =>
  stateOf(repo, ['HEAD', 'index', 'index.lock', 'ORIG_HEAD', 'logs/HEAD', 'MERGE_HEAD'])

/** The same where git itself was called and refused: it notes ORIG_HEAD and its stat cache before it looks. */
export const userWork = (repo: string): string =>
  stateOf(repo, ['HEAD', 'index.lock', 'logs/HEAD', 'MERGE_HEAD']) + git(repo, 'ls-files', '-s', '-v')

function stateOf(repo: string, names: readonly string[]): string {
  const hash = createHash('sha256')
  const add = (path: string): void => {
    if (existsSync(path)) hash.update(readFileSync(path))
    hash.update('\0')
  }
  const walk = (path: string): void => {
    for (const name of readdirSync(path).sort()) {
      if (name === '.git') continue
      const full = join(path, name)
      const found = lstatSync(full)
      hash.update(`${relative(repo, full)}\0${found.mode}\0${found.mtimeMs}\0`)
      if (found.isDirectory()) walk(full)
      else if (found.isSymbolicLink()) hash.update(readlinkSync(full))
      else add(full)
    }
  }
  walk(repo)
  const dotGit = join(repo, '.git')
  const gitDir = lstatSync(dotGit).isFile() ? readFileSync(dotGit, 'utf8').replace('gitdir: ', '').trim() : dotGit
  for (const name of names) add(join(gitDir, name))
  hash.update(git(repo, 'for-each-ref', 'refs/heads', 'refs/stash', 'refs/tags'))
  return hash.digest('hex')
}
