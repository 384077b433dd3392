/**
 * The client's end of one request of a door: told when the client hangs up, and written to as an event stream where that is
 * asked for. Owns the connection; what is written is the flow's.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { DroverError } from '#contract/error'
import type { DoorIo, DoorReply } from '#flows/door/wire'
import { answerJson, jsonHeaders } from './answer.ts'
import { openOutlet } from './stream/outlet.ts'

/** A proxy between may close what is silent for longer. */
const beatMs = 15_000

export async function throughDoor(
  node: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse } | null,
  requestId: string,
  ask: (io: DoorIo) => Promise<DoorReply>,
): Promise<Response> {
  const gone = new AbortController()
  const outgoing = node?.outgoing ?? null
  const hungUp = (): void => {
    if (outgoing?.writableFinished !== true) gone.abort(new DroverError('SPAWN_CANCELLED', 'The client hung up.'))
  }
  outgoing?.once('close', hungUp)
  if (outgoing?.destroyed === true) hungUp()
  let beat: NodeJS.Timeout | null = null
  let outlet: ReturnType<typeof openOutlet> | null = null
  try {
    const reply = await ask({
      signal: gone.signal,
      open() {
        if (outgoing === null) return
        const mine = openOutlet(outgoing, {
          ...jsonHeaders(requestId),
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-cache',
          'x-accel-buffering': 'no',
        })
        mine.goLive()
        outlet = mine
        beat = setInterval(() => mine.write(': keepalive\n\n'), beatMs)
        beat.unref()
      },
      write: (frames) => outlet?.write(frames),
    })
    if (reply !== 'streamed') return answerJson(reply.status, reply.body, requestId)
    ;(outlet as ReturnType<typeof openOutlet> | null)?.end()
    return RESPONSE_ALREADY_SENT
  } finally {
    if (beat !== null) clearInterval(beat)
    outgoing?.off('close', hungUp)
  }
}
