/**
 * Reads processes from /proc. Every read may lose a race against the process it is about, or be refused: both are
 * answers, not errors.
 */
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { errnoOf } from './launch-files.ts'
import { establishedOf } from './proc-sockets.ts'
import { type Proc, type ProcessTable, shared, tagNames } from './process-table.ts'

const buffer = Buffer.allocUnsafe(256 * 1024)

/** The bytes of a small file in the shared buffer; valid until the next call. Throws as the system does. */
function slurp(path: string): Buffer {
  const fd = openSync(path, 'r')
  try {
    let length = 0
    while (length < buffer.length) {
      const read = readSync(fd, buffer, length, buffer.length - length, null)
      if (read === 0) return buffer.subarray(0, length)
      length += read
    }
  } finally {
    closeSync(fd)
  }
  return readFileSync(path)
}

const isGone = (error: unknown): boolean => ['ENOENT', 'ESRCH'].includes(errnoOf(error))

/** `pid (name) state ppid pgrp session …`, the name may hold anything; field 22 is the start time. */
export function parseStat(text: string): Omit<Proc, 'tags'> | null {
  const close = text.lastIndexOf(')')
  const rest = text.slice(close + 2).split(' ')
  const startTime = rest[19]
  if (close < 0 || startTime === undefined) return null
  return {
    pid: Number.parseInt(text, 10),
    ppid: Number(rest[1]),
    sid: Number(rest[3]),
    startTime,
    zombie: rest[0] === 'Z' || rest[0] === 'X',
    // utime, stime, cutime, cstime: in hundredths of a second for every program, whatever the kernel counts in.
    cpuMs: (Number(rest[11]) + Number(rest[12]) + Number(rest[13]) + Number(rest[14])) * 10,
  }
}

/** The exact `NAME=value` entries of the names that tag a process. */
export function tagsIn(environ: Buffer): readonly string[] {
  if (environ.indexOf('DROVER_') < 0) return []
  const entries = environ.toString('latin1').split('\0')
  return entries.filter((entry) => tagNames.some((name) => entry.startsWith(`${name}=`)))
}

function tagsOf(pid: number): readonly string[] {
  try {
    return tagsIn(slurp(`/proc/${pid}/environ`))
  } catch {
    return [] // gone, a kernel thread, or another user's: not one of ours
  }
}

function look(pid: number): Proc | 'gone' | 'unknown' {
  try {
    const facts = parseStat(slurp(`/proc/${pid}/stat`).toString('latin1'))
    return facts === null ? 'unknown' : { ...facts, tags: [] }
  } catch (error) {
    return isGone(error) ? 'gone' : 'unknown'
  }
}

/** A fork carries its parent's environment until it becomes its program, which takes milliseconds; then it stays. */
const settledTicks = 10 * 100

/** The environments of processes that have settled are read once. */
export function createScan(
  tags: (pid: number) => readonly string[] = tagsOf,
  uptime: () => number = uptimeTicks,
): () => Promise<readonly Proc[]> {
  let known = new Map<number, Pick<Proc, 'startTime' | 'tags'>>()
  return async () => {
    const youngest = uptime() - settledTicks
    const settled: typeof known = new Map()
    const found = await scanAll((proc) => {
      const before = known.get(proc.pid)
      const one = before?.startTime === proc.startTime ? before : { startTime: proc.startTime, tags: tags(proc.pid) }
      if (Number(proc.startTime) < youngest) settled.set(proc.pid, one)
      return one.tags
    })
    known = settled
    return found
  }
}

/** In the unit of start times: hundredths of a second since the machine was started. */
const uptimeTicks = (): number => Number.parseFloat(slurp('/proc/uptime').toString('latin1')) * 100

async function scanAll(tagsFor: (proc: Omit<Proc, 'tags'>) => readonly string[]): Promise<readonly Proc[]> {
  const found: Proc[] = []
  let seen = 0
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid) || pid <= 1) continue
    if (++seen % 256 === 0) await turn()
    const facts = look(pid)
    if (facts === 'gone' || facts === 'unknown' || facts.ppid === 2) continue
    found.push({ ...facts, tags: facts.zombie ? [] : tagsFor(facts) })
  }
  return found
}

function words(pid: number, file: 'cmdline' | 'environ'): readonly string[] | null {
  try {
    return slurp(`/proc/${pid}/${file}`).toString('utf8').split('\0').slice(0, -1)
  } catch {
    return null // gone or not ours to read
  }
}

function environ(pid: number): ReadonlyMap<string, string> | null {
  const entries = words(pid, 'environ')
  if (entries === null) return null
  return new Map(entries.map((entry) => [entry.split('=', 1)[0]!, entry.slice(entry.indexOf('=') + 1)]))
}

function ioBytes(pid: number): number | null {
  try {
    const found = /^rchar: (\d+)\nwchar: (\d+)/.exec(slurp(`/proc/${pid}/io`).toString('latin1'))
    return found === null ? null : Number(found[1]) + Number(found[2])
  } catch {
    return null // gone or not ours to read
  }
}

export function procTable(): ProcessTable {
  return {
    bootId: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
    readsTags: true,
    look,
    alive(id) {
      const now = look(id.pid)
      if (now === 'unknown') return true
      return now !== 'gone' && now.startTime === id.startTime && !now.zombie
    },
    scan: shared(createScan()),
    command: (pid) => words(pid, 'cmdline') ?? [],
    environ,
    cwd(pid) {
      try {
        return readlinkSync(`/proc/${pid}/cwd`)
      } catch {
        return null // gone or not ours to read
      }
    },
    ioBytes,
    connections: establishedOf,
  }
}
