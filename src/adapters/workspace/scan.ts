/**
 * Owns the difference between an index and the bytes on disk: which entries must be replaced, added or dropped so that a
 * copy of the index describes the work tree exactly, without any filter. Unchanged files are trusted by git's stat cache;
 * files that a conversion (line ends, ident, encoding, filter) could have changed on their way out are looked at again.
 * Leaves storing contents and making trees to `present.ts`.
 */
import { lstat } from 'node:fs/promises'
import { DroverError } from '#contract/error'
import { type BytePath, bytesOf, shown, splitNul, under } from './byte-path.ts'
import type { Repo } from './git.ts'
import { type IndexEntry, isHidden, parseEntries, unreadable } from './tree-state.ts'

export interface Scan {
  readonly entries: readonly IndexEntry[]
  /** Paths whose bytes must be read. */
  readonly look: ReadonlySet<BytePath>
  /** Those of `look` that git itself regards as unchanged: only their stored form differs. */
  readonly converted: ReadonlySet<BytePath>
  /** Work trees of nested repositories: submodules and untracked repositories. */
  readonly nested: readonly BytePath[]
  /** No conversion stands between any tracked file and its stored form. */
  readonly plain: boolean
  /** The entries are all that the index says: none is merely announced (`add -N`), which looks like an empty file. */
  readonly told: boolean
}

const unreadableError = (path: string) =>
  new DroverError('SNAPSHOT_FAILED', `${path} cannot be read, so it cannot be saved`, {
    hint: 'Make it readable for the user Drover runs as, or move it away.',
    details: { path },
  })

type Env = Readonly<Record<string, string>>

/** Files whose bytes on disk may differ from the stored ones although git calls them unchanged. */
async function convertedFiles(
  repo: Repo,
  entries: readonly IndexEntry[],
  env: Env,
): Promise<{ paths: BytePath[]; any: boolean }> {
  const files = entries.filter((entry) => entry.mode.startsWith('100') && entry.stage === 0)
  if (files.length === 0) return { paths: [], any: false }
  const attributes = ['filter', 'working-tree-encoding', 'ident', 'text', 'eol', 'crlf']
  const input = Buffer.concat(files.map((entry) => bytesOf(`${entry.path}\0`)))
  const { stdout } = await repo.run(['check-attr', '--stdin', '-z', ...attributes], { input, env })
  const words = splitNul(stdout)
  const setting = (key: string) => repo.settings.findLast((s) => s.key === key)?.value.toLowerCase()
  const crlfEverywhere = ['true', 'yes', 'on', '1'].includes(setting('core.autocrlf') ?? '')
  const crlfForText = crlfEverywhere || setting('core.eol') === 'crlf'
  const opaque: IndexEntry[] = []
  const resized: IndexEntry[] = []
  files.forEach((entry, at) => {
    const value = (n: number) => words[(at * attributes.length + n) * 3 + 2] ?? 'unspecified'
    const given = (n: number) => value(n) !== 'unspecified' && value(n) !== 'unset'
    const isText = given(3) || given(5)
    if (given(0) || given(1)) opaque.push(entry)
    else if (given(2) || value(4) === 'crlf' || (isText && crlfForText)) resized.push(entry)
    // `eol=lf` and plain `text` convert on the way in: what was added with CRLF stays so on disk.
    else if (isText || given(4) || (crlfEverywhere && value(3) !== 'unset')) resized.push(entry)
    else if (setting('core.autocrlf') === 'input' && value(3) !== 'unset') resized.push(entry)
  })
  const paths = [...opaque.map((entry) => entry.path), ...(await ofOtherSize(repo, resized))]
  return { paths, any: opaque.length + resized.length > 0 }
}

/** Line-end and ident conversions always change the size, so equal sizes mean equal bytes. */
async function ofOtherSize(repo: Repo, entries: readonly IndexEntry[]): Promise<BytePath[]> {
  if (entries.length === 0) return []
  const input = entries.map((entry) => `${entry.oid}\n`).join('')
  const sizes = (await repo.text(['cat-file', '--batch-check=%(objectsize)'], { input })).split('\n')
  const found = await Promise.all(entries.map((entry) => lstat(under(repo.cwd, entry.path)).catch(() => null)))
  return entries.filter((_, at) => found[at]?.isFile() && String(found[at]?.size) !== sizes[at]).map((e) => e.path)
}

/** Entries that flags hide from git but that stand on disk. */
async function hiddenFiles(repo: Repo, entries: readonly IndexEntry[]): Promise<BytePath[]> {
  const hidden = entries.filter(isHidden)
  const found = await Promise.all(hidden.map((entry) => lstat(under(repo.cwd, entry.path)).catch(() => null)))
  return hidden.filter((entry, at) => found[at] !== null || entry.tag.toUpperCase() !== 'S').map((entry) => entry.path)
}

/** The id of no content at all, in either kind of repository. */
const empty = new Set([
  'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
])

/** `repo.cwd` is the top of the work tree; `env` names the copy of the index. */
export async function scanTree(repo: Repo, env: Env): Promise<Scan> {
  const [listed, raw] = await Promise.all([
    repo.run(['ls-files', '-s', '-v', '--others', '--exclude-standard', '-z'], { env }),
    repo.run(['diff-files', '--raw', '-z', '--ignore-submodules=dirty', '--no-renames'], { env }),
  ])
  const [closed] = unreadable(listed.stderr)
  if (closed !== undefined) throw unreadableError(closed)
  const lines = splitNul(listed.stdout)
  const untracked = lines.flatMap((line) => (line.startsWith('? ') ? [line.slice(2)] : []))
  const entries = parseEntries(lines.filter((line) => !line.startsWith('? ')))
  const links = new Set(entries.filter((entry) => entry.mode === '160000').map((entry) => entry.path))
  const changed = splitNul(raw.stdout).filter((_, at) => at % 2 === 1)
  const [converted, hidden] = await Promise.all([convertedFiles(repo, entries, env), hiddenFiles(repo, entries)])
  const look = new Set([...changed, ...untracked.filter((path) => !path.endsWith('/')), ...hidden])
  const onlyConverted = new Set(converted.paths.filter((path) => !look.has(path)))
  const nested = [...links, ...untracked.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1))]
  const told = !entries.some(({ oid, path }) => empty.has(oid) && look.has(path))
  for (const path of onlyConverted) look.add(path)
  return { entries, look, converted: onlyConverted, nested: await populated(repo, nested), plain: !converted.any, told }
}

/** Submodules that were never checked out have nothing to save. */
async function populated(repo: Repo, paths: readonly BytePath[]): Promise<BytePath[]> {
  const found = await Promise.all(paths.map((path) => lstat(under(repo.cwd, `${path}/.git`)).catch(() => null)))
  return paths.filter((_, at) => found[at] !== null)
}

export const cannotSave = (path: BytePath, why: string): DroverError =>
  new DroverError('SNAPSHOT_FAILED', `${shown(path)} cannot be saved: ${why}`, {
    hint: 'Make it readable for the user Drover runs as, or move it away.',
    details: { path: shown(path), why },
  })
