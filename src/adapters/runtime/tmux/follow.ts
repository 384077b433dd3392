/**
 * Follows the file in which a CLI writes its conversation down: each new whole line becomes one line of the launch's spool,
 * with the byte after it. What was brought is remembered by the spool itself, so that nothing is lost or doubled by whatever
 * ends the daemon; which file it is stands beside it. What the lines mean is the harness's.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Followed } from '#ports/harness'
import type { LaunchRef } from '#ports/runtime'
import type { Attendant } from '../process/launch.ts'
import { errnoOf, readTerminal } from '../process/launch-files.ts'
import type { RuntimeLog, Watch } from '../process/watch.ts'
import { createOutlet, type Outlet } from './outlet.ts'

/** So much is read at a time; the daemon does other things in between. */
const chunkBytes = 256 * 1024
/** A longer line is left out: as part of the spool it would be no line any more. */
const longestLine = 24 * 1024 * 1024
/** Where the words of `skip` are looked for. */
const headBytes = 200
const newline = 10
const desk = Buffer.allocUnsafeSlow(chunkBytes)

export interface FollowDeps {
  readonly watch: Watch
  readonly log: RuntimeLog | undefined
}

/** null: there is no such file now. */
type Look = { readonly ino: string; readonly size: number } | null

export function attendLaunch({ watch, log }: FollowDeps, ref: LaunchRef): Attendant {
  const outlet: Outlet = createOutlet(ref.dir)
  const kept = outlet.state()
  const isTerminal = isForTerminal(ref.dir)
  let tail: Tail | null = null
  let over = kept?.done === true
  let unwatch = (): void => undefined
  let watched: string | null = null
  let busy = false
  let warned = false

  const guard = (act: () => void): void => {
    try {
      act()
      warned = false
    } catch (cause) {
      // A full disk, no descriptor: the next sweep goes on where this stopped.
      if (!warned) log?.warn('a transcript cannot be followed now', { launch: ref.launchId, cause })
      warned = true
    }
  }
  /** All that is there; between chunks others have their turn. */
  const pump = (): void => {
    if (busy || over) return
    busy = true
    const step = (): void => {
      let more = false
      guard(() => {
        more = !over && tail !== null && tail.step()
      })
      if (more) setImmediate(step)
      else busy = false
    }
    step()
  }
  const look = (): void => {
    if (tail === null) return
    const directory = dirname(tail.path)
    // The directory of a conversation may be made after its name was told.
    if (watched !== directory && statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true) {
      unwatch()
      watched = directory
      unwatch = watch.add(directory, sweeper)
    }
    if (tail.changed()) pump()
  }
  const sweeper = {
    hint: (file: string | null) => {
      if (tail !== null && (file === null || file === basename(tail.path))) pump()
    },
    sweep: () => guard(look),
  }
  const begin = (file: Followed, resumed: boolean): void => {
    tail = createTail(file, outlet, resumed, (bytes) =>
      log?.warn('a line of a transcript is too long and was left out', { launch: ref.launchId, bytes }),
    )
    // Until there is a directory to watch, the timer alone.
    if (watched === null) unwatch = watch.add(null, sweeper)
    guard(look)
    pump()
  }
  const drain = (): void =>
    guard(() => {
      while (tail?.step() === true);
    })

  if (kept !== null && !over) guard(() => begin(kept, true))
  return {
    needsWrapper: isTerminal,
    follow(file) {
      if (over || tail?.path === file.path) return
      drain() // What the old file still holds comes before anything of the new one.
      guard(() => {
        outlet.begin(file)
        begin(file, false)
      })
    },
    finish() {
      if (over) return
      drain()
      over = true
      unwatch()
      if (tail !== null) guard(() => outlet.done())
      tail = null
    },
    leave() {
      over = true
      unwatch()
    },
  }
}

function isForTerminal(dir: string): boolean {
  try {
    return readTerminal(dir)
  } catch {
    return false // nobody is ended for a file that cannot be read
  }
}

interface Tail {
  readonly path: string
  /** Is there anything that was not looked at? Cheap. */
  changed(): boolean
  /** Reads a chunk and brings its lines. true: there is more. */
  step(): boolean
}

function createTail(
  { path, from, skip }: Followed,
  outlet: Outlet,
  resumed: boolean,
  tooLong: (bytes: number) => void,
): Tail {
  const left = (skip ?? []).map((word) => Buffer.from(word))
  let position = resumed ? outlet.next(from) : from
  /** The file's own number, once it was seen; another one is another file. */
  let ino = resumed ? outlet.ino() : null
  /** Of a line that is not whole yet: where it begins, and its bytes so far; null: it is too long and passed over. */
  let parts: Buffer[] | null = []
  let held = 0
  let seen: Look = null

  const restart = (at: number): void => {
    position = at
    parts = []
    held = 0
  }
  /** Another file in its place, or the same one cut: from its beginning, unless what we brought last still stands there. */
  const settle = (fd: number): number => {
    const stats = fstatSync(fd, { bigint: true })
    const now = { ino: String(stats.ino), size: Number(stats.size) }
    seen = now
    const same = now.size >= position && outlet.lastStands(fd) !== false
    if (!same) {
      restart(0)
      outlet.begin({ path, from: 0, ...(skip === undefined ? {} : { skip }) })
    } else if (ino !== now.ino || now.size < position + held) restart(position)
    if (ino !== now.ino) outlet.setIno(now.ino)
    ino = now.ino
    return now.size
  }
  const take = (bytes: Buffer): void => {
    let start = 0
    for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, start)) {
      const rest = bytes.subarray(start, at)
      const next = position + held + rest.length + 1
      if (parts === null || held + rest.length > longestLine) tooLong(held + rest.length)
      else {
        const line = parts.length === 0 ? rest : Buffer.concat([...parts, rest])
        const head = line.subarray(0, headBytes)
        if (line.length > 0 && !left.some((word) => head.includes(word))) outlet.line(line, next)
      }
      restart(next)
      start = at + 1
    }
    const rest = bytes.subarray(start)
    held += rest.length
    if (held > longestLine) parts = null
    else if (rest.length > 0) parts?.push(Buffer.from(rest))
  }
  return {
    path,
    changed() {
      const stats = statSync(path, { throwIfNoEntry: false, bigint: true })
      if (stats === undefined) return false
      return seen === null || String(stats.ino) !== seen.ino || Number(stats.size) !== position + held
    },
    step() {
      const fd = openOrNull(path)
      if (fd === null) return false
      try {
        const size = settle(fd)
        const at = position + held
        const read = readSync(fd, desk, 0, Math.min(chunkBytes, Math.max(0, size - at)), at)
        if (read === 0) return false
        take(desk.subarray(0, read))
        return at + read < size
      } finally {
        closeSync(fd)
      }
    },
  }
}

function openOrNull(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errnoOf(error))) return null
    throw error
  }
}
