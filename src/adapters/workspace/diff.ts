/**
 * Owns what the operator sees of a workspace's changes: files with counts, and a patch up to a size. Untracked files take
 * part by way of a copy of the index; repositories inside the tree are compared each by itself (`diff-nested.ts`), their
 * paths below their own. No external diff, text conversion or submodule process is started.
 */
import { join } from 'node:path'
import { DroverError } from '#contract/error'
import type { DiffFile, DiffView, SnapshotBudget } from '#ports/workspace'
import { withTemp } from './blobs.ts'
import { type BytePath, bytesOf, shown, splitNul } from './byte-path.ts'
import { chooseFiles } from './choose-files.ts'
import { type Inner, nestedBetween, nestedNow } from './diff-nested.ts'
import type { Repo } from './git.ts'
import { createMeter, type Left, statsOf } from './limits.ts'
import { copyIndex } from './present.ts'
import { openQuarantine } from './quarantine.ts'
import { commitOf, placesOf } from './repository.ts'
import { gitChange } from './strayed.ts'

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

/** In the place of a commit: what is staged. No ref can be called so. */
const staged = ':index'

/** What a diff reads at most of the present tree; the rest is told. */
const budget: SnapshotBudget = { files: 5000, bytes: 256 * 1024 * 1024 }

/** Git itself does not read stored files over this size either: it calls them binary. */
const bounded = ['-c', 'core.bigFileThreshold=50m']

interface Ground {
  /** What is made for the comparison is seen through this one only. */
  readonly repo: Repo
  readonly env: Env
  /** Files whose content is not read. */
  readonly skipped: readonly DiffFile[]
  /** Where repositories of their own stand, or may stand. */
  readonly nested: readonly BytePath[]
  /** Untracked files, which the copy of the index names as empty ones. */
  readonly announced: ReadonlySet<string>
}

const unread = (path: BytePath, status: DiffFile['status'], skipped: Left): DiffFile => ({
  path: shown(path),
  status,
  additions: null,
  deletions: null,
  binary: false,
  skipped,
})

/** Those of the paths that are not read, with why: a pipe or a socket in the place of a file has nothing to read. */
async function tooLarge(repo: Repo, paths: readonly BytePath[], maxFileBytes: number): Promise<Map<BytePath, Left>> {
  const stats = await statsOf(repo.cwd, paths)
  const judge = createMeter({ file: maxFileBytes, all: budget.bytes })
  const found = new Map<BytePath, Left>()
  for (const [at, path] of paths.entries()) {
    const one = stats[at]
    const why = one == null || one.isDirectory() ? null : judge(one)
    if (why !== null) found.set(path, why)
  }
  return found
}

const leftAs = (tracked: boolean, { why }: Left): DiffFile['status'] =>
  tracked ? (why === 'not_a_file' ? 'type' : 'modified') : 'added'

async function announce(repo: Repo, files: readonly BytePath[], env: Env): Promise<void> {
  if (files.length === 0) return
  const empty = await repo.text(['hash-object', '-w', '-t', 'blob', '--stdin'], { input: '' })
  const lines = files.map((path) => `100644 ${empty} 0\t${path}\0`).join('')
  const lax = ['-c', 'core.protectNTFS=false', '-c', 'core.protectHFS=false']
  await repo.run([...lax, 'update-index', '--add', '-z', '--index-info'], { env, input: bytesOf(lines) })
}

/** Git takes these as they stand in the index, whatever is on disk. */
async function hide(repo: Repo, files: readonly BytePath[], env: Env): Promise<void> {
  if (files.length === 0) return
  const input = bytesOf(files.map((path) => `${path}\0`).join(''))
  await repo.run(['update-index', '-z', '--assume-unchanged', '--stdin'], { env, input })
}

/**
 * A copy of the index in which untracked files are announced, so that a diff against a commit shows them. Files that are too
 * large or too many are hidden from git in that copy and told by name.
 */
async function withUntracked<T>(
  repo: Repo,
  maxFileBytes: number,
  work: (ground: Ground) => Promise<T>,
  only: readonly string[] = [],
): Promise<T> {
  const { gitDir, commonDir } = await placesOf(repo)
  return withTemp(repo, async (temp) => {
    const { repo: inside } = await openQuarantine(repo, commonDir, temp)
    const env = { GIT_INDEX_FILE: join(temp, 'index') }
    await copyIndex(gitDir, env.GIT_INDEX_FILE)
    const within = only.length === 0 ? [] : ['--', ...only]
    const [others, changed, entries] = await Promise.all([
      repo.run(['ls-files', '--others', '--exclude-standard', '-z', ...within], { env }),
      repo.run(['diff-files', '--name-only', '-z', '--ignore-submodules=dirty', '--no-renames', ...within], { env }),
      repo.run(['ls-files', '-s', '-z'], { env }),
    ])
    const nested = [
      ...splitNul(entries.stdout).flatMap((line) =>
        line.startsWith('160000 ') ? [line.slice(line.indexOf('\t') + 1)] : [],
      ),
      ...splitNul(others.stdout).flatMap((path) => (path.endsWith('/') ? [path.slice(0, -1)] : [])),
    ]
    const tracked = [...new Set(splitNul(changed.stdout))]
    const { taken, left } = chooseFiles(
      splitNul(others.stdout).filter((path) => !path.endsWith('/')),
      budget.files,
    )
    const skips = await tooLarge(repo, [...tracked, ...taken], maxFileBytes)
    const fresh = taken.filter((path) => !skips.has(path))
    await announce(inside, fresh, env)
    await hide(
      repo,
      tracked.filter((path) => skips.has(path)),
      env,
    )
    const known = new Set(tracked)
    const skipped = [
      ...[...skips].map(([path, why]) => unread(path, leftAs(known.has(path), why), why)),
      ...left.map(({ path, files }) => unread(path, 'added', { bytes: 0, why: 'too_many', files })),
    ]
    const announced = new Set(fresh.map(shown))
    return work({ repo: inside, env, skipped: [...(await gitChange(repo)), ...skipped], nested, announced })
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
  return parseRaw(output).map(({ file }) => file)
}

/** `after`: the content as git names it; null where it stands in the work tree only. */
interface RawFile {
  readonly file: DiffFile
  readonly path: BytePath
  readonly before: string
  readonly after: string | null
}

function parseRaw(output: Buffer): RawFile[] {
  const parts = splitNul(output)
  const heads: {
    status: DiffFile['status']
    path: string
    oldPath?: string
    before: string
    after: string
    clashes: boolean
  }[] = []
  let at = 0
  while (parts[at]?.startsWith(':')) {
    const [, , before = '', after = '', word] = parts[at]?.split(' ') ?? []
    const letter = word?.[0] ?? 'M'
    const status = words[letter] ?? 'modified'
    if (letter === 'R' || letter === 'C') {
      const [oldPath = '', path = ''] = [parts[at + 1], parts[at + 2]]
      heads.push({ status, path, before, after, clashes: false, ...(letter === 'R' ? { oldPath } : {}) })
      at += 3
    } else {
      heads.push({ status, path: parts[at + 1] ?? '', before, after, clashes: letter === 'U' })
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
  // A file that is being merged is told twice: that it clashes, and how it stands.
  const told = new Set(heads.filter(({ clashes }) => !clashes).map(({ path }) => path))
  const files = heads.filter(({ clashes, path }) => !clashes || !told.has(path))
  return files.map((head) => {
    const [added, deleted] = counts.get(head.path) ?? ['0', '0']
    const binary = added === '-'
    const file = {
      path: shown(head.path),
      ...(head.oldPath === undefined ? {} : { oldPath: shown(head.oldPath) }),
      status: head.status,
      additions: binary ? null : Number(added),
      deletions: binary ? null : Number(deleted),
      binary,
    }
    const gone = head.status === 'deleted' || !/^0+$/.test(head.after)
    return { file, path: head.path, before: head.before, after: gone ? head.after : null }
  })
}

/** A word for the difference of each file, which another difference does not have: for who remembers having read it. */
async function marked(repo: Repo, output: Buffer): Promise<DiffFile[]> {
  const found = parseRaw(output)
  const unnamed = found.filter(({ after }) => after === null)
  const stats = await statsOf(
    repo.cwd,
    unnamed.map(({ path }) => path),
  )
  const present = new Map(unnamed.map(({ path }, at) => [path, stats[at]]))
  return found.map(({ file, path, before, after }) => {
    const stat = present.get(path)
    const now = after === null ? `${stat?.size ?? 0}.${stat?.mtimeMs ?? 0}.${stat?.ino ?? 0}` : after.slice(0, 16)
    return { ...file, mark: `${before.slice(0, 16)}-${now}` }
  })
}

const rawList = async (repo: Repo, what: readonly string[], env: Env): Promise<Buffer> =>
  (await repo.run([...bounded, 'diff', ...plain, '--raw', '--numstat', '-z', ...what], { env })).stdout

const listing = async (repo: Repo, what: readonly string[], env: Env): Promise<DiffFile[]> =>
  parseFiles(await rawList(repo, what, env))

const byPath = (a: DiffFile, b: DiffFile): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)

/** What git saw and what it was not shown, each path once. */
function joined(files: readonly DiffFile[], skipped: readonly DiffFile[]): readonly DiffFile[] {
  if (skipped.length === 0) return files
  const names = new Set(skipped.map(({ path }) => path))
  return [...files.filter(({ path }) => !names.has(path)), ...skipped].sort(byPath)
}

const deepest = 5

const below = (path: string, files: readonly DiffFile[]): DiffFile[] =>
  files.map((file) => ({
    ...file,
    path: `${path}/${file.path}`,
    ...(file.oldPath === undefined ? {} : { oldPath: `${path}/${file.oldPath}` }),
  }))

export const changedFiles = (
  repo: Repo,
  base: string,
  maxFileBytes: number,
  depth = deepest,
): Promise<readonly DiffFile[]> =>
  withUntracked(repo, maxFileBytes, async ({ repo: inside, env, skipped, nested }) => {
    const from = await known(repo, base)
    const own = joined(await listing(inside, [from, '--'], env), skipped)
    const more: DiffFile[] = []
    for (const inner of depth > 0 ? await nestedNow(repo, from, nested) : [])
      more.push(...below(inner.path, await changedFiles(inner.repo, inner.from, maxFileBytes, depth - 1)))
    return more.length === 0 ? own : [...own, ...more].sort(byPath)
  })

interface DiffRequest {
  readonly from: string
  readonly to: string | null
  readonly maxBytes: number
  readonly maxFileBytes: number
  readonly file?: string
  readonly oldFile?: string
  readonly marks?: boolean
}

/** Where a comparison stands: how deep, below which path, and which store keeps what nested repositories saved. */
interface Level {
  readonly root: Repo
  readonly prefix: string
  readonly depth: number
}

export const diffView = (repo: Repo, request: DiffRequest): Promise<DiffView> =>
  viewAt(repo, request, { root: repo, prefix: '', depth: deepest })

async function viewAt(repo: Repo, request: DiffRequest, level: Level): Promise<DiffView> {
  const ofIndex = request.from === staged
  const from = await known(repo, ofIndex ? ((await commitOf(repo, 'HEAD')) ?? 'empty') : request.from)
  const { prefix } = level
  const names = prefix === '' ? plain : [...plain, `--src-prefix=a/${prefix}`, `--dst-prefix=b/${prefix}`]
  const only = [request.file, request.oldFile].filter((name) => name !== undefined)
  const paths = ['--', ...only]
  const limits = { maxBytes: request.maxBytes, cut: true }
  const show = async (
    what: readonly string[],
    { repo: inside, env, skipped }: Pick<Ground, 'repo' | 'env' | 'skipped'>,
  ): Promise<DiffView> => {
    const list = async (output: Buffer) => (request.marks === true ? marked(repo, output) : parseFiles(output))
    const [files, patch, base, head] = await Promise.all([
      rawList(inside, [...what, ...paths], env).then(list),
      // Without room for a patch only the counts are wanted.
      request.maxBytes === 0 ? null : inside.run([...bounded, 'diff', ...names, ...what, ...paths], { ...limits, env }),
      commitOf(repo, from),
      commitOf(repo, request.to === null || request.to === staged ? 'HEAD' : request.to),
    ])
    const asked = skipped.filter(({ path }) => request.file === undefined || isWithin(path, request.file))
    return {
      base: base ?? from,
      head: head ?? request.to ?? '',
      files: joined(files, asked),
      patch: patch?.stdout.toString('utf8') ?? '',
      truncated: patch === null ? files.length > 0 : patch.truncated,
    }
  }
  if (request.to === staged) return show(['--cached', from], { repo, env: {}, skipped: [] })
  if (request.to !== null) {
    const to = await known(repo, request.to)
    const own = await show([from, to], { repo, env: {}, skipped: [] })
    const { inner, uncompared } = await nestedBetween(level.root, repo, from, to)
    const unseen = uncompared
      .filter(({ path }) => request.file === undefined || isWithin(path, request.file))
      .map((one) => ({ ...one, additions: null, deletions: null, binary: false }))
    return withInner({ ...own, files: joined(own.files, unseen) }, inner, request, level)
  }
  const present = async (ground: Ground): Promise<DiffView> => {
    const own = await show(ofIndex ? [] : [from], ground)
    const isNew = ({ path }: DiffFile): boolean => ofIndex && ground.announced.has(path)
    const files = own.files.map((file) => (isNew(file) ? { ...file, status: 'added' as const } : file))
    return withInner({ ...own, files }, await nestedNow(repo, from, ground.nested), request, level)
  }
  return withUntracked(repo, request.maxFileBytes, present, only)
}

/** The repositories inside, one after the other, as long as there is room for their patches. */
async function withInner(
  own: DiffView,
  inner: readonly Inner[],
  request: DiffRequest,
  level: Level,
): Promise<DiffView> {
  let view = own
  for (const { path, repo, from, to } of level.depth > 0 ? inner : []) {
    const file = request.file
    const inside = file === undefined || isWithin(path, file) ? undefined : file.slice(path.length + 1)
    if (inside !== undefined && !isWithin(file ?? '', path)) continue
    const room = Math.max(0, request.maxBytes - Buffer.byteLength(view.patch))
    const { maxFileBytes } = request
    const marks = request.marks === true
    const asked = { from, to, maxBytes: room, maxFileBytes, marks, ...(inside === undefined ? {} : { file: inside }) }
    const deeper = { root: level.root, prefix: `${level.prefix}${path}/`, depth: level.depth - 1 }
    const found = await viewAt(repo, asked, deeper)
    view = {
      ...view,
      files: [...view.files, ...below(path, found.files)].sort(byPath),
      patch: view.patch + found.patch,
      truncated: view.truncated || found.truncated,
    }
  }
  return view
}

const isWithin = (path: string, place: string): boolean =>
  path === place || path.startsWith(place.endsWith('/') ? place : `${place}/`)
