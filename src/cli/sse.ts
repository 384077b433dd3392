/** Reads server-sent events from a body: frames in order. What a frame is, `core/frames` says. */
import { createFrameParser, type Frame } from '#core/frames'

export async function* frames(body: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const parser = createFrameParser()
  // A character may be cut in two by the border of a piece: the decoder keeps its first half.
  const decoder = new TextDecoder()
  for await (const piece of body) yield* parser.feed(decoder.decode(piece, { stream: true }))
}
