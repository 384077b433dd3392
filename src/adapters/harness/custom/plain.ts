/**
 * Custom harnesses whose output is plain text or JSON lines of a shape of their own. Neither has a final event: the exit
 * closes the turn, and is believed only together with the absence of errors and with output of the promised shape.
 */
import type { Evidence } from '#contract/agent-event'
import type { Dialogue, Exit, Heard, Json, Spoken } from '#ports/harness'
import { withoutEscapes } from '../exit-evidence.ts'
import { describeExit, exitFailure } from './closing.ts'
import type { CustomConfig } from './config.ts'
import { judgeExit, judgeMessage } from './judge.ts'
import { findAll } from './path.ts'
import { type Counts, minus, readUsage } from './usage.ts'

interface State {
  /** The native id last told. */
  session: string | null
  /** The last lines of text, which become the result. */
  tail: string[]
  /** Lines of the promised shape. */
  understood: number
  failed: boolean
  totals: Counts | null
}

const nothing: Heard = { events: [], writes: [] }
/** Characters of one tail line that a saved state carries. */
const tailKept = 2_000

export interface PlainOptions {
  readonly config: CustomConfig
  readonly model: string | null
  /** An id the launch itself chose or resumed, known before the tool says a word. */
  readonly knownId: string | null
}

export function openPlain(options: PlainOptions, saved: Json | null): Dialogue {
  const state: State = {
    session: null,
    tail: [],
    understood: 0,
    failed: false,
    totals: null,
    ...(saved as Partial<State> | null),
  }
  const hear = options.config.output === 'text' ? hearText : hearJson
  return {
    begin: () => ({ events: options.knownId === null ? [] : meet(options.knownId, state, options), writes: [] }),
    hear: (line) => hear(line, state, options),
    // One prompt, one process: nothing can be said to it.
    say: () => nothing,
    end: (exit) => close(exit, state, options.config),
    save: () => ({ ...state, tail: [...state.tail], totals: state.totals === null ? null : { ...state.totals } }),
  }
}

/** Tells an id once. */
function meet(id: string, state: State, options: PlainOptions): Spoken[] {
  if (state.session === id) return []
  state.session = id
  return [{ kind: 'session', nativeId: id, model: options.model }]
}

function keep(text: string, state: State, config: CustomConfig): void {
  const lines = text.split('\n').map((line) => shown(line).slice(0, tailKept))
  state.tail = config.tailLines === 0 ? [] : [...state.tail, ...lines].slice(-config.tailLines)
}

/** A line as a terminal would leave it: without escapes, and of what was written over itself the last. */
const shown = (line: string): string => withoutEscapes(line.replace(/\r+$/, '')).split('\r').at(-1)!

function hearText(line: string, state: State, { config }: PlainOptions): Heard {
  const text = shown(line)
  if (text.trim() === '') return nothing
  state.understood += 1
  keep(text, state, config)
  return { events: [{ kind: 'text', text }], writes: [] }
}

function hearJson(text: string, state: State, options: PlainOptions): Heard {
  const { config } = options
  const line = parse(text)
  if (line === null) return { ...nothing, noise: true }
  const events: Spoken[] = []
  for (const id of findAll(config.paths.session, line))
    if (typeof id === 'string' && id !== '') events.push(...meet(id, state, options))
  for (const words of findAll(config.paths.text, line)) {
    if (typeof words !== 'string' || words === '') continue
    keep(words, state, config)
    events.push({ kind: 'text', text: words })
  }
  events.push(...usageEvents(line, state, config))
  for (const fault of findAll(config.paths.error, line)) {
    const evidence = readFault(fault, config)
    if (evidence === null) continue
    state.failed = true
    events.push({ kind: 'failure', message: evidence.message ?? '', evidence: [evidence] })
  }
  // A JSON line that no path leads into is the tool's own business, not noise.
  state.understood += 1
  return { events, writes: [] }
}

function usageEvents(line: unknown, state: State, config: CustomConfig): Spoken[] {
  const found = readUsage(findAll(config.paths.usage, line), findAll(config.paths.cost, line))
  if (found === null) return []
  const step = config.usageTotals ? minus(found, state.totals) : found
  if (config.usageTotals) state.totals = found
  return [{ kind: 'usage', ...step }]
}

/** An error may be words or an object with words; false, zero and emptiness are no error. */
function readFault(fault: unknown, config: CustomConfig): Evidence | null {
  if (fault === false || fault === 0 || fault === '') return null
  const table = typeof fault === 'object' ? (fault as Record<string, unknown>) : {}
  const message = [fault, table.message, table.error].find((text) => typeof text === 'string') ?? JSON.stringify(fault)
  const type = [table.type, table.code].find((word) => typeof word === 'string')
  const status = [table.status, table.statusCode, table.code].find((number) => typeof number === 'number')
  return {
    channel: 'event',
    message: message as string,
    ...(type === undefined ? {} : { type: type as string }),
    ...(status === undefined ? {} : { status: status as number }),
    ...judgeMessage(config.fails, message as string),
  }
}

function close(exit: Exit, state: State, config: CustomConfig): readonly Spoken[] {
  const judged = judgeExit(config.fails, exit)
  const clean = exit.how === 'exited' && exit.code !== null && config.successExit.includes(exit.code)
  const empty = config.output === 'ndjson' && state.understood === 0
  // Where the answer is on standard error, it holds prose and is no evidence but by a rule.
  const end = config.tailStream === 'stderr' ? { ...exit, stderrTail: '' } : exit
  const { text, unsaid } = resultOf(exit, state, config)
  const events: Spoken[] = unsaid === null ? [] : [{ kind: 'text', text: unsaid }]
  const said = events.length
  if (judged !== null || (!clean && !state.failed))
    events.push(exitFailure(end, `${describeExit(exit)}.`, judged === null ? [] : [judged]))
  else if (empty && !state.failed)
    events.push(exitFailure(end, `${describeExit(exit)}, but no line of its output was of the promised shape.`))
  const isError = state.failed || events.length > said
  return [...events, { kind: 'result', isError, text, durationMs: null }]
}

/**
 * The last lines of the chosen stream. How the two streams interleaved is not known: standard output's lines, which are the
 * answer of most tools, come last. Words on standard error that count as the answer are said before the end, once.
 */
function resultOf(exit: Exit, state: State, config: CustomConfig): { text: string; unsaid: string | null } {
  const { tailStream, tailLines } = config
  if (tailStream === 'stdout' || tailLines === 0) return { text: state.tail.join('\n'), unsaid: null }
  const spoken = exit.stderrTail.split('\n').map(shown)
  const errors = spoken.filter((line) => line.trim() !== '').map((line) => line.slice(0, tailKept))
  const both = tailStream === 'stderr' ? errors : [...errors, ...state.tail]
  const silent = tailStream === 'stderr' || state.tail.length === 0
  const text = both.slice(-tailLines).join('\n')
  return { text, unsaid: silent && text !== '' ? text : null }
}

function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    // Not JSON: noise, counted by the caller.
    return null
  }
}
