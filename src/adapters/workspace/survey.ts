/**
 * Owns looking after the snapshots of one home in a repository: which refs there are, whether everything that they need is
 * still there, and what a crash left beside them. Removes only refs that are broken already, and marks on packs that nobody
 * waits for any more.
 */
import { readdir, readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { SnapshotRef } from '#ports/workspace'
import { gitFailed, type Repo } from './git.ts'
import { parseCommit } from './manifest.ts'
import { pastLocks } from './queue.ts'

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '')

const missingWords = /missing (tree|blob|commit|object)|bad (tree )?object|unable to read|[Cc]ould not read/

/** Those of the commits that miss an object. One question for all of them, and one for each only where that finds something. */
async function broken(repo: Repo, commits: readonly string[]): Promise<Set<string>> {
  if (commits.length === 0) return new Set()
  const input = commits.map((commit) => `${commit}\n`).join('')
  const found = lines(await repo.text(['cat-file', '--batch-check'], { input }))
  const lost = new Set(commits.filter((_, at) => found[at]?.endsWith(' missing')))
  const partial = repo.settings.some(({ key }) => /^extensions\.partialclone$|^remote\..*\.promisor$/s.test(key))
  const ask = ['rev-list', '--objects', '--missing=print', ...(partial ? ['--exclude-promisor-objects'] : [])]
  const walk = [...ask, '--stdin', '--not', '--branches', '--remotes']
  const misses = async (some: readonly string[]): Promise<boolean> => {
    const answer = await repo.run(walk, { input: `${some.join('\n')}\n`, allow: [0, 128] })
    if (answer.code === 0) return lines(answer.stdout.toString('latin1')).some((line) => line.startsWith('?'))
    // Only what git says is missing is missing; any other trouble is no finding about the snapshot.
    if (missingWords.test(answer.stderr)) return true
    throw gitFailed(walk, repo.cwd, answer.stderr)
  }
  const present = commits.filter((commit) => !lost.has(commit))
  if (present.length === 0 || !(await misses(present))) return lost
  for (const commit of present) if (await misses([commit])) lost.add(commit)
  return lost
}

/** Refs of this home, and those older ones that rows of this home name. */
export async function surveySnapshots(repo: Repo, home: string, known: readonly string[]): Promise<SnapshotRef[]> {
  const own = `refs/drover/snapshots/${home}/`
  const older = new Set(known.filter((ref) => !ref.startsWith(own)))
  const all = lines(await repo.text(['for-each-ref', '--format=%(refname) %(objectname)', 'refs/drover/snapshots/']))
  const refs = all.flatMap((line) => {
    const [ref = '', commit = ''] = line.split(' ')
    const [n = '', sessionId = ''] = ref.split('/').reverse()
    const ours = (ref.startsWith(own) || older.has(ref)) && /^[1-9][0-9]*$/.test(n)
    return ours ? [{ ref, commit, sessionId, n: Number(n) }] : []
  })
  const lost = await broken(repo, [...new Set(refs.map(({ commit }) => commit))])
  return refs.map((one) => ({ ...one, whole: !lost.has(one.commit) }))
}

/** Those of these numbers that have a ref of this home. */
export async function standingSnapshots(
  repo: Repo,
  home: string,
  names: readonly { readonly sessionId: string; readonly n: number }[],
): Promise<Omit<SnapshotRef, 'whole'>[]> {
  const asked = names.map(({ sessionId, n }) => ({
    sessionId,
    n,
    ref: `refs/drover/snapshots/${home}/${sessionId}/${n}`,
  }))
  const input = asked.map(({ ref }) => `${ref}\n`).join('')
  const found = lines(await repo.text(['cat-file', '--batch-check'], { input }))
  return asked.flatMap((one, at) => {
    const commit = /^([0-9a-f]{40,64}) commit /.exec(found[at] ?? '')?.[1]
    return commit === undefined ? [] : [{ ...one, commit }]
  })
}

/** What a snapshot's commit says about itself; null where it is not one. */
export async function describeSnapshot(
  repo: Repo,
  commit: string,
): Promise<{
  parent: string | null
  reason: string
  at: Date
  skipped: readonly { path: string; bytes: number; why: string }[]
} | null> {
  const text = await repo.maybe(['cat-file', 'commit', commit])
  if (text === null) return null
  const { parents, manifest } = parseCommit(text)
  const reason = /\n\ndrover snapshot \S+ \(([a-z]+)\)/.exec(text)?.[1]
  const seconds = /^committer .* (\d+) [+-]\d{4}$/m.exec(text)?.[1]
  if (manifest === null || reason === undefined || seconds === undefined) return null
  const extra = new Set([manifest.staged, manifest.ignored])
  const parent = parents.find((one) => !extra.has(one)) ?? null
  return { parent, reason, at: new Date(Number(seconds) * 1000), skipped: manifest.skipped }
}

/** Refs whose objects are gone: they hold nothing, and git complains about them. */
export async function dropBroken(repo: Repo, refs: readonly { ref: string; commit: string }[]): Promise<void> {
  const lost = await broken(repo, [...new Set(refs.map(({ commit }) => commit))])
  for (const { ref, commit } of refs) {
    if (lost.has(commit)) await pastLocks(() => repo.run(['update-ref', '-d', ref, commit]))
  }
}

const abandonedMs = 10 * 60_000

/** Packs that a crash left kept: whoever waited for them is gone, so git may treat them as any other. */
export async function releasePacks(commonDir: string, home: string, now: number): Promise<number> {
  const directory = join(commonDir, 'objects', 'pack')
  const names = await readdir(directory).catch(() => [])
  let released = 0
  for (const name of names.filter((one) => one.endsWith('.keep') || one.endsWith('.drover'))) {
    const file = join(directory, name)
    const stats = await stat(file).catch(() => null)
    if (stats === null || now - stats.mtimeMs < abandonedMs) continue
    const note = name.endsWith('.drover') ? null : await readFile(file, 'utf8').catch(() => '')
    if (note !== null && !note.startsWith(`drover ${home} `)) continue
    await unlink(file).catch(() => {})
    released++
  }
  return released
}
