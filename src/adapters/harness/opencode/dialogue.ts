/**
 * What `opencode run --format json` says, line by line. It has no final event: a turn is good when the process ended
 * with 0, no error was told and the last step came to a stop by itself. A turn that ends after a tool call was broken
 * off (a refused permission exits with 0).
 */
import type { Evidence } from '#contract/agent-event'
import type { Dialogue, Exit, Heard, Json, Spoken, Start } from '#ports/harness'
import { failedResult, failure, howItEnded, withoutEscapes } from '../exit-evidence.ts'
import { type Fields, fieldsIn, numberIn, objectOf, textIn } from '../line-json.ts'
import { noise, OneShot, quiet, says } from '../one-shot.ts'
import {
  attemptIn,
  endEvidence,
  errorEvidence,
  errorMessage,
  givenUpEvidence,
  isBroken,
  isSpentAccount,
  loggedCause,
} from './failures.ts'
import { type Begun, isTooLong, type Retry, retryOf, tellsRetries, toolBegun } from './retries.ts'

/** All that a restart must not lose; plain JSON. */
interface State {
  sessionId: string | null
  lastText: string
  /** Why the last step ended: `stop`, `tool-calls` …; null while a step runs or before the first. */
  stepEnded: string | null
  errors: readonly { readonly message: string; readonly evidence: Evidence }[]
  /** Lines of standard error. */
  told: readonly string[]
  /** Requests that failed in a row. */
  attempts: number
  /** How long was waited between them. */
  waitedMs: number
  givenUp: boolean
  /** Tool calls that were told when they began; absent in what earlier versions saved. */
  begun?: readonly string[]
}

export function openOpencode(start: Start, saved: Json | null): Dialogue {
  const fresh: State = {
    sessionId: null,
    lastText: '',
    stepEnded: null,
    errors: [],
    told: [],
    attempts: 0,
    waitedMs: 0,
    givenUp: false,
    begun: [],
  }
  return new OpencodeDialogue(start, saved, fresh)
}

const toldKept = 8
/** Lines of standard error that may tell a cause. */
const mayTell = (line: string): boolean => /^timestamp=|\berror\b|\bnot found\b/i.test(line)

class OpencodeDialogue extends OneShot<State> {
  hear(line: string): Heard {
    // Given up: what it still says while it is being ended changes nothing.
    if (this.state.givenUp) return quiet
    const event = objectOf(line)
    if (event === null) return this.#aside(line)
    const retry = retryOf(event)
    if (retry !== null) return this.#retries(retry)
    const begun = toolBegun(event)
    if (begun !== null) return this.#begins(begun)
    const sessionId = textIn(event.sessionID)
    if (sessionId === null) return noise
    const spoken = this.#spoken(event)
    if (spoken === null) return noise
    return { events: [...this.#session(sessionId), ...spoken], writes: [] }
  }

  end(exit: Exit): readonly Spoken[] {
    const { errors, stepEnded, lastText, told, givenUp } = this.state
    if (givenUp) return []
    const stopped = stepEnded !== null && stepEnded !== 'tool-calls'
    if (errors.length === 0 && stopped && exit.code === 0) {
      return [{ kind: 'result', isError: false, text: lastText, durationMs: null }]
    }
    const message = this.#why(exit)
    const evidence = [...errors.map((error) => error.evidence), ...endEvidence(exit, told, this.start.resume !== null)]
    return [failure(message, evidence), failedResult(message)]
  }

  #why(exit: Exit): string {
    const told = this.state.errors.at(-1)?.message
    if (told !== undefined) return /check server logs/i.test(told) ? (loggedCause(exit, this.state.told) ?? told) : told
    if (exit.code === 0 && this.state.stepEnded === 'tool-calls') {
      return 'opencode broke the turn off after a tool call: a permission was refused.'
    }
    return howItEnded('opencode', exit)
  }

  /** A line of standard error, or of nobody we know. */
  #aside(line: string): Heard {
    if (/^[[{]/.test(line)) return noise
    const words = withoutEscapes(line).trim()
    const attempt = attemptIn(words)
    if (attempt !== null) return this.#failed(attempt)
    if (mayTell(words)) this.state.told = [...this.state.told, words.slice(0, 1000)].slice(-toldKept)
    return words.startsWith('timestamp=') || words === '' ? quiet : noise
  }

  /** By its log, which tells of some failed requests. The plugin tells of all that are tried again, where there is one. */
  #failed(message: string): Heard {
    if (isSpentAccount(message)) return this.#giveUp(message, { channel: 'log', message })
    if (tellsRetries(this.start)) return quiet
    this.state.attempts += 1
    const words = `The request failed: ${message}; it may try again.`
    return says({ kind: 'notice', code: 'retrying', message: words, attempt: this.state.attempts })
  }

  /**
   * A connection that keeps breaking, or a provider that asks for a long pause, is given up in time. Other failures are not:
   * only the event after the last attempt tells their status.
   */
  #retries(retry: Retry): Heard {
    const { message, delayMs } = retry
    this.state.attempts = retry.attempt ?? this.state.attempts + 1
    if (isSpentAccount(message)) return this.#giveUp(message, { channel: 'log', message })
    if (isTooLong(0, retry) || (isBroken(message) && isTooLong(this.state.waitedMs, retry)))
      return this.#giveUp(`${message} (failed ${this.state.attempts} times)`, givenUpEvidence(retry))
    this.state.waitedMs += delayMs
    const words = `The request failed: ${message}; it tries again in ${Math.ceil(delayMs / 1000)} s.`
    return says({ kind: 'notice', code: 'retrying', message: words, attempt: this.state.attempts, delayMs })
  }

  #giveUp(message: string, evidence: Evidence): Heard {
    this.state.givenUp = true
    return { events: [failure(message, [evidence]), failedResult(message)], writes: [], hangUp: true }
  }

  #recovered(): void {
    this.state.attempts = 0
    this.state.waitedMs = 0
  }

  #session(nativeId: string): readonly Spoken[] {
    if (nativeId === this.state.sessionId) return []
    this.state.sessionId = nativeId
    return [{ kind: 'session', nativeId, model: this.start.model }]
  }

  /** It may come before the first event. The first is ours: a subagent runs inside a tool of ours. */
  #begins({ sessionId, tool }: Begun): Heard {
    if (this.state.sessionId !== null && sessionId !== this.state.sessionId) return quiet
    this.state.begun = [...(this.state.begun ?? []), tool.callId]
    return { events: [...this.#session(sessionId), tool], writes: [] }
  }

  #tool(part: Fields): readonly Spoken[] {
    const [call, result] = toolOf(part)
    const begun = this.state.begun ?? []
    this.state.begun = begun.filter((callId) => callId !== call.callId)
    return begun.includes(call.callId) ? [result] : [call, result]
  }

  /** null: not a line that opencode promises. */
  #spoken(event: Fields): readonly Spoken[] | null {
    const part = fieldsIn(event.part)
    const text = textIn(part.text) ?? ''
    switch (event.type) {
      case 'step_start':
        this.state.stepEnded = null
        return []
      case 'text':
        this.#recovered()
        if (text !== '') this.state.lastText = text
        return text === '' ? [] : [{ kind: 'text', text }]
      case 'reasoning':
        return text === '' ? [] : [{ kind: 'thinking', text }]
      case 'tool_use':
        this.#recovered()
        return this.#tool(part)
      case 'step_finish':
        this.#recovered()
        this.state.stepEnded = textIn(part.reason) ?? 'unknown'
        return [usageOf(part)]
      case 'error': {
        const error = fieldsIn(event.error)
        this.state.errors = [...this.state.errors, { message: errorMessage(error), evidence: errorEvidence(error) }]
        return []
      }
      default:
        return null
    }
  }
}

type SpokenOf<Kind> = Extract<Spoken, { kind: Kind }>

/** By itself it tells of a call once, when it is over. */
export function toolOf(part: Fields): readonly [SpokenOf<'tool'>, SpokenOf<'tool_result'>] {
  const state = fieldsIn(part.state)
  const callId = textIn(part.callID) ?? textIn(part.id) ?? 'call'
  const ok = state.status === 'completed'
  const output = (ok ? textIn(state.output) : textIn(state.error)) ?? ''
  const truncated = fieldsIn(state.metadata).truncated === true
  return [
    { kind: 'tool', callId, name: textIn(part.tool) ?? 'tool', input: state.input ?? null },
    { kind: 'tool_result', callId, ok, output, truncated },
  ]
}

/** Each step tells its own figures. */
export function usageOf(part: Fields): Spoken {
  const tokens = fieldsIn(part.tokens)
  const cache = fieldsIn(tokens.cache)
  const output = numberIn(tokens.output)
  return {
    kind: 'usage',
    input: numberIn(tokens.input),
    output: output === null ? null : output + (numberIn(tokens.reasoning) ?? 0),
    cacheRead: numberIn(cache.read),
    cacheWrite: numberIn(cache.write),
    costUsd: numberIn(part.cost),
  }
}
