/**
 * What Gemini CLI says, line by line: events on standard output, retries and errors on standard error, both in one
 * stream. Owns their meaning; the final event decides, and without one the turn failed.
 */
import type { Dialogue, Exit, Heard, Json, Spoken, Start } from '#ports/harness'
import { failedResult, failure, howItEnded } from '../exit-evidence.ts'
import { type Fields, fieldsIn, numberIn, objectOf, textIn } from '../line-json.ts'
import { noise, OneShot, quiet, says } from '../one-shot.ts'
import {
  type Attempt,
  attemptEvidence,
  attemptIn,
  attemptsAllowed,
  endEvidence,
  mayTell,
  plainMessage,
  resultEvidence,
  statusEvidence,
} from './failures.ts'

/** All that a restart must not lose; plain JSON. */
interface State {
  sessionId: string | null
  /** The message that is being said. */
  text: string
  lastText: string
  attempt: Attempt | null
  /** Lines of standard error that may tell a cause. */
  told: readonly string[]
  /** The message of a failed final event; its evidence waits for the exit code. */
  failed: string | null
  ended: 'ok' | 'failed' | 'given-up' | null
}

export function openGemini(start: Start, saved: Json | null): Dialogue {
  const fresh: State = { sessionId: null, text: '', lastText: '', attempt: null, told: [], failed: null, ended: null }
  return new GeminiDialogue(start, saved, fresh)
}

const toldKept = 8

class GeminiDialogue extends OneShot<State> {
  hear(line: string): Heard {
    // Given up: what it still says while it is being ended changes nothing.
    if (this.state.ended === 'given-up') return quiet
    const event = objectOf(line)
    if (event === null) return this.#aside(line)
    switch (event.type) {
      case 'init':
        return this.#init(event)
      case 'message':
        return event.role === 'assistant' ? this.#message(event) : quiet
      case 'tool_use':
        return says(...this.#flush(), toolOf(event))
      case 'tool_result':
        return says(...this.#flush(), toolResultOf(event))
      case 'error':
        return says({ kind: 'notice', code: 'warning', message: textIn(event.message) ?? 'Gemini CLI warns.' })
      case 'result':
        return this.#result(event)
      default:
        return noise
    }
  }

  end(exit: Exit): readonly Spoken[] {
    const { ended, failed, attempt, told, lastText } = this.state
    const rest = this.#flush()
    if (ended === 'given-up') return rest
    if (ended === 'ok') return [...rest, { kind: 'result', isError: false, text: lastText, durationMs: null }]
    if (failed !== null) {
      const message = plainMessage(failed)
      const evidence = [...resultEvidence(failed, attempt, told), ...statusEvidence(exit)]
      return [...rest, failure(message, evidence), failedResult(message)]
    }
    const message = howItEnded('Gemini CLI', exit)
    const evidence = endEvidence(exit, attempt, told, this.start.resume !== null)
    return [...rest, failure(message, evidence), failedResult(message)]
  }

  /** A line of standard error, or of nobody we know. */
  #aside(line: string): Heard {
    const attempt = attemptIn(line)
    if (attempt !== null) return this.#retries(attempt)
    if (line.startsWith('{') || line.startsWith('[')) return line.startsWith('[STARTUP]') ? quiet : noise
    if (mayTell(line)) this.state.told = [...this.state.told, line.slice(0, 1000)].slice(-toldKept)
    return /^[\s}]|^$/.test(line) ? quiet : noise
  }

  #retries(attempt: Attempt): Heard {
    this.state.attempt = attempt
    const what = attempt.status === null ? 'The request failed' : `The server answered ${attempt.status}`
    if (attempt.n < attemptsAllowed) {
      const message = `${what}; attempt ${attempt.n + 1} follows.`
      return says({ kind: 'notice', code: 'retrying', message, attempt: attempt.n, status: attempt.status })
    }
    this.state.ended = 'given-up'
    const message = `${what}, ${attempt.n} times in a row.`
    return { events: [failure(message, attemptEvidence(attempt)), failedResult(message)], writes: [], hangUp: true }
  }

  #init(event: Fields): Heard {
    const nativeId = textIn(event.session_id)
    if (nativeId === null || nativeId === this.state.sessionId) return quiet
    this.state.sessionId = nativeId
    return says({ kind: 'session', nativeId, model: textIn(event.model) ?? this.start.model })
  }

  #message(event: Fields): Heard {
    const text = textIn(event.content) ?? ''
    if (text === '') return quiet
    this.state.attempt = null
    if (event.delta !== true) {
      const before = this.#flush()
      this.state.lastText = text
      return says(...before, { kind: 'text', text })
    }
    this.state.text += text
    return { ...quiet, deltas: [{ kind: 'text', text }] }
  }

  #flush(): readonly Spoken[] {
    const { text } = this.state
    if (text === '') return []
    this.state.text = ''
    this.state.lastText = text
    return [{ kind: 'text', text }]
  }

  #result(event: Fields): Heard {
    const before = this.#flush()
    const ok = event.status === 'success'
    this.state.ended = ok ? 'ok' : 'failed'
    if (!ok) this.state.failed = textIn(fieldsIn(event.error).message) ?? 'Gemini CLI reports a failure.'
    return says(...before, ...usageOf(fieldsIn(event.stats)))
  }
}

function toolOf(event: Fields): Spoken {
  const callId = textIn(event.tool_id) ?? 'call'
  return { kind: 'tool', callId, name: textIn(event.tool_name) ?? 'tool', input: event.parameters ?? null }
}

function toolResultOf(event: Fields): Spoken {
  const error = fieldsIn(event.error)
  const output = textIn(event.output) ?? textIn(error.message) ?? ''
  const callId = textIn(event.tool_id) ?? 'call'
  return { kind: 'tool_result', callId, ok: event.status === 'success', output, truncated: false }
}

/** Counts of this process, also in a resumed session. What was thought is in the total only. */
function usageOf(stats: Fields): readonly Spoken[] {
  const input = numberIn(stats.input_tokens) ?? 0
  const cached = numberIn(stats.cached) ?? 0
  const output = Math.max(numberIn(stats.output_tokens) ?? 0, (numberIn(stats.total_tokens) ?? 0) - input)
  if (input === 0 && output === 0) return []
  const counts = { input: Math.max(0, input - cached), output, cacheRead: cached, cacheWrite: null, costUsd: null }
  return [{ kind: 'usage', ...counts }]
}
