/**
 * What `codex exec --json` says, line by line. Owns the meaning of its events: the turn's own end is `turn.completed` or
 * `turn.failed`, never a top-level `error` (it reconnects), never the exit code. Its usage is the total of the thread,
 * so that the total of the launch before is needed to tell what this turn used.
 */
import type { Dialogue, Exit, Heard, Json, Spoken, Start } from '#ports/harness'
import { failedResult, failure, howItEnded } from '../exit-evidence.ts'
import { type Fields, fieldsIn, objectOf, textIn } from '../line-json.ts'
import { noise, OneShot, quiet, says } from '../one-shot.ts'
import { attemptIn, endEvidence, eventEvidence } from './failures.ts'
import { callIdOf, isTool, spokenItem, toolOf, toolResultOf } from './items.ts'
import { between, type Ledger, ledgerOf, totalsIn, usageOf } from './usage.ts'

/** All that a restart must not lose; plain JSON. */
interface State extends Ledger {
  threadId: string | null
  openTools: readonly string[]
  lastText: string
  /** The last message of a reconnect that no progress followed. */
  reconnecting: string | null
  ended: 'completed' | 'failed' | null
}

export function openExec(start: Start, saved: Json | null): Dialogue {
  return new ExecDialogue(start, saved, fresh(start))
}

const fresh = (start: Start): State => ({
  ...ledgerOf(start, 'flag'),
  threadId: null,
  openTools: [],
  lastText: '',
  reconnecting: null,
  ended: null,
})

class ExecDialogue extends OneShot<State> {
  hear(line: string): Heard {
    const event = objectOf(line)
    if (event === null) return noise
    switch (event.type) {
      case 'thread.started':
        return this.#started(event)
      case 'turn.started':
        return quiet
      case 'item.started':
      case 'item.updated':
        return this.#itemBegan(fieldsIn(event.item))
      case 'item.completed':
        return this.#itemEnded(fieldsIn(event.item))
      case 'error':
        return this.#reconnects(textIn(event.message) ?? '')
      case 'turn.completed':
        return this.#completed(fieldsIn(event.usage))
      case 'turn.failed':
        return this.#failed(textIn(fieldsIn(event.error).message) ?? 'Codex reports that the turn failed.')
      default:
        return noise
    }
  }

  end(exit: Exit): readonly Spoken[] {
    const { ended, reconnecting, lastText } = this.state
    if (ended === 'failed') return []
    if (ended === 'completed' && (exit.code === 0 || exit.how === 'vanished')) {
      return [{ kind: 'result', isError: false, text: lastText, durationMs: null }]
    }
    const message = howItEnded('Codex', exit)
    const trouble = reconnecting === null ? null : eventEvidence(reconnecting)
    return [failure(message, endEvidence(exit, trouble, this.start.resume !== null)), failedResult(message)]
  }

  #started(event: Fields): Heard {
    const nativeId = textIn(event.thread_id)
    if (nativeId === null || nativeId === this.state.threadId) return quiet
    this.state.threadId = nativeId
    this.state.counted = nativeId
    return says({ kind: 'session', nativeId, model: this.start.model })
  }

  #itemBegan(item: Fields): Heard {
    this.state.reconnecting = null
    if (!isTool(item)) return quiet
    const callId = callIdOf(item, this.start.launchId)
    if (this.state.openTools.includes(callId)) return quiet
    this.state.openTools = [...this.state.openTools, callId]
    return says(toolOf(item, callId))
  }

  #itemEnded(item: Fields): Heard {
    this.state.reconnecting = null
    if (isTool(item)) {
      const callId = callIdOf(item, this.start.launchId)
      const begun = this.state.openTools.includes(callId)
      this.state.openTools = this.state.openTools.filter((id) => id !== callId)
      return says(...(begun ? [] : [toolOf(item, callId)]), toolResultOf(item, callId))
    }
    const spoken = spokenItem(item)
    if (spoken?.kind === 'text') this.state.lastText = spoken.text
    return spoken === null ? quiet : says(spoken)
  }

  #reconnects(message: string): Heard {
    this.state.reconnecting = message
    // The same words come once more with `turn.failed`; only a reconnect is news.
    const attempt = attemptIn(message)
    return attempt === null ? quiet : says({ kind: 'notice', code: 'retrying', message, ...attempt })
  }

  #completed(usage: Fields): Heard {
    const before = this.state.totals
    const totals = totalsIn(usage)
    this.state.totals = totals
    this.state.ended = 'completed'
    if (before === null) {
      const message = 'What this turn used is unknown: Codex reports totals and the total before it was not seen.'
      return says({ kind: 'notice', code: 'usage_unknown', message })
    }
    return says(usageOf(between(before, totals)))
  }

  #failed(message: string): Heard {
    this.state.ended = 'failed'
    return says(failure(message, [eventEvidence(message)]), failedResult(message))
  }
}
