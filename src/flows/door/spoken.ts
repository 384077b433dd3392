/** `POST /v1/conversational`: one conversation under an id of the client's own, turn after turn, for as long as it is kept. */
import { done, frame } from '#core/door/answer'
import { isRefused, readSpoken } from '#core/door/read'
import { errorFrame } from '#core/door/refusal'
import type { Context } from '#flows/engine/context'
import type { Doors } from './doors.ts'
import { admit, type DoorIo, type DoorReply, detailOf, isKnown, refusalOf } from './wire.ts'

/** Of execution, whoever is asked: somebody waits for a voice. */
const longestMs = 120_000

export async function spoken(context: Context, doors: Doors, json: unknown, io: DoorIo): Promise<DoorReply> {
  const ask = readSpoken(json)
  if (isRefused(ask)) return ask
  const admitted = admit(context, ask.model)
  if ('status' in admitted) return admitted
  const { served, place } = admitted
  const { sessionId: session_id, message, stream } = ask
  const key = `spoken:${context.hash(JSON.stringify([served.persona.name, served.agent.harness, session_id]))}`
  let open = false
  try {
    const { text } = await doors.ask({
      place,
      served,
      line: key,
      timeoutMs: Math.min(longestMs, served.persona.timeoutMs),
      signal: io.signal,
      begin: () => ({ sessionId: heldIn(context, key), prompt: message }),
      // Only a turn that completed opens it: a first one that fails is tried as new.
      keep: () => [key],
      begun() {
        if (!stream) return
        open = true
        io.open()
      },
      hear(piece) {
        if (stream) io.write(frame({ session_id, delta: piece }))
      },
    })
    if (!stream) return { status: 200, body: { session_id, reply: text } }
    io.write(frame({ session_id, reply: text }))
    io.write(done)
    return 'streamed'
  } catch (cause) {
    if (!isKnown(cause) && !io.signal.aborted) context.log.error('a conversation failed', { cause })
    if (!open) return refusalOf(cause)
    io.write(frame(errorFrame(detailOf(cause))))
    return 'streamed'
  }
}

function heldIn(context: Context, key: string): string | null {
  const found = context.journal.reads.doorConversation(key)
  return found === null || context.journal.reads.session(found.sessionId) === null ? null : found.sessionId
}
