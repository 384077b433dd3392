/**
 * One story: a simulated home, what its people asked for and were answered, and the first thing that went wrong. Subjects
 * register here what may happen and what must hold; the story knows none of them.
 */
import { DroverError } from '#contract/error'
import type { Flows } from '#flows/engine/flows'
import type { SessionRecord, TurnRecord } from '#ports/store/session'
import type { Random } from '../crash/random.ts'
import { createSimHome, type SimHome, type SimOptions } from '../support/engine.ts'
import type { SimProcess } from '../support/simulated/machine.ts'
import { PowerCut } from '../support/simulated/scheduler.ts'

/** One thing that happens: its name and a few small numbers, so that it can be written down, repeated and made smaller. */
export interface Action {
  readonly do: string
  readonly args: readonly number[]
}

/** What a schedule is mostly about. */
export type Theme = 'agents' | 'landing' | 'relays' | 'mail' | 'efforts' | 'trips'

export interface Deed {
  /** How often it is chosen, beside the others. */
  readonly weight: number
  /** Its numbers; smaller ones mean simpler things. */
  args?(random: Random): readonly number[]
  does(story: Story, args: readonly number[]): void | Promise<void>
}

/** What a subject adds: a world's part, what happens in it, and what must hold of it. */
export interface Subject {
  /** What a schedule must be about for its deeds to be chosen. Absent: they happen in every one. */
  readonly theme?: Theme
  readonly deeds: Readonly<Record<string, Deed>>
  /** At the beginning of a story, before the first daemon. */
  begin?(story: Story): void
  /** Holds after every action. */
  always?(story: Story): void
  /** One step of the world towards rest; false when it owes nothing. */
  rest?(story: Story): boolean
  /** The world still owes something that only time brings. */
  owes?(story: Story): boolean
  /** Who is left, in words, when it never comes to rest. */
  left?(story: Story): readonly string[]
  /** Holds when everything has come to rest. */
  atRest?(story: Story): void
}

/** Words that somebody gave to a session. */
export interface Input {
  readonly n: number
  readonly text: string
  /** asked: no answer (yet, or for ever). */
  answer: 'asked' | 'accepted' | 'refused'
  /** The launches it reached. */
  readonly reached: string[]
  /** The agent said that it finished what it was asked. */
  finished: boolean
}

export interface Story {
  readonly home: SimHome
  readonly inputs: Map<number, Input>
  /** Whose end was asked for, or whose turn's: `session` and `session turn`. */
  readonly wishes: Set<string>
  /** Sessions whose kill was begun, and the number of the last change before it. */
  readonly promised: Map<string, number>
  /** What was done to the world on purpose, for invariants that it excuses. */
  readonly harm: Set<string>
  /** Calls that wait for their answer. */
  readonly calls: Map<number, string>
  fault: string | null
  blame(fault: string): void
  /** Asks the daemon, if one is ready; `answered` hears of an answer only. */
  call<T>(name: string, ask: (flows: Flows) => Promise<T>, answered?: (result: T | DroverError) => void): void
  newInput(secret: boolean): Input
  inputOf(text: string): Input | null
  /** Prompts that an agent said it finished. */
  readonly finished: Set<string>
  /** At the end of a story: what an agent says before it ends its turn; false: it has said all. */
  lastWord(process: SimProcess): boolean
  /** A relay made it for its tries. */
  ofRelay(sessionId: string): boolean
  sessions(): readonly SessionRecord[]
  /** By a number of an action. */
  session(at: number): SessionRecord | null
  runningTurn(session: SessionRecord): TurnRecord | null
  /** A process that lives, by a number of an action. */
  process(at: number): SimProcess | null
  tell(line: string): void
}

const mark = /#(\d+)#/g

export function createStory(options: SimOptions, trace: ((line: string) => void) | null): Story {
  const home = createSimHome(options)
  home.scheduler.told = trace
  let asked = 0
  const story: Story = {
    home,
    inputs: new Map(),
    finished: new Set(),
    ofRelay: (id) => home.store.db.prepare('SELECT 1 FROM try WHERE sessionId = ?').get(id) !== undefined,
    lastWord: () => false,
    wishes: new Set(),
    promised: new Map(),
    harm: new Set(),
    calls: new Map(),
    fault: null,
    blame(fault) {
      story.fault ??= fault
    },
    call<T>(name: string, ask: (flows: Flows) => Promise<T>, answered?: (result: T | DroverError) => void) {
      const { flows } = home
      if (flows === null) return
      asked += 1
      const id = asked
      story.calls.set(id, name)
      const heard = (result: T | DroverError): void => {
        if (!story.calls.delete(id)) return
        trace?.(`${name} answers ${result instanceof DroverError ? result.code : 'ok'}`)
        answered?.(result)
      }
      ask(flows).then(heard, (cause: unknown) => {
        if (cause instanceof PowerCut) return
        if (cause instanceof DroverError) heard(cause)
        else story.blame(`${name} threw ${describe(cause)}`)
      })
    },
    newInput(secret) {
      const n = story.inputs.size + 1
      const text = `do #${n}#${secret ? ` with sk-ant-api03-abcdefghijkl${n}` : ''}`
      const input: Input = { n, text, answer: 'asked', reached: [], finished: false }
      story.inputs.set(n, input)
      return input
    },
    inputOf(text) {
      const n = [...text.matchAll(mark)].at(-1)?.[1]
      return n === undefined ? null : (story.inputs.get(Number(n)) ?? null)
    },
    sessions: () => home.store.reads.sessions({ includeEnded: true, limit: 100 }).sessions.toReversed(),
    session(at) {
      const all = story.sessions()
      return all[at % Math.max(1, all.length)] ?? null
    },
    runningTurn(session) {
      const turn = session.turn === 0 ? null : home.store.reads.turn(session.id, session.turn)
      return turn?.state === 'running' ? turn : null
    },
    process(at) {
      const all = home.machine.alive()
      return all[at % Math.max(1, all.length)] ?? null
    },
    tell: (line) => trace?.(line),
  }
  home.onDeath = () => story.calls.clear()
  home.onLog = ({ level, message, fields }) => {
    const { cause } = fields
    trace?.(`log ${level}: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`)
    if (level !== 'error' || cause === undefined || cause instanceof DroverError || cause instanceof PowerCut) return
    if (message !== 'the harness adapter failed on a line') story.blame(`the log says: ${message}: ${describe(cause)}`)
  }
  return story
}

export const describe = (cause: unknown): string =>
  cause instanceof Error ? (cause.stack ?? cause.message).split('\n').slice(0, 9).join('\n') : String(cause)
