/**
 * Owns what is said to a remote: its tip is asked for and fetched, a push is made and read back. Never with force beyond a
 * commit that was named, never
 * with tags or submodules, and with git's own programs at the other end whatever the repository's settings name.
 */
import type { PushOutcome, RemoteRef, RemoteTip } from '#ports/merging'
import type { Repo } from '../git.ts'
import { branchRef, contains } from './look.ts'

const uploadPack = '--upload-pack=git-upload-pack'
const receivePack = '--receive-pack=git-receive-pack'

export function remoteOf(repo: Repo, target: string): RemoteRef | null {
  const value = (key: string): string | undefined => repo.settings.findLast((setting) => setting.key === key)?.value
  const remotes = new Set(
    repo.settings.flatMap(({ key }) =>
      /^remote\..*\.(url|pushurl)$/s.test(key) ? [key.slice(7, key.lastIndexOf('.'))] : [],
    ),
  )
  const tracked = value(`branch.${target}.remote`)
  if (tracked !== undefined && (remotes.has(tracked) || isAddress(tracked))) {
    return { remote: tracked, ref: value(`branch.${target}.merge`) ?? branchRef(target) }
  }
  const [only, ...others] = remotes
  const remote = remotes.has('origin') ? 'origin' : others.length === 0 ? only : undefined
  return remote === undefined ? null : { remote, ref: branchRef(target) }
}

/** A branch may follow a repository that has no name here, as a fork's does. */
const isAddress = (remote: string): boolean => /^(?:(?:https?|ssh):\/\/|[A-Za-z0-9_.-]+@[A-Za-z0-9.-]+:)/.test(remote)

/** What git says when it could not even ask: shown without what an address may hold. */
const why = (stderr: string): string =>
  stderr
    .trim()
    .replace(/(\w+:\/\/)[^@/\s]*@/g, '$1')
    .slice(-1000) || 'no message'

async function tipOf(repo: Repo, { remote, ref }: RemoteRef, timeoutMs: number): Promise<RemoteTip> {
  const answer = await repo
    .run(['ls-remote', uploadPack, remote, ref], { allow: [0, 128], timeoutMs })
    .catch((error: unknown) => ({ code: 128, stdout: Buffer.alloc(0), stderr: String((error as Error).message) }))
  if (answer.code !== 0) return { unreachable: why(answer.stderr) }
  const line = answer.stdout
    .toString('utf8')
    .split('\n')
    .find((one) => one.endsWith(`\t${ref}`))
  return { tip: line?.split('\t')[0] ?? null }
}

async function fetchRef(repo: Repo, { remote, ref }: RemoteRef, timeoutMs: number): Promise<string | null> {
  const quiet = ['--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', uploadPack]
  const answer = await repo.run(['fetch', ...quiet, remote, ref], { allow: [0, 1, 128], timeoutMs })
  return answer.code === 0 ? null : why(answer.stderr)
}

const isHere = async (repo: Repo, commit: string): Promise<boolean> =>
  (await repo.run(['cat-file', '-e', `${commit}^{commit}`], { allow: [0, 1, 128] })).code === 0

export async function knownTip(repo: Repo, { remote, ref }: RemoteRef): Promise<string | null> {
  const short = ref.replace(/^refs\/heads\//, '')
  const found = await repo.maybe(['rev-parse', '--verify', '--quiet', `refs/remotes/${remote}/${short}`])
  return found === '' || found === null || found === undefined ? null : found
}

export async function fetchTip(repo: Repo, where: RemoteRef, timeoutMs: number): Promise<RemoteTip> {
  const found = await tipOf(repo, where, timeoutMs)
  if ('unreachable' in found || found.tip === null || (await isHere(repo, found.tip))) return found
  const failed = await fetchRef(repo, where, timeoutMs)
  if (failed !== null) return { unreachable: failed }
  // It may have moved on between the two questions: then the next attempt sees it.
  return (await isHere(repo, found.tip)) ? found : { unreachable: 'the remote moved while it was fetched' }
}

/** `[rejected]` is git's word for "not a fast-forward"; the server's own words mean the same when it lost a race. */
const moved = /^!\t.*\t\[rejected\]|cannot lock ref|incorrect old value|failed to update ref|reference already exists/m

export async function push(
  repo: Repo,
  request: { readonly result: string; readonly lease?: string | null } & RemoteRef,
  timeoutMs: number,
): Promise<PushOutcome> {
  const { remote, ref, result, lease } = request
  const over = lease === undefined ? [] : [`--force-with-lease=${ref}:${lease ?? ''}`]
  const how = ['--porcelain', '--no-verify', '--no-follow-tags', '--no-signed', '--recurse-submodules=no', receivePack]
  const answer = await repo
    .run(['push', ...how, ...over, remote, `${result}:${ref}`], { allow: [0, 1, 128], timeoutMs })
    .catch((error: unknown) => ({ code: 128, stdout: Buffer.alloc(0), stderr: String((error as Error).message) }))
  // Whatever was said on the way: what the remote has now is what counts.
  const now = await fetchTip(repo, request, timeoutMs)
  if ('unreachable' in now) return { outcome: 'unreachable', message: now.unreachable }
  if (now.tip !== null && (now.tip === result || (await contains(repo, now.tip, result)))) return { outcome: 'pushed' }
  const said = answer.stdout.toString('utf8')
  if (moved.test(said) || moved.test(answer.stderr)) return { outcome: 'moved' }
  const reason = /\t\[remote rejected\] \((.*)\)$/m.exec(said)?.[1]
  const message = [reason, why(answer.stderr)].filter((part) => part !== undefined).join(': ')
  return { outcome: 'refused', message }
}

/** Whether a push would be taken, as far as the remote says before it is made: asked with nothing to push. null: it would. */
export async function whyNoPush(
  repo: Repo,
  { remote, ref, commit }: RemoteRef & { readonly commit: string },
  timeoutMs: number,
): Promise<string | null> {
  const how = ['--dry-run', '--porcelain', '--no-verify', '--no-signed', '--recurse-submodules=no', receivePack]
  const answer = await repo
    .run(['push', ...how, remote, `${commit}:${ref}`], { allow: [0, 1, 128], timeoutMs })
    .catch((error: unknown) => ({ code: 128, stderr: String((error as Error).message) }))
  return answer.code === 0 ? null : why(answer.stderr)
}
