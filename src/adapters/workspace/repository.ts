/**
 * Owns what can be known about a repository: where it is, its origin, its default branch, what a base or a branch name
 * means in it, and who has which branch checked out. Changes nothing but remote-tracking refs (by the bounded fetch).
 */
import { readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { DroverError } from '#contract/error'
import type { RepositoryFacts } from '#ports/workspace'
import { type BytePath, shown, splitNul } from './byte-path.ts'
import { gitFailed, type Repo } from './git.ts'
import { findPlaces, type Places } from './places.ts'

export interface Worktree {
  readonly path: string
  readonly branch: string | null
  readonly prunable: boolean
}

/** Where the work tree that `repo` was opened at and its git directories are. */
export async function placesOf(repo: Repo): Promise<Places> {
  if (repo.places !== null) return repo.places
  const places = await findPlaces(repo.cwd)
  // Lets git itself say what is wrong.
  if (places === null) await repo.run(['rev-parse', '--is-inside-work-tree'])
  if (places === null) throw gitFailed(['rev-parse'], repo.cwd, 'not the top of a work tree')
  const elsewhere = repo.settings.findLast(({ key, scope }) => key === 'core.worktree' && scope !== 'global')
  const own = places.gitDir === places.commonDir || elsewhere?.scope === 'worktree'
  if (elsewhere !== undefined && own) {
    const real = await realpath(resolve(places.gitDir, elsewhere.value)).catch(() => null)
    if (real !== places.top) throw gitFailed(['rev-parse'], repo.cwd, 'its core.worktree names another directory')
  }
  return places
}

/** What the operator may see of a remote's address: never a password, a token or a query. */
export function withoutCredentials(url: string): string {
  const parts = /^([a-z][a-z0-9+.-]*:\/\/)([^/]*)(.*)$/is.exec(url.trim())
  if (parts === null) return url.trim().replace(/^([^@/:]+):[^@/]*@/, '$1@')
  const [, scheme = '', authority = '', rest = ''] = parts
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const user = authority.includes('@') ? authority.slice(0, authority.lastIndexOf('@')).split(':')[0] : ''
  const isSsh = /ssh/i.test(scheme)
  return `${scheme}${isSsh && user ? `${user}@` : ''}${host}${rest.replace(/[?#].*$/s, '')}`
}

export async function requireDirectory(path: string): Promise<string> {
  if (!isAbsolute(path)) {
    throw new DroverError('INVALID_PATH', `${path} is not an absolute path`, { hint: 'Give the full path.' })
  }
  const real = await realpath(path).catch(() => null)
  if (real === null || !(await stat(real)).isDirectory()) {
    const what = real === null ? 'does not exist' : 'is not a directory'
    throw new DroverError('INVALID_PATH', `${path} ${what}`, { hint: 'Give the path of a git work tree.' })
  }
  return real
}

/** The top level that a path belongs to. NOT_A_GIT_REPO with what to do about it. */
export async function requireWorkTree(repo: Repo): Promise<string> {
  const ask = ['rev-parse', '--is-inside-work-tree', '--is-bare-repository']
  const answer = await repo.run(ask, { allow: [0, 128] })
  const no = (message: string, hint: string) => new DroverError('NOT_A_GIT_REPO', message, { hint })
  if (answer.code !== 0 && /dubious ownership/.test(answer.stderr)) {
    throw no(
      `${repo.cwd} belongs to another user, so git refuses to work in it`,
      `If you trust it: git config --global --add safe.directory ${repo.cwd}`,
    )
  }
  if (answer.code !== 0) throw no(`${repo.cwd} is not in a git repository`, 'Run `git init` there and commit once.')
  const [inside, bare] = answer.stdout.toString('utf8').split('\n')
  if (inside !== 'true') {
    throw bare === 'true'
      ? no(`${repo.cwd} is a bare repository`, 'Clone it and add the clone: Drover needs a work tree.')
      : no(`${repo.cwd} is inside a git directory`, 'Give the path of the work tree instead.')
  }
  return repo.text(['rev-parse', '--show-toplevel'])
}

export const commitOf = (repo: Repo, name: string): Promise<string | null> =>
  repo.maybe(['rev-parse', '--verify', '--quiet', `${name}^{commit}`])

/** The commit that a commit records for a submodule at this path; null where it has none there. */
export async function linkAt(repo: Repo, commit: string, path: BytePath): Promise<string | null> {
  const entry = splitNul((await repo.run(['ls-tree', '-z', '--full-tree', commit, '--', shown(path)])).stdout)[0] ?? ''
  const [mode, , oid = ''] = entry.slice(0, entry.indexOf('\t')).split(' ')
  return mode === '160000' ? oid : null
}

/** From the HEAD file; git is asked where refs are kept in another way (reftable leaves `.invalid` there). */
async function checkedOutBranch(repo: Repo, places: Places): Promise<string | null> {
  const head = await readFile(join(places.gitDir, 'HEAD'), 'utf8').catch(() => '')
  const name = /^ref: refs\/heads\/(.+)\n$/.exec(head)?.[1]
  if (name !== undefined && name !== '.invalid') return name
  return (await repo.maybe(['symbolic-ref', '--quiet', '--short', 'HEAD'])) || null
}

/** `origin/HEAD`, else the checked-out branch; a detached checkout falls back to the branch nearest to it. */
export async function defaultBranchOf(repo: Repo, places: Places): Promise<string> {
  const prefix = 'refs/remotes/origin/'
  const hasOrigin = repo.settings.some(({ key }) => key.startsWith('remote.origin.'))
  const remote = hasOrigin ? await repo.maybe(['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']) : null
  if (remote?.startsWith(prefix) && (await commitOf(repo, remote)) !== null) return remote.slice(prefix.length)
  const checkedOut = await checkedOutBranch(repo, places)
  if (checkedOut !== null) return checkedOut
  const list = async (...args: string[]) =>
    (await repo.text(['for-each-ref', '--count=1', '--sort=-committerdate', '--format=%(refname:short)', ...args])) ||
    null
  // Detached: a branch at this commit, else one that contains it, else the newest, else the commit itself.
  return (
    (await list('--points-at=HEAD', 'refs/heads')) ??
    (await list('--contains=HEAD', 'refs/heads')) ??
    (await list('refs/heads')) ??
    'HEAD'
  )
}

export async function factsOf(repo: Repo, places: Places): Promise<RepositoryFacts> {
  const url = repo.settings.find(({ key }) => key === 'remote.origin.url')?.value ?? ''
  return {
    path: places.top,
    commonDir: places.commonDir,
    repo: withoutCredentials(url),
    defaultBranch: await defaultBranchOf(repo, places),
  }
}

/** git-crypt keeps its keys per work tree, so a second work tree would hold locked files and commit them as changes. */
export async function refuseGitCrypt(repo: Repo, places: Places): Promise<void> {
  const unlocked = await stat(join(places.commonDir, 'git-crypt')).catch(() => null)
  const grep = ['grep', '-q', '-I', '--no-textconv', '-e', 'filter=git-crypt', 'HEAD', '--', ':(glob)**/.gitattributes']
  const marked = await repo.run(grep, { allow: [0, 1, 128], env: { GIT_LITERAL_PATHSPECS: '0' } })
  if (unlocked === null && marked.code !== 0) return
  throw new DroverError('WORKTREE_UNSUPPORTED', `${places.top} uses git-crypt, which does not work in worktrees`, {
    hint: 'Use a clone of this repository without git-crypt.',
  })
}

export async function listWorktrees(repo: Repo): Promise<readonly Worktree[]> {
  const nul = await repo.run(['worktree', 'list', '--porcelain', '-z'], { allow: [0, 129] })
  // git before 2.36 has no -z here.
  const output = nul.code === 0 ? nul : await repo.run(['worktree', 'list', '--porcelain'])
  const end = nul.code === 0 ? '\0' : '\n'
  const records = output.stdout.toString('utf8').split(`${end}${end}`)
  return records.flatMap((record) => {
    const lines = record.split(end)
    const path = lines.find((line) => line.startsWith('worktree '))?.slice('worktree '.length)
    if (path === undefined) return []
    const branch = lines.find((line) => line.startsWith('branch refs/heads/'))
    return [
      {
        path,
        branch: branch?.slice('branch refs/heads/'.length) ?? null,
        prunable: lines.some((line) => line === 'prunable' || line.startsWith('prunable ')),
      },
    ]
  })
}

/** Where a branch is in use: checked out, or being rebased in some worktree. One whose directory is gone holds nothing. */
export async function holderOf(repo: Repo, commonDir: string, branch: string): Promise<string | null> {
  const trees = (await listWorktrees(repo)).filter((tree) => !tree.prunable)
  const holder = trees.find((tree) => tree.branch === branch)
  if (holder !== undefined) return holder.path
  for (const tree of trees.filter((candidate) => candidate.branch === null)) {
    const dotGit = await readFile(join(tree.path, '.git'), 'utf8').catch(() => null)
    const gitDir = dotGit === null ? commonDir : resolve(tree.path, dotGit.replace(/^gitdir: /, '').trim())
    for (const state of ['rebase-merge', 'rebase-apply']) {
      const head = await readFile(join(gitDir, state, 'head-name'), 'utf8').catch(() => '')
      if (head.trim() === `refs/heads/${branch}`) return tree.path
    }
  }
  return null
}

const invalidBranch = (branch: string) =>
  new DroverError('INVALID_BRANCH', `${JSON.stringify(branch)} is not a branch name that git accepts`, {
    hint: 'Use letters, digits, dashes and slashes, for example feature/login.',
  })

/** Names that every git accepts, so that it need not be asked. */
const plainName = /^[A-Za-z0-9_][A-Za-z0-9_-]*(\/[A-Za-z0-9_][A-Za-z0-9_-]*)*$/

export async function checkBranch(repo: Repo, commonDir: string, branch: string): Promise<'new' | 'existing'> {
  if (branch === '' || branch.startsWith('-') || branch === 'HEAD' || branch === '@' || branch.includes('\0'))
    throw invalidBranch(branch)
  if (/[\s\x7f]/.test(branch)) throw invalidBranch(branch)
  const parts = branch.split('/')
  const names = parts.map((_, at) => `refs/heads/${parts.slice(0, at + 1).join('/')}`)
  const [accepted, found, below] = await Promise.all([
    plainName.test(branch) ? branch : repo.maybe(['check-ref-format', '--branch', branch]),
    repo.text(['cat-file', '--batch-check=found'], { input: `${names.join('\n')}\n` }),
    repo.text(['for-each-ref', '--count=1', '--format=%(refname)', `refs/heads/${branch}/`]),
  ])
  if (accepted !== branch) throw invalidBranch(branch)
  const exists = found.split('\n').map((line) => line === 'found')
  const blocking = exists.slice(0, -1).indexOf(true)
  const taken = blocking >= 0 ? names[blocking] : below
  if (taken) {
    throw new DroverError('BRANCH_NAMESPACE_TAKEN', `${branch} cannot be a branch while ${taken} exists`, {
      hint: 'Choose another branch name, or rename the one that is in the way.',
      details: { blockedBy: taken },
    })
  }
  if (exists.at(-1) !== true) return 'new'
  const where = await holderOf(repo, commonDir, branch)
  if (where === null) return 'existing'
  throw new DroverError('BRANCH_CHECKED_OUT_ELSEWHERE', `${branch} is checked out in ${where}`, {
    hint: 'Check out another branch there, or choose another branch for the session.',
    details: { path: where },
  })
}

/** The numbers n for which some branch, here or on a remote, is or lies below `drover/<project>-<n>`. */
export async function usedNumbers(repo: Repo, projectId: string): Promise<ReadonlySet<number>> {
  const name = `drover/${projectId}-`
  const where = ['refs/heads/drover/', 'refs/remotes/*/drover/**']
  const refs = (await repo.text(['for-each-ref', '--format=%(refname)', ...where])).split('\n')
  const numbers = refs.flatMap((ref) => {
    const short = ref.replace(/^refs\/(heads|remotes\/[^/]+)\//, '')
    const word = short.startsWith(name) ? short.slice(name.length).split('/')[0] : undefined
    return word !== undefined && /^[1-9][0-9]{0,9}$/.test(word) ? [Number(word)] : []
  })
  return new Set(numbers)
}

/** Commits and upstreams of exactly these refs, in one question. */
async function branchHeads(repo: Repo, refs: readonly string[]) {
  const format = '--format=%(refname) %(objectname) %(upstream)'
  // A name with pattern characters is no branch.
  const output = refs.some((ref) => /[*?[\\]/.test(ref)) ? '' : await repo.text(['for-each-ref', format, ...refs])
  const rows = output.split('\n').map((line) => line.split(' '))
  const exact = rows.filter(([ref]) => ref !== undefined && refs.includes(ref))
  return new Map(exact.map(([ref = '', commit = '', upstream = '']) => [ref, { commit, upstream }]))
}

export async function resolveBase(repo: Repo, ref: string): Promise<{ ref: string; commit: string }> {
  const missing = () =>
    new DroverError('BASE_REF_NOT_FOUND', `there is no commit called ${JSON.stringify(ref)} in ${repo.cwd}`, {
      hint: 'Give a branch, a tag or a commit of this repository; `git fetch` first if it is new.',
    })
  if (ref === '' || ref.startsWith('-') || /[\0\n]/.test(ref)) throw missing()
  const name = ref.replace(/^refs\/heads\//, '')
  const origin = `refs/remotes/origin/${name}`
  const heads = await branchHeads(repo, [`refs/heads/${name}`, origin])
  const { commit: local = null, upstream } = heads.get(`refs/heads/${name}`) ?? {}
  const twin = upstream?.startsWith('refs/remotes/') ? upstream : origin
  const remote = twin === origin ? (heads.get(origin)?.commit ?? null) : await commitOf(repo, twin)
  const twinName = twin.replace('refs/remotes/', '')
  if (local !== null && remote !== null && local !== remote) {
    const behind = await repo.run(['merge-base', '--is-ancestor', local, remote], { allow: [0, 1] })
    return behind.code === 0 ? { ref: twinName, commit: remote } : { ref: name, commit: local }
  }
  if (local !== null) return { ref: name, commit: local }
  const direct = await commitOf(repo, ref)
  if (direct !== null) return { ref, commit: direct }
  if (remote !== null) return { ref: twinName, commit: remote }
  throw missing()
}

export const mergeBase = (repo: Repo, base: string): Promise<string | null> =>
  base.startsWith('-') ? Promise.resolve(null) : repo.maybe(['merge-base', 'HEAD', base])

/** Brings remote-tracking refs and `origin/HEAD` up to date within a bound. Answers whether it could. */
export async function fetchOrigin(repo: Repo, timeoutMs: number): Promise<boolean> {
  if (!repo.settings.some(({ key }) => key === 'remote.origin.url')) return false
  const began = Date.now()
  // Named here because the first configured value wins, so a setting of the repository could not be overridden.
  const pack = '--upload-pack=git-upload-pack'
  const fetch = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', pack, 'origin']
  await repo.run(fetch, { timeoutMs })
  const left = timeoutMs - (Date.now() - began)
  if (left > 500) await followHead(repo, pack, left)
  return true
}

/** Follows a default branch that was renamed on the remote; an unanswered question leaves the old one. */
async function followHead(repo: Repo, pack: string, timeoutMs: number): Promise<void> {
  const answer = await repo.run(['ls-remote', pack, '--symref', 'origin', 'HEAD'], { timeoutMs, allow: [0, 1, 128] })
  const name = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(answer.stdout.toString('utf8'))?.[1]
  const twin = `refs/remotes/origin/${name}`
  if (name === undefined || (await commitOf(repo, twin)) === null) return
  if ((await repo.maybe(['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD'])) === twin) return
  await repo.run(['symbolic-ref', 'refs/remotes/origin/HEAD', twin])
}
