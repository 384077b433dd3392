/**
 * Owns storing thousands of contents at once: they are streamed into one pack by `git fast-import`, where a loose object for
 * each would mean thousands of new files. Runs beside the repository, in a git directory of its own that only shares the
 * object stores: what fast-import leaves behind when it is cut off stays there. No file is opened that could block.
 */
import { once } from 'node:events'
import { constants } from 'node:fs'
import { mkdir, open, readFile, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Content, Unreadable } from './content.ts'
import { gitFailed, type Repo } from './git.ts'

const atOnce = 32

/** null: gone, or no file any more. */
async function bytesFor({ file, isLink }: Content, at: number): Promise<Buffer | null> {
  try {
    if (isLink) return await readlink(file, { encoding: 'buffer' })
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    try {
      return (await handle.stat()).isFile() ? await handle.readFile() : null
    } finally {
      await handle.close()
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EINVAL', 'ENXIO', 'EISDIR'].includes(code)) return null
    throw new Unreadable(at, code)
  }
}

/** An empty repository of the same kind. */
async function makeBeside(repo: Repo, directory: string): Promise<void> {
  const isSha256 = repo.settings.some(({ key, value }) => key === 'extensions.objectformat' && value === 'sha256')
  for (const name of ['refs', 'objects']) await mkdir(join(directory, name), { recursive: true })
  await writeFile(join(directory, 'HEAD'), 'ref: refs/heads/none\n')
  const format = isSha256 ? '[extensions]\n\tobjectformat = sha256\n' : ''
  await writeFile(join(directory, 'config'), `[core]\n\trepositoryformatversion = 1\n\tbare = true\n${format}`)
}

/** `repo` is opened in a quarantine. Ids in the order of the contents; null for what vanished meanwhile. */
export async function importContents(
  repo: Repo,
  temp: string,
  contents: readonly Content[],
): Promise<readonly (string | null)[]> {
  if (contents.length === 0) return []
  const beside = join(temp, 'import')
  await makeBeside(repo, beside)
  const marks = join(beside, 'marks')
  const how = ['-c', 'fastimport.unpackLimit=0', '-c', 'pack.compression=1', '-c', 'core.bigFileThreshold=1m']
  const argv = [...how, 'fast-import', '--quiet', '--depth=0', `--export-marks=${marks}`]
  const { child, stop } = repo.with({ GIT_DIR: beside }).start(argv)
  let stderr = ''
  child.stderr.on('data', (data: Buffer) => {
    stderr = (stderr + data.toString()).slice(-4000)
  })
  child.stdout.resume()
  // A reader that went away shows in how it ended.
  child.stdin.on('error', () => {})
  const ended = once(child, 'close')
  ended.catch(() => {})
  try {
    for (let at = 0; at < contents.length && child.exitCode === null; at += atOnce) {
      const some = contents.slice(at, at + atOnce)
      const read = await Promise.all(some.map((content, n) => bytesFor(content, at + n)))
      const parts = read.flatMap((bytes, n) =>
        bytes === null
          ? []
          : [Buffer.from(`blob\nmark :${at + n + 1}\ndata ${bytes.length}\n`), bytes, Buffer.from('\n')],
      )
      if (!child.stdin.write(Buffer.concat(parts))) await Promise.race([once(child.stdin, 'drain'), ended])
    }
  } catch (error) {
    stop()
    throw error
  }
  child.stdin.end()
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw gitFailed(['fast-import'], repo.cwd, stderr)
  const ids: (string | null)[] = new Array(contents.length).fill(null)
  for (const line of (await readFile(marks, 'utf8')).split('\n')) {
    const [mark = '', id] = line.split(' ')
    if (id !== undefined) ids[Number(mark.slice(1)) - 1] = id
  }
  return ids
}
