/**
 * Owns the way of file contents into and out of git's object store, byte for byte: no filter, no line-end conversion, no
 * encoding. Knows nothing of trees and snapshots.
 */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, open, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DroverError } from '#contract/error'
import { quoted } from './byte-path.ts'
import { gitFailed, type Repo } from './git.ts'

/** A directory for one operation, gone afterwards whatever happens. */
export async function withTemp<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'drover-git-'))
  try {
    return await work(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

export interface Content {
  /** Absolute name. */
  readonly file: Buffer
  readonly isLink: boolean
}

const hashMs = 15 * 60_000

/** Stores contents as they are on disk; answers their ids in the same order. */
export async function storeContents(
  repo: Repo,
  temp: string,
  contents: readonly Content[],
  settings: readonly string[] = [],
): Promise<readonly string[]> {
  if (contents.length === 0) return []
  const names: Buffer[] = []
  for (const [at, content] of contents.entries()) {
    if (!content.isLink) {
      names.push(quoted(content.file))
      continue
    }
    // A link's content is the text it points to; git would follow the link, so the text goes by a file of ours.
    const stand = join(temp, `link-${at}`)
    await writeFile(stand, await readlink(content.file, { encoding: 'buffer' }))
    names.push(quoted(Buffer.from(stand)))
  }
  const argv = [...settings, 'hash-object', '-w', '--no-filters', '--stdin-paths']
  const output = await repo.text(argv, { input: Buffer.concat(names), timeoutMs: hashMs })
  const ids = output.split('\n')
  if (ids.length !== contents.length) throw gitFailed(argv, repo.cwd, 'fewer ids than files')
  return ids
}

/** Can this file be opened? Answers the system's word for why not. */
export async function whyUnreadable(file: Buffer): Promise<string | null> {
  try {
    await (await open(file, 'r')).close()
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}

/** Reads objects one after the other from one `cat-file --batch`, streaming each into a file. */
export interface BlobReader {
  /** Writes the object into a file that must not exist yet. */
  toFile(oid: string, file: Buffer, mode: number): Promise<void>
  toBuffer(oid: string): Promise<Buffer>
  close(): void
}

export function openBlobs(repo: Repo): BlobReader {
  const { child, stop } = repo.start(['cat-file', '--batch'])
  const chunks = child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)
  let broken: unknown = null
  child.on('error', (error) => {
    broken = error
  })
  // A reader that went away shows as an early end of its output, which `more` reports.
  child.stdin.on('error', () => {})
  child.stderr.resume()

  const more = async (): Promise<void> => {
    const next = await chunks.next()
    if (next.done) throw gitFailed(['cat-file', '--batch'], repo.cwd, 'ended early', broken ?? undefined)
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value])
  }
  const header = async (oid: string): Promise<number> => {
    child.stdin.write(`${oid}\n`)
    while (!rest.includes(0x0a)) await more()
    const end = rest.indexOf(0x0a)
    const words = rest.subarray(0, end).toString('utf8').split(' ')
    rest = rest.subarray(end + 1)
    if (words[1] !== 'blob') {
      throw new DroverError('SNAPSHOT_NOT_FOUND', `the content ${oid} is missing from ${repo.cwd}`, {
        hint: 'The object was deleted from the repository; choose another snapshot.',
      })
    }
    return Number(words[2])
  }
  const body = async (size: number, take: (part: Buffer) => Promise<void>): Promise<void> => {
    let left = size
    while (left > 0) {
      if (rest.length === 0) await more()
      const part = rest.subarray(0, left)
      await take(part)
      rest = rest.subarray(part.length)
      left -= part.length
    }
    while (rest.length === 0) await more()
    rest = rest.subarray(1)
  }
  return {
    toFile: async (oid, file, mode) => {
      const size = await header(oid)
      const out = createWriteStream(file, { flags: 'wx', mode })
      await once(out, 'open')
      await body(size, async (part) => {
        if (!out.write(part)) await once(out, 'drain')
      })
      out.end()
      await once(out, 'close')
    },
    toBuffer: async (oid) => {
      const parts: Buffer[] = []
      await body(await header(oid), async (part) => {
        parts.push(Buffer.from(part))
      })
      return Buffer.concat(parts)
    },
    close: () => {
      child.stdin.end()
      if (child.exitCode === null) stop()
    },
  }
}
