/**
 * Owns the question "would anything be lost if this tree went away?": what differs from HEAD, what is hidden from
 * `git status` by index flags, and which nested repositories hold work of their own. Looks only; removes nothing.
 */
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TreeState } from '#ports/workspace'
import { type BytePath, bytesOf, fromText, quoted, shown, splitNul, under } from './byte-path.ts'
import type { Repo } from './git.ts'
import { placesOf } from './repository.ts'
import { foreignGit } from './strayed.ts'

export interface IndexEntry {
  readonly tag: string
  readonly mode: string
  readonly oid: string
  readonly stage: number
  readonly path: BytePath
}

/** Every entry of the index with its flags: `S` is skip-worktree, a small letter is assume-unchanged. */
export async function indexEntries(repo: Repo, env: Readonly<Record<string, string>> = {}): Promise<IndexEntry[]> {
  return parseEntries(splitNul((await repo.run(['ls-files', '-s', '-v', '-z'], { env })).stdout))
}

/** Reads lines of `ls-files -s -v -z`. */
export const parseEntries = (lines: readonly string[]): IndexEntry[] =>
  lines.map((line) => {
    const tab = line.indexOf('\t')
    const [tag = '', mode = '', oid = '', stage = '0'] = line.slice(0, tab).split(' ')
    return { tag, mode, oid, stage: Number(stage), path: line.slice(tab + 1) }
  })

export const isHidden = (entry: IndexEntry): boolean =>
  entry.mode !== '160000' && (entry.tag === 'S' || entry.tag !== entry.tag.toUpperCase())

/** Directories that tools fill and refill; nobody keeps work in them. */
export const rebuilt = new Set([
  ...['node_modules', '.venv', 'venv', '__pycache__', 'target', 'dist', 'build', '.next', '.nuxt', '.turbo', '.cache'],
  ...[
    '.gradle',
    '.tox',
    '.mypy_cache',
    '.pytest_cache',
    '.parcel-cache',
    'coverage',
    '.terraform',
    'Pods',
    '.pnpm-store',
  ],
])

/** Files git calls ignored; whole directories as one entry with a slash at the end. */
export async function ignoredPaths(repo: Repo): Promise<BytePath[]> {
  const ask = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z']
  return splitNul((await repo.run(ask)).stdout)
}

/** Paths git could not look into; their content is unknown, so they count as work. */
export const unreadable = (stderr: string): string[] =>
  [...stderr.matchAll(/could not open directory '(.+)': /g)].map((match) => match[1] ?? '')

/** Files that index flags hide from git although they stand in the tree with another content. */
export async function hiddenChanges(repo: Repo, top: string, entries: readonly IndexEntry[]): Promise<BytePath[]> {
  const present: IndexEntry[] = []
  const changed: BytePath[] = []
  for (const entry of entries.filter(isHidden)) {
    const found = await lstat(under(top, entry.path)).catch(() => null)
    if (found?.isFile()) present.push(entry)
    else if (found !== null || entry.tag.toUpperCase() !== 'S') changed.push(entry.path)
  }
  if (present.length === 0) return changed
  const input = Buffer.concat(present.map((entry) => quoted(bytesOf(entry.path))))
  const oids = (await repo.text(['hash-object', '--stdin-paths'], { input })).split('\n')
  return [...changed, ...present.filter((entry, at) => oids[at] !== entry.oid).map((entry) => entry.path)]
}

/** Repositories below ignored directories, found by a bounded walk. */
async function ignoredRepositories(top: string, ignored: readonly BytePath[]): Promise<BytePath[]> {
  const found: BytePath[] = []
  const open = ignored.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1))
  for (let walked = 0; walked < 20_000; walked++) {
    const path = open.pop()
    if (path === undefined) break
    if (rebuilt.has(path.slice(path.lastIndexOf('/') + 1))) continue
    const names = await readdir(under(top, path), { withFileTypes: true, encoding: 'buffer' }).catch(() => [])
    if (names.some((name) => name.name.toString('latin1') === '.git')) found.push(path)
    else open.push(...names.filter((n) => n.isDirectory()).map((n) => `${path}/${n.name.toString('latin1')}`))
  }
  return found
}

/** Changes, stashes or commits that no remote of the nested repository has. */
async function hasOwnWork(repo: Repo): Promise<boolean> {
  if ((await stateOf(repo)).changed.length > 0) return true
  if ((await repo.maybe(['rev-parse', '--verify', '--quiet', 'refs/stash'])) !== null) return true
  const only = await repo.maybe(['rev-list', '--max-count=1', 'HEAD', '--branches', '--tags', '--not', '--remotes'])
  return only !== ''
}

async function nestedWork(repo: Repo, top: string, candidates: readonly BytePath[]): Promise<string[]> {
  const held: string[] = []
  for (const path of candidates) {
    if ((await lstat(under(top, `${path}/.git`)).catch(() => null)) === null) continue
    const nested = await repo.at(join(top, shown(path))).catch(() => null)
    // A repository that cannot even be opened is not known to be saved anywhere.
    const busy = nested === null || (await hasOwnWork(nested).catch(() => true))
    if (busy) held.push(shown(path))
  }
  return held
}

export async function stateOf(repo: Repo): Promise<TreeState> {
  const { top, gitDir } = await placesOf(repo)
  const ask = [
    'status',
    '--porcelain=v2',
    '-z',
    '--branch',
    '--untracked-files=all',
    '--ignore-submodules=dirty',
    '--no-renames',
  ]
  const [status, entries, ignored] = await Promise.all([repo.run(ask), indexEntries(repo), ignoredPaths(repo)])
  const lines = splitNul(status.stdout)
  const header = (name: string) => lines.find((line) => line.startsWith(`# branch.${name} `))?.slice(10 + name.length)
  // Field counts of porcelain v2: ordinary entries have 8 words before the path, unmerged ones 10, untracked 1.
  const words: Record<string, number> = { '1': 8, u: 10, '?': 1 }
  const changed = lines.flatMap((line) => {
    const count = words[line[0] ?? '']
    return count === undefined ? [] : [line.split(' ').slice(count).join(' ')]
  })
  const hidden = await hiddenChanges(repo, top, entries)
  const links = entries.filter((entry) => entry.mode === '160000').map((entry) => entry.path)
  const untracked = changed.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1))
  const candidates = [...links, ...untracked, ...(await ignoredRepositories(top, ignored))]
  const lock = await readFile(join(gitDir, 'locked'), 'utf8').catch(() => null)
  const head = header('oid')
  const branch = header('head')
  return {
    exists: true,
    head: head === undefined || head === '(initial)' ? null : head,
    branch: branch === undefined || branch === '(detached)' ? null : branch,
    changed: [...new Set([...changed, ...hidden, ...unreadable(status.stderr).map(fromText)])].map(shown),
    locked: lock === null ? null : lock.trim() || 'locked without a reason',
    nested: [...(await foreignGit(repo)), ...(await nestedWork(repo, top, candidates))],
  }
}

export const noTree: TreeState = { exists: false, head: null, branch: null, changed: [], locked: null, nested: [] }
