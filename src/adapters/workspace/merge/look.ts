/**
 * Owns what can be asked about two branches without touching either: their commits, what they have in common, what differs,
 * and which branch a session's base means.
 */
import { DroverError } from '#contract/error'
import type { ChangedPaths, Relation } from '#ports/merging'
import { shown, splitNul } from '../byte-path.ts'
import type { Repo } from '../git.ts'

export const branchRef = (branch: string): string => `refs/heads/${branch}`

const odd = /[\u0000-\u0020\u007f~^:?*[\\]|^-|^@$|\.\.|@\{|^HEAD$/

export function checkName(branch: string): void {
  if (branch !== '' && !odd.test(branch)) return
  throw new DroverError('INVALID_BRANCH', `${JSON.stringify(branch)} is not a branch name that git accepts`, {
    hint: 'Name a branch of the repository, for example main.',
  })
}

/** Commits of exactly these refs, in one question. */
export async function refCommits(repo: Repo, refs: readonly string[]): Promise<readonly (string | null)[]> {
  const output = await repo.text(['for-each-ref', '--format=%(objectname) %(refname)', ...refs])
  const known = new Map(
    output.split('\n').map((line) => {
      const space = line.indexOf(' ')
      return [line.slice(space + 1), line.slice(0, space)] as const
    }),
  )
  return refs.map((ref) => known.get(ref) ?? null)
}

export function branches(repo: Repo, names: readonly string[]): Promise<readonly (string | null)[]> {
  for (const name of names) checkName(name)
  return refCommits(repo, names.map(branchRef))
}

/** `main` is itself, `origin/main` the branch that follows it; a tag or a commit is no branch. */
export async function targetOf(repo: Repo, baseRef: string): Promise<string | null> {
  const name = baseRef.replace(/^refs\/(heads|remotes)\//, '')
  if (name === '' || odd.test(name)) return null
  const slash = name.indexOf('/')
  const below = slash < 0 ? null : name.slice(slash + 1)
  const refs = [branchRef(name), `refs/remotes/${name}`, ...(below === null ? [] : [branchRef(below)])]
  const [local, remote, twin = null] = await refCommits(repo, refs)
  if (local !== null && !baseRef.startsWith('refs/remotes/')) return name
  if (remote === null || below === null) return null
  const following = await repo.text(['for-each-ref', '--format=%(refname:strip=2) %(upstream)', 'refs/heads'])
  const follower = following.split('\n').find((line) => line.endsWith(` refs/remotes/${name}`))
  if (follower !== undefined) return follower.slice(0, follower.lastIndexOf(' '))
  return twin === null ? null : below
}

export async function relation(repo: Repo, head: string, base: string): Promise<Relation> {
  const [mergeBase, counts] = await Promise.all([
    repo.maybe(['merge-base', base, head]),
    repo.text(['rev-list', '--left-right', '--count', `${base}...${head}`, '--']),
  ])
  const [behind = 0, ahead = 0] = counts.split('\t').map(Number)
  return { mergeBase, ahead, behind }
}

export async function contains(repo: Repo, of: string, commit: string): Promise<boolean> {
  return (await repo.run(['merge-base', '--is-ancestor', commit, of], { allow: [0, 1, 128] })).code === 0
}

export const plainDiff = ['--no-color', '--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty']

export async function changes(repo: Repo, from: string, to: string): Promise<ChangedPaths> {
  const { stdout } = await repo.run(['diff', ...plainDiff, '-M', '--numstat', '-z', from, to, '--'])
  const parts = splitNul(stdout)
  const paths: string[] = []
  let files = 0
  let insertions = 0
  let deletions = 0
  for (let at = 0; at < parts.length; ) {
    const [added = '', deleted = '', ...rest] = (parts[at] ?? '').split('\t')
    const path = rest.join('\t')
    files += 1
    insertions += Number(added) || 0
    deletions += Number(deleted) || 0
    // A renamed file has its two names after an empty one.
    if (path === '') paths.push(shown(parts[at + 1] ?? ''), shown(parts[at + 2] ?? ''))
    else paths.push(shown(path))
    at += path === '' ? 3 : 1
  }
  return { files, insertions, deletions, paths }
}

/** The user's own name where git knows one; a machine without any still commits. */
export function identity(repo: Repo): Record<string, string> {
  const has = (key: string): boolean => repo.settings.some((setting) => setting.key === key && setting.value !== '')
  if (has('user.name') && has('user.email')) return {}
  return {
    GIT_AUTHOR_NAME: 'Drover',
    GIT_AUTHOR_EMAIL: 'drover@localhost',
    GIT_COMMITTER_NAME: 'Drover',
    GIT_COMMITTER_EMAIL: 'drover@localhost',
  }
}

export async function messages(
  repo: Repo,
  request: { readonly from: string; readonly to: string; readonly most: number },
): Promise<readonly { readonly commit: string; readonly text: string }[]> {
  const range = [`--max-count=${request.most}`, '--format=%H%x00%B%x01', '--no-merges', request.to, `^${request.from}`]
  const text = await repo.text(['log', ...range, '--'])
  return text.split('\x01').flatMap((part) => {
    const [commit, words] = part.trimStart().split('\0')
    return commit === undefined || words === undefined ? [] : [{ commit, text: words.trim() }]
  })
}

export async function subjects(
  repo: Repo,
  request: { readonly from: string; readonly to: string; readonly most: number },
): Promise<readonly string[]> {
  const range = [`--max-count=${request.most}`, '--format=%s', '--no-merges', request.to, `^${request.from}`, '--']
  const text = await repo.text(['log', ...range])
  return text === '' ? [] : text.split('\n').reverse()
}
