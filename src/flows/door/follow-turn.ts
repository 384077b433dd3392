/**
 * Hears one turn of a session for a door: its words as they come, what it used, and how it ended. Owns no process and no answer:
 * who ends a turn and what is told to whom is `door-turn` and the doors.
 */
import type { EventRow, TurnOutcome } from '#contract/agent-event'
import { noUsage, type Usage } from '#core/door/answer'
import { createTelling } from '#core/door/tell'
import type { Context } from '#flows/engine/context'

export interface Heard {
  readonly outcome: TurnOutcome
  readonly text: string
  readonly usage: Usage
  readonly costUsd: number | null
  /** Why it failed, in the agent's words; null: it told nothing. */
  readonly fault: string | null
  readonly exitCode: number | null
}

export interface Follow {
  /** Resolves with the end of the turn. */
  readonly ended: Promise<Heard>
  readonly stop: () => void
}

export interface FollowInput {
  readonly sessionId: string
  readonly turn: number
  hear(piece: string): void
  /** Somebody is asked, and at a door nobody answers. */
  asked(text: string): void
  /** What the turn cost so far, told anew with each figure. */
  spent(usd: number): void
}

/** To be called before the turn is accepted: the feed keeps no past. */
export function followTurn(context: Context, { sessionId, turn, hear, asked, spent }: FollowInput): Follow {
  const telling = createTelling()
  const { promise, resolve } = Promise.withResolvers<Heard>()
  let usage: Usage = noUsage
  let costUsd: number | null = null
  let fault: string | null = null
  let result = ''
  const say = (piece: string): void => {
    if (piece !== '') hear(piece)
  }
  const take = (row: EventRow): void => {
    switch (row.kind) {
      case 'text':
        say(telling.whole(wholeText(context, sessionId, row)))
        return
      case 'usage':
        usage = add(usage, row)
        if (row.costUsd !== null) {
          costUsd = (costUsd ?? 0) + row.costUsd
          spent(costUsd)
        }
        return
      case 'error':
        fault = row.message
        return
      case 'result':
        if (row.isError) fault ??= row.text
        else result = row.text
        return
      case 'request':
        asked(row.text)
        return
      case 'turn_end': {
        // Some agents say their answer at the end alone.
        if (telling.said === '' && result !== '' && row.outcome === 'completed') say(telling.whole(result))
        say(telling.end())
        stop()
        resolve({ outcome: row.outcome, text: telling.said, usage, costUsd, fault, exitCode: row.exitCode })
      }
    }
  }
  const stop = context.feed.session(sessionId, {
    rows(rows) {
      for (const row of rows) if (row.turn === turn) take(row)
    },
    delta(delta) {
      if (delta.kind === 'text') say(telling.part(delta.text))
    },
  })
  return { ended: promise, stop }
}

const add = (usage: Usage, row: Extract<EventRow, { kind: 'usage' }>): Usage => ({
  input: usage.input + (row.input ?? 0),
  output: usage.output + (row.output ?? 0),
  cacheRead: usage.cacheRead + (row.cacheRead ?? 0),
  cacheWrite: usage.cacheWrite + (row.cacheWrite ?? 0),
})

/** A long text lives aside. */
function wholeText(context: Context, sessionId: string, row: Extract<EventRow, { kind: 'text' }>): string {
  const aside = row.refs?.text
  return aside === undefined ? row.text : (context.journal.reads.blob(sessionId, aside.blob) ?? row.text)
}
