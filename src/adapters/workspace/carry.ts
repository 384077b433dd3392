/**
 * Owns the way of objects from one repository's store into another's: what a nested repository saved must outlive the
 * worktree that it stands in. Copies only what the other store does not hold whole, so a second time costs a look. Leaves
 * to callers what is to be copied, and which ref keeps it.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gitFailed, type Repo } from './git.ts'
import { placesOf } from './repository.ts'

/** Everything below this object is there: git's own question after a fetch. */
export async function isWhole(store: Repo, oid: string): Promise<boolean> {
  if ((await store.maybe(['cat-file', '-e', oid])) === null) return false
  return (
    (await store.maybe(['rev-list', '--objects', '--quiet', oid, '--not', '--all'], { timeoutMs: carryMs })) !== null
  )
}

const carryMs = 15 * 60_000
const fewObjects = 200

/** Copies what is reachable from these objects; `without` names objects that the other store holds whole. */
export async function carry(from: Repo, to: Repo, what: readonly string[], without: readonly string[]): Promise<void> {
  const source = from.start(['pack-objects', '--revs', '--stdout', '-q'])
  const timer = setTimeout(source.stop, carryMs)
  try {
    const said = spoken(source.child.stderr)
    const ended = exitOf(source.child)
    source.child.stdin.on('error', () => {})
    source.child.stdin.end(`${[...what, ...without.map((oid) => `^${oid}`)].join('\n')}\n`)
    const written = await unpack(source.child.stdout, to)
    if ((await ended) !== 0) throw gitFailed(['pack-objects'], from.cwd, said())
    if (written !== null) throw gitFailed(['index-pack'], to.cwd, written)
  } finally {
    clearTimeout(timer)
    if (source.child.exitCode === null) source.stop()
  }
}

/** A few objects one by one, many as one pack. Answers what git said where it failed. */
async function unpack(pack: AsyncIterable<Buffer>, to: Repo): Promise<string | null> {
  const chunks = pack[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < 12) {
    const next = await chunks.next()
    if (next.done) return 'the pack ended early'
    head = Buffer.concat([head, next.value])
  }
  const few = head.readUInt32BE(8) <= fewObjects
  const target = to.start(few ? ['unpack-objects', '-q'] : ['index-pack', '--stdin'])
  const timer = setTimeout(target.stop, carryMs)
  try {
    const said = spoken(target.child.stderr)
    target.child.stdout.resume()
    const ended = exitOf(target.child)
    let broken = false
    target.child.stdin.on('error', () => {
      broken = true
    })
    const write = (chunk: Buffer) =>
      new Promise<void>((resolve) => {
        if (broken || target.child.stdin.write(chunk)) return resolve()
        target.child.stdin.once('drain', resolve)
        target.child.stdin.once('error', () => resolve())
        return undefined
      })
    await write(head)
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) await write(next.value)
    target.child.stdin.end()
    return (await ended) === 0 ? null : said() || 'it ended without a word'
  } finally {
    clearTimeout(timer)
    if (target.child.exitCode === null) target.stop()
  }
}

type Child = ReturnType<Repo['start']>['child']

const exitOf = (child: Child): Promise<number | null> =>
  new Promise((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', (code) => resolve(code))
  })

function spoken(stream: NodeJS.ReadableStream): () => string {
  let words = ''
  stream.on('data', (chunk: Buffer) => {
    if (words.length < 4096) words += chunk.toString('utf8')
  })
  return () => words
}

/** Some of its objects may still be on its remote only. */
export const isPartial = (repo: Repo): boolean =>
  repo.settings.some(({ key }) => /^extensions\.partialclone$|^remote\..*\.promisor$/s.test(key))

const historyBytes = 100 * 1024 * 1024

/**
 * Whether a repository may be copied with its whole history: it has all of it (a shallow one would leave commits without
 * their parents in the other store), and it is small.
 */
export async function hasSmallHistory(repo: Repo): Promise<boolean> {
  const { commonDir } = await placesOf(repo)
  const marks = ['shallow', 'objects/info/alternates']
  const found = await Promise.all(marks.map((name) => stat(join(commonDir, name)).catch(() => null)))
  if (found.some((one) => one !== null)) return false
  if (isPartial(repo)) return false
  const counted = await repo.text(['count-objects', '-v'])
  const kb = [...counted.matchAll(/^size(?:-pack)?: (\d+)$/gm)].reduce((sum, match) => sum + Number(match[1]), 0)
  return kb * 1024 <= historyBytes
}
