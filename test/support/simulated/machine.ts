/**
 * A machine with processes that outlive the daemon: each has its spool, its input, its exit, and children it may leave
 * behind. Answers the runtime port for one daemon at a time and gives whoever plays the agents their hands. Judges nothing:
 * what is seen is told to `watch`.
 */
import { DroverError } from '#contract/error'
import type { LeftoverProcess } from '#contract/session'
import type { Exit } from '#ports/harness'
import type { Launch, LaunchRef, LineBatch, Place, Ran, Runtime } from '#ports/runtime'
import type { AgentLine, AgentWord } from './harness.ts'
import type { Life, Scheduler } from './scheduler.ts'

export interface SimProcess {
  readonly launchId: string
  readonly sessionId: string
  readonly cwd: string
  readonly pid: number
  readonly startTime: string
  readonly bootId: string
  readonly lifetime: 'turn' | 'session'
  alive: boolean
  /** What it recorded of its end; null while it lives, and for one that vanished. */
  exit: { readonly code: number | null; readonly signal: string | null } | null
  out: string
  input: string
  /** How much of the input it has read. */
  read: number
  /** Says nothing, does nothing, and heeds no TERM. */
  hung: boolean
  /** The prompt it works on. */
  prompt: string | null
  /** It was asked to end its turn. */
  interrupted: boolean
  /** The request it waits for. */
  asked: string | null
  /** Lines it has written. */
  lines: number
  /** It said that nothing good can come of it any more. */
  gaveUp: boolean
}

interface Child extends LeftoverProcess {
  alive: boolean
}

export interface MachineWatch {
  started(process: SimProcess): void
  prompted(process: SimProcess, text: string): void
  /** The daemon ended a process that lived. */
  ended(process: SimProcess): void
  /** A verification held, in this tree. */
  verified(cwd: string): void
}

export interface Machine {
  readonly processes: ReadonlyMap<string, SimProcess>
  watch: MachineWatch
  /** So many of the next verifications do not hold. */
  red: number
  runtimeOf(life: Life): Runtime
  alive(): readonly SimProcess[]
  write(process: SimProcess, line: AgentLine | string): void
  /** code null: it vanishes and records nothing. */
  exit(process: SimProcess, code: number | null): void
  leaveChild(process: SimProcess): void
  /** Children that were left behind and live. */
  children(): readonly LeftoverProcess[]
  endChildren(): void
  /** The power goes and comes back: every process is gone, nothing was recorded. */
  reboot(): void
}

/** Input has places in bytes: it is kept with one character for each. */
const toBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')
const fromBytes = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8')

/** The command of `settings.ts` that verifies. */
const verifies = 'make check'
const ran: Ran = { code: 0, signal: null, tail: '', bytes: 0, timedOut: false, overflowed: false }
const silent: MachineWatch = { started: () => {}, prompted: () => {}, ended: () => {}, verified: () => {} }

export function createMachine(scheduler: Scheduler): Machine {
  const processes = new Map<string, SimProcess>()
  const children: Child[] = []
  let pids = 100
  let boot = 1

  const end = (process: SimProcess, exit: SimProcess['exit']): void => {
    if (!process.alive) return
    process.alive = false
    process.exit = exit
  }

  const hear = (process: SimProcess, word: AgentWord): void => {
    if (word.w === 'prompt' || word.w === 'steer') machine.watch.prompted(process, word.text)
    if (word.w === 'prompt') process.prompt = word.text
    if (word.w === 'interrupt' && process.prompt !== null) process.interrupted = true
    if (word.w === 'answer' && process.asked === word.r) process.asked = null
  }

  const listen = (process: SimProcess): void => {
    while (process.alive && !process.hung) {
      const at = process.input.indexOf('\n', process.read)
      if (at < 0) return
      const word = JSON.parse(fromBytes(process.input.slice(process.read, at))) as AgentWord
      process.read = at + 1
      hear(process, word)
    }
  }

  const endedByDaemon = (process: SimProcess, signal: 'SIGTERM' | 'SIGKILL'): void => {
    if (!process.alive || (process.hung && signal === 'SIGTERM')) return
    machine.watch.ended(process)
    end(process, signal === 'SIGTERM' ? { code: 143, signal: null } : null)
  }

  const endTagged = (ids: ReadonlySet<string>, signal: 'SIGTERM' | 'SIGKILL'): void => {
    for (const process of processes.values()) if (ids.has(process.launchId)) endedByDaemon(process, signal)
    for (const child of children) if (ids.has(child.launchId)) child.alive = false
  }

  /** TERM, and KILL for what is left after the grace. */
  const endAll = async (life: Life, ids: ReadonlySet<string>, graceMs: number): Promise<void> => {
    await life.does('term', [() => endTagged(ids, 'SIGTERM')], () => undefined)
    const left = (): boolean => [...ids].some((id) => processes.get(id)?.alive === true)
    if (!left()) return
    await life.clock.sleep(graceMs)
    await life.does('kill', [() => endTagged(ids, 'SIGKILL')], () => undefined)
  }

  const exitOf = (process: SimProcess | undefined): Exit => ({
    code: process?.exit?.code ?? null,
    signal: process?.exit?.signal ?? null,
    stderrTail: '',
    how: process?.exit === undefined || process.exit === null ? 'vanished' : 'exited',
  })

  function launchOf(life: Life, ref: LaunchRef, process: SimProcess | undefined): Launch {
    let detached = false
    let stopping: Promise<Exit> | null = null
    const over = (): boolean => process === undefined || !process.alive
    const exited = life.until('exited', () => over() && !detached).then(() => exitOf(process))
    return {
      ref,
      exited,
      lines: (from) => linesOf(life, process, from, { over, detached: () => detached }),
      write: (text, at) =>
        life.does(
          'write',
          [
            () => {
              if (process === undefined) return
              const bytes = toBytes(text)
              process.input = process.input.slice(0, at) + bytes + process.input.slice(at + bytes.length)
              listen(process)
            },
          ],
          () => undefined,
        ),
      closeInput: () =>
        life.does('close-input', [() => process?.hung === false && end(process, { code: 0, signal: null })], () => {}),
      stop(graceMs) {
        stopping ??= endAll(life, new Set([ref.launchId]), graceMs)
          // Whoever let go of it meanwhile is answered too.
          .then(() => (over() ? exitOf(process) : exited))
          .finally(() => {
            stopping = null
          })
        return stopping
      },
      detach() {
        detached = true
      },
    }
  }

  function begin(plan: Parameters<Runtime['start']>[0], place: Place): SimProcess {
    pids += 1
    const process: SimProcess = {
      launchId: place.launchId,
      sessionId: place.env.DROVER_SESSION_ID ?? '',
      cwd: place.cwd,
      pid: pids,
      startTime: String(pids),
      bootId: `boot-${boot}`,
      lifetime: plan.lifetime,
      alive: true,
      exit: null,
      out: '',
      input: plan.stdin.mode === 'followed' ? toBytes(place.initialInput ?? '') : '',
      read: 0,
      hung: false,
      prompt: null,
      interrupted: false,
      asked: null,
      lines: 0,
      gaveUp: false,
    }
    processes.set(place.launchId, process)
    machine.watch.started(process)
    if (plan.stdin.mode === 'file') hear(process, { w: 'prompt', text: plan.stdin.text })
    listen(process)
    return process
  }

  const runtimeOf = (life: Life): Runtime => ({
    async start(plan, place) {
      let process: SimProcess | undefined
      return life.does(
        'start',
        [
          () => {
            process = begin(plan, place)
          },
        ],
        () => {
          const { launchId, dir } = place
          const { pid, startTime, bootId } = process as SimProcess
          return launchOf(life, { launchId, dir, pid, startTime, bootId }, process)
        },
      )
    },
    find: (ref) =>
      life.sees('find', () => {
        const process = processes.get(ref.launchId)
        if (process === undefined || !process.alive) return 'gone'
        const { pid, startTime, bootId } = process
        return launchOf(life, { ...ref, pid, startTime, bootId }, process)
      }),
    began: (ref) => processes.has(ref.launchId),
    finished: (ref) => launchOf(life, ref, processes.get(ref.launchId)),
    leftovers: (ids) => life.sees('leftovers', () => left(new Set(ids))),
    sweep: (ids, graceMs) => endAll(life, new Set(ids), graceMs),
    strays: (_home, known) =>
      life.sees('strays', () => children.filter((one) => one.alive && !known.has(one.launchId))),
    readings: (refs) =>
      life.sees(
        'readings',
        () =>
          new Map(
            refs.map(({ launchId }) => {
              const busy = processes.get(launchId)?.hung === true ? 0 : Math.round(life.clock.steady() / 2)
              return [launchId, { cpuMs: busy, ioBytes: busy, connections: 0 }]
            }),
          ),
      ),
    resources: () => life.sees('resources', () => ({ freeMemoryBytes: 2 ** 33, freeDiskBytes: 2 ** 36 })),
    run: ({ argv, cwd }) => life.does('run', [() => undefined], () => (argv.includes(verifies) ? verdict(cwd) : ran)),
  })

  const verdict = (cwd: string): Ran => {
    if (machine.red === 0) {
      machine.watch.verified(cwd)
      return ran
    }
    machine.red -= 1
    return { ...ran, code: 1 }
  }

  const left = (ids: ReadonlySet<string>): readonly LeftoverProcess[] => [
    ...[...processes.values()]
      .filter((one) => one.alive && ids.has(one.launchId))
      .map(({ pid, launchId }) => ({ pid, command: 'agent', launchId })),
    ...children
      .filter((one) => one.alive && ids.has(one.launchId))
      .map(({ pid, command, launchId }) => ({ pid, command, launchId })),
  ]

  const machine: Machine = {
    processes,
    watch: silent,
    red: 0,
    runtimeOf,
    alive: () => [...processes.values()].filter((one) => one.alive),
    write(process, line) {
      process.out += `${typeof line === 'string' ? line : JSON.stringify(line)}\n`
      process.lines += 1
    },
    exit: (process, code) => end(process, code === null ? null : { code, signal: null }),
    leaveChild(process) {
      pids += 1
      children.push({ pid: pids, command: 'child', launchId: process.launchId, alive: true })
    },
    children: () => children.filter((one) => one.alive),
    endChildren() {
      for (const child of children) child.alive = false
    },
    reboot() {
      boot += 1
      for (const process of processes.values()) end(process, null)
      for (const child of children) child.alive = false
    },
  }
  scheduler.told?.('a machine')
  return machine
}

/** Complete lines as they are written, the rest after the end. Simulated agents write ASCII: a character is a byte. */
async function* linesOf(
  life: Life,
  process: SimProcess | undefined,
  from: number,
  state: { over(): boolean; detached(): boolean },
): AsyncGenerator<LineBatch> {
  const out = (): string => process?.out ?? ''
  let at = from
  for (;;) {
    await life.until('read', () => state.detached() || state.over() || out().indexOf('\n', at) >= 0)
    if (state.detached()) return
    const text = out()
    const end = text.lastIndexOf('\n') + 1
    if (end > at) {
      const lines = text.slice(at, end - 1).split('\n')
      at = end
      yield { lines, next: at }
    } else if (state.over()) {
      if (text.length > at) yield { lines: [text.slice(at)], next: text.length }
      return
    }
  }
}

/** What a machine says when a program cannot be started. */
export const cannotStart = (): DroverError =>
  new DroverError('LAUNCH_FAILED', 'The program cannot be executed.', { details: { binary: 'agent', errno: 'EAGAIN' } })
