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
import { attemptIn, endEvidence, errorEvidence, errorMessage, isSpentAccount, loggedCause } from './failures.ts'

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
  givenUp: boolean
}

export function openOpencode(start: Start, saved: Json | null): Dialogue {
  const fresh: State = {
    sessionId: null,
    lastText: '',
    stepEnded: null,
    errors: [],
    told: [],
    attempts: 0,
    givenUp: false,
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

  #failed(message: string): Heard {
    this.state.attempts += 1
    if (!isSpentAccount(message)) {
      const words = `The request failed: ${message}; it may try again.`
      return says({ kind: 'notice', code: 'retrying', message: words, attempt: this.state.attempts })
    }
    this.state.givenUp = true
    return {
      events: [failure(message, [{ channel: 'log', message }]), failedResult(message)],
      writes: [],
      hangUp: true,
    }
  }

  #session(nativeId: string): readonly Spoken[] {
    if (nativeId === this.state.sessionId) return []
    this.state.sessionId = nativeId
    return [{ kind: 'session', nativeId, model: this.start.model }]
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
        this.state.attempts = 0
        if (text !== '') this.state.lastText = text
        return text === '' ? [] : [{ kind: 'text', text }]
      case 'reasoning':
        return text === '' ? [] : [{ kind: 'thinking', text }]
      case 'tool_use':
        return toolOf(part)
      case 'step_finish':
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

/** A call is told once, when it is over. */
function toolOf(part: Fields): readonly Spoken[] {
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
function usageOf(part: Fields): Spoken {
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
