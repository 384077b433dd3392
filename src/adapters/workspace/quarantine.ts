/**
 * Owns the way of new objects into a repository in which somebody may prune at any moment (`git gc --prune=now`).
 *
 * A loose object that nothing refers to yet can vanish between two calls, and one that only an index or another loose commit
 * refers to as well. So new objects are made in a directory of ours that no other git looks at, then everything that the tip
 * needs beyond what refs hold already goes into one pack: packing fails if a single object is missing. That pack enters the
 * repository with a `.keep` beside it, which every repack honours; the caller sets its ref and only then lets it go.
 *
 * Leaves making objects to callers and entering the repository to `place-pack.ts`.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DroverError } from '#contract/error'
import type { Repo } from './git.ts'
import { type PlacedPack, placePack } from './place-pack.ts'

export interface Quarantine {
  /** The same repository; objects that are made through it are seen through it only. */
  readonly repo: Repo
  /** Puts what `tip` needs beyond `held` (commits and trees that refs hold) into the repository, safe from every prune. */
  admit(tip: string, held: readonly string[], how: AdmitOptions): Promise<PlacedPack>
}

export interface AdmitOptions {
  /** Says in the `.keep` file who holds the pack. */
  readonly note: string
  /** On the disk, not in its cache, when this resolves. */
  readonly durable: boolean
}

/** Directories in this variable are separated by colons; git reads names in double quotes as C strings. */
const quotedName = (path: string): string => (/[:"\\]/.test(path) ? `"${path.replace(/["\\]/g, '\\$&')}"` : path)

/** `temp` is a directory of its own; what was made goes with it. `also` are object stores to read from beside its own. */
export async function openQuarantine(
  repo: Repo,
  commonDir: string,
  temp: string,
  also: readonly string[] = [],
): Promise<Quarantine> {
  const objects = join(commonDir, 'objects')
  const own = join(temp, 'objects')
  await mkdir(join(own, 'pack'), { recursive: true })
  await mkdir(join(own, 'info'), { recursive: true })
  const readable = [...new Set([objects, ...also])].map(quotedName).join(':')
  const inside = repo.with({ GIT_OBJECT_DIRECTORY: own, GIT_ALTERNATE_OBJECT_DIRECTORIES: readable })
  const partial = repo.settings.some(({ key }) => /^extensions\.partialclone$|^remote\..*\.promisor$/s.test(key))

  const pack = async (tip: string, held: readonly string[]): Promise<string> => {
    const argv = ['pack-objects', '--revs', '--quiet', '--window=0', '--threads=1', '--no-use-bitmap-index']
    // What a partial clone never fetched cannot be packed, and can be fetched again.
    if (partial) argv.push('--exclude-promisor-objects')
    const input = [tip, ...held.map((object) => `^${object}`), ''].join('\n')
    const fast = ['-c', 'pack.compression=1']
    return inside.text([...fast, ...argv, join(own, 'out')], { input, timeoutMs: packMs })
  }

  return {
    repo: inside,
    async admit(tip, held, how) {
      const hash = await pack(tip, held)
      return placePack(repo, objects, join(own, `out-${hash}`), how)
    },
  }
}

const packMs = 15 * 60_000

const missingWords =
  /(unable|failed|could not|cannot) (to )?(read|open|access|load|find|parse)|bad (object|tree|revision)|missing (object|blob|tree|commit)|invalid object|[Nn]ot a valid object|could not parse|has disappeared|inconsistency/

/** An object that was there a moment ago is gone: somebody prunes beside us. */
export const isPruned = (error: unknown): boolean =>
  error instanceof DroverError && error.code === 'GIT_FAILED' && missingWords.test(error.message)

/** Tries again where an object went away in the middle: the next try makes its own. */
export async function pastPruning<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= 4 || !isPruned(error)) throw error
    }
  }
}
