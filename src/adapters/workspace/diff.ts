/**
 * Owns what the operator sees of a workspace's changes: files with counts, and a patch up to a size. Untracked files take
 * part by way of a copy of the index; no external diff, text conversion or submodule process is started.
 */
import { join } from 'node:path'
import { DroverError } from '#contract/error'
import type { DiffFile, DiffView } from '#ports/workspace'
import { withTemp } from './blobs.ts'
import { bytesOf, shown, splitNul } from './byte-path.ts'
import type { Repo } from './git.ts'
import { copyIndex } from './present.ts'
import { commitOf, placesOf } from './repository.ts'

type Env = Readonly<Record<string, string>>

const plain = ['--no-color', '--no-ext-diff', '--no-textconv', '--submodule=short', '--ignore-submodules=dirty', '-M']

/** Names a tree-ish that exists, or BASE_REF_NOT_FOUND. `empty` is the empty tree: a workspace without a base. */
async function known(repo: Repo, name: string): Promise<string> {
  if (name === 'empty') return repo.text(['hash-object', '-t', 'tree', '--stdin'], { input: '' })
  const found = name.startsWith('-') ? null : await repo.maybe(['rev-parse', '--verify', '--quiet', `${name}^{tree}`])
  if (found !== null) return name
  throw new DroverError('BASE_REF_NOT_FOUND', `there is no commit called ${JSON.stringify(name)} in ${repo.cwd}`, {
    hint: 'Give a commit of this repository.',
  })
}

/** A copy of the index in which untracked files are announced, so that a diff against a commit shows them. */
async function withUntracked<T>(repo: Repo, work: (env: Env) => Promise<T>): Promise<T> {
  const { gitDir } = await placesOf(repo)
  return withTemp(repo, async (temp) => {
    const env = { GIT_INDEX_FILE: join(temp, 'index') }
    await copyIndex(gitDir, env.GIT_INDEX_FILE)
    const { stdout } = await repo.run(['ls-files', '--others', '--exclude-standard', '-z'], { env })
    const files = splitNul(stdout).filter((path) => !path.endsWith('/'))
    if (files.length > 0) {
      const empty = await repo.text(['hash-object', '-w', '-t', 'blob', '--stdin'], { input: '' })
      const lines = files.map((path) => `100644 ${empty} 0\t${path}\0`).join('')
      const lax = ['-c', 'core.protectNTFS=false', '-c', 'core.protectHFS=false']
      await repo.run([...lax, 'update-index', '--add', '-z', '--index-info'], { env, input: bytesOf(lines) })
    }
    return work(env)
  })
}

const words: Readonly<Record<string, DiffFile['status']>> = {
  A: 'added',
  C: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  T: 'type',
  U: 'modified',
}

/** Reads `--raw --numstat -z`: first all raw records, then all counts, in the same order. */
export function parseFiles(output: Buffer): DiffFile[] {
  const parts = splitNul(output)
  const heads: { status: DiffFile['status']; path: string; oldPath?: string }[] = []
  let at = 0
  while (parts[at]?.startsWith(':')) {
    const letter = parts[at]?.split(' ')[4]?.[0] ?? 'M'
    const status = words[letter] ?? 'modified'
    if (letter === 'R' || letter === 'C') {
      const [oldPath = '', path = ''] = [parts[at + 1], parts[at + 2]]
      heads.push(letter === 'R' ? { status, path, oldPath } : { status, path })
      at += 3
    } else {
      heads.push({ status, path: parts[at + 1] ?? '' })
      at += 2
    }
  }
  const counts = new Map<string, readonly [string, string]>()
  while (at < parts.length) {
    const [added = '', deleted = '', ...rest] = (parts[at] ?? '').split('\t')
    const path = rest.join('\t')
    counts.set(path === '' ? (parts[at + 2] ?? '') : path, [added, deleted])
    at += path === '' ? 3 : 1
  }
  return heads.map((head) => {
    const [added, deleted] = counts.get(head.path) ?? ['0', '0']
    const binary = added === '-'
    return {
      path: shown(head.path),
      ...(head.oldPath === undefined ? {} : { oldPath: shown(head.oldPath) }),
      status: head.status,
      additions: binary ? null : Number(added),
      deletions: binary ? null : Number(deleted),
      binary,
    }
  })
}

const listing = async (repo: Repo, what: readonly string[], env: Env): Promise<DiffFile[]> =>
  parseFiles((await repo.run(['diff', ...plain, '--raw', '--numstat', '-z', ...what], { env })).stdout)

export const changedFiles = (repo: Repo, base: string): Promise<readonly DiffFile[]> =>
  withUntracked(repo, async (env) => listing(repo, [await known(repo, base), '--'], env))

export async function diffView(
  repo: Repo,
  request: { from: string; to: string | null; maxBytes: number; file?: string },
): Promise<DiffView> {
  const from = await known(repo, request.from)
  const paths = ['--', ...(request.file === undefined ? [] : [request.file])]
  const limits = { maxBytes: request.maxBytes, cut: true }
  const show = async (what: readonly string[], env: Env): Promise<DiffView> => {
    const [files, patch, base, head] = await Promise.all([
      listing(repo, [...what, ...paths], env),
      // Without room for a patch only the counts are wanted.
      request.maxBytes === 0 ? null : repo.run(['diff', ...plain, ...what, ...paths], { ...limits, env }),
      commitOf(repo, from),
      commitOf(repo, request.to ?? 'HEAD'),
    ])
    return {
      base: base ?? from,
      head: head ?? request.to ?? '',
      files,
      patch: patch?.stdout.toString('utf8') ?? '',
      truncated: patch === null ? files.length > 0 : patch.truncated,
    }
  }
  if (request.to !== null) return show([from, await known(repo, request.to)], {})
  return withUntracked(repo, (env) => show([from], env))
}
