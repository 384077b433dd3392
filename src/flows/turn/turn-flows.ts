/** What the doors may ask about turns: words to an agent, its answers, what it said. */
import type { EventRow } from '#contract/agent-event'
import { DroverError } from '#contract/error'
import type { Attachment, Delivery, Session, Turn } from '#contract/session'
import type { Caller } from '#flows/access/caller'
import type { Context } from '#flows/engine/context'
import { keepAttachment } from '#flows/session/attach'
import { firstEventId, pageEvents, pageEventTexts, readBlob, readRaw } from '#flows/session/read-sessions'
import type { Fence } from '#flows/session/session-flows'
import { needKnown, viewTurn } from '#flows/session/views'
import type { EventPage, EventTexts } from '#ports/store/log'
import { answer, reportActivity } from './answer-request.ts'
import { cancelTurn, send, startTurn } from './take-turn.ts'

export interface TurnFlows {
  /** 202: answered after `working` is committed. */
  startTurn(id: string, input: { prompt: string; model?: string } & Fence, caller: Caller): Promise<Turn>
  turn(id: string, n: number): Turn
  cancelTurn(id: string, fence: Fence): Promise<{ cancelled: boolean; session: Session }>
  send(
    id: string,
    input: {
      message: string
      attachments?: readonly string[]
      interrupt?: boolean
      steer?: boolean
      model?: string
      noWait?: boolean
    } & Fence,
    caller: Caller,
  ): Promise<Delivery>
  /** A file for a message to come. */
  keepAttachment(id: string, input: { readonly name: string; readonly data: string }): Promise<Attachment>
  answer(id: string, input: { requestId: string; decision?: string; text?: string }): Promise<Session>
  /** From an agent's hooks. */
  reportActivity(id: string, state: string, caller: Caller): Promise<Session>
  /** INVALID_CURSOR for what is no number in range. `after` ascending, `before` descending. */
  events(id: string, page: EventPage): readonly EventRow[]
  /** The same page as JSON that is passed on as it was stored. */
  eventTexts(id: string, page: EventPage): EventTexts
  /** The oldest event still kept minus one; a cursor below it is a gap. */
  firstEventId(id: string): number
  blob(id: string, blob: string): string
  /** Raw bytes of the newest (or given) launch's standard output, from a byte offset, at most `limit` bytes. */
  raw(
    id: string,
    options: { launch?: number; from?: number; limit?: number; channel?: 'stdout' | 'stderr' },
  ): Promise<{ text: string; next: number; size: number; launch: number }>
}

export const turnFlows = (context: Context): TurnFlows => ({
  startTurn: (id, input, caller) => startTurn(context, id, input, caller),
  turn: (id, n) => viewTurn(needTurn(context, id, n)),
  cancelTurn: (id, fence) => cancelTurn(context, id, fence),
  send: (id, input, caller) => send(context, id, input, caller),
  keepAttachment: (id, input) => keepAttachment(context, id, input),
  answer: (id, input) => answer(context, id, input),
  reportActivity: (id, state, caller) => reportActivity(context, id, state, caller),
  events: (id, page) => pageEvents(context, id, page),
  eventTexts: (id, page) => pageEventTexts(context, id, page),
  firstEventId: (id) => firstEventId(context, id),
  blob: (id, blob) => readBlob(context, id, blob),
  raw: (id, options) => readRaw(context, id, options),
})

function needTurn(context: Context, id: string, n: number) {
  const session = needKnown(context, id)
  const turn = context.journal.reads.turn(session.id, n)
  if (turn !== null) return turn
  throw new DroverError('TURN_NOT_FOUND', `Session ${id} has no turn ${n}.`, { hint: `It has ${session.turn}.` })
}
