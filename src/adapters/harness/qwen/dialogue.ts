/**
 * What Qwen Code says, line by line. Its events have the shape of Claude Code's; its usage is a total of the session. Owns
 * their meaning; the final event decides, and without one the turn failed.
 */
import type { Dialogue, Exit, Heard, Json, Spoken, Start } from '#ports/harness'
import { deltasOf, spokenByAssistant, spokenByUser } from '../claude-code/messages.ts'
import { failedResult, failure, howItEnded } from '../exit-evidence.ts'
import { type Failing, failingEvidence, failingIn, failingWords, isHopeless } from '../http-tap.ts'
import { asFields, type Fields, fieldsIn, numberIn, objectOf, textIn } from '../line-json.ts'
import { noise, OneShot, quiet, says } from '../one-shot.ts'
import { endEvidence, isOwnWords, resultEvidence, resultMessage } from './failures.ts'

interface Totals {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
}

const nothing: Totals = { input: 0, output: 0, cacheRead: 0 }

/** All that a restart must not lose; plain JSON. */
interface State {
  sessionId: string | null
  /** Totals of the session as last seen; null: the session is older than what we know of it. */
  totals: Totals | null
  failing: Failing | null
  ended: 'ok' | 'failed' | 'given-up' | null
  /** The closing events of the last result; they wait for the exit. */
  held: readonly Spoken[]
}

export function openQwen(start: Start, saved: Json | null): Dialogue {
  return new QwenDialogue(start, saved, fresh(start))
}

/** A resumed or forked session counts on from where it stood at the end of the launch before. */
function fresh(start: Start): State {
  const previous = fieldsIn(start.previous)
  const known = previous.sessionId === start.resume ? (asFields(previous.totals) as Totals | null) : null
  return {
    sessionId: null,
    totals: start.resume === null ? nothing : known,
    failing: null,
    ended: null,
    held: [],
  }
}

class QwenDialogue extends OneShot<State> {
  hear(line: string): Heard {
    // Given up: what it still says while it is being ended changes nothing.
    if (this.state.ended === 'given-up') return quiet
    const message = objectOf(line)
    if (message === null) return noise
    const failing = failingIn(message)
    if (failing !== null) return this.#fails(failing)
    switch (message.type) {
      case 'system':
        return this.#system(message)
      case 'assistant':
        if (isOwnWords(message)) return quiet
        this.state.failing = null
        return says(...spokenByAssistant(message))
      case 'user':
        return says(...spokenByUser(message))
      case 'stream_event':
        return { ...quiet, deltas: deltasOf(message) }
      case 'result':
        return this.#result(message)
      default:
        return noise
    }
  }

  end(exit: Exit): readonly Spoken[] {
    const { ended, held, failing } = this.state
    if (ended === 'given-up') return []
    if (ended !== null) return held
    const message = howItEnded('Qwen Code', exit)
    return [failure(message, endEvidence(exit, failing, this.start.resume !== null)), failedResult(message)]
  }

  /** Seen from outside: it says nothing of its first seven attempts. */
  #fails(failing: Failing): Heard {
    this.state.failing = failing
    const what = failingWords(failing)
    if (this.state.ended !== null) return quiet
    if (isHopeless(failing)) {
      this.state.ended = 'given-up'
      const seconds = Math.round(failing.forMs / 1000)
      const message = `${what}, ${failing.failures} times in ${seconds} s.`
      return { events: [failure(message, failingEvidence(failing)), failedResult(message)], writes: [], hangUp: true }
    }
    const message = `${what} (${failing.failures}); it may try again.`
    return says({ kind: 'notice', code: 'retrying', message, attempt: failing.failures, status: failing.status })
  }

  #system(message: Fields): Heard {
    if (message.subtype !== 'init') return quiet
    const nativeId = textIn(message.session_id)
    if (nativeId === null || nativeId === this.state.sessionId) return quiet
    this.state.sessionId = nativeId
    return says({ kind: 'session', nativeId, model: textIn(message.model) ?? this.start.model })
  }

  #result(message: Fields): Heard {
    const usage = this.#charge(fieldsIn(message.usage))
    const ok = message.is_error === false && message.subtype === 'success'
    const durationMs = numberIn(message.duration_ms)
    this.state.ended = ok ? 'ok' : 'failed'
    const why = resultMessage(message)
    this.state.held = ok
      ? [{ kind: 'result', isError: false, text: textIn(message.result) ?? '', durationMs }]
      : [failure(why, resultEvidence(message, this.state.failing)), failedResult(why, durationMs)]
    return says(...usage)
  }

  #charge(usage: Fields): readonly Spoken[] {
    const before = this.state.totals
    const cacheRead = numberIn(usage.cache_read_input_tokens) ?? 0
    const totals: Totals = {
      // Cached tokens are counted among the input; the vocabulary counts them apart.
      input: Math.max(0, (numberIn(usage.input_tokens) ?? 0) - cacheRead),
      output: numberIn(usage.output_tokens) ?? 0,
      cacheRead,
    }
    // A turn that failed before any answer tells nothing, not even the total.
    if (totals.input === 0 && totals.output === 0) return []
    this.state.totals = totals
    if (before === null) {
      const message = 'What this turn used is unknown: Qwen Code reports totals and the total before it was not seen.'
      return [{ kind: 'notice', code: 'usage_unknown', message }]
    }
    const anew = totals.output < before.output
    const since = (now: number, then: number): number => (anew ? now : Math.max(0, now - then))
    const spent = {
      input: since(totals.input, before.input),
      output: since(totals.output, before.output),
      cacheRead: since(totals.cacheRead, before.cacheRead),
    }
    return [{ kind: 'usage', ...spent, cacheWrite: null, costUsd: null }]
  }
}
