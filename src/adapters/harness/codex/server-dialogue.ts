/**
 * A dialogue with `codex app-server`: one long-lived process, one thread in it, one turn at a time. Owns the order of
 * requests, what belongs to this thread and turn, and the end of a turn (`turn/completed`). Shapes on the wire are
 * `server-wire`, what it asks `server-requests`, items `items`, failures `failures`, its answers `server-words`.
 */
import type { Evidence } from '#contract/agent-event'
import type { AgentInput, Dialogue, Exit, Heard, Json, Spoken, Start } from '#ports/harness'
import { failedResult, failure, howItEnded } from '../exit-evidence.ts'
import { asFields, asJson, type Fields, fieldsIn, listIn, numberIn, objectOf, textIn } from '../line-json.ts'
import { attemptIn, endEvidence, errorEvidence, isUnknownThread } from './failures.ts'
import { callIdOf, isTool, respelled, spokenItem, subjectOf, toolOf, toolResultOf } from './items.ts'
import { promptIn } from './role.ts'
import { answerTo, byPolicy, eventOf, requestOf } from './server-requests.ts'
import { freshState, type State } from './server-state.ts'
import { type Calls, call, hello, initialized, type Method, type RpcId, termsOf, words } from './server-wire.ts'
import { deltas, failed, interrupted, noise, notice, plain, planWords, quiet, says, writes } from './server-words.ts'
import { between, isNothing, totalsIn, usageOf } from './usage.ts'

export function openServer(start: Start, saved: Json | null): Dialogue {
  const state = saved === null ? freshState(start) : structuredClone(saved as unknown as State)
  return new ServerDialogue(start, state)
}

class ServerDialogue implements Dialogue {
  readonly #start: Start
  readonly #state: State

  constructor(start: Start, state: State) {
    this.#start = start
    this.#state = state
  }

  begin(): Heard {
    return writes(this.#call('initialize', hello))
  }

  hear(line: string): Heard {
    const message = objectOf(line)
    if (message === null) return noise
    const method = textIn(message.method)
    const id = typeof message.id === 'number' || typeof message.id === 'string' ? message.id : null
    const params = fieldsIn(message.params)
    if (method !== null) return id === null ? this.#told(method, params) : this.#asked(id, method, params)
    const calling = id === null ? undefined : this.#state.calls[id]
    if (id === null || calling === undefined) return noise
    delete this.#state.calls[id]
    const error = asFields(message.error)
    if (error !== null) return this.#refused(calling.method, error, calling.text ?? '')
    return this.#answered(calling.method, fieldsIn(message.result))
  }

  say(input: AgentInput): Heard {
    switch (input.type) {
      case 'prompt':
        this.#state.prompt = { text: input.text, model: input.model, pictures: input.pictures ?? [] }
        return writes(...this.#proceed())
      case 'steer':
        return this.#steer(input.text)
      case 'interrupt':
        return this.#interrupt()
      case 'answer':
        return this.#answer(input.requestId, input.decision, input.text)
    }
  }

  end(exit: Exit): readonly Spoken[] {
    const { over, turn, prompt, trouble } = this.#state
    const rest = this.#closeTools('The process ended.')
    if (over || (turn === null && prompt === null)) return rest
    const message = howItEnded('Codex', exit)
    const evidence = endEvidence(exit, trouble, this.#start.resume !== null)
    return [...rest, failure(message, evidence), failedResult(message)]
  }

  save(): Json {
    return asJson(structuredClone(this.#state))
  }

  #call<M extends Method>(method: M, params: Calls[M], text?: string): string {
    const id = this.#state.nextId
    this.#state.nextId += 1
    this.#state.calls[id] = text === undefined ? { method } : { method, text }
    return call(id, method, params)
  }

  #answered(method: Method, result: Fields): Heard {
    switch (method) {
      case 'initialize':
        return writes(initialized, this.#openThread())
      case 'thread/start':
      case 'thread/resume':
      case 'thread/fork':
        return this.#opened(result)
      case 'turn/start':
        return writes(...this.#named(textIn(fieldsIn(result.turn).id)))
      default:
        return quiet
    }
  }

  #openThread(): string {
    const { resume, fork } = this.#start
    const terms = termsOf(this.#start)
    if (resume === null) return this.#call('thread/start', terms)
    return this.#call(fork ? 'thread/fork' : 'thread/resume', { ...terms, threadId: resume, excludeTurns: true })
  }

  #opened(result: Fields): Heard {
    const state = this.#state
    const nativeId = textIn(fieldsIn(result.thread).id) ?? ''
    state.threadId = nativeId
    state.counted = nativeId
    state.model = textIn(result.model) ?? state.model
    return { events: [{ kind: 'session', nativeId, model: state.model }], writes: this.#proceed() }
  }

  /** Begins the turn that waits, once there is a thread. */
  #proceed(): readonly string[] {
    const state = this.#state
    if (state.prompt === null || state.threadId === null || state.turn !== null || state.over) return []
    const { text, model, pictures } = state.prompt
    const other = model !== null && model !== state.model
    if (other) state.model = model
    Object.assign(state, {
      prompt: null,
      turn: { id: null },
      lastText: '',
      trouble: null,
      interrupt: false,
      steers: [],
    })
    const said = words(state.threadId, promptIn(state.recorded ?? null, this.#start, text), pictures)
    return [this.#call('turn/start', { ...said, ...(other ? { model } : {}) })]
  }

  /** The turn has a name: what was said before it had one is passed on. */
  #named(id: string | null): readonly string[] {
    const state = this.#state
    if (id === null || state.turn === null || state.turn.id !== null) return []
    state.turn = { id }
    const { steers, interrupt } = state
    Object.assign(state, { steers: [], interrupt: false })
    if (interrupt) return this.#interruptLines(id)
    return steers.map((text) => this.#steerLine(id, text))
  }

  #steerLine(turnId: string, text: string): string {
    return this.#call('turn/steer', { ...words(this.#state.threadId ?? '', text), expectedTurnId: turnId }, text)
  }

  /** Codex ends the turn and lets its commands run on; a turn that was cancelled leaves none. */
  #interruptLines(turnId: string): readonly string[] {
    return [this.#call('turn/interrupt', { threadId: this.#state.threadId ?? '', turnId }), this.#endCommands()]
  }

  #endCommands(): string {
    return this.#call('thread/backgroundTerminals/clean', { threadId: this.#state.threadId ?? '' })
  }

  #steer(text: string): Heard {
    const state = this.#state
    if (state.prompt !== null) {
      state.prompt = { ...state.prompt, text: `${state.prompt.text}\n\n${text}` }
      return quiet
    }
    if (state.turn === null || state.over) return { ...quiet, unheard: true }
    if (state.turn.id !== null) return writes(this.#steerLine(state.turn.id, text))
    state.steers = [...state.steers, text]
    return quiet
  }

  #interrupt(): Heard {
    const state = this.#state
    if (state.turn !== null) {
      if (state.turn.id !== null) return writes(...this.#interruptLines(state.turn.id))
      state.interrupt = true
      return quiet
    }
    if (state.prompt === null) return quiet
    state.prompt = null
    return { events: interrupted(null), writes: [], turnEnded: true }
  }

  /** A refusal in words of its own is a no, and the words go into the turn: a plain no has no room for them. */
  #answer(requestId: string, decision: string | null, text: string | null): Heard {
    const asked = this.#state.asked[requestId]
    if (asked === undefined) return quiet
    delete this.#state.asked[requestId]
    const word = decision ?? text ?? 'deny'
    const reply = answerTo(asked, word)
    const turnId = this.#state.turn?.id ?? null
    const reason = decision === null && (asked.how === 'decision' || asked.how === 'permissions') && !plain.has(word)
    return writes(reply, ...(reason && turnId !== null ? [this.#steerLine(turnId, word)] : []))
  }

  #refused(method: Method, error: Fields, text: string): Heard {
    const message = textIn(error.message) ?? 'Codex refused a request.'
    // The turn was over already, and says so itself.
    if (method === 'turn/interrupt' || method === 'thread/backgroundTerminals/clean') return quiet
    if (method === 'turn/steer') {
      return says(notice('steer_missed', `The turn did not take these words (${message}): ${text}`, { text }))
    }
    if (method === 'turn/start') {
      this.#state.turn = null
      const evidence: Evidence = { channel: 'event', message }
      return { events: [failure(message, [evidence]), failedResult(message)], writes: [], turnEnded: true }
    }
    const lost = this.#start.resume !== null && isUnknownThread(message)
    return this.#giveUp(message, { channel: 'event', message, ...(lost ? { stated: 'context_lost' } : {}) })
  }

  /** Nothing can be done with this process: its input is closed and its exit ends the turn. */
  #giveUp(message: string, evidence: Evidence): Heard {
    Object.assign(this.#state, { over: true, prompt: null })
    return { events: [failure(message, [evidence]), failedResult(message)], writes: [], hangUp: true }
  }

  #told(method: string, params: Fields): Heard {
    // Threads of sub-agents live in the same process and are not this conversation.
    const { threadId } = this.#state
    const elsewhere = typeof params.threadId === 'string' && params.threadId !== threadId
    if (elsewhere) return quiet
    switch (method) {
      case 'turn/started':
        return this.#turnStarted(textIn(fieldsIn(params.turn).id))
      case 'turn/completed':
        return this.#turnCompleted(fieldsIn(params.turn))
      case 'thread/tokenUsage/updated':
        return this.#used(params)
      case 'account/rateLimits/updated':
        return this.#limits(fieldsIn(params.rateLimits))
      case 'serverRequest/resolved':
        return this.#withdrawn(params.requestId)
      case 'warning':
        return says(notice('warning', textIn(params.message) ?? 'Codex warns.'))
      default:
        return this.#inTurn(params) ? this.#within(method, params) : quiet
    }
  }

  #inTurn(params: Fields): boolean {
    const { turn } = this.#state
    return turn !== null && (turn.id === null || params.turnId === turn.id)
  }

  #within(method: string, params: Fields): Heard {
    switch (method) {
      case 'item/started':
        return this.#itemBegan(respelled(fieldsIn(params.item)))
      case 'item/completed':
        return this.#itemEnded(respelled(fieldsIn(params.item)))
      case 'item/agentMessage/delta':
        return deltas('text', params.delta)
      case 'item/reasoning/summaryTextDelta':
      case 'item/reasoning/textDelta':
        return deltas('thinking', params.delta)
      case 'error':
        return this.#trouble(params)
      case 'turn/plan/updated':
        return says(notice('plan', planWords(params), { entries: listIn(params.plan) }))
      case 'model/rerouted':
        return says(notice('model_rerouted', `Codex went on with ${String(params.toModel)}.`))
      default:
        return quiet
    }
  }

  /** A turn that nobody asked for would spend unseen: it is ended at once. */
  #turnStarted(id: string | null): Heard {
    const { turn } = this.#state
    if (turn !== null) return writes(...this.#named(id))
    if (id === null || this.#state.prompt !== null) return quiet
    const message = 'Codex began a turn by itself; it is interrupted.'
    return { events: [notice('turn_unasked', message)], writes: this.#interruptLines(id) }
  }

  #turnCompleted(turn: Fields): Heard {
    const state = this.#state
    if (state.turn === null || (state.turn.id !== null && turn.id !== state.turn.id)) return quiet
    const durationMs = numberIn(turn.durationMs)
    const good = turn.status === 'completed'
    const rest = this.#closeTools(good ? 'Still running at the end of the turn.' : 'Broken off.', good)
    const { lastText, resetsAt } = state
    Object.assign(state, { turn: null, steers: [], interrupt: false, asked: {}, lastText: '', trouble: null })
    const closing: readonly Spoken[] = good
      ? [{ kind: 'result', isError: false, text: lastText, durationMs }]
      : turn.status === 'interrupted'
        ? interrupted(durationMs)
        : failed(fieldsIn(turn.error), resetsAt, durationMs)
    // Once more: a command may have begun between the interrupt and this end.
    const last = turn.status === 'interrupted' ? [this.#endCommands()] : []
    return { events: [...rest, ...closing], writes: last, turnEnded: true }
  }

  #itemBegan(item: Fields): Heard {
    this.#state.trouble = null
    const callId = callIdOf(item, this.#start.launchId)
    if (!isTool(item) || this.#state.tools[callId] !== undefined) return quiet
    this.#state.tools[callId] = subjectOf(item)
    return says(toolOf(item, callId))
  }

  #itemEnded(item: Fields): Heard {
    this.#state.trouble = null
    if (isTool(item)) {
      const callId = callIdOf(item, this.#start.launchId)
      const begun = this.#state.tools[callId] !== undefined
      delete this.#state.tools[callId]
      return says(...(begun ? [] : [toolOf(item, callId)]), toolResultOf(item, callId))
    }
    const spoken = spokenItem(item)
    if (spoken?.kind === 'text') this.#state.lastText = spoken.text
    return spoken === null ? quiet : says(spoken)
  }

  /** Every call gets its result. A command may run on behind the turn that began it. */
  #closeTools(output: string, ok = false): readonly Spoken[] {
    const open = Object.keys(this.#state.tools)
    this.#state.tools = {}
    return open.map((callId) => ({ kind: 'tool_result', callId, ok, output, truncated: false }))
  }

  #trouble(params: Fields): Heard {
    const error = fieldsIn(params.error)
    const evidence = errorEvidence(error, this.#state.resetsAt)
    this.#state.trouble = evidence
    // What is not tried again is told once more by the end of the turn.
    if (params.willRetry !== true) return quiet
    const message = textIn(error.message) ?? 'Codex tries again.'
    const details = textIn(error.additionalDetails)
    const more = { ...attemptIn(message), status: evidence.status ?? null }
    return says(notice('retrying', details === null ? message : `${message}: ${details}`, more))
  }

  /**
   * Totals come after each request, once more after a steer, and once when a thread is resumed. Where the past of the
   * thread is unknown, that last one is the baseline; a fork tells none, and its first request counts by itself.
   */
  #used(params: Fields): Heard {
    const usage = fieldsIn(params.tokenUsage)
    const totals = totalsIn(fieldsIn(usage.total))
    const before = this.#state.totals
    this.#state.totals = totals
    const mine = this.#state.turn?.id !== null && params.turnId === this.#state.turn?.id
    const spent = before !== null ? between(before, totals) : mine ? totalsIn(fieldsIn(usage.last)) : null
    return spent === null || isNothing(spent) ? quiet : says(usageOf(spent))
  }

  #limits(limits: Fields): Heard {
    const windows = [limits.primary, limits.secondary].map(fieldsIn)
    const full = windows.filter((window) => (numberIn(window.usedPercent) ?? 0) >= 100)
    const resets = full.flatMap((window) => numberIn(window.resetsAt) ?? [])
    this.#state.resetsAt = resets.length === 0 ? null : new Date(Math.max(...resets) * 1000).toISOString()
    return quiet
  }

  /** An unanswered request would hang the turn: what nobody here can do is refused. */
  #asked(id: RpcId, method: string, params: Fields): Heard {
    const subject = this.#state.tools[callIdOf({ id: params.itemId }, this.#start.launchId)] ?? ''
    const request = requestOf(id, method, params, subject)
    const answer = byPolicy(this.#start.permissions, id, method, request)
    if (answer !== null) return writes(answer)
    if (request === null) return quiet
    if (this.#state.turn === null) return writes(answerTo(request.asked, 'deny'))
    const requestId = `${this.#start.launchId}-${id}`
    this.#state.asked[requestId] = request.asked
    return says(eventOf(requestId, request))
  }

  #withdrawn(id: unknown): Heard {
    const requestId = `${this.#start.launchId}-${String(id)}`
    if (this.#state.asked[requestId] === undefined) return quiet
    delete this.#state.asked[requestId]
    return says(notice('request_withdrawn', 'The agent no longer waits for an answer.', { requestId }))
  }
}
