/**
 * One turn of an agent for a door: in a session made for it, or in one that is brought back. Whatever happens, at the end no
 * process of it is left and the session has ended: by itself, by its limits in time and money, or because whoever asked is
 * gone. Owns that; the queue before it and the wire after it are the doors'.
 */
import { DroverError } from '#contract/error'
import type { Usage } from '#core/door/answer'
import type { Served } from '#core/door/model'
import { oneLine, timedOut } from '#core/door/refusal'
import { operator } from '#flows/access/caller'
import { type Active, type Context, now } from '#flows/engine/context'
import { killSession } from '#flows/session/end-session'
import { restoreSession } from '#flows/session/restore-session'
import { spawnSession } from '#flows/session/spawn-session'
import { markStopping, runningTurn } from '#flows/turn/close-turn'
import { stopActive } from '#flows/turn/stop-active'
import { startTurn } from '#flows/turn/take-turn'
import type { Tx } from '#ports/store/journal'
import { type Follow, followTurn, type Heard } from './follow-turn.ts'
import { personaSpawn } from './persona-spawn.ts'

export interface DoorTurn {
  readonly served: Served
  readonly prompt: string
  /** A session that is gone on with; null: a new one. */
  readonly sessionId: string | null
  /** Of execution; the wait in the queue is over. */
  readonly timeoutMs: number
  /** Aborted when whoever asked is gone, or the daemon stops. */
  readonly signal: AbortSignal
  hear(piece: string): void
  readonly warm: Warm
}

/** Processes that wait for this persona's first words. */
export interface Warm {
  /** Its session, the caller's from here on; null: none waits. */
  take(): string | null
  /** One that was taken and was of no use. */
  drop(sessionId: string): void
}

export interface DoorAnswer {
  readonly sessionId: string
  readonly turn: number
  readonly text: string
  readonly usage: Usage
}

/** It ran, or could not be run, and there is no answer. The message is for the client. */
export class DoorFailure extends Error {
  readonly sessionId: string | null
  constructor(detail: string, sessionId: string | null, cause?: unknown) {
    super(detail, cause === undefined ? undefined : { cause })
    this.name = 'DoorFailure'
    this.sessionId = sessionId
  }
}

/** An agent that was asked to end has so long before it is made to: together with the rest, below two seconds. */
const graceMs = 1000

export interface DoorRun {
  /** Known as soon as the turn is over. */
  readonly answer: Promise<DoorAnswer>
  /** Its process is gone; answers the session that is to be ended, null: there is none. */
  readonly gone: Promise<string | null>
}

export function runDoorTurn(context: Context, ask: DoorTurn): DoorRun {
  const run = new Run(context, ask)
  const answer = run.answer()
  return { answer, gone: answer.then(noop, noop).then(() => run.leave()) }
}
/** A process that waited may be gone before anybody saw it; one that had nothing to say is asked by another. */
const wasKilled = ({ outcome, text, usage, exitCode }: Heard): boolean =>
  outcome === 'error' && text === '' && (exitCode === null || exitCode > 128) && usage.input + usage.output === 0

const noop = (): void => undefined

/** Sessions that a door runs now, for the daemon that comes after a crash. */
export const openPrefix = 'open:'

export function noteOpen(context: Context, tx: Tx, sessionId: string): void {
  tx.putDoorConversation({ key: openPrefix + sessionId, sessionId, turn: 0, at: now(context) })
}

class Run {
  readonly #context: Context
  readonly #ask: DoorTurn
  readonly #over = new AbortController()
  readonly #stopped = Promise.withResolvers<never>()
  #sessionId: string | null
  #turn = 1
  #answeredWell = false
  #begun: Promise<unknown> = Promise.resolve()
  #follow: Follow | null = null

  constructor(context: Context, ask: DoorTurn) {
    this.#context = context
    this.#ask = ask
    this.#sessionId = ask.sessionId
    this.#stopped.promise.catch(() => undefined)
  }

  async answer(): Promise<DoorAnswer> {
    const { signal, timeoutMs } = this.#ask
    signal.throwIfAborted()
    const hungUp = (): void => this.#stopped.reject(signal.reason)
    signal.addEventListener('abort', hungUp, { once: true })
    void this.#context.clock.sleep(timeoutMs, this.#over.signal).then(() => {
      if (!this.#over.signal.aborted) this.#fail(timedOut)
    })
    try {
      const heard = await Promise.race([this.#hear(), this.#stopped.promise])
      return this.#answered(heard)
    } catch (cause) {
      if (cause instanceof DroverError)
        throw new DoorFailure(
          `${cause.message}${cause.hint === undefined ? '' : ` ${cause.hint}`}`,
          this.#sessionId,
          cause,
        )
      throw cause
    } finally {
      signal.removeEventListener('abort', hungUp)
    }
  }

  #fail(detail: string): void {
    this.#stopped.reject(new DoorFailure(detail, this.#sessionId))
  }

  #listen(sessionId: string, turn: number): Follow {
    const { persona } = this.#ask.served
    this.#sessionId = sessionId
    this.#turn = turn
    this.#follow = followTurn(this.#context, {
      sessionId,
      turn,
      hear: (piece) => {
        if (!this.#over.signal.aborted) this.#ask.hear(piece)
      },
      asked: (text) => this.#fail(`the agent asks, and nobody can answer here: ${text}`),
      spent: (usd) => {
        if (persona.budgetUsd !== null && usd > persona.budgetUsd) this.#fail('budget reached')
      },
    })
    return this.#follow
  }

  async #hear(): Promise<Heard> {
    const { sessionId, warm } = this.#ask
    if (sessionId !== null) return this.#follows(this.#goOn(sessionId))
    const waiting = warm.take()
    if (waiting !== null) {
      const heard = await this.#follows(this.#speak(waiting))
      if (!wasKilled(heard)) return heard
      warm.drop(waiting)
    }
    return this.#follows(this.#spawn())
  }

  #follows(begun: Promise<Follow>): Promise<Heard> {
    this.#begun = begun
    return begun.then((follow) => follow.ended)
  }

  /** Whoever asked may be gone while it is still being begun: then nothing more of it begins. */
  #goesOn(): void {
    if (this.#over.signal.aborted) throw new DroverError('SPAWN_CANCELLED', 'Nobody waits for the answer any more.')
  }

  /** To a process that waits for its first words. */
  async #speak(sessionId: string): Promise<Follow> {
    const follow = this.#listen(sessionId, 1)
    await startTurn(this.#context, sessionId, { prompt: this.#ask.prompt }, operator)
    return follow
  }

  async #spawn(): Promise<Follow> {
    const { served, prompt } = this.#ask
    let follow: Follow | null = null
    await spawnSession(
      this.#context,
      {
        ...personaSpawn(this.#context, served, prompt),
        noWait: true,
        written: (tx, session) => {
          this.#goesOn()
          noteOpen(this.#context, tx, session.id)
          follow = this.#listen(session.id, 1)
        },
      },
      operator,
    )
    if (follow === null) throw new Error('a session was spawned and not written')
    return follow
  }

  async #goOn(sessionId: string): Promise<Follow> {
    const { served, prompt } = this.#ask
    this.#context.journal.command((tx) => noteOpen(this.#context, tx, sessionId))
    const { session } = await restoreSession(this.#context, sessionId)
    this.#goesOn()
    const follow = this.#listen(sessionId, (session.turn?.n ?? 0) + 1)
    const { model } = served.agent
    await startTurn(this.#context, sessionId, { prompt, ...(model === null ? {} : { model }) }, operator)
    return follow
  }

  /** A process that lives on writes its conversation down before it ends by the end of its input. */
  async #letGo(active: Active): Promise<void> {
    const patience = new AbortController()
    await active.launch.closeInput()
    await Promise.race([active.done, this.#context.clock.sleep(graceMs, patience.signal)])
    patience.abort()
  }

  #answered(heard: Heard): DoorAnswer {
    const sessionId = this.#sessionId
    this.#answeredWell = heard.outcome === 'completed'
    if (heard.outcome === 'completed' && sessionId !== null)
      return { sessionId, turn: this.#turn, text: heard.text, usage: heard.usage }
    const why = heard.fault === null ? `exit ${heard.exitCode ?? 'unknown'}` : oneLine(heard.fault)
    throw new DoorFailure(heard.outcome === 'cancelled' ? 'the turn was cancelled' : why, sessionId)
  }

  /** Its process is ended at once where it still runs. Never throws: the answer is known by now. */
  async leave(): Promise<string | null> {
    this.#over.abort()
    this.#follow?.stop()
    const context = this.#context
    const begun = this.#sessionId
    try {
      if (begun !== null && context.starting.has(begun)) await killSession(context, begun, {})
    } catch (cause) {
      context.log.error('the agent of a door could not be ended', {
        ...(begun === null ? {} : { session: begun }),
        cause,
      })
    }
    await this.#begun.catch(noop)
    const id = this.#sessionId
    if (id === null) return null
    try {
      const session = context.journal.reads.session(id)
      if (session === null) {
        context.journal.command((tx) => tx.dropConversation(openPrefix + id))
        return null
      }
      if (runningTurn(context.journal.reads, session) !== null)
        context.journal.command((tx) => markStopping(tx, id, 'cancel'))
      const active = context.active.get(id)
      if (active !== undefined) {
        if (this.#answeredWell && active.lifetime === 'session') await this.#letGo(active)
        await stopActive(context, active, graceMs)
        await active.done
      }
    } catch (cause) {
      context.log.error('the agent of a door could not be ended', { session: id, cause })
    }
    return id
  }
}
