/** Owns reading many stored contents in one question to git, and what counts as text in them. */
import type { Repo } from '../git.ts'

/** Larger contents are treated like binary ones: nobody reads them line by line. */
const largest = 20 * 1024 * 1024

/** Contents by id; null for what is too large to look into. */
export async function blobsOf(repo: Repo, oids: readonly string[]): Promise<ReadonlyMap<string, Buffer | null>> {
  const wanted = [...new Set(oids)]
  const found = new Map<string, Buffer | null>()
  if (wanted.length === 0) return found
  const sizes = await repo.text(['cat-file', '--batch-check=%(objectname) %(objecttype) %(objectsize)'], {
    input: `${wanted.join('\n')}\n`,
  })
  const small: string[] = []
  for (const line of sizes.split('\n')) {
    const [oid = '', type, size] = line.split(' ')
    if (type === 'blob' && Number(size) <= largest) small.push(oid)
    else found.set(oid, null)
  }
  if (small.length === 0) return found
  const { stdout } = await repo.run(['cat-file', '--batch'], { input: `${small.join('\n')}\n` })
  for (let at = 0; at < stdout.length; ) {
    const end = stdout.indexOf(10, at)
    const [oid = '', , size] = stdout.subarray(at, end).toString('latin1').split(' ')
    const from = end + 1
    found.set(oid, stdout.subarray(from, from + Number(size)))
    at = from + Number(size) + 1
  }
  return found
}

/** As git sees it: a zero byte near the beginning. */
export const isBinary = (blob: Buffer | null): boolean => blob === null || blob.subarray(0, 8000).includes(0)

/** Lines without their ends; a last line without one counts. */
export function linesOf(blob: Buffer): string[] {
  const lines = blob.toString('utf8').split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}
