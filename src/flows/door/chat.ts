/** `POST /v1/chat/completions`: a history in, one answer out, streamed or not. Stateless unless its persona says otherwise. */
import { chunk, completion, done, frame, type Header, usageChunk } from '#core/door/answer'
import { historyKey, splitHistory } from '#core/door/history'
import type { Served } from '#core/door/model'
import { type Message, promptOf, promptOfNew } from '#core/door/prompt'
import { type ChatAsk, isRefused, readChat } from '#core/door/read'
import { errorFrame } from '#core/door/refusal'
import type { Context } from '#flows/engine/context'
import type { Asked, Doors } from './doors.ts'
import { admit, createdNow, type DoorIo, type DoorReply, detailOf, isKnown, newId, refusalOf } from './wire.ts'

export async function chat(context: Context, doors: Doors, json: unknown, io: DoorIo): Promise<DoorReply> {
  const ask = readChat(json)
  if (isRefused(ask)) return ask
  const admitted = admit(context, ask.model)
  if ('status' in admitted) return admitted
  const { served, place } = admitted
  const header = { id: newId(context, 'chatcmpl-'), created: createdNow(context), model: served.model }
  const common = {
    place,
    served,
    line: null,
    timeoutMs: served.persona.timeoutMs,
    signal: io.signal,
    ...conversationOf(context, doors, served, ask.messages),
  }
  if (ask.stream) return stream(context, doors, { ask, header, common }, io)
  try {
    const { text, usage } = await doors.ask({ ...common, hear: () => undefined })
    return { status: 200, body: completion(header, text, usage) }
  } catch (cause) {
    if (!isKnown(cause) && !io.signal.aborted) context.log.error('a chat failed', { cause })
    return refusalOf(cause)
  }
}

interface Streamed {
  readonly ask: ChatAsk
  readonly header: Header
  readonly common: Omit<Asked, 'hear' | 'begun'>
}

async function stream(
  context: Context,
  doors: Doors,
  { ask, header, common }: Streamed,
  io: DoorIo,
): Promise<DoorReply> {
  let open = false
  const begun = (): void => {
    open = true
    io.open()
    io.write(frame(chunk(header, { role: 'assistant', content: '' })))
  }
  try {
    const answer = await doors.ask({
      ...common,
      begun,
      hear: (piece) => io.write(frame(chunk(header, { content: piece }))),
    })
    io.write(frame(chunk(header, {}, 'stop')))
    if (ask.includeUsage) io.write(frame(usageChunk(header, answer.usage)))
    io.write(done)
    return 'streamed'
  } catch (cause) {
    if (!isKnown(cause) && !io.signal.aborted) context.log.error('a chat failed', { cause })
    if (!open) return refusalOf(cause)
    io.write(frame(errorFrame(detailOf(cause))))
    return 'streamed'
  }
}

/** The whole history to a new session, or only what is new to the one that holds the rest of it. */
function conversationOf(
  context: Context,
  doors: Doors,
  served: Served,
  messages: readonly Message[],
): Pick<Asked, 'begin' | 'keep'> {
  const whole = { sessionId: null, prompt: promptOf(messages) }
  if (served.persona.resume !== 'history') return { begin: () => whole, keep: () => [] }
  const whose = { persona: served.persona.name, agent: served.agent }
  return {
    begin() {
      const split = splitHistory(messages)
      const { reads } = context.journal
      const found = split === null ? null : reads.doorConversation(historyKey(context.hash, whose, split.held))
      const session = found === null ? null : reads.session(found.sessionId)
      // Another request went on from there, or is about to: this one is told all of it.
      if (split === null || found === null || session?.turn !== found.turn || doors.isBusy(session.id)) return whole
      return { sessionId: session.id, prompt: promptOfNew(split.fresh) }
    },
    keep: ({ text }) => [historyKey(context.hash, whose, [...messages, { role: 'assistant', content: text }])],
  }
}
