/** Owns what a snapshot is compared with: HEAD, its tree and an earlier commit with the ref that holds it, in one question to git. */
import type { Repo } from './git.ts'
import { parseCommit, type SnapshotCommit } from './manifest.ts'

/** A commit to compare with, and the ref that holds it where that is known. */
export interface Earlier {
  readonly commit: string
  readonly ref?: string
}

export interface Past {
  /** null: unborn. */
  readonly head: string | null
  readonly headTree: string | null
  readonly before: SnapshotCommit | null
  /** The ref still names the earlier commit. */
  readonly held: boolean
}

interface Found {
  readonly oid: string
  readonly commit: SnapshotCommit
}

export async function lookBack(repo: Repo, earlier: Earlier | null): Promise<Past> {
  const asked = earlier !== null && /^[0-9a-f]{40,64}$/.test(earlier.commit) ? earlier : null
  const names = ['HEAD', ...(asked === null ? [] : [asked.commit, ...(asked.ref === undefined ? [] : [asked.ref])])]
  const input = names.map((name) => `${name}\n`).join('')
  const { code, stdout } = await repo.run(['cat-file', '--batch'], { input, allow: [0, 128] })
  // An earlier commit that is damaged is one there is nothing to compare with.
  if (code !== 0 && asked !== null) return lookBack(repo, null)
  const [head = null, before = null, ref = null] = code === 0 ? readBatch(stdout) : []
  return {
    head: head?.oid ?? null,
    headTree: head?.commit.tree ?? null,
    before: before?.commit ?? null,
    held: ref !== null && ref.oid === asked?.commit,
  }
}

/** Commits in the order they were asked for; null for what is missing or is none. */
export function readBatch(output: Buffer): (Found | null)[] {
  const found: (Found | null)[] = []
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0x0a, at)
    const [oid = '', type = '', size = ''] = output.subarray(at, end).toString('utf8').split(' ')
    at = end + 1
    if (!/^[0-9]+$/.test(size)) {
      found.push(null)
      continue
    }
    const text = output.subarray(at, at + Number(size)).toString('utf8')
    found.push(type === 'commit' ? { oid, commit: parseCommit(text) } : null)
    at += Number(size) + 1
  }
  return found
}
