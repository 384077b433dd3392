/**
 * Work for a session: a turn by name, a message that starts or queues, a cancel. Admission
 * is durable before the answer; the launch happens after it.
 */
import { DroverError } from '#contract/error'
import type { Delivery, Session, Turn } from '#contract/session'
import { decideCancel, decideFence, decideSend, decideText, decideTurn, isRefusal } from '#core/session/decide'
import { cleanMessage, fromSession } from '#core/session/message'
import type { SessionRecord, Tx } from '#ports/journal'
import { chooseModel } from './check-spawn.ts'
import { markStopping, runningTurn } from './close-turn.ts'
import { type Context, now } from './context.ts'
import { sayTo, stopActive } from './drive-session.ts'
import type { Caller, Fence } from './flows.ts'
import { groundOf } from './ground.ts'
import { runTurn } from './launch-turn.ts'
import { factsOf, tellSession, viewSession, viewTurn } from './views.ts'

export function needSession(context: Context, id: string): SessionRecord {
  const session = context.journal.reads.session(id)
  if (session === null) throw noSession(id)
  return session
}

export const noSession = (id: string): DroverError =>
  new DroverError('SESSION_NOT_FOUND', `There is no session "${id}".`, {
    hint: 'List sessions with: drover session ls --all',
  })

export interface Acceptance {
  readonly prompt: string
  readonly source: 'operator' | 'session' | 'queue' | 'daemon'
  readonly from: string | null
}

/** Writes the turn, its prompt and `working`; the caller launches it after the commit. */
export function acceptTurn(context: Context, tx: Tx, sessionId: string, input: Acceptance): number {
  const session = tx.session(sessionId)
  if (session === null) throw new DroverError('SESSION_NOT_FOUND', `There is no session "${sessionId}".`)
  const n = session.turn + 1
  const at = now(context)
  context.vault.keep(sessionId, `turn-${n}`, input.prompt)
  tx.insertTurn({
    sessionId,
    n,
    state: 'running',
    prompt: input.prompt,
    source: input.source,
    from: input.from,
    launchId: null,
    startedAt: at,
    endedAt: null,
    exitCode: null,
    endedBy: null,
    code: null,
    stopping: null,
    handedOff: false,
    sawResult: 'none',
    sawError: false,
    noise: 0,
  })
  tx.updateSession(sessionId, { turn: n, activity: 'working', activitySince: at, lastActivityAt: at, request: null })
  tx.appendEvents(sessionId, n, [
    { kind: 'user', text: input.prompt, source: input.source, ...(input.from === null ? {} : { from: input.from }) },
  ])
  tx.appendChange({ type: 'turn_started', projectId: session.projectId, sessionId, payload: { turn: n } })
  tellSession(context, tx, sessionId)
  return n
}

export async function startTurn(
  context: Context,
  id: string,
  input: { prompt: string; model?: string } & Fence,
  caller: Caller,
): Promise<Turn> {
  const prompt = cleanMessage(input.prompt)
  const text = decideText(prompt, { empty: 'PROMPT_REQUIRED', long: 'PROMPT_TOO_LONG' })
  if (isRefusal(text)) throw DroverError.of(text)
  needSession(context, id)
  const ground = groundOf(context, id)
  const model = input.model === undefined ? undefined : chooseModel(ground.harness, ground.config, input.model)
  const n = context.journal.command((tx) => {
    const session = needSession(context, id)
    const facts = factsOf(tx, session)
    for (const verdict of [decideFence(facts, input.launchId), decideTurn(facts)])
      if (isRefusal(verdict)) throw DroverError.of(verdict)
    refuseWithoutResume(context, session)
    refuseEnding(context, id)
    if (model !== undefined) tx.updateSession(id, { model })
    return acceptTurn(context, tx, id, { prompt, source: sourceOf(caller), from: senderOf(caller, id) })
  })
  context.faultPoint('turn:accepted')
  launchLater(context, id)
  const turn = context.journal.reads.turn(id, n)
  if (turn === null) throw new Error('the turn just written is not there')
  return viewTurn(turn)
}

const sourceOf = (caller: Caller): 'operator' | 'session' => (caller.type === 'operator' ? 'operator' : 'session')
const senderOf = (caller: Caller, to: string): string | null =>
  caller.type === 'session' && caller.sessionId !== to ? caller.sessionId : null

function launchLater(context: Context, id: string): void {
  void context.worker
    .run(id, () => runTurn(context, id))
    .catch((cause: unknown) => context.log.error('a turn could not be run', { session: id, cause }))
}

function refuseEnding(context: Context, id: string): void {
  if (!context.ending.has(id)) return
  throw new DroverError('SESSION_ENDED', `Session ${id} is ending.`, {
    hint: `Bring it back afterwards with: drover session restore ${id}`,
  })
}

/** A later turn needs a harness that resumes, unless its process still lives or nothing was said yet. */
function refuseWithoutResume(context: Context, session: SessionRecord): void {
  const { harness } = groundOf(context, session.id)
  const living = context.active.get(session.id)
  if (harness.can.resume || session.turn === 0 || (living !== undefined && living.lifetime === 'session')) return
  throw new DroverError(
    'ABILITY_MISSING',
    `Harness "${harness.id}" cannot resume a conversation, so session ${session.id} takes no further turn.`,
    {
      hint: `Spawn a new session, or fork this one: drover session fork ${session.id}`,
      details: { harness: harness.id, ability: 'resume' },
    },
  )
}

export async function send(
  context: Context,
  id: string,
  input: { message: string; interrupt?: boolean; steer?: boolean } & Fence,
  caller: Caller,
): Promise<Delivery> {
  const body = cleanMessage(input.message)
  const text = decideText(body, { empty: 'MESSAGE_REQUIRED', long: 'MESSAGE_TOO_LONG' })
  if (isRefusal(text)) throw DroverError.of(text)
  needSession(context, id)
  const sender = senderOf(caller, id)
  const message = sender === null ? body : fromSession(sender, body)
  const source = sourceOf(caller)
  if (input.steer === true) return steer(context, id, { ...input, message, source, from: sender })
  const delivery = context.journal.command((tx): Delivery => {
    const session = needSession(context, id)
    const facts = factsOf(tx, session)
    const fence = decideFence(facts, input.launchId)
    if (isRefusal(fence)) throw DroverError.of(fence)
    const decision = context.ending.has(id)
      ? decideSend({ ...facts, phase: 'ended' }, 0, false)
      : decideSend(facts, tx.countMessages(id), input.interrupt === true)
    if (isRefusal(decision)) return { state: 'refused', code: decision.refused, message: decision.message }
    if (decision === 'start') {
      try {
        refuseWithoutResume(context, session)
      } catch (cause) {
        if (cause instanceof DroverError) return { state: 'refused', code: cause.code, message: cause.message }
        throw cause
      }
      return { state: 'started', turn: acceptTurn(context, tx, id, { prompt: message, source, from: sender }) }
    }
    const at = now(context)
    const pushed = tx.pushMessage({
      sessionId: id,
      text: context.secrets.redact(message),
      source,
      from: sender,
      createdAt: at,
    })
    context.vault.keep(id, `message-${pushed.id}`, message)
    if (decision === 'interrupt') markStopping(tx, id, 'cancel')
    tellSession(context, tx, id)
    return { state: 'queued', position: tx.countMessages(id) }
  })
  context.faultPoint('send:committed')
  if (delivery.state === 'started') launchLater(context, id)
  if (delivery.state === 'queued' && input.interrupt === true) void haltTurn(context, id)
  if (delivery.state === 'queued' && input.interrupt !== true) context.settle(id)
  return delivery
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
    if (isRefusal(verdict)) return { state: 'refused', code: verdict.refused, message: verdict.message }
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

/** The next queued message, once no turn runs. Called from the session's own line of work. */
export async function takeNext(context: Context, id: string): Promise<void> {
  if (context.closing || context.ending.has(id)) return
  const taken = context.journal.command((tx) => {
    const session = tx.session(id)
    if (session === null || session.phase !== 'live' || runningTurn(tx, session) !== null) return null
    const message = tx.messages(id)[0]
    if (message === undefined) return null
    const prompt = context.vault.read(id, `message-${message.id}`) ?? message.text
    tx.takeMessage(message.id)
    acceptTurn(context, tx, id, { prompt, source: message.source, from: message.from })
    return message.id
  })
  if (taken === null) return
  context.faultPoint('queue:taken')
  // After the commit: until then it is the only whole copy of a message that holds a secret.
  context.vault.drop(id, `message-${taken}`)
  await runTurn(context, id)
}

export async function cancelTurn(context: Context, id: string, fence: Fence): Promise<Session> {
  context.journal.command((tx) => {
    const session = needSession(context, id)
    const facts = factsOf(tx, session)
    for (const verdict of [decideFence(facts, fence.launchId), decideCancel(facts)])
      if (isRefusal(verdict)) throw DroverError.of(verdict)
    markStopping(tx, id, 'cancel')
  })
  context.faultPoint('cancel:marked')
  await haltTurn(context, id)
  return viewSession(context, context.journal.reads, needSession(context, id))
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
    tell('interrupt')
    await sayTo(context, active, { type: 'interrupt' })
    if (await turnEnds(context, id, graceMs)) return
  }
  tell('terminate')
  await endLaunch(context, active, graceMs)
}

async function endLaunch(context: Context, active: Parameters<typeof stopActive>[1], graceMs: number): Promise<void> {
  await stopActive(context, active, graceMs)
  await active.done
}

/** Waits for the end of the running turn to be committed, at most so long. */
function turnEnds(context: Context, id: string, withinMs: number): Promise<boolean> {
  const over = (): boolean => {
    const session = context.journal.reads.session(id)
    return session === null || runningTurn(context.journal.reads, session) === null
  }
  if (over()) return Promise.resolve(true)
  return new Promise((resolve) => {
    const finish = (result: boolean): void => {
      clearTimeout(timer)
      off()
      resolve(result)
    }
    const timer = setTimeout(() => finish(over()), withinMs)
    const off = context.feed.fleet((changes) => {
      if (changes.some((change) => change.type === 'turn_ended' && change.sessionId === id)) finish(true)
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
