/**
 * What Claude Code says, line by line, and what is said to it. Owns the meaning of its events and the end of a turn: in
 * a one-shot process the last `result` before the exit counts, since a prompt whose subagents run in the background
 * gets two; in a long-lived one the first `result` of its prompt with no agent task of the prompt open and no words left that
 * were said into the turn: it takes them in before its next request, or, where there is none, answers them with a result of
 * their own. Whose work a result ends is `prompts`, launch flags are `plan`, failures `failures`.
 */
import type { AgentInput, Dialogue, Exit, Heard, Json, Spoken, Start } from '#ports/harness'
import { failedResult, failure, howItEnded } from '../exit-evidence.ts'
import { asFields, asJson, type Fields, fieldsIn, numberIn, objectOf, textIn } from '../line-json.ts'
import { type Asked, answerTo, control, requestOf, userMessage } from './control.ts'
import { endEvidence, noTrouble, resultEvidence, resultMessage, type Trouble } from './failures.ts'
import { deltasOf, spokenByAssistant, spokenByUser } from './messages.ts'
import { lifetimeOf } from './plan.ts'
import { type Background, isLate, noBackground, promptSaid, promptTaken, tasksIn, waitsFor } from './prompts.ts'
import { chargeOf, isNothing, type Totals } from './usage.ts'

/** All that a restart must not lose; plain JSON. */
interface State {
  nativeId: string | null
  /** The conversation that the totals belong to: the one asked for until this process names its own. */
  counted: string | null
  model: string | null
  /** The model as it was asked for; `model` is the name that the CLI gives it. */
  wanted: string | null
  version: string | null
  /** Prompts that no result answered yet. */
  open: number
  /** Words said into the turn that were not taken in yet, by the names we gave them. */
  steers: readonly string[]
  /** The closing events of the last result of a one-shot process, or of one that agents or words still follow. */
  held: readonly Spoken[] | null
  heldOk: boolean
  background: Background
  asked: Record<string, Asked>
  trouble: Trouble
  seen: Totals | null
  before: Totals | null
  controls: number
  prompts: number
}

export function openClaude(start: Start, saved: Json | null): Dialogue {
  // What an earlier version of Drover saved may lack a field.
  const state = { ...fresh(start), ...(saved as unknown as State | null) }
  return new ClaudeDialogue(start, structuredClone(state))
}

function fresh(start: Start): State {
  const previous = fieldsIn(start.previous)
  const same = start.resume !== null && previous.counted === start.resume
  const before = same ? (asFields(previous.seen) ?? asFields(previous.before)) : null
  return {
    nativeId: null,
    counted: start.resume,
    model: null,
    wanted: start.model,
    version: start.version,
    open: start.early === true ? 0 : 1,
    steers: [],
    held: null,
    heldOk: false,
    background: noBackground,
    asked: {},
    trouble: noTrouble,
    seen: null,
    before: before as Totals | null,
    controls: 0,
    prompts: 0,
  }
}

const quiet: Heard = { events: [], writes: [] }
const noise: Heard = { events: [], writes: [], noise: true }
const says = (...events: readonly Spoken[]): Heard => ({ events, writes: [] })

class ClaudeDialogue implements Dialogue {
  readonly #start: Start
  readonly #state: State
  readonly #long: boolean

  constructor(start: Start, state: State) {
    this.#start = start
    this.#state = state
    this.#long = lifetimeOf(start) === 'session'
  }

  begin(): Heard {
    if (!this.#long) return quiet
    const first = this.#control({ subtype: 'initialize' })
    if (this.#start.early === true) return { events: [], writes: [first] }
    return { events: [], writes: [first, userMessage(this.#start.prompt, this.#newPrompt())] }
  }

  hear(line: string): Heard {
    const message = objectOf(line)
    if (message === null) return noise
    switch (message.type) {
      case 'system':
        return this.#system(message)
      case 'assistant':
        return this.#assistant(message)
      case 'user':
        return message.isReplay === true ? this.#taken(textIn(message.uuid)) : says(...spokenByUser(message))
      case 'stream_event':
        return { ...quiet, deltas: deltasOf(message) }
      case 'result':
        return this.#result(message)
      case 'control_request':
        return this.#asked(message)
      case 'control_cancel_request':
        return this.#withdrawn(message)
      case 'control_response':
        return controlAnswered(message)
      case 'rate_limit_event':
        return this.#limit(fieldsIn(message.rate_limit_info))
      default:
        return typeof message.type === 'string' && known.has(message.type) ? quiet : noise
    }
  }

  say(input: AgentInput): Heard {
    if (!this.#long) return { ...quiet, unheard: true }
    switch (input.type) {
      case 'prompt':
        return this.#prompt(input.text, input.model)
      case 'steer':
        return this.#steer(input.text)
      case 'interrupt':
        return this.#interrupt()
      case 'answer': {
        const asked = this.#state.asked[input.requestId]
        if (asked === undefined) return quiet
        delete this.#state.asked[input.requestId]
        return { events: [], writes: [answerTo(input.requestId, asked, input.decision, input.text)] }
      }
    }
  }

  end(exit: Exit): readonly Spoken[] {
    const { held, heldOk, trouble, open } = this.#state
    if (held !== null && (!heldOk || exit.code === 0 || exit.how === 'vanished')) return held
    if (held === null && this.#long && open === 0) return []
    const message = howItEnded('Claude Code', exit)
    return [failure(message, endEvidence(exit, trouble, this.#start.resume !== null)), failedResult(message)]
  }

  save(): Json {
    return asJson(structuredClone(this.#state))
  }

  #control(request: Json): string {
    this.#state.controls += 1
    return control(`drover-${this.#start.launchId}-${this.#state.controls}`, request)
  }

  #prompt(text: string, model: string | null): Heard {
    this.#state.open += 1
    const other = model !== null && model !== this.#state.wanted && model !== this.#state.model
    if (other) this.#state.wanted = model
    const writes = other ? [this.#control({ subtype: 'set_model', model })] : []
    return { events: [], writes: [...writes, userMessage(text, this.#newPrompt())] }
  }

  #steer(text: string): Heard {
    const state = this.#state
    if (state.open === 0) return { ...quiet, unheard: true }
    state.controls += 1
    const uuid = this.#name('0', state.controls)
    state.steers = [...state.steers, uuid]
    return { events: [], writes: [userMessage(text, uuid)] }
  }

  /** Names of ours for what is said: the CLI tells by them when it takes it in. */
  #name(kind: '0' | 'f', n: number): string {
    return `${this.#start.freshId.slice(0, 24)}${kind}${n.toString(16).padStart(11, '0')}`
  }

  #newPrompt(): string {
    this.#state.prompts += 1
    const name = this.#name('f', this.#state.prompts)
    this.#state.background = promptSaid(this.#state.background, name)
    return name
  }

  #taken(uuid: string | null): Heard {
    this.#state.steers = this.#state.steers.filter((one) => one !== uuid)
    this.#state.background = promptTaken(this.#state.background, uuid)
    return quiet
  }

  /** Words that still wait would be answered after the interrupt, in a turn nobody asked for. */
  #interrupt(): Heard {
    const waiting = this.#state.steers.map((uuid) =>
      this.#control({ subtype: 'cancel_async_message', message_uuid: uuid }),
    )
    this.#state.steers = []
    return { events: [], writes: [...waiting, this.#control({ subtype: 'interrupt' })] }
  }

  #system(message: Fields): Heard {
    switch (message.subtype) {
      case 'init':
        return this.#init(message)
      case 'api_retry':
        return this.#retry(message)
      case 'permission_denied':
        return says({
          kind: 'notice',
          code: 'permission_denied',
          message: textIn(message.message) ?? 'A tool call was denied.',
          tool: textIn(message.tool_name),
        })
      case 'compact_boundary':
        return says({ kind: 'notice', code: 'compacted', message: 'The conversation was compacted.' })
      case 'background_tasks_changed': {
        this.#state.background = { ...this.#state.background, tasks: tasksIn(message) }
        return quiet
      }
      default:
        return quiet
    }
  }

  #init(message: Fields): Heard {
    const state = this.#state
    const nativeId = textIn(message.session_id)
    const model = textIn(message.model)
    state.version = textIn(message.claude_code_version) ?? state.version
    if (nativeId === null || (nativeId === state.nativeId && model === state.model)) return quiet
    state.nativeId = nativeId
    state.counted = nativeId
    state.model = model
    return says({ kind: 'session', nativeId, model })
  }

  #retry(message: Fields): Heard {
    const status = numberIn(message.error_status)
    const word = textIn(message.error)
    this.#state.trouble = { ...this.#state.trouble, retry: { status, word } }
    const what = status === null ? 'The request failed' : `The server answered ${status}`
    const attempt = numberIn(message.attempt)
    const attempts = numberIn(message.max_retries)
    return says({
      kind: 'notice',
      code: 'retrying',
      message: `${what}; attempt ${attempt ?? '?'} of ${attempts ?? '?'} follows.`,
      attempt,
      attempts,
      delayMs: numberIn(message.retry_delay_ms),
      status,
      word,
    })
  }

  #assistant(message: Fields): Heard {
    const word = textIn(message.error)
    // The CLI speaks in the model's place: an error message, not words of the agent.
    if (word !== null) {
      this.#state.trouble = { ...this.#state.trouble, word: textIn(message.api_error) ?? word }
      return quiet
    }
    this.#state.trouble = noTrouble
    const spoken = spokenByAssistant(message)
    const late = this.#long && this.#state.open > 0 && isLate(this.#state.background, false)
    return says(...(late ? spoken.map(besides) : spoken))
  }

  #limit(info: Fields): Heard {
    if (info.status !== 'rejected') return quiet
    const resets = numberIn(info.resetsAt)
    const resetsAt = resets === null ? null : new Date(resets * 1000).toISOString()
    this.#state.trouble = { ...this.#state.trouble, limit: { resetsAt } }
    const until = resetsAt === null ? '' : ` It comes back at ${resetsAt}.`
    return says({ kind: 'notice', code: 'quota', message: `The account's quota is used up.${until}`, resetsAt })
  }

  #asked(message: Fields): Heard {
    const found = requestOf(message)
    if ('write' in found) return { events: [], writes: [found.write] }
    this.#state.asked[found.event.requestId] = found.asked
    return says(found.event)
  }

  #withdrawn(message: Fields): Heard {
    const id = textIn(message.request_id)
    if (id === null || this.#state.asked[id] === undefined) return quiet
    delete this.#state.asked[id]
    return says({
      kind: 'notice',
      code: 'request_withdrawn',
      message: 'The agent no longer waits for an answer.',
      requestId: id,
    })
  }

  #result(message: Fields): Heard {
    const state = this.#state
    const { spent, totals } = chargeOf(message, state, state.version, this.#start.resume !== null)
    state.seen = totals
    const usage: readonly Spoken[] = isNothing(spent) ? [] : [{ kind: 'usage', ...spent }]
    const ok = message.is_error === false && message.subtype === 'success'
    if (this.#long && (state.open === 0 || isLate(state.background, state.held !== null, message))) {
      const text = textIn(message.result) ?? ''
      return says(...usage, { kind: 'notice', code: 'late_result', message: `Background work ended: ${text}` })
    }
    const closing = closingOf(message, ok, state.trouble)
    state.trouble = noTrouble
    if (!this.#long || (waitsFor(state.background) && ok) || state.steers.length > 0) {
      state.held = closing
      state.heldOk = ok
      return says(...usage)
    }
    state.held = null
    state.open -= 1
    return { events: [...usage, ...closing], writes: [], turnEnded: true }
  }
}

/** Words of work that is not the turn's. */
const besides = (event: Spoken): Spoken =>
  event.kind === 'text' ? { kind: 'notice', code: 'late_words', message: event.text } : event

function closingOf(message: Fields, ok: boolean, trouble: Trouble): readonly Spoken[] {
  const durationMs = numberIn(message.duration_ms)
  if (ok) return [{ kind: 'result', isError: false, text: textIn(message.result) ?? '', durationMs }]
  const why = resultMessage(message)
  return [failure(why, resultEvidence(message, trouble)), failedResult(why, durationMs)]
}

function controlAnswered(message: Fields): Heard {
  const response = fieldsIn(message.response)
  if (response.subtype !== 'error') return quiet
  return says({
    kind: 'notice',
    code: 'control_refused',
    message: textIn(response.error) ?? 'The CLI refused a request.',
  })
}

/** Lines that say nothing a reader needs. */
const known = new Set([
  'keep_alive',
  'tool_progress',
  'auth_status',
  'prompt_suggestion',
  'tool_use_summary',
  'command_lifecycle',
])
