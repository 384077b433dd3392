/**
 * Which established TCP connections processes hold, from /proc: the sockets among their files, looked up in the tables of
 * their network. Only asked about launches that have been silent for long, so it may cost a little.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { errnoOf } from './launch-files.ts'

/** Inodes of established connections in a table such as /proc/net/tcp: state 01 in the fourth column, inode in the tenth. */
export function establishedIn(table: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const line of table.split('\n').slice(1)) {
    const columns = line.trim().split(/\s+/)
    const inode = columns[9]
    if (columns[3] === '01' && inode !== undefined && inode !== '0') found.add(inode)
  }
  return found
}

/** null: none was seen, and some process could not be asked. */
export function establishedOf(pids: readonly number[]): number | null {
  /** By network: what its processes hold, and one of them to read its tables through. */
  const held = new Map<string, { readonly pid: number; readonly inodes: Set<string> }>()
  let hidden = false
  for (const pid of pids) {
    const sockets = socketsOf(pid)
    if (sockets === 'hidden') hidden = true
    else if (sockets.inodes.length > 0) {
      const group = held.get(sockets.network) ?? { pid, inodes: new Set<string>() }
      held.set(sockets.network, group)
      for (const inode of sockets.inodes) group.inodes.add(inode)
    }
  }
  let count = 0
  for (const { pid, inodes } of held.values()) {
    const established = tablesOf(pid)
    if (established === null) hidden = true
    else for (const inode of inodes) if (established.has(inode)) count++
  }
  return count === 0 && hidden ? null : count
}

function socketsOf(pid: number): { readonly network: string; readonly inodes: readonly string[] } | 'hidden' {
  const inodes: string[] = []
  try {
    for (const fd of readdirSync(`/proc/${pid}/fd`)) {
      const inode = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${fd}`))?.[1]
      if (inode !== undefined) inodes.push(inode)
    }
    return { network: inodes.length === 0 ? '' : linkOf(`/proc/${pid}/ns/net`), inodes }
  } catch (error) {
    // Ended meanwhile: it holds nothing any more.
    return ['ENOENT', 'ESRCH'].includes(errnoOf(error)) ? { network: '', inodes: [] } : 'hidden'
  }
}

/** Empty when it was closed since it was listed. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return ''
    throw error
  }
}

function tablesOf(pid: number): ReadonlySet<string> | null {
  const found = new Set<string>()
  for (const name of ['tcp', 'tcp6']) {
    try {
      for (const inode of establishedIn(readFileSync(`/proc/${pid}/net/${name}`, 'latin1'))) found.add(inode)
    } catch (error) {
      // A machine without IPv6 has no second table.
      if (name === 'tcp' || errnoOf(error) !== 'ENOENT') return null
    }
  }
  return found
}
