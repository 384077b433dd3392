/**
 * What transcripts of agent CLIs have in common: JSON lines that are only ever added to, found by the conversation's id, often
 * chained by parent. Owns reading them and the walk along the chain; where a file lies and what its rows are called is each
 * adapter's.
 */
import { join } from 'node:path'
import type { Files, Transcript } from '#ports/harness'
import { type Fields, objectOf } from './line-json.ts'

/** `faultIn` is asked once every row was given to `take`. */
export async function readRows(
  files: Files,
  file: string,
  take: (row: Fields) => void,
  faultIn: () => string | null,
): Promise<Transcript | null> {
  let unreadable = 0
  const bytes = await files.eachLine(file, (line) => {
    if (line.trim() === '') return
    const row = objectOf(line)
    if (row === null) unreadable += 1
    else take(row)
  })
  return bytes === null ? null : { bytes, unreadable, fault: faultIn() }
}

/** The file whose name ends so, in these directories in turn; null: none. */
export async function fileEnding(files: Files, directories: readonly string[], ending: string): Promise<string | null> {
  for (const directory of directories) {
    const name = (await files.list(directory)).findLast((one) => one.endsWith(ending))
    if (name !== undefined) return join(directory, name)
  }
  return null
}

/** A row that names the one before it. */
export interface Link {
  readonly id: string
  readonly parent: string | null
  readonly atMs: number
  /** A prompt or an answer: what is missed when it is not reached. */
  readonly talk: boolean
}

/**
 * Does the walk from the newest row back to the first one break off before something that was said? `bridgeMs`: a parent that
 * is missing is made up for by the newest earlier row within this time, as some CLIs do.
 */
export function breaksOff(links: readonly Link[], bridgeMs = 0): boolean {
  const byId = new Map(links.map((link) => [link.id, link]))
  const reached = new Set<Link>()
  let link = links.at(-1)
  while (link !== undefined && !reached.has(link)) {
    reached.add(link)
    if (link.parent === null) return false
    const known = byId.get(link.parent)
    link = known !== undefined && !reached.has(known) ? known : bridged(links, reached, link, bridgeMs)
  }
  return links.some((one) => one.talk && !reached.has(one))
}

function bridged(links: readonly Link[], reached: ReadonlySet<Link>, from: Link, bridgeMs: number): Link | undefined {
  let found: Link | undefined
  for (const link of links) {
    const ago = from.atMs - link.atMs
    if (reached.has(link) || !(ago >= 0 && ago <= bridgeMs)) continue
    if (found === undefined || link.atMs >= found.atMs) found = link
  }
  return bridgeMs === 0 ? undefined : found
}

/** A fault in the words of a notice: what is broken, not what follows of it. */
export const chainFault = 'its rows no longer lead back to what was said before'
