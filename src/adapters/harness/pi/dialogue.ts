/**
 * What pi says, line by line. Owns the meaning of its events. `agent_end` comes once for each attempt of its own retries:
 * the last one before the exit decides, by how its last message stopped, and without one the turn failed.
 */
import type { Delta, Evidence } from '#contract/agent-event'
import type { Dialogue, Exit, Heard, Json, Spoken, Start } from '#ports/harness'
import { failedResult, failure, howItEnded } from '../exit-evidence.ts'
import { type Fields, fieldsIn, listIn, numberIn, objectOf, textIn } from '../line-json.ts'
import { noise, OneShot, quiet, says } from '../one-shot.ts'
import { endEvidence, faultEvidence } from './failures.ts'

/** All that a restart must not lose; plain JSON. */
interface State {
  sessionId: string | null
  lastText: string
  fault: { readonly message: string; readonly evidence: Evidence } | null
  /** How the last message of the model stopped. */
  stopped: string | null
  ended: boolean
}

export function openPi(start: Start, saved: Json | null): Dialogue {
  const fresh: State = { sessionId: null, lastText: '', fault: null, stopped: null, ended: false }
  return new PiDialogue(start, saved, fresh)
}

/** Lines that say nothing a reader needs, or that another line says better. */
const silent = new Set([
  'turn_start',
  'turn_end',
  'message_start',
  'tool_execution_update',
  'queue_update',
  'auto_retry_end',
])

class PiDialogue extends OneShot<State> {
  hear(line: string): Heard {
    const event = objectOf(line)
    const type = event === null ? null : textIn(event.type)
    if (event === null || type === null) return noise
    if (silent.has(type)) return quiet
    switch (type) {
      case 'session':
        return this.#session(event)
      case 'agent_start':
        this.state.ended = false
        return quiet
      case 'message_update':
        return { ...quiet, deltas: deltasOf(fieldsIn(event.assistantMessageEvent)) }
      case 'message_end':
        return this.#message(fieldsIn(event.message))
      case 'tool_execution_start':
        return says(toolOf(event))
      case 'tool_execution_end':
        return says(toolResultOf(event))
      case 'auto_retry_start':
        return says(retryOf(event))
      case 'compaction_end':
        return says({ kind: 'notice', code: 'compacted', message: 'The conversation was compacted.' })
      case 'agent_end':
        this.state.ended = true
        return quiet
      default:
        return /^(compaction|extension)_/.test(type) ? quiet : noise
    }
  }

  end(exit: Exit): readonly Spoken[] {
    const { ended, fault, stopped, lastText } = this.state
    if (ended && fault === null && (stopped === 'stop' || stopped === 'toolUse')) {
      return [{ kind: 'result', isError: false, text: lastText, durationMs: null }]
    }
    if (ended && fault !== null) return [failure(fault.message, [fault.evidence]), failedResult(fault.message)]
    if (ended && stopped !== null) {
      const message = `pi stopped: ${stopped}.`
      return [failure(message, [{ channel: 'event', type: stopped, stated: 'agent_error' }]), failedResult(message)]
    }
    const message = howItEnded('pi', exit)
    const evidence = endEvidence(exit, fault?.evidence ?? null, this.start.resume !== null)
    return [failure(message, evidence), failedResult(message)]
  }

  #session(event: Fields): Heard {
    const nativeId = textIn(event.id)
    if (nativeId === null || nativeId === this.state.sessionId) return quiet
    this.state.sessionId = nativeId
    return says({ kind: 'session', nativeId, model: this.start.model })
  }

  #message(message: Fields): Heard {
    if (message.role !== 'assistant') return quiet
    const stopped = textIn(message.stopReason)
    this.state.stopped = stopped
    const failed = stopped === 'error' || stopped === 'aborted'
    const why = textIn(message.errorMessage) ?? 'pi reports an error.'
    this.state.fault = failed ? { message: why, evidence: faultEvidence(why, stopped) } : null
    const spoken = listIn(message.content).map(fieldsIn).flatMap(wordsOf)
    const text = spoken.findLast((one) => one.kind === 'text')
    if (text?.kind === 'text') this.state.lastText = text.text
    return says(...spoken, ...usageOf(fieldsIn(message.usage)))
  }
}

export function wordsOf(block: Fields): readonly Spoken[] {
  const text = textIn(block.text) ?? textIn(block.thinking) ?? ''
  if (text.trim() === '') return []
  if (block.type === 'text') return [{ kind: 'text', text }]
  return block.type === 'thinking' ? [{ kind: 'thinking', text }] : []
}

function deltasOf(part: Fields): readonly Delta[] {
  const text = textIn(part.delta)
  if (text === null || text === '') return []
  if (part.type === 'text_delta') return [{ kind: 'text', text }]
  return part.type === 'thinking_delta' ? [{ kind: 'thinking', text }] : []
}

export const toolOf = (event: Fields): Spoken => ({
  kind: 'tool',
  callId: textIn(event.toolCallId) ?? 'call',
  name: textIn(event.toolName) ?? 'tool',
  input: event.args ?? null,
})

export function toolResultOf(event: Fields): Spoken {
  const result = fieldsIn(event.result)
  const blocks = listIn(result.content).map(fieldsIn)
  const output = blocks.map((block) => textIn(block.text) ?? `[${textIn(block.type) ?? 'block'}]`).join('\n')
  const truncated = fieldsIn(fieldsIn(result.details).truncation).truncated === true
  return {
    kind: 'tool_result',
    callId: textIn(event.toolCallId) ?? 'call',
    ok: event.isError !== true,
    output,
    truncated,
  }
}

function retryOf(event: Fields): Spoken {
  const [attempt, attempts] = [numberIn(event.attempt), numberIn(event.maxAttempts)]
  const message = `${textIn(event.errorMessage) ?? 'The request failed'}; attempt ${attempt ?? '?'} of ${attempts ?? '?'} follows.`
  return { kind: 'notice', code: 'retrying', message, attempt, attempts, delayMs: numberIn(event.delayMs) }
}

/** Each message tells its own figures. */
export function usageOf(usage: Fields): readonly Spoken[] {
  const [input, output] = [numberIn(usage.input) ?? 0, numberIn(usage.output) ?? 0]
  const [cacheRead, cacheWrite] = [numberIn(usage.cacheRead) ?? 0, numberIn(usage.cacheWrite) ?? 0]
  if (input + output + cacheRead + cacheWrite === 0) return []
  return [{ kind: 'usage', input, output, cacheRead, cacheWrite, costUsd: numberIn(fieldsIn(usage.cost).total) }]
}
