/**
 * Owns the merge itself, in a scratch tree: git's own merge, the union where one was asked for, and what a person made of the
 * rest. No hook, no signature, no recorded resolution of earlier merges takes part.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join as under } from 'node:path'
import type { ConflictFact, Joined, Resolution } from '#ports/merging'
import { withTemp } from '../blobs.ts'
import { type BytePath, fromText, shown, splitNul } from '../byte-path.ts'
import { gitFailed, type Repo } from '../git.ts'
import { updateIndex } from '../present.ts'
import { placesOf } from '../repository.ts'
import { blobsOf, isBinary } from './blob-texts.ts'
import { identity, plainDiff } from './look.ts'

/** Settings of a repository or a user that would make a merge something else than it is shown as. */
export const steady = [
  ...['-c', 'rerere.enabled=false', '-c', 'merge.autoStash=false', '-c', 'merge.verifySignatures=false'],
  ...['-c', 'merge.ff=true', '-c', 'merge.log=false'],
]
const mergeMs = 15 * 60_000

interface Stages {
  readonly path: BytePath
  readonly stages: ReadonlyMap<number, { readonly mode: string; readonly oid: string }>
}

/** Reads `<mode> <oid> <stage>\t<path>`, as `ls-files -u` and `merge-tree` write them. */
export function parseStages(records: readonly BytePath[]): readonly Stages[] {
  const found = new Map<BytePath, Map<number, { mode: string; oid: string }>>()
  for (const record of records) {
    const tab = record.indexOf('\t')
    const [mode = '', oid = '', stage = ''] = record.slice(0, tab).split(' ')
    const path = record.slice(tab + 1)
    const stages = found.get(path) ?? new Map()
    stages.set(Number(stage), { mode, oid })
    found.set(path, stages)
  }
  return [...found].map(([path, stages]) => ({ path, stages }))
}

const isPlain = (mode: string | undefined): boolean => mode === '100644' || mode === '100755'

/** Both sides are text in a plain file of the same mode: what a union can join. */
export async function classify(repo: Repo, conflicts: readonly Stages[]): Promise<readonly ConflictFact[]> {
  const plain = conflicts.filter(({ stages }) => {
    const [ours, theirs] = [stages.get(2), stages.get(3)]
    const base = stages.get(1)
    return isPlain(ours?.mode) && ours?.mode === theirs?.mode && (base === undefined || isPlain(base.mode))
  })
  const texts = await blobsOf(
    repo,
    plain.flatMap(({ stages }) => [...stages.values()].map(({ oid }) => oid)),
  )
  const isText = new Set(
    plain.filter(({ stages }) => [...stages.values()].every(({ oid }) => !isBinary(texts.get(oid) ?? null))),
  )
  return conflicts.map((one) => ({ path: shown(one.path), kind: isText.has(one) ? 'content' : 'other' }))
}

const unmerged = async (tree: Repo): Promise<readonly Stages[]> =>
  parseStages(splitNul((await tree.run(['ls-files', '-u', '-z'])).stdout))

export async function join(
  tree: Repo,
  request: { readonly base: string; readonly source: string; readonly mergeBase: string; readonly message: string },
): Promise<Joined> {
  const { base, source, message } = request
  const how = ['--no-ff', '--no-edit', '--no-stat', '--commit', '--no-squash', '--no-gpg-sign', '--no-verify']
  const answer = await tree.run([...steady, 'merge', ...how, '-m', message, source], {
    allow: [0, 1],
    timeoutMs: mergeMs,
    env: identity(tree),
  })
  if (answer.code === 0) {
    const result = await tree.text(['rev-parse', '--verify', 'HEAD'])
    if (result === base) throw gitFailed(['merge', source], tree.cwd, 'git made no merge of it')
    return { result, conflicts: [], united: await unitedPaths(tree, request) }
  }
  const left = await unmerged(tree)
  if (left.length === 0) {
    throw gitFailed(['merge', source], tree.cwd, answer.stderr || answer.stdout.toString('utf8'))
  }
  return { result: null, conflicts: await classify(tree, left), united: [] }
}

const bothChanged = async (repo: Repo, mergeBase: string, sides: readonly string[]): Promise<BytePath[]> => {
  const ask = (side: string) => repo.run(['diff-tree', '-r', '-z', '--no-renames', '--name-only', mergeBase, side])
  const [ours, theirs] = await Promise.all(sides.map(async (side) => splitNul((await ask(side)).stdout)))
  const known = new Set(ours)
  return (theirs ?? []).filter((path) => known.has(path))
}

/** Files that git joined by `merge=union` although the two sides clash: without the attribute they would be conflicts. */
export async function unitedPaths(
  repo: Repo,
  request: { readonly base: string; readonly source: string; readonly mergeBase: string },
  attributes: { readonly repo: Repo; readonly env: Readonly<Record<string, string>> } = { repo, env: {} },
): Promise<readonly string[]> {
  const { base, source, mergeBase } = request
  if (base === mergeBase) return []
  const both = await bothChanged(repo, mergeBase, [base, source])
  if (both.length === 0) return []
  const input = Buffer.from(`${both.join('\0')}\0`, 'latin1')
  const words = splitNul(
    (await attributes.repo.run(['check-attr', '-z', '--stdin', 'merge'], { input, env: attributes.env })).stdout,
  )
  const union = both.filter((_, at) => words[at * 3 + 2] === 'union')
  const united: string[] = []
  for (const path of union) {
    const oids = await Promise.all(
      [base, mergeBase, source].map((commit) =>
        repo.maybe(['rev-parse', '--verify', '--quiet', `${commit}:${shown(path)}`]),
      ),
    )
    const merged = await mergeFile(repo, oids, [])
    if (merged === null || merged.clashes > 0) united.push(shown(path))
  }
  return united
}

/** Three contents joined by git; null where they are no text. Ours, base, theirs; null is an empty base. */
async function mergeFile(
  repo: Repo,
  oids: readonly (string | null)[],
  flags: readonly string[],
): Promise<{ readonly text: Buffer; readonly clashes: number } | null> {
  const blobs = await blobsOf(
    repo,
    oids.filter((oid) => oid !== null),
  )
  return withTemp(repo, async (temp) => {
    const files = await Promise.all(
      oids.map(async (oid, at) => {
        const file = under(temp, `side-${at}`)
        await writeFile(file, (oid === null ? null : blobs.get(oid)) ?? '')
        return file
      }),
    )
    const answer = await repo.run(['merge-file', '-p', '-q', ...flags, ...files], {
      allow: Array.from({ length: 128 }, (_, code) => code).concat(255),
    })
    return answer.code === 255 ? null : { text: answer.stdout, clashes: answer.code }
  })
}

export async function unite(
  tree: Repo,
  request: { readonly paths: readonly string[]; readonly commit: { readonly message: string } | null },
): Promise<string | null> {
  const wanted = new Set(request.paths.map(fromText))
  const lines: { path: BytePath; mode: string; oid: string }[] = []
  for (const { path, stages } of await unmerged(tree)) {
    const ours = stages.get(2)
    if (!wanted.has(path) || ours === undefined) continue
    const oids = [2, 1, 3].map((stage) => stages.get(stage)?.oid ?? null)
    const joined = await mergeFile(tree, oids, ['--union'])
    if (joined === null) throw gitFailed(['merge-file'], tree.cwd, `${shown(path)} is no text`)
    const oid = await tree.text(['hash-object', '-w', '--stdin', '--no-filters'], { input: joined.text })
    lines.push({ path, mode: ours.mode, oid })
  }
  await updateIndex(
    tree,
    lines.map(({ path }) => path),
    lines,
    {},
  )
  const input = Buffer.from(lines.map(({ path }) => `${path}\0`).join(''), 'latin1')
  await tree.run(['checkout-index', '-f', '-u', '-z', '--stdin'], { input })
  if (request.commit === null || (await unmerged(tree)).length > 0) return null
  return commitMerge(tree, request.commit.message)
}

async function commitMerge(tree: Repo, message: string): Promise<string> {
  const how = ['--quiet', '--no-verify', '--no-gpg-sign', '--allow-empty', '--cleanup=verbatim', '-F', '-']
  await tree.run([...steady, 'commit', ...how], { input: message, env: identity(tree) })
  return tree.text(['rev-parse', '--verify', 'HEAD'])
}

/** What stands in the tree: staged on top of the base with the merge still open, or committed as a merge of exactly the two. */
export async function resolution(
  tree: Repo,
  request: { readonly base: string; readonly source: string; readonly message: string },
): Promise<Resolution> {
  const { base, source } = request
  const left = await unmerged(tree)
  if (left.length > 0) return { trouble: 'conflict', paths: left.map(({ path }) => shown(path)) }
  const unstaged = await unstagedPaths(tree)
  if (unstaged.length > 0) return { trouble: 'unstaged_resolution', paths: unstaged }
  const [head = '', ...parents] = (await tree.text(['rev-list', '--parents', '-n', '1', 'HEAD'])).split(' ')
  const open = head === base && (await mergeHeads(tree)).join(' ') === source
  const committed = parents.length === 2 && parents[0] === base && parents[1] === source
  if (!open && !committed) return { trouble: 'wrong_parents', paths: [] }
  if (open) return { result: await commitMerge(tree, request.message) }
  const [index, headTree] = await Promise.all([tree.text(['write-tree']), tree.text(['rev-parse', 'HEAD^{tree}'])])
  if (index === headTree) return { result: head }
  // Mended after it was committed once: the same merge with what is staged now.
  const again = ['commit-tree', index, '-p', base, '-p', source, '-F', '-']
  const result = await tree.text(again, { input: request.message, env: identity(tree) })
  await tree.run(['update-ref', '--no-deref', 'HEAD', result, head])
  return { result }
}

async function mergeHeads(tree: Repo): Promise<readonly string[]> {
  const { gitDir } = await placesOf(tree)
  const text = await readFile(under(gitDir, 'MERGE_HEAD'), 'utf8').catch(() => '')
  return text.split('\n').filter((line) => line !== '')
}

/** Tracked files that differ from the index, and new files that nobody staged. */
async function unstagedPaths(tree: Repo): Promise<string[]> {
  const [changed, fresh] = await Promise.all([
    tree.run(['diff-files', ...plainDiff, '--name-only', '-z']),
    tree.run(['ls-files', '--others', '--exclude-standard', '-z']),
  ])
  // diff-files trusts the stat cache: what only looks touched is settled by a look at the content.
  const suspects = splitNul(changed.stdout)
  const real =
    suspects.length === 0 ? [] : splitNul((await tree.run(['diff', ...plainDiff, '--name-only', '-z'])).stdout)
  return [...real, ...splitNul(fresh.stdout)].map(shown)
}
