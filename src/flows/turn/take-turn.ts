/**
 * Work for a session: a turn by name, a message that starts or queues, a cancel. Admission
 * is durable before the answer; the launch happens after it.
 */
import { DroverError, type Refusal } from '#contract/error'
import { operatorAddress } from '#contract/mail'
import type { Delivery, Session, Turn } from '#contract/session'
import { decideHeld } from '#core/effort/budget'
import { subjectOf } from '#core/mail/compose'
import { decideBench } from '#core/relay/parking'
import {
  decideCancel,
  decideEnding,
  decideFence,
  decideResume,
  decideSend,
  decideText,
  decideTurn,
  isRefusal,
  type Verdict,
} from '#core/session/decide'
import { cleanMessage, fromSession } from '#core/session/message'
import type { Caller } from '#flows/access/caller'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import { carry, postMail } from '#flows/mail/post-mail'
import { attachedTo } from '#flows/session/attach'
import { chooseModel } from '#flows/session/check-spawn'
import { groundOf } from '#flows/session/ground'
import type { Fence } from '#flows/session/session-flows'
import { factsOf, needSession, tellSession, viewSession, viewTurn } from '#flows/session/views'
import { isTerminal } from '#flows/terminal/side'
import type { Tx } from '#ports/store/journal'
import type { MailRecord } from '#ports/store/mail'
import type { SessionRecord } from '#ports/store/session'
import { acceptTurn } from './accept-turn.ts'
import { markStopping, runningTurn } from './close-turn.ts'
import { runTurn } from './launch-turn.ts'
import { park } from './park.ts'
import { sayTo } from './say-to.ts'
import { stopActive } from './stop-active.ts'

export async function startTurn(
  context: Context,
  id: string,
  input: { prompt: string; model?: string } & Fence,
  caller: Caller,
): Promise<Turn> {
  const prompt = cleanMessage(input.prompt)
  accepted(decideText(prompt, { empty: 'PROMPT_REQUIRED', long: 'PROMPT_TOO_LONG' }))
  needSession(context, id)
  const model = modelFor(context, id, input.model)
  const n = context.journal.command((tx) => {
    const session = needSession(context, id)
    const facts = factsOf(tx, session)
    accepted(decideFence(facts, input.launchId))
    accepted(decideTurn(facts))
    accepted(resumable(context, session))
    accepted(decideEnding(id, context.ending.has(id)))
    accepted(decideHeld(context.effortHolds(session)))
    accepted(context.budgetHolds(session.projectId) ?? 'accept')
    return acceptTurn(context, tx, id, { prompt, source: sourceOf(caller), from: senderOf(caller, id), model })
  })
  context.faultPoint('turn:accepted')
  launchLater(context, id)
  const turn = context.journal.reads.turn(id, n)
  if (turn === null) throw new Error('the turn just written is not there')
  return viewTurn(turn)
}

/** A model named for one turn is judged before anything is accepted; null: none was named. */
function modelFor(context: Context, id: string, named: string | undefined): string | null {
  if (named === undefined) return null
  const ground = groundOf(context, id)
  return chooseModel(ground.harness, ground.config, named)
}

const sourceOf = (caller: Caller): 'operator' | 'session' => (caller.type === 'operator' ? 'operator' : 'session')
const senderOf = (caller: Caller, to: string): string | null =>
  caller.type === 'session' && caller.sessionId !== to ? caller.sessionId : null

function launchLater(context: Context, id: string): void {
  void context.worker
    .run(id, () => runTurn(context, id))
    .catch((cause: unknown) => context.log.error('a turn could not be run', { session: id, cause }))
}

function resumable(context: Context, session: SessionRecord): Verdict {
  const { harness } = groundOf(context, session.id)
  const living = context.active.get(session.id)?.lifetime === 'session'
  const { id, turn } = session
  return decideResume({ id, harness: harness.id, canResume: harness.can.resume, turn, living })
}

const refusedFor = ({ refused, message }: Refusal): Delivery => ({ state: 'refused', code: refused, message })

/** A refusal as the answer to a message; a configuration that does not hold refuses too. null: none. */
function refusalOf(decide: () => Verdict): Delivery | null {
  try {
    const verdict = decide()
    return isRefusal(verdict) ? refusedFor(verdict) : null
  } catch (cause) {
    if (cause instanceof DroverError) return { state: 'refused', code: cause.code, message: cause.message }
    throw cause
  }
}

interface Words {
  readonly message: string
  /** Ids of what was kept for it. */
  readonly attachments?: readonly string[]
  readonly interrupt?: boolean
  readonly steer?: boolean
  readonly model?: string
  readonly noWait?: boolean
  /** They need no conversation to go on: where none can be resumed, they begin one that is told of the past. */
  readonly fresh?: boolean
}

export async function send(
  context: Context,
  id: string,
  input: Words & Fence,
  caller: Caller,
  /** Done in the same transaction, once the message is taken: a throw takes it back. */
  alongside: (tx: Tx, delivery: Delivery) => void = () => {},
): Promise<Delivery> {
  needSession(context, id)
  const body = attachedTo(context, id, cleanMessage(input.message), input.attachments)
  accepted(decideText(body, { empty: 'MESSAGE_REQUIRED', long: 'MESSAGE_TOO_LONG' }))
  const sender = senderOf(caller, id)
  const message = sender === null ? body : fromSession(sender, body)
  const source = sourceOf(caller)
  const from = caller.type === 'operator' ? operatorAddress : caller.sessionId
  const model = modelFor(context, id, input.model)
  const words = { message: body, source, from, model }
  const held = await context.typingRefused(id)
  if (held !== null) return refusedFor(held)
  if (input.steer === true) return steer(context, id, { ...input, message, source, from: sender })
  const take = (tx: Tx): Delivery => {
    const session = needSession(context, id)
    const facts = factsOf(tx, session)
    accepted(decideFence(facts, input.launchId))
    const decision = context.ending.has(id)
      ? decideSend({ ...facts, phase: 'ended' }, 0, false)
      : decideSend(facts, waitingBefore(tx, id, from), input.interrupt === true)
    if (isRefusal(decision)) return refusedFor(decision)
    // A turn that runs shows for itself that its account answers.
    const bench = facts.turnRunning ? null : context.benchOf(session, model ?? session.model)
    const waits = decideBench(bench, input.noWait === true)
    if (isRefusal(waits)) return refusedFor(waits)
    if (bench !== null) {
      queueMessage(context, tx, id, words)
      return { state: 'queued', position: tx.countQueued(id), until: park(context, tx, id, bench) }
    }
    const spent = decision === 'start' ? context.budgetHolds(session.projectId) : null
    if (spent !== null) return refusedFor(spent)
    if (decision === 'start' && context.effortHolds(session) === null) {
      const refused = input.fresh === true ? null : refusalOf(() => resumable(context, session))
      if (refused !== null) return refused
      carry(context, tx, queueMessage(context, tx, id, words), session.turn + 1, null)
      return { state: 'started', turn: acceptTurn(context, tx, id, { prompt: message, source, from: sender, model }) }
    }
    queueMessage(context, tx, id, words)
    if (decision === 'interrupt') markStopping(tx, id, 'cancel')
    tellSession(context, tx, id)
    return { state: 'queued', position: tx.countQueued(id) }
  }
  const delivery = context.journal.command((tx): Delivery => {
    const taken = take(tx)
    if (taken.state !== 'refused') alongside(tx, taken)
    return taken
  })
  context.faultPoint('send:committed')
  if (delivery.state === 'started') launchLater(context, id)
  if (delivery.state === 'started' && isTerminal(needSession(context, id))) {
    await context.worker.idle(id)
    return context.arrivalOf(id, delivery.turn)
  }
  if (delivery.state === 'queued' && input.interrupt === true) haltLater(context, id)
  if (delivery.state === 'queued' && input.interrupt !== true) context.settle(id)
  return delivery
}

/** What must be heard before a message of this sender: other messages, and the sender's own mail. */
const waitingBefore = (tx: Tx, id: string, from: string): number =>
  tx.countQueued(id) === 0
    ? 0
    : tx.queuedMail(id).filter((mail) => mail.type === 'message' || mail.from === from).length

/** What `send` says is a mail of its own type: a turn of its own, said once. */
export function queueMessage(
  context: Context,
  tx: Tx,
  id: string,
  words: { message: string; source: 'operator' | 'session'; from: string; model: string | null },
): MailRecord {
  const { message, source, from, model } = words
  const session = tx.session(id)
  return postMail(context, tx, {
    projectId: session?.projectId ?? null,
    effortId: session?.effortId ?? null,
    from,
    to: id,
    source,
    type: 'message',
    subject: subjectOf(message),
    body: message,
    model,
    wakes: false,
  })
}

/** Words into the running turn, where the harness takes them: they belong to that turn, nothing is queued. */
async function steer(
  context: Context,
  id: string,
  input: { message: string; source: 'operator' | 'session'; from: string | null } & Fence,
): Promise<Delivery> {
  const session = needSession(context, id)
  const facts = factsOf(context.journal.reads, session)
  for (const verdict of [decideFence(facts, input.launchId), decideCancel(facts)])
    if (isRefusal(verdict)) return refusedFor(verdict)
  const active = context.active.get(id)
  const { harness } = groundOf(context, id)
  if (active === undefined || !harness.can.steer) {
    const message = `Harness "${harness.id}" takes no words into a running turn; send without steer to queue them.`
    return { state: 'refused', code: 'ABILITY_MISSING', message }
  }
  const heard = await sayTo(context, active, { type: 'steer', text: input.message }, (tx) => {
    const { message, source, from } = input
    tx.appendEvents(id, session.turn, [{ kind: 'user', text: message, source, ...(from === null ? {} : { from }) }])
  })
  if (heard) return { state: 'started', turn: session.turn }
  const message = `The process of this turn takes no words; send without steer to queue them. Harness "${harness.id}" takes them with permissions = "ask" or [harness.${harness.id}] lifetime = "session".`
  return { state: 'refused', code: 'ABILITY_MISSING', message }
}

/** Nothing to cancel is no fault: it is said. */
export async function cancelTurn(
  context: Context,
  id: string,
  fence: Fence,
): Promise<{ cancelled: boolean; session: Session }> {
  const cancelled = context.journal.command((tx) => {
    const session = needSession(context, id)
    const facts = factsOf(tx, session)
    accepted(decideFence(facts, fence.launchId))
    if (isRefusal(decideCancel(facts))) return false
    markStopping(tx, id, 'cancel')
    return true
  })
  if (cancelled) {
    context.faultPoint('cancel:marked')
    await haltTurn(context, id)
  }
  return { cancelled, session: viewSession(context, context.journal.reads, needSession(context, id)) }
}

/** Begins to end the running turn; nobody waits for it. */
export function haltLater(context: Context, id: string): void {
  haltTurn(context, id).catch((cause: unknown) =>
    context.log.error('a turn could not be ended', { session: id, cause }),
  )
}

export type HaltStep = 'interrupt' | 'terminate'

/** Ends the running turn: by the harness's own interrupt where the process is to live on, else by ending the process. */
export async function haltTurn(context: Context, id: string, tell: (step: HaltStep) => void = () => {}): Promise<void> {
  const active = context.active.get(id)
  const graceMs = graceOf(context, id)
  if (active === undefined) {
    // Not launched yet: the launch step sees the mark and closes the turn.
    await context.worker.idle(id)
    // By now another turn may run, which nobody asked to stop.
    const late = context.active.get(id)
    const session = context.journal.reads.session(id)
    const turn = session === null ? null : runningTurn(context.journal.reads, session)
    if (late !== undefined && turn !== null && turn.stopping !== null) await endLaunch(context, late, graceMs)
    return
  }
  if (active.lifetime === 'session' && active.harness.can.interrupt && active.stop === null) {
    const n = context.journal.reads.session(id)?.turn ?? 0
    tell('interrupt')
    const said = await sayTo(context, active, { type: 'interrupt' }).catch((cause: unknown) => {
      context.log.warn('an agent could not be asked to interrupt its turn; it is ended', { session: id, cause })
      return false
    })
    if (said && (await turnEnds(context, { id, n }, graceMs))) return
    // It ended while it was asked to, and the process works on something that nobody asked to stop.
    if (isOver(context, { id, n })) return
  }
  tell('terminate')
  await endLaunch(context, active, graceMs)
}

async function endLaunch(context: Context, active: Parameters<typeof stopActive>[1], graceMs: number): Promise<void> {
  await stopActive(context, active, graceMs)
  await active.done
}

interface TurnOf {
  readonly id: string
  readonly n: number
}

/** That very turn; the next one may run already. */
function isOver(context: Context, { id, n }: TurnOf): boolean {
  const session = context.journal.reads.session(id)
  return session === null || runningTurn(context.journal.reads, session)?.n !== n
}

/** Waits for the end of a turn to be committed, at most so long. */
function turnEnds(context: Context, turn: TurnOf, withinMs: number): Promise<boolean> {
  const over = (): boolean => isOver(context, turn)
  if (over()) return Promise.resolve(true)
  return new Promise((resolve) => {
    const waiting = new AbortController()
    const finish = (result: boolean): void => {
      off()
      waiting.abort()
      resolve(result)
    }
    void context.clock.sleep(withinMs, waiting.signal).then(() => finish(over()))
    const off = context.feed.fleet((changes) => {
      if (changes.some((change) => change.type === 'turn_ended' && change.sessionId === turn.id)) finish(true)
    })
  })
}

export function graceOf(context: Context, id: string): number {
  try {
    return groundOf(context, id).settings.cancelGraceMs
  } catch {
    // A configuration that does not hold must not keep anybody from stopping an agent.
    return 5000
  }
}
