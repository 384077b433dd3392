/**
 * Owns which of too many files are looked at: the small groups first, so that three new sources are saved although a tool
 * left fifty thousand files beside them. What does not fit is named by its directory. Works on names alone, reads nothing.
 */
import type { BytePath } from './byte-path.ts'

/** A directory (with a slash at the end, `./` for the top) in which so many files were left out. */
export interface LeftOut {
  readonly path: BytePath
  readonly files: number
}

interface Directory {
  readonly path: BytePath
  readonly files: BytePath[]
  readonly below: Map<string, Directory>
  count: number
}

const directory = (path: BytePath): Directory => ({ path, files: [], below: new Map(), count: 0 })

function treeOf(paths: readonly BytePath[]): Directory {
  const top = directory('')
  for (const path of paths) {
    let at = top
    at.count++
    for (let from = 0; ; ) {
      const slash = path.indexOf('/', from)
      if (slash < 0) break
      const name = path.slice(from, slash)
      const next = at.below.get(name) ?? directory(path.slice(0, slash + 1))
      at.below.set(name, next)
      next.count++
      at = next
      from = slash + 1
    }
    at.files.push(path)
  }
  return top
}

/** A list that people can read: deep directories are told by the one above them until few are left. */
const fewest = 8

function folded(left: readonly LeftOut[]): LeftOut[] {
  const at = (depth: number): LeftOut[] => {
    const sums = new Map<BytePath, number>()
    for (const { path, files } of left) {
      const cut = path === './' || depth === 0 ? './' : `${path.split('/').slice(0, -1).slice(0, depth).join('/')}/`
      sums.set(cut, (sums.get(cut) ?? 0) + files)
    }
    return [...sums].map(([path, files]) => ({ path, files }))
  }
  let depth = Math.max(0, ...left.map(({ path }) => path.split('/').length))
  while (depth > 0 && at(depth).length > fewest) depth--
  return at(depth)
}

/** At most `room` of these paths, and the directories that hold the rest. */
export function chooseFiles(paths: readonly BytePath[], room: number): { taken: BytePath[]; left: LeftOut[] } {
  const result = { taken: [] as BytePath[], left: [] as LeftOut[] }
  if (paths.length <= room) return { taken: [...paths], left: [] }
  const whole = (from: Directory): BytePath[] => [...from.files, ...[...from.below.values()].flatMap(whole)]
  const leave = (path: BytePath, files: number): void => {
    if (files > 0) result.left.push({ path: path === '' ? './' : path, files })
  }
  const walk = (from: Directory): void => {
    const free = () => room - result.taken.length
    const own = from.files.slice(0, free())
    for (const path of own) result.taken.push(path)
    leave(from.path, from.files.length - own.length)
    for (const next of [...from.below.values()].sort((a, b) => a.count - b.count)) {
      if (free() === 0) leave(next.path, next.count)
      else if (next.count <= free()) for (const path of whole(next)) result.taken.push(path)
      else walk(next)
    }
  }
  walk(treeOf(paths))
  return { taken: result.taken, left: folded(result.left) }
}
