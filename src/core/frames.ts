/**
 * Splits the text of server-sent events into frames, however the chunks are cut; comments are dropped. The command line and
 * the cockpit share it. Knows nothing of what frames mean, nor of bytes.
 */

export interface Frame {
  readonly id: string | null
  /** `message` where the server gave no name. */
  readonly event: string
  readonly data: string
}

export interface FrameParser {
  /** Frames completed by this chunk, in order. */
  feed(chunk: string): readonly Frame[]
}

export function createFrameParser(): FrameParser {
  let rest = ''
  let id: string | null = null
  let event = ''
  let data: string[] = []

  const line = (text: string, out: Frame[]): void => {
    if (text === '') {
      if (data.length > 0) out.push({ id, event: event === '' ? 'message' : event, data: data.join('\n') })
      id = null
      event = ''
      data = []
      return
    }
    if (text.startsWith(':')) return
    const colon = text.indexOf(':')
    const field = colon < 0 ? text : text.slice(0, colon)
    const raw = colon < 0 ? '' : text.slice(colon + 1)
    const value = raw.startsWith(' ') ? raw.slice(1) : raw
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value
    else if (field === 'id') id = value
  }

  return {
    feed(chunk) {
      const out: Frame[] = []
      rest += chunk
      let from = 0
      for (;;) {
        const end = rest.indexOf('\n', from)
        if (end < 0) break
        line(rest.slice(from, rest[end - 1] === '\r' ? end - 1 : end), out)
        from = end + 1
      }
      rest = rest.slice(from)
      return out
    },
  }
}
