/** Frames of server-sent events, cut anywhere. */
import { describe, expect, it } from 'vitest'
import { createFrameParser, type Frame } from './frames.ts'

const wire =
  ': hello\n\nid: 7\nevent: session_updated\ndata: {"a":1}\n\nevent: delta\ndata: {"t":"é\\n"}\n\nid: 7:3\r\nevent: row\r\ndata: one\r\ndata: two\r\n\r\ndata:x\n\nevent: nothing\n\n'
const frames: readonly Frame[] = [
  { id: '7', event: 'session_updated', data: '{"a":1}' },
  { id: null, event: 'delta', data: '{"t":"é\\n"}' },
  { id: '7:3', event: 'row', data: 'one\ntwo' },
  { id: null, event: 'message', data: 'x' },
]

describe('frames', () => {
  it('come out the same wherever the chunks are cut', () => {
    for (let size = 1; size <= wire.length; size++) {
      const parser = createFrameParser()
      const out: Frame[] = []
      for (let at = 0; at < wire.length; at += size) out.push(...parser.feed(wire.slice(at, at + size)))
      expect(out).toEqual(frames)
    }
  })

  it('hold nothing back and give nothing early', () => {
    const parser = createFrameParser()
    expect(parser.feed('data: a\n')).toEqual([])
    expect(parser.feed('\n')).toEqual([{ id: null, event: 'message', data: 'a' }])
  })
})
