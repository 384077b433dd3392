/**
 * The `drover` line protocol, our side of it: one JSON object a line from the agent, one a line to it. Spoken by the
 * rehearsal and by every custom harness with `output = "drover"`; written down for authors in docs/harnesses.md.
 * It owns the words of the protocol and what must survive a restart; launching is left to the harness.
 */
import type { Evidence, FailureCategory } from '#contract/agent-event'
import type { AgentInput, Dialogue, Exit, Heard, Json, Spoken } from '#ports/harness'
import { withInstructions } from '../instructions.ts'
import { describeExit, exitFailure } from './closing.ts'

/** What a restart must not lose. */
interface State {
  begun: boolean
  /** A prompt was given and its result has not come. */
  open: boolean
  result: 'none' | 'ok' | 'error'
  /** Evidence of this turn's failure was already given. */
  failed: boolean
  interrupted: boolean
  pending: string[]
}

export interface DroverLinesOptions {
  readonly lifetime: 'turn' | 'session'
  /** The first words, or null where the prompt travels by another way. */
  readonly first: Extract<AgentInput, { type: 'prompt' }> | null
  /** The first words are not known yet. */
  readonly early?: boolean
  /** What goes before the words of every prompt; null or absent: nothing. */
  readonly instructions?: string | null
  /** How the end of a process is judged beyond the protocol; null: no rule says anything. */
  readonly judge?: (exit: Exit) => Evidence | null
  /** Exit codes that are no failure. */
  readonly successExit?: readonly number[]
}

type Line = { readonly [key: string]: unknown }

const nothing: Heard = { events: [], writes: [] }
const noise: Heard = { events: [], writes: [], noise: true }
const say = (...events: Spoken[]): Heard => ({ events, writes: [] })

export function openDroverLines(options: DroverLinesOptions, saved: Json | null): Dialogue {
  const state: State = {
    begun: false,
    open: false,
    result: 'none',
    failed: false,
    interrupted: false,
    pending: [],
    ...(saved as Partial<State> | null),
  }
  return {
    begin: () => {
      if (state.begun) return nothing
      state.begun = true
      if (options.early === true) return nothing
      state.open = true
      return options.first === null ? nothing : { events: [], writes: [wire(options.first, options)] }
    },
    hear: (line) => hear(line, state, options),
    say: (input) => speak(input, state, options),
    end: (exit) => close(exit, state, options),
    save: () => ({ ...state, pending: [...state.pending] }),
  }
}

function hear(text: string, state: State, options: DroverLinesOptions): Heard {
  const line = parse(text)
  if (line === null) return noise
  const type = String(line.type)
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined
  if (read !== undefined) {
    const event = read(line)
    return event === null ? noise : say(event)
  }
  switch (line.type) {
    case 'text_delta':
    case 'thinking_delta':
      if (typeof line.text !== 'string') return noise
      return { ...nothing, deltas: [{ kind: line.type === 'text_delta' ? 'text' : 'thinking', text: line.text }] }
    case 'request':
      return request(line, state)
    case 'error':
      state.failed = true
      return say(failure(line))
    case 'result':
      return result(line, state, options)
    default:
      return noise
  }
}

/** Lines that are one event and change nothing else. */
const readers: { readonly [type: string]: (line: Line) => Spoken | null } = {
  session: ({ id, model }) => (isWord(id) ? { kind: 'session', nativeId: id, model: word(model) } : null),
  text: ({ text }) => (typeof text === 'string' ? { kind: 'text', text } : null),
  thinking: ({ text }) => (typeof text === 'string' ? { kind: 'thinking', text } : null),
  tool: ({ id, name, input }) =>
    isWord(id) && isWord(name) ? { kind: 'tool', callId: id, name, input: input ?? {} } : null,
  tool_result: ({ id, ok, output, truncated }) =>
    isWord(id)
      ? { kind: 'tool_result', callId: id, ok: ok !== false, output: asText(output), truncated: truncated === true }
      : null,
  usage: (line) => ({
    kind: 'usage',
    input: count(line.input),
    output: count(line.output),
    cacheRead: count(line.cacheRead),
    cacheWrite: count(line.cacheWrite),
    costUsd: count(line.costUsd),
  }),
  notice: ({ type: _type, code, message, kind: _kind, ...fields }) =>
    isWord(code) ? { ...fields, kind: 'notice', code, message: asText(message) } : null,
}

function request(line: Line, state: State): Heard {
  if (!isWord(line.id)) return noise
  if (!state.pending.includes(line.id)) state.pending.push(line.id)
  const approval = line.kind === 'approval'
  const options = Array.isArray(line.options) ? line.options.map(String) : approval ? ['allow', 'deny'] : []
  return say({
    kind: 'request',
    requestId: line.id,
    type: approval ? 'approval' : 'question',
    text: asText(line.text),
    options,
  })
}

function result(line: Line, state: State, options: DroverLinesOptions): Heard {
  const ok = line.ok === true
  state.interrupted = line.interrupted === true
  state.result = ok ? 'ok' : 'error'
  state.open = false
  state.pending = []
  const text = asText(line.text)
  const events: Spoken[] = [{ kind: 'result', isError: !ok, text, durationMs: count(line.durationMs) }]
  // A failed result without an error line before it is evidence by itself.
  if (!ok && !state.failed && !state.interrupted) {
    state.failed = true
    events.unshift(failure({ ...line, message: line.message ?? text }))
  }
  return { events, writes: [], ...(options.lifetime === 'session' ? { turnEnded: true } : {}) }
}

function failure(line: Line): Spoken {
  const message = asText(line.message) || 'The agent reports a failure without words.'
  const stated = isCategory(line.category) ? line.category : undefined
  const evidence: Evidence = {
    channel: 'event',
    message,
    ...(stated === undefined ? {} : { stated }),
    ...(isWord(line.code) ? { type: line.code } : {}),
    ...(typeof line.status === 'number' ? { status: line.status } : {}),
    ...(typeof line.retryAfterSeconds === 'number' ? { retryAfterSeconds: line.retryAfterSeconds } : {}),
    ...(isWord(line.resetsAt) ? { resetsAt: line.resetsAt } : {}),
  }
  return { kind: 'failure', message, evidence: [evidence], ...(isWord(line.code) ? { code: line.code } : {}) }
}

function speak(input: AgentInput, state: State, options: DroverLinesOptions): Heard {
  if (input.type === 'prompt')
    Object.assign(state, { open: true, result: 'none', failed: false, interrupted: false, pending: [] })
  if (input.type === 'answer') {
    // An answer to a request that is no longer open would be taken for the next one's.
    if (!state.pending.includes(input.requestId)) return nothing
    state.pending = state.pending.filter((id) => id !== input.requestId)
  }
  return { events: [], writes: [wire(input, options)] }
}

function wire(input: AgentInput, { instructions = null }: DroverLinesOptions): string {
  return `${JSON.stringify(lineOf(input, instructions))}\n`
}

function lineOf(input: AgentInput, instructions: string | null): object {
  if (input.type === 'answer') return { ...input, id: input.requestId, requestId: undefined }
  return input.type === 'prompt' ? { ...input, text: withInstructions(instructions, input.text) } : input
}

function close(exit: Exit, state: State, options: DroverLinesOptions): readonly Spoken[] {
  const judged = options.judge?.(exit) ?? null
  const first = judged === null ? [] : [judged]
  const clean = exit.how === 'exited' && exit.code !== null && (options.successExit ?? [0]).includes(exit.code)
  if (state.failed || state.interrupted) return judged === null ? [] : [exitFailure(exit, describeExit(exit), first)]
  if (state.open) return [exitFailure(exit, `${describeExit(exit)} before its final event.`, first)]
  if (clean && judged === null) return []
  if (options.lifetime === 'session')
    return [{ kind: 'notice', code: 'agent_exited', message: `${describeExit(exit)} between turns.` }]
  return [exitFailure(exit, `${describeExit(exit)} after its final event.`, first)]
}

function parse(text: string): Line | null {
  if (!text.startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Line) : null
  } catch {
    // Not JSON: noise, counted by the caller.
    return null
  }
}

const isWord = (value: unknown): value is string => typeof value === 'string' && value !== ''
const word = (value: unknown): string | null => (isWord(value) ? value : null)
const count = (value: unknown): number | null => (typeof value === 'number' && value >= 0 ? value : null)
const asText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)

const categories: ReadonlySet<string> = new Set<FailureCategory>([
  'usage_limit',
  'rate_limit',
  'overloaded',
  'transient',
  'stalled',
  'launch',
  'auth',
  'invalid_model',
  'context_lost',
  'incomplete',
  'no_change',
  'agent_error',
  'unknown',
])
export const isCategory = (value: unknown): value is FailureCategory =>
  typeof value === 'string' && categories.has(value)
