/** Reads server-sent events from a body: frames in order. Knows nothing of what they mean. */

export interface Frame {
  readonly event: string
  readonly id: string | null
  readonly data: string
}

/** Takes text in pieces of any size, gives whole frames. Comments are dropped. */
export function createFrameParser(): (piece: string) => readonly Frame[] {
  let rest = ''
  let event = ''
  let id: string | null = null
  let data: string[] = []
  return (piece) => {
    const frames: Frame[] = []
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const raw of lines) {
      const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
      if (line === '') {
        if (data.length > 0) frames.push({ event: event || 'message', id, data: data.join('\n') })
        event = ''
        id = null
        data = []
        continue
      }
      const colon = line.indexOf(':')
      if (colon === 0) continue
      const field = colon < 0 ? line : line.slice(0, colon)
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
      if (field === 'event') event = value
      else if (field === 'id') id = value
      else if (field === 'data') data.push(value)
    }
    return frames
  }
}

export async function* frames(body: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const parse = createFrameParser()
  // A character may be cut in two by the border of a piece: the decoder keeps its first half.
  const decoder = new TextDecoder()
  for await (const piece of body) yield* parse(decoder.decode(piece, { stream: true }))
}
