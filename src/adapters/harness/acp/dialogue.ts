/**
 * A dialogue with any agent that speaks the Agent Client Protocol: one long-lived process, one session in it, one prompt
 * at a time. Owns the order of requests and the end of a turn (the answer to `session/prompt`). Words into a running turn
 * cancel the step under way and go on with the words, since the protocol knows no other way to take them in.
 */
import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { Evidence } from '#contract/agent-event'
import type { AgentInput, Dialogue, Exit, Heard, Json, McpServer, Picture, Spoken, Start } from '#ports/harness'
import { failedResult, failure, howItEnded } from '../exit-evidence.ts'
import { type Failing, failingEvidence, failingIn, failingWords, isHopeless } from '../http-tap.ts'
import { withInstructions } from '../instructions.ts'
import { asFields, asJson, type Fields, fieldsIn, objectOf, textIn } from '../line-json.ts'
import { noise, quiet, says } from '../one-shot.ts'
import { endEvidence, errorEvidence, errorMessage, saidInWords, stopEvidence } from './failures.ts'
import { answerTo, byGuard, byPolicy, declined, permissionOf, questionOf, withdrawn } from './requests.ts'
import { modeChoice, modelChoice, type Offer, offerOf } from './settings.ts'
import { freshState, type State } from './state.ts'
import { closeAll, takePiece } from './tools.ts'
import { flushed, hearUpdate } from './updates.ts'
import { settle } from './usage.ts'
import { type Calls, call, cancel, hello, type Method, type RpcId, refused } from './wire.ts'

export interface AcpOptions {
  readonly name: string
  /** The model is already told by the command line. */
  readonly modelByFlag: boolean
  /** What goes before the words of every prompt. */
  readonly before: string | null
  /** The tool server that a session is opened with. It finds the token in the environment that the agent hands on. */
  readonly server: McpServer | null
}

export function openAcp(options: AcpOptions, start: Start, saved: Json | null): Dialogue {
  const state = saved === null ? freshState(start) : structuredClone(saved as unknown as State)
  return new AcpDialogue(options, start, state)
}

/** Characters of base64 in one prompt. */
const mostInline = 20_000_000

const writes = (...lines: readonly string[]): Heard => ({ events: [], writes: lines })

class AcpDialogue implements Dialogue {
  readonly #options: AcpOptions
  readonly #start: Start
  readonly #state: State

  constructor(options: AcpOptions, start: Start, state: State) {
    this.#options = options
    this.#start = start
    this.#state = state
  }

  begin(): Heard {
    return this.#call('initialize', hello)
  }

  hear(line: string): Heard {
    const message = objectOf(line)
    if (message === null) return noise
    const failing = failingIn(message)
    if (failing !== null) return this.#refusedOutside(failing)
    const method = textIn(message.method)
    const id = typeof message.id === 'number' || typeof message.id === 'string' ? message.id : null
    const params = fieldsIn(message.params)
    if (method !== null && id !== null) return this.#asked(id, method, params)
    if (method === 'session/update') return hearUpdate(this.#state, fieldsIn(params.update), this.#working())
    // Notifications of an agent's own kind.
    if (method !== null) return quiet
    const { calling } = this.#state
    if (id === null || calling === null || id !== calling.id) return noise
    this.#state.calling = null
    const error = asFields(message.error)
    return error === null
      ? this.#answered(calling.method, fieldsIn(message.result))
      : this.#failed(calling.method, error)
  }

  say(input: AgentInput): Heard {
    switch (input.type) {
      case 'prompt':
        this.#state.prompt = { text: input.text, model: input.model, pictures: input.pictures ?? [] }
        return this.#proceed()
      case 'steer':
        return this.#steer(input.text)
      case 'interrupt':
        return this.#interrupt()
      case 'answer': {
        const asked = this.#state.asked[input.requestId]
        if (asked === undefined) return quiet
        delete this.#state.asked[input.requestId]
        return writes(answerTo(asked, input.decision, input.text))
      }
    }
  }

  end(exit: Exit): readonly Spoken[] {
    const rest = [...flushed(this.#state), ...closeAll(this.#state.calls)]
    if (this.#state.over || (!this.#working() && this.#state.prompt === null)) return rest
    const message = howItEnded(this.#options.name, exit)
    return [...rest, failure(message, endEvidence(exit)), failedResult(message)]
  }

  save(): Json {
    return asJson(structuredClone(this.#state))
  }

  /** An agent that retries in silence: its requests are seen from outside, and the prompt is cancelled in time. */
  #refusedOutside(failing: Failing): Heard {
    if (!this.#working() || this.#state.vain !== null) return quiet
    const what = failingWords(failing)
    if (!isHopeless(failing)) {
      const message = `${what} (${failing.failures}); it may try again.`
      return says({ kind: 'notice', code: 'retrying', message, attempt: failing.failures, status: failing.status })
    }
    this.#state.vain = failing
    return writes(...this.#withdrawAll(), cancel(this.#state.sessionId ?? ''))
  }

  #working(): boolean {
    return this.#state.calling?.method === 'session/prompt'
  }

  #call<M extends Method>(method: M, params: Calls[M]): Heard {
    const id = this.#state.nextId
    this.#state.nextId += 1
    this.#state.calling = { id, method }
    return writes(call(id, method, params))
  }

  /** The next request that is due, one after the other. */
  #proceed(): Heard {
    const state = this.#state
    if (state.calling !== null || state.over) return quiet
    if (state.reopens === null) return this.#call('initialize', hello)
    if (state.sessionId === null) return this.#openSession(state.reopens)
    if (state.prompt === null) return quiet
    const { text, model, pictures } = state.prompt
    if (model !== null && !this.#options.modelByFlag) {
      const wanted = this.#wantModel(state.sessionId, model)
      if (wanted !== null) return wanted
    }
    const [next, ...rest] = state.todo
    if (next !== undefined) {
      state.todo = rest
      return this.#call(next.method, next.params)
    }
    state.prompt = null
    const said = withInstructions(this.#options.before, text)
    return this.#call('session/prompt', {
      sessionId: state.sessionId,
      prompt: [{ type: 'text', text: said }, ...this.#shown(pictures ?? [])],
    })
  }

  /** Their bytes, as far as a message holds them; the words name every path. */
  #shown(pictures: readonly Picture[]): readonly ContentBlock[] {
    if (this.#state.seesPictures !== true) return []
    let left = mostInline
    return pictures.flatMap((picture) => {
      const data = this.#start.readPicture?.(picture) ?? null
      if (data === null || data.length > left) return []
      left -= data.length
      return [{ type: 'image', mimeType: picture.type, data } as const]
    })
  }

  #openSession(reopens: 'session/resume' | 'session/load' | 'never'): Heard {
    const { server } = this.#options
    const servers =
      server === null ? [] : [{ name: server.name, command: server.command, args: [...server.args], env: [] }]
    const place = { cwd: this.#start.cwd, mcpServers: servers }
    const { resume } = this.#start
    if (resume === null) return this.#call('session/new', place)
    if (reopens !== 'never') return this.#call(reopens, { ...place, sessionId: resume })
    const message = `${this.#options.name} cannot go on with an earlier session.`
    return this.#giveUp(message, [{ channel: 'event', message, stated: 'context_lost' }])
  }

  /** null: nothing to do (any more). */
  #wantModel(sessionId: string, model: string): Heard | null {
    const { offer, prompt } = this.#state
    if (offer === null || prompt === null) return null
    const choice = modelChoice(sessionId, offer, model)
    if (choice === 'unknown') {
      const known = offer.models.map((one) => one.id).join(', ')
      const message = `${this.#options.name} has no model "${model}". It offers: ${known === '' ? 'no choice' : known}.`
      return this.#giveUp(message, [{ channel: 'event', message, stated: 'invalid_model' }])
    }
    this.#state.prompt = { ...prompt, model: null }
    if (choice === null) return null
    this.#state.offer = {
      ...offer,
      model: offer.models.find((one) => one.id === model || one.name === model)?.id ?? model,
    }
    return this.#call(choice.method, choice.params)
  }

  #answered(method: Method, result: Fields): Heard {
    switch (method) {
      case 'initialize':
        return this.#greeted(result)
      case 'session/new':
      case 'session/load':
      case 'session/resume':
        return this.#opened(result)
      case 'session/prompt':
        return this.#stopped(result)
      default:
        return this.#proceed()
    }
  }

  #greeted(result: Fields): Heard {
    if (result.protocolVersion !== 1) {
      const message = `${this.#options.name} speaks version ${String(result.protocolVersion)} of the protocol, not 1.`
      return this.#giveUp(message, [{ channel: 'event', type: 'protocol_version', message, stated: 'agent_error' }])
    }
    const can = fieldsIn(result.agentCapabilities)
    this.#state.agent = textIn(fieldsIn(result.agentInfo).name)
    const resumes = asFields(fieldsIn(can.sessionCapabilities).resume) !== null
    this.#state.seesPictures = fieldsIn(can.promptCapabilities).image === true
    this.#state.reopens = resumes ? 'session/resume' : can.loadSession === true ? 'session/load' : 'never'
    return this.#proceed()
  }

  #opened(result: Fields): Heard {
    const state = this.#state
    const sessionId = textIn(result.sessionId) ?? this.#start.resume ?? ''
    const offer = offerOf(result)
    state.sessionId = sessionId
    state.offer = offer
    const refusal = this.#chooseMode(sessionId, offer)
    if (refusal !== null) return refusal
    const events: readonly Spoken[] = [
      { kind: 'session', nativeId: sessionId, model: this.#start.model ?? offer.model },
    ]
    const next = this.#proceed()
    return { ...next, events: [...events, ...next.events] }
  }

  /** Read-only must be a mode of the agent: denying what it asks for binds only agents that ask. */
  #chooseMode(sessionId: string, offer: Offer): Heard | null {
    const { permissions } = this.#start
    if (permissions === 'bypass') return null
    const choice = modeChoice(sessionId, offer, permissions === 'ask' ? 'asking' : 'readOnly')
    if (choice === 'none' && permissions === 'read-only') {
      const message = `${this.#options.name} offers no mode that changes nothing.`
      return this.#giveUp(message, [{ channel: 'event', type: 'ability_missing', message, stated: 'agent_error' }])
    }
    if (choice !== null && choice !== 'none') this.#state.todo = [choice]
    return null
  }

  #stopped(result: Fields): Heard {
    const state = this.#state
    const text = state.text
    const said = [...flushed(state), ...closeAll(state.calls)]
    const spent = settle(state.ledger, state.agent, result)
    const usage: readonly Spoken[] = spent === null ? [] : [{ kind: 'usage', ...spent }]
    const left = this.#withdrawAll()
    const { steer, interrupted, lastText, vain } = state
    const reason = textIn(result.stopReason) ?? 'unknown'
    Object.assign(state, { steer: null, interrupted: false, lastText: '', vain: null })
    if (vain !== null && reason !== 'end_turn') {
      const message = `${failingWords(vain)}, ${vain.failures} times in ${Math.round(vain.forMs / 1000)} s.`
      const closing = [failure(message, failingEvidence(vain)), failedResult(message)]
      return { events: [...said, ...usage, ...closing], writes: left, turnEnded: true }
    }
    if (steer !== null && !interrupted) {
      state.prompt = { text: steer, model: null }
      const next = this.#proceed()
      return { events: [...said, ...usage, ...next.events], writes: [...left, ...next.writes] }
    }
    const worded = saidInWords(state.agent, text, spent !== null)
    const events = [...said, ...usage, ...closingOf(reason, lastText, worded)]
    return { events, writes: left, turnEnded: true }
  }

  #failed(method: Method, error: Fields): Heard {
    const message = errorMessage(error)
    const evidence = [errorEvidence(error, method), ...failingEvidence(this.#state.vain)]
    if (method === 'session/prompt') {
      const said = [...flushed(this.#state), ...closeAll(this.#state.calls)]
      const left = this.#withdrawAll()
      Object.assign(this.#state, { steer: null, interrupted: false, lastText: '', vain: null })
      return { events: [...said, failure(message, evidence), failedResult(message)], writes: left, turnEnded: true }
    }
    const stated = method === 'session/set_model' || method === 'session/set_config_option'
    return this.#giveUp(message, stated ? [...evidence, { channel: 'event', stated: 'invalid_model' }] : evidence)
  }

  /** Nothing can be done with this process: its input is closed and its exit ends the turn. */
  #giveUp(message: string, evidence: readonly Evidence[]): Heard {
    this.#state.over = true
    this.#state.prompt = null
    return { events: [failure(message, evidence), failedResult(message)], writes: [], hangUp: true }
  }

  #steer(text: string): Heard {
    const state = this.#state
    if (state.prompt !== null) {
      state.prompt = { ...state.prompt, text: `${state.prompt.text}\n\n${text}` }
      return quiet
    }
    if (!this.#working()) {
      state.prompt = { text, model: null }
      return this.#proceed()
    }
    state.steer = state.steer === null ? text : `${state.steer}\n\n${text}`
    return writes(...this.#withdrawAll(), cancel(state.sessionId ?? ''))
  }

  #interrupt(): Heard {
    const state = this.#state
    if (this.#working()) {
      state.interrupted = true
      return writes(...this.#withdrawAll(), cancel(state.sessionId ?? ''))
    }
    if (state.prompt === null) return quiet
    state.prompt = null
    return { events: closingOf('cancelled', '', null), writes: [], turnEnded: true }
  }

  #withdrawAll(): readonly string[] {
    const open = Object.values(this.#state.asked)
    this.#state.asked = {}
    return open.map(withdrawn)
  }

  /** An unanswered request would hang the turn: what nobody here can do is refused. */
  #asked(id: RpcId, method: string, params: Fields): Heard {
    const requestId = `${this.#start.launchId}-${id}`
    if (method === 'session/request_permission') {
      const { asked, event } = permissionOf(id, requestId, params)
      const toolCall = fieldsIn(params.toolCall)
      const told = [...flushed(this.#state), ...takePiece(this.#state.calls, { ...toolCall, status: 'pending' }, true)]
      // The input may have come with an earlier piece of the call.
      const known = this.#state.calls[textIn(toolCall.toolCallId) ?? '']?.input ?? toolCall.rawInput
      const refusal = byGuard(this.#start.guard, asked, { ...toolCall, rawInput: known }, this.#start.cwd)
      if (refusal !== null) return { events: [...told, refusal.notice], writes: [refusal.answer] }
      const answer = byPolicy(this.#start.permissions, asked, toolCall)
      if (answer !== null) return { events: told, writes: [answer] }
      this.#state.asked[requestId] = asked
      return says(...told, event)
    }
    if (method === 'elicitation/create') {
      const question = questionOf(id, requestId, params)
      if (question === null) return writes(declined(id))
      this.#state.asked[requestId] = question.asked
      return says(...flushed(this.#state), question.event)
    }
    return writes(refused(id, method))
  }
}

function closingOf(reason: string, text: string, worded: Evidence | null): readonly Spoken[] {
  if (reason === 'end_turn' && worded === null) return [{ kind: 'result', isError: false, text, durationMs: null }]
  const message = worded?.message ?? (reason === 'cancelled' ? 'Interrupted.' : `The agent stopped: ${reason}.`)
  return [failure(message, [worded ?? stopEvidence(reason)]), failedResult(message)]
}
