/**
 * A runtime holds processes: here, later in tmux or on another machine. A launch is not the daemon's pipe: it writes its
 * own spool, records its own exit, and is found again by its reference after the daemon died.
 */
import type { LeftoverProcess } from '#contract/session'
import type { Exit, Followed, LaunchPlan } from '#ports/harness'

/** A generation, never a bare pid. pid facts are null until the process reported itself. */
export interface LaunchRef {
  readonly launchId: string
  readonly dir: string
  readonly pid: number | null
  /** Start time of the process in the kernel's own words, and the boot it belongs to. */
  readonly startTime: string | null
  readonly bootId: string | null
}

export interface Place {
  readonly launchId: string
  /** `$DROVER_HOME/sessions/<session>/launches/<n>`; created by the runtime. */
  readonly dir: string
  readonly cwd: string
  /** The whole environment of the child. The runtime adds nothing. */
  readonly env: Readonly<Record<string, string>>
  /** First words of a followed input, in the file before the process starts. */
  readonly initialInput?: string
}

/** Complete lines of one read, without line ends, and the byte offset after them. */
export interface LineBatch {
  readonly lines: readonly string[]
  readonly next: number
  /** The spool was shorter than the offset asked for. */
  readonly truncated?: { readonly expected: number; readonly actual: number }
}

export interface Launch {
  readonly ref: LaunchRef
  /** From a byte offset to the end of the process; ends after the last line was given. The final unterminated line counts. */
  lines(from: number): AsyncIterable<LineBatch>
  readonly exited: Promise<Exit>
  /** Makes sure that `text` stands at byte `at` of the input; repeating it changes nothing. */
  write(text: string, at: number): Promise<void>
  /** End-of-file for a followed input. */
  closeInput(): Promise<void>
  /** The whole tree, escaped and double-forked children included: TERM, then KILL after the grace. Idempotent. */
  stop(graceMs: number): Promise<Exit>
  /** Stops reading and watching; the process goes on. */
  detach(): void
  /** Where it has a screen: lines of that file become lines of this launch, over restarts too. The same file again changes nothing. */
  follow?(file: Followed): void
}

export interface Resources {
  readonly freeMemoryBytes: number
  readonly freeDiskBytes: number
}

/** What the whole tree of a launch has used since it began. null: this system does not say. */
export interface TreeReading {
  readonly cpuMs: number | null
  /** Bytes read and written, of any kind. */
  readonly ioBytes: number | null
  /** Established TCP connections. */
  readonly connections: number | null
}

export interface Runtime {
  /**
   * Places the plan's files, writes `plan.json`, starts the process detached in a session of its own and answers once its
   * pid is known. Throws DroverError LAUNCH_FAILED (details: {binary, errno}) when it cannot be started (ENOENT, E2BIG,
   * EACCES …), LAUNCH_UNRECORDED when its pid cannot be recorded (then the process is already ended again).
   */
  start(plan: LaunchPlan, place: Place): Promise<Launch>
  /** gone: no process of this generation; what it wrote can still be read by `finished`. */
  find(ref: LaunchRef): Promise<Launch | 'gone' | 'unknown'>
  /** After `find` said gone: false when it is certain that no process of this launch ever began. */
  began(ref: LaunchRef): boolean
  /** A launch whose process is gone: gives the rest of its spool and its recorded exit (how: vanished when none). */
  finished(ref: LaunchRef): Launch
  /** Live processes whose environment carries one of these launch ids. */
  leftovers(launchIds: readonly string[]): Promise<readonly LeftoverProcess[]>
  /** Ends every process tagged with one of these launch ids. */
  sweep(launchIds: readonly string[], graceMs: number): Promise<void>
  /** Tagged processes of this home that carry a launch id not in the list (for doctor). */
  strays(home: string, known: ReadonlySet<string>): Promise<readonly LeftoverProcess[]>
  /** Looks at the trees of these launches. One that is missing in the answer could not be looked at. */
  readings(launches: readonly LaunchRef[]): Promise<ReadonlyMap<string, TreeReading>>
  resources(): Promise<Resources>
  /** Runs a command to its end, output to a log file; for setup, ready and verify. Ends its tree on abort. */
  run(command: Command): Promise<Ran>
}

export interface Command {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly logFile: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** Nothing it started outlives it. Without this what it left behind (a server, say) is kept. */
  readonly sweep?: true
  /** More output than this ends it. */
  readonly maxLogBytes?: number
  /** When it is over, only so much of the end of its log is kept. */
  readonly keepLogBytes?: number
  /** About twice a second while it runs: what it has said by now. */
  readonly onOutput?: (bytes: number) => void
}

export interface Ran {
  readonly code: number | null
  readonly signal: string | null
  /** What it said last. */
  readonly tail: string
  readonly bytes: number
  readonly timedOut: boolean
  readonly overflowed: boolean
}
