/**
 * Ends what a daemon that was cut off had started for itself (its git): while that still writes, nothing of what it was made
 * for can be taken back. Agents and what agents started carry other tags and are never touched. Where the system does not
 * tell tags (macOS) nothing is found, and git comes to its own end.
 */
import { openProcessTable } from './open-process-table.ts'
import { runTag } from './process-table.ts'
import { endAll } from './tree.ts'
import type { RuntimeLog } from './watch.ts'

/** What git needs to remove its lock files when it is asked to end. */
const graceMs = 2000

const idOf = (home: string): string => `git of ${home}`

/** The variables that mark git's processes as those of the daemon of this home. */
export const gitMark = (home: string): Readonly<Record<string, string>> => {
  const [name = '', ...rest] = runTag(idOf(home)).split('=')
  return { [name]: rest.join('=') }
}

/** Resolved once none is left. Only for a daemon that holds the home's lock and has not begun to work itself. */
export async function endGitOf(home: string, log: RuntimeLog): Promise<void> {
  const left = await endAll(openProcessTable(), { known: [], tags: new Set([runTag(idOf(home))]) }, graceMs)
  if (left.length > 0) log.error('git of an earlier daemon could not be ended', { pids: left.map((proc) => proc.pid) })
}
