/**
 * Owns two questions about a launch's processes: who belongs to it, and how to end all of them. Real CLIs start tools in
 * sessions of their own, so a process group is not enough: descendants, sessions and tags are followed until nothing is
 * found. What a launch's end means is left to launch.ts.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type Proc, type ProcessTable, type ProcId, signal } from './process-table.ts'
import { isMachinery } from './wrapper.ts'

export interface Roots {
  /** The agent itself is never taken for a part of Drover, even before it has become its program. */
  readonly agent?: ProcId | null
  /** Processes known by number and start time. */
  readonly known: readonly ProcId[]
  /** `NAME=value` entries that mark a process as a member. */
  readonly tags: ReadonlySet<string>
}

/** How long the killing itself may take after the grace, and how long a wrapper gets to record the exit. */
const killBoundMs = 1200
const recordMs = 400

/** Every process that belongs to the roots: tagged, descended, or in a session that one of them is in. */
export function members(all: readonly Proc[], roots: Roots, self: number): readonly Proc[] {
  return kin(all, self)(roots)
}

/** The same for many roots of one look. */
export function kin(all: readonly Proc[], self: number): (roots: Roots) => readonly Proc[] {
  const byPid = new Map(all.map((proc) => [proc.pid, proc]))
  const index: Kin = {
    byPid,
    byTag: groupBy(
      all.flatMap((proc) => proc.tags.map((tag) => ({ tag, proc }))),
      (one) => one.tag,
    ),
    children: groupBy(all, (proc) => proc.ppid),
    sessions: groupBy(all, (proc) => proc.sid),
    untouchable: lineOf(byPid, self),
    selfSid: byPid.get(self)?.sid,
  }
  return (roots) => membersIn(index, roots)
}

interface Kin {
  readonly byPid: ReadonlyMap<number, Proc>
  readonly byTag: ReadonlyMap<string, readonly { readonly proc: Proc }[]>
  readonly children: ReadonlyMap<number, readonly Proc[]>
  readonly sessions: ReadonlyMap<number, readonly Proc[]>
  readonly untouchable: ReadonlySet<number>
  readonly selfSid: number | undefined
}

function membersIn({ byPid, byTag, children, sessions, untouchable, selfSid }: Kin, roots: Roots): readonly Proc[] {
  const found = new Set<Proc>()
  const open = [
    ...roots.known.flatMap((id) => {
      const proc = byPid.get(id.pid)
      return proc?.startTime === id.startTime ? [proc] : []
    }),
    ...[...roots.tags].flatMap((tag) => byTag.get(tag)?.map(({ proc }) => proc) ?? []),
  ]
  for (let proc = open.pop(); proc !== undefined; proc = open.pop()) {
    if (found.has(proc) || untouchable.has(proc.pid) || proc.pid <= 1) continue
    found.add(proc)
    open.push(...(children.get(proc.pid) ?? []))
    // A launch begins a session of its own, so whatever shares a session with a member came from it.
    if (proc.sid > 1 && proc.sid !== selfSid) open.push(...(sessions.get(proc.sid) ?? []))
  }
  return [...found].filter((proc) => !proc.zombie)
}

/** This process and all above it: never signalled, whatever a tag says. */
function lineOf(byPid: ReadonlyMap<number, Proc>, self: number): ReadonlySet<number> {
  const line = new Set([0, 1])
  for (let pid = self; !line.has(pid); pid = byPid.get(pid)?.ppid ?? 1) line.add(pid)
  return line
}

function groupBy<T, K>(all: readonly T[], key: (one: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>()
  for (const one of all) {
    const group = groups.get(key(one))
    if (group === undefined) groups.set(key(one), [one])
    else group.push(one)
  }
  return groups
}

/**
 * TERM to all, KILL after the grace. Wrappers are spared until the rest is gone, so that they can record the exit.
 * Answers what could not be ended (a process in uninterruptible sleep), normally nothing.
 */
export async function endAll(table: ProcessTable, roots: Roots, graceMs: number): Promise<readonly Proc[]> {
  const hunt = openHunt(table, roots)
  await askToEnd(table, hunt, performance.now() + graceMs)
  return await kill(table, hunt)
}

interface Hunt {
  /** A fresh look: members, and apart from them Drover's own wrappers and what they use to record the exit. */
  look(): Promise<{ readonly prey: readonly Proc[]; readonly wrappers: readonly Proc[] }>
}

function openHunt(table: ProcessTable, roots: Roots): Hunt {
  const known = new Map(roots.known.map((id) => [`${id.pid} ${id.startTime}`, id]))
  return {
    async look() {
      const found = members(await table.scan(), { known: [...known.values()], tags: roots.tags }, process.pid)
      // Whoever was seen once stays known: a later look finds what it started even when its parent is gone.
      for (const proc of found) known.set(`${proc.pid} ${proc.startTime}`, proc)
      // Asked anew each time: a fork becomes its program, and has no words at all for the moment in between.
      const isOwn = (proc: Proc): boolean => {
        const command = table.command(proc.pid)
        return command.length === 0 || isMachinery(command)
      }
      const wrappers = found.filter((proc) => proc.pid !== roots.agent?.pid && isOwn(proc))
      // The agent first, then the older before the younger: a parent hears of the end before its child's death.
      const rank = (proc: Proc): number => (proc.pid === roots.agent?.pid ? 0 : proc.pid)
      const prey = found.filter((proc) => !wrappers.includes(proc)).sort((a, b) => rank(a) - rank(b))
      return { prey, wrappers }
    },
  }
}

/** TERM to everyone seen, newcomers included, until all are gone or the time is over. */
async function askToEnd(table: ProcessTable, hunt: Hunt, deadline: number): Promise<void> {
  const asked = new Set<string>()
  const aloneUntil = performance.now() + recordMs
  for (;;) {
    const { prey, wrappers } = await hunt.look()
    for (const proc of wrappers) signal(table, proc, 'SIGCONT')
    if (prey.length === 0) {
      // A wrapper alone is about to end, or its fork is about to become the agent: that one is to be asked too.
      if (wrappers.length === 0 || performance.now() >= Math.min(deadline, aloneUntil)) return
      await wait(10)
      continue
    }
    for (const proc of prey) {
      const key = `${proc.pid} ${proc.startTime}`
      if (asked.has(key)) continue
      signal(table, proc, 'SIGCONT') // a stopped process cannot answer
      // A fork of the wrapper still has the wrapper's handler, which would swallow the signal: ask the agent it becomes.
      if (isMachinery(table.command(proc.pid))) continue
      asked.add(key)
      signal(table, proc, 'SIGTERM')
    }
    const allAsked = prey.every((proc) => asked.has(`${proc.pid} ${proc.startTime}`))
    // Between two looks at everything only those already found are watched: cheap, however many processes there are.
    for (let step = 4; prey.some((proc) => table.alive(proc)); step = Math.min(step * 1.5, 50)) {
      const left = deadline - performance.now()
      if (left <= 0) return
      await wait(Math.min(step, left))
      if (!allAsked) break
    }
  }
}

/** Stops everyone, looks again for what they started meanwhile, kills; until none is found. */
async function kill(table: ProcessTable, hunt: Hunt): Promise<readonly Proc[]> {
  const bound = performance.now() + killBoundMs
  let spareUntil: number | null = null
  for (;;) {
    const { prey, wrappers } = await hunt.look()
    if (prey.length === 0 && wrappers.length === 0) return []
    const now = performance.now()
    if (now >= bound + recordMs) return [...prey, ...wrappers]
    if (prey.length === 0) spareUntil ??= Math.min(now, bound) + recordMs
    const spared = prey.length === 0 && spareUntil !== null && now < spareUntil
    if (!spared) {
      const doomed = prey.length === 0 ? wrappers : prey
      for (const proc of doomed) signal(table, proc, 'SIGSTOP')
      const again = await hunt.look()
      const all = prey.length === 0 ? [...again.prey, ...again.wrappers] : again.prey
      for (const proc of all) signal(table, proc, 'SIGKILL')
    }
    await wait(spared ? 10 : 4)
  }
}
