/**
 * `POST /v1/responses`: OpenAI's newer shape. A response goes on from an earlier one: in its session where that is the newest
 * turn there, else by replaying what was said up to it. Responses are kept unless `store` is false.
 */
import { frame } from '#core/door/answer'
import type { Served } from '#core/door/model'
import { type Message, promptOf, promptOfNew } from '#core/door/prompt'
import { isRefused, type ResponseAsk, readResponse } from '#core/door/read'
import { type DoorRefusal, invalidRequest } from '#core/door/refusal'
import { completedResponse, createResponseEvents, type ResponseEvent, type ResponseHeader } from '#core/door/response'
import type { Context } from '#flows/engine/context'
import type { DoorConversation } from '#ports/store/door'
import type { Asked, Doors } from './doors.ts'
import { admit, createdNow, type DoorIo, type DoorReply, detailOf, isKnown, newId, refusalOf } from './wire.ts'

const keyOf = (id: string): string => `response:${id}`

export async function respond(context: Context, doors: Doors, json: unknown, io: DoorIo): Promise<DoorReply> {
  const ask = readResponse(json)
  if (isRefused(ask)) return ask
  const admitted = admit(context, ask.model)
  if ('status' in admitted) return admitted
  const { served, place } = admitted
  const before = ask.previous === null ? null : context.journal.reads.doorConversation(keyOf(ask.previous))
  if (ask.previous !== null && before === null) {
    place.leave()
    return noSuchResponse(ask.previous)
  }
  const header: ResponseHeader = {
    id: newId(context, 'resp_'),
    messageId: newId(context, 'msg_'),
    created: createdNow(context),
    model: served.model,
    instructions: ask.instructions,
    previous: ask.previous,
    store: ask.store,
    metadata: ask.metadata,
  }
  const common = {
    place,
    served,
    // Two that go on from the same one: the second waits, and then goes its own way.
    line: before === null ? null : before.sessionId,
    timeoutMs: served.persona.timeoutMs,
    signal: io.signal,
    begin: () => wordsOf(context, ask, before, served),
    keep: () => (ask.store ? [keyOf(header.id)] : []),
  }
  if (ask.stream) return stream(context, doors, header, common, io)
  try {
    const { text, usage } = await doors.ask({ ...common, hear: () => undefined })
    return { status: 200, body: completedResponse(header, text, usage) }
  } catch (cause) {
    if (!isKnown(cause) && !io.signal.aborted) context.log.error('a response failed', { cause })
    return refusalOf(cause)
  }
}

async function stream(
  context: Context,
  doors: Doors,
  header: ResponseHeader,
  common: Omit<Asked, 'hear' | 'begun'>,
  io: DoorIo,
): Promise<DoorReply> {
  const events = createResponseEvents(header)
  const write = (made: readonly ResponseEvent[]): void => io.write(made.map((one) => frame(one, one.type)).join(''))
  let open = false
  try {
    const { text, usage } = await doors.ask({
      ...common,
      begun() {
        open = true
        io.open()
        write(events.begin())
      },
      hear: (piece) => write([events.delta(piece)]),
    })
    write(events.complete(text, usage))
    return 'streamed'
  } catch (cause) {
    if (!isKnown(cause) && !io.signal.aborted) context.log.error('a response failed', { cause })
    if (!open) return refusalOf(cause)
    write(events.fail(detailOf(cause)))
    return 'streamed'
  }
}

const noSuchResponse = (id: string): DoorRefusal => ({
  ...invalidRequest(`previous_response_id: there is no response ${JSON.stringify(id)} here (any more)`),
  status: 404,
})

/** Instructions are of one response and are not carried over. */
function wordsOf(
  context: Context,
  { instructions, messages }: ResponseAsk,
  before: DoorConversation | null,
  { persona, agent }: Served,
): ReturnType<Asked['begin']> {
  const system: readonly Message[] = instructions === null ? [] : [{ role: 'system', content: instructions }]
  if (before === null) return { sessionId: null, prompt: promptOf([...system, ...messages]) }
  const session = context.journal.reads.session(before.sessionId)
  // Another persona or agent is told what was said, and does not speak as the one before.
  const same = session?.persona === persona.name && session.harness === agent.harness
  if (session !== null && same && session.turn === before.turn)
    return { sessionId: session.id, prompt: promptOfNew([...system, ...messages]) }
  const past = session === null ? [] : pastOf(context, session.id, before.turn)
  return { sessionId: null, prompt: promptOf([...system, ...past, ...messages]) }
}

const pageSize = 500

/** What was said in a session up to a turn, by its own log. */
function pastOf(context: Context, sessionId: string, turn: number): readonly Message[] {
  const messages: Message[] = []
  for (let after = 0; ; ) {
    const rows = context.journal.reads.eventsAfter(sessionId, after, pageSize)
    for (const row of rows) {
      if (row.turn === null || row.turn > turn) continue
      if (row.kind === 'user') messages.push({ role: 'user', content: row.text })
      if (row.kind === 'text') messages.push({ role: 'assistant', content: row.text })
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize || (last.turn ?? 0) > turn) return messages
    after = last.id
  }
}
