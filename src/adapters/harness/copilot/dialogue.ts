/**
 * What GitHub Copilot CLI says, line by line. Owns the meaning of its events; the final `result` decides together with the
 * absence of a session error, and without it the turn failed. It names its session at the end only: the id it was given
 * is told as soon as the session lives.
 */
import type { Evidence } from '#contract/agent-event'
import type { Dialogue, Exit, Heard, Json, Spoken, Start } from '#ports/harness'
import { isSpent } from '../api-error.ts'
import { failedResult, failure, howItEnded } from '../exit-evidence.ts'
import { type Fields, fieldsIn, numberIn, objectOf, textIn } from '../line-json.ts'
import { noise, OneShot, quiet, says } from '../one-shot.ts'
import { endEvidence, faultEvidence } from './failures.ts'

/** All that a restart must not lose; plain JSON. */
interface State {
  sessionId: string | null
  model: string | null
  lastText: string
  /** The last session error, and the last failed call that no answer followed. */
  fault: { readonly message: string; readonly evidence: Evidence } | null
  call: Evidence | null
  ended: 'ok' | 'failed' | 'given-up' | null
}

export function openCopilot(start: Start, saved: Json | null): Dialogue {
  const fresh: State = { sessionId: null, model: start.model, lastText: '', fault: null, call: null, ended: null }
  return new CopilotDialogue(start, saved, fresh)
}

/** A rate limit is waited out for some 34 s in four waits; the last two would go on beyond a minute. */
const attemptsAllowed = 5

class CopilotDialogue extends OneShot<State> {
  hear(line: string): Heard {
    // Given up: what it still says while it is being ended changes nothing.
    if (this.state.ended === 'given-up') return quiet
    const event = objectOf(line)
    const type = event === null ? null : textIn(event.type)
    if (event === null || type === null) return noise
    if (type === 'result') return this.#result(event)
    if (!/^(session|user|assistant|model|tool|hook|subagent|skill|permission|system|abort|mcp)(\.|$)/.test(type))
      return noise
    return this.#event(type, fieldsIn(event.data))
  }

  end(exit: Exit): readonly Spoken[] {
    const { ended, fault, call, lastText } = this.state
    if (ended === 'given-up') return []
    if (ended === 'ok' && fault === null) return [{ kind: 'result', isError: false, text: lastText, durationMs: null }]
    if (fault !== null) {
      const evidence = [fault.evidence, ...(call === null ? [] : [call])]
      return [failure(fault.message, evidence), failedResult(fault.message)]
    }
    const message = howItEnded('Copilot', exit)
    return [failure(message, endEvidence(exit, call, this.start.resume !== null)), failedResult(message)]
  }

  #event(type: string, data: Fields): Heard {
    switch (type) {
      case 'session.tools_updated':
        this.state.model = textIn(data.model) ?? this.state.model
        return quiet
      case 'user.message':
        return says(...this.#session(this.start.resume ?? this.start.freshId))
      case 'assistant.message_delta':
        return deltas('text', textIn(data.deltaContent), data)
      case 'assistant.reasoning_delta':
        return deltas('thinking', textIn(data.deltaContent), data)
      case 'assistant.message':
        return this.#message(data)
      case 'assistant.reasoning':
        return words('thinking', textIn(data.content) ?? textIn(data.text), data)
      case 'tool.execution_start':
        return says(toolOf(data))
      case 'tool.execution_complete':
        return says(toolResultOf(data))
      case 'model.call_failure':
        return this.#callFailed(data)
      case 'session.error':
        this.state.fault = {
          message: textIn(data.message) ?? 'Copilot reports an error.',
          evidence: faultEvidence(data),
        }
        return quiet
      case 'session.warning':
        return says({ kind: 'notice', code: 'warning', message: textIn(data.message) ?? 'Copilot warns.' })
      case 'session.compaction_complete':
        return says({ kind: 'notice', code: 'compacted', message: 'The conversation was compacted.' })
      default:
        return quiet
    }
  }

  #session(nativeId: string): readonly Spoken[] {
    if (nativeId === this.state.sessionId) return []
    this.state.sessionId = nativeId
    return [{ kind: 'session', nativeId, model: this.state.model }]
  }

  #message(data: Fields): Heard {
    const text = textIn(data.content)
    this.state.call = null
    if (text !== null && text !== '' && !ofSubagent(data)) this.state.lastText = text
    return words('text', text, data)
  }

  #callFailed(data: Fields): Heard {
    const evidence = faultEvidence(data)
    this.state.call = evidence
    const attempt = (numberIn(data.retryAttempt) ?? 0) + 1
    const what = evidence.status === undefined ? 'The request failed' : `The server answered ${evidence.status}`
    if (attempt >= attemptsAllowed || isSpent(evidence.type)) {
      this.state.ended = 'given-up'
      const message = `${what}, ${attempt} ${attempt === 1 ? 'time' : 'times'} in a row: ${evidence.message ?? ''}`
      return { events: [failure(message, [evidence]), failedResult(message)], writes: [], hangUp: true }
    }
    const message = `${what} (attempt ${attempt}).`
    return says({ kind: 'notice', code: 'retrying', message, attempt, status: evidence.status ?? null })
  }

  #result(event: Fields): Heard {
    const nativeId = textIn(event.sessionId)
    this.state.ended = event.exitCode === 0 ? 'ok' : 'failed'
    // A session that never lived is not told.
    if (nativeId === null || this.state.sessionId === null) return quiet
    return says(...this.#session(nativeId))
  }
}

const ofSubagent = (data: Fields): boolean => textIn(data.parentToolCallId) !== null

function words(kind: 'text' | 'thinking', text: string | null, data: Fields): Heard {
  if (text === null || text.trim() === '') return quiet
  if (!ofSubagent(data)) return says({ kind, text })
  return kind === 'text' ? says({ kind: 'notice', code: 'subagent', message: text }) : quiet
}

const deltas = (kind: 'text' | 'thinking', text: string | null, data: Fields): Heard =>
  text === null || text === '' || ofSubagent(data) ? quiet : { ...quiet, deltas: [{ kind, text }] }

export const toolOf = (data: Fields): Spoken => ({
  kind: 'tool',
  callId: textIn(data.toolCallId) ?? 'call',
  name: textIn(data.toolName) ?? 'tool',
  input: data.arguments ?? null,
})

export function toolResultOf(data: Fields): Spoken {
  const result = fieldsIn(data.result)
  const output = textIn(result.content) ?? textIn(data.result) ?? textIn(fieldsIn(data.error).message) ?? ''
  const callId = textIn(data.toolCallId) ?? 'call'
  return { kind: 'tool_result', callId, ok: data.success === true, output, truncated: false }
}
