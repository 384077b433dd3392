/**
 * A trial: one harness driven against its real process outside of any session, so that it is judged alone. The conformance
 * cases ask for starts, whole turns and what was left in the workspace; who starts processes is behind this.
 */
import type { Delta } from '#contract/agent-event'
import type { AgentInput, Exit, Json, LaunchPlan, Spoken, Start } from './harness.ts'

export type SpokenOf<K extends Spoken['kind']> = Extract<Spoken, { kind: K }>

/** Everything one process said, in order. */
export interface Run {
  readonly plan: LaunchPlan
  readonly lines: readonly string[]
  /** Events of `begin`, of every line and of `say`, in order; `closing` holds those of `end`. */
  readonly events: readonly Spoken[]
  readonly closing: readonly Spoken[]
  readonly all: readonly Spoken[]
  readonly deltas: readonly Delta[]
  readonly noise: number
  readonly turnsEnded: number
  readonly exit: Exit
  /** What the dialogue saved before `end`; feed it to the next launch where a harness wants it. */
  readonly saved: Json
}

/** A process under way. */
export interface Driven {
  readonly pid: number
  readonly plan: LaunchPlan
  /** The first event (past or to come) that fits; rejects when the process ends without one. */
  until<K extends Spoken['kind']>(kind: K, fits?: (event: SpokenOf<K>) => boolean): Promise<SpokenOf<K>>
  /** Once the parts of messages, live only, hold this text. */
  untilPart(text: string): Promise<void>
  untilTurns(count: number): Promise<void>
  say(input: AgentInput): void
  closeInput(): void
  kill(signal: NodeJS.Signals): void
  readonly done: Promise<Run>
}

export interface Trial {
  /** A start with sensible defaults in the trial's own workspace. */
  start(prompt: string, over?: Partial<Start>): Start
  /** `restartAlways`: the dialogue is saved and opened anew after every step, as by a daemon that restarts each time. */
  open(prompt: string, over?: Partial<Start>, restartAlways?: boolean): Driven
  /** Is there a file of this name in the workspace? */
  wrote(path: string): boolean
  /** What the process list shows of a process; null where that cannot be read. */
  shown(pid: number): string | null
  /** A random UUID, for ids that nobody knows. */
  freshId(): string
}
