/**
 * Owns the way of file contents into and out of git's object store, byte for byte: no filter, no line-end conversion, no
 * encoding. Knows nothing of trees and snapshots.
 */
import { once } from 'node:events'
import { constants, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DroverError } from '#contract/error'
import { quoted } from './byte-path.ts'
import { type Content, Unreadable } from './content.ts'
import { gitFailed, type Repo } from './git.ts'
import { importContents } from './import-contents.ts'

/** A directory for one operation, gone afterwards whatever happens. */
export async function withTemp<T>(repo: Repo, work: (directory: string) => Promise<T>): Promise<T> {
  await mkdir(repo.temp, { recursive: true, mode: 0o700 })
  const directory = await mkdtemp(join(repo.temp, 'drover-git-'))
  try {
    return await work(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

const hashMs = 15 * 60_000

/** What git is to read for each content, one quoted line each; null for a link that is gone. */
async function linesFor(temp: string, contents: readonly Content[]): Promise<(Buffer | null)[]> {
  const lines: (Buffer | null)[] = []
  for (const [at, content] of contents.entries()) {
    if (!content.isLink) {
      lines.push(quoted(content.file))
      continue
    }
    // A link's content is the text it points to; git would follow the link, so the text goes by a file of ours.
    const text = await readlink(content.file, { encoding: 'buffer' }).catch(() => null)
    const stand = join(temp, `link-${at}`)
    if (text !== null) await writeFile(stand, text)
    lines.push(text === null ? null : quoted(Buffer.from(stand)))
  }
  return lines
}

type Ids = readonly (string | null)[]

/** Above this, a new file for each content would take its time: what is new and small is streamed into one pack instead. */
const few = 200
const small = 1024 * 1024

/** Stores contents as they are on disk; answers their ids in the same order, null for what vanished meanwhile. */
export async function storeContents(repo: Repo, temp: string, contents: readonly Content[]): Promise<Ids> {
  if (contents.length <= few) return hashContents(repo, temp, contents, ['-w'])
  const ids = [...(await hashContents(repo, temp, contents, []))]
  const fresh = await missingOf(repo, ids)
  const isSmall = (at: number): boolean => (contents[at]?.bytes ?? 0) <= small
  const store = async (positions: readonly number[], how: typeof importContents): Promise<void> => {
    const some = positions.flatMap((at) => contents[at] ?? [])
    const stored = await how(repo, temp, some).catch((error: unknown) => {
      throw error instanceof Unreadable ? new Unreadable(positions[error.at] ?? 0, error.why) : error
    })
    for (const [n, at] of positions.entries()) ids[at] = stored[n] ?? null
  }
  await store(fresh.filter(isSmall), importContents)
  await store(
    fresh.filter((at) => !isSmall(at)),
    (where, place, some) => hashContents(where, place, some, ['-w']),
  )
  return ids
}

/** Positions of ids that the repository does not have. */
async function missingOf(repo: Repo, ids: Ids): Promise<number[]> {
  const known = [...ids.entries()].filter(([, id]) => id !== null)
  if (known.length === 0) return []
  const input = known.map(([, id]) => `${id}\n`).join('')
  const lines = (await repo.text(['cat-file', '--batch-check'], { input })).split('\n')
  return known.filter((_, n) => lines[n]?.endsWith(' missing')).map(([at]) => at)
}

/**
 * git reads the files. It stops at the first one it cannot read, having answered for those before it; the rest is asked again
 * from there.
 */
async function hashContents(
  repo: Repo,
  temp: string,
  contents: readonly Content[],
  how: readonly string[],
): Promise<Ids> {
  const ids: (string | null)[] = new Array(contents.length).fill(null)
  const lines = await linesFor(temp, contents)
  const waiting = [...contents.keys()].filter((at) => lines[at] !== null)
  const argv = ['hash-object', ...how, '--no-filters', '--stdin-paths']
  for (let again = 0; waiting.length > 0; ) {
    const input = Buffer.concat(waiting.map((at) => lines[at] ?? Buffer.alloc(0)))
    const answer = await repo.run(argv, { input, timeoutMs: hashMs, allow: [0, 128] })
    const found = answer.stdout.toString('utf8').split('\n').slice(0, -1)
    for (const id of found) ids[waiting.shift() ?? -1] = id
    const stuck = waiting[0]
    if (stuck === undefined) break
    if (found.length > 0) again = 0
    const content = contents[stuck]
    const fate = content === undefined || content.isLink ? 'readable' : await fateOf(content.file)
    if (fate === 'gone') waiting.shift()
    else if (fate !== 'readable') throw new Unreadable(stuck, fate)
    // Changed in the very moment it was read, or a trouble of git's own: a few more tries tell.
    else if (++again > 5) throw gitFailed(argv, repo.cwd, answer.stderr)
  }
  return ids
}

/** Still a readable file, gone (or no file any more), or the system's word for why it cannot be read. */
async function fateOf(file: Buffer): Promise<string> {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
    const isFile = (await handle.stat()).isFile()
    await handle.close()
    return isFile ? 'readable' : 'gone'
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : code
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
