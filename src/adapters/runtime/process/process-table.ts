/**
 * What the rest of the runtime may ask about processes, whatever the system: one process, all processes, a signal to
 * exactly the process that was meant. How Linux and macOS say it is left to proc-linux.ts and proc-ps.ts.
 */
/** A process, not a bare pid: numbers are used again, a pair of number and start time is not within a boot. */
export interface ProcId {
  readonly pid: number
  readonly startTime: string
}

export interface Proc extends ProcId {
  readonly ppid: number
  /** The session it belongs to; its process group where the system does not tell. */
  readonly sid: number
  readonly zombie: boolean
  /** CPU time of it and of its children that ended; null where the system does not tell. */
  readonly cpuMs: number | null
  /** `NAME=value` of Drover's tags in its environment; empty where the system does not tell. */
  readonly tags: readonly string[]
}

export interface ProcessTable {
  readonly bootId: string
  /** Can tags be read here? */
  readonly readsTags: boolean
  /** gone: no such process. unknown: it may exist, the system does not say. */
  look(pid: number): Proc | 'gone' | 'unknown'
  /** Cheap, for every second: false only when it is surely gone, a zombie or another process of the same number. */
  alive(id: ProcId): boolean
  /** A look at everything that begins after the call; callers at the same time share one. */
  scan(): Promise<readonly Proc[]>
  /** Its arguments, empty when it cannot be told. */
  command(pid: number): readonly string[]
  /** Its environment as it was given, or null when it cannot be told. */
  environ(pid: number): ReadonlyMap<string, string> | null
  /** Its working directory, or null. */
  cwd(pid: number): string | null
  /** Bytes it read and wrote, children that ended included; null when it cannot be told. */
  ioBytes(pid: number): number | null
  /** Established TCP connections that any of these processes holds; null when it cannot be told. */
  connections(pids: readonly number[]): number | null
}

export const launchTag = (launchId: string): string => `DROVER_LAUNCH_ID=${launchId}`
export const runTag = (id: string): string => `DROVER_RUN_TAG=${id}`
/** Names the home of the daemon that started it. */
export const homeTag = 'DROVER_HOME_TAG'
export const tagNames = ['DROVER_LAUNCH_ID', 'DROVER_RUN_TAG', homeTag] as const

/** Callers that ask before a look has begun share it; whoever asks later gets the next one. */
export function shared<T>(look: () => Promise<T>): () => Promise<T> {
  let waiting: Promise<T> | null = null
  let running: Promise<unknown> = Promise.resolve()
  return () => {
    if (waiting !== null) return waiting
    const next = running.then(() => {
      waiting = null
      return look()
    })
    waiting = next
    // The outcome is the callers' business; the chain only needs to know that the look is over.
    running = next.catch(() => undefined)
    return next
  }
}

/** Signals the process only if it is still the one that was meant. Never init, never this process. */
export function signal(table: ProcessTable, id: ProcId, name: NodeJS.Signals): boolean {
  if (id.pid <= 1 || id.pid === process.pid) return false
  const now = table.look(id.pid)
  if (now === 'gone' || now === 'unknown' || now.startTime !== id.startTime || now.zombie) return false
  try {
    process.kill(id.pid, name)
    return true
  } catch {
    return false // gone since the look, or not ours to signal: the next look tells
  }
}
