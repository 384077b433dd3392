/** Reads a stream as a page or a CLI would: whole frames, in order, until told to stop. */
import { request as nodeRequest } from 'node:http'
import { awaited } from '#test/support/awaited'

export interface Frame {
  readonly id: string | null
  readonly event: string | null
  readonly data: string
}

export interface SseClient {
  readonly frames: Frame[]
  readonly comments: string[]
  readonly status: number
  readonly headers: Record<string, string>
  /** Resolves when the connection is over, however that came about. */
  readonly ended: Promise<void>
  /** Resolves once a frame answers true; rejects when the stream ends first. */
  until(test: (frame: Frame) => boolean): Promise<Frame>
  pause(): void
  resume(): void
  close(): void
}

export function openSse(url: string, token: string, headers: Record<string, string> = {}): Promise<SseClient> {
  return new Promise((resolve, reject) => {
    const request = nodeRequest(url, { headers: { authorization: `Bearer ${token}`, ...headers }, agent: false })
    request.on('error', reject)
    request.on('response', (response) => {
      const frames: Frame[] = []
      const comments: string[] = []
      const waiting = new Set<{ test: (frame: Frame) => boolean; yes: (frame: Frame) => void; no: () => void }>()
      let parts: string[] = []
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        const torn = chunk.startsWith('\n') && parts.at(-1)?.endsWith('\n') === true
        parts.push(chunk)
        // A frame may be many chunks long: they are joined once, when it is whole.
        if (!torn && !chunk.includes('\n\n')) return
        const blocks = parts.join('').split('\n\n')
        parts = [blocks.pop() ?? '']
        for (const block of blocks) {
          if (block.startsWith(':')) {
            comments.push(block)
            continue
          }
          const frame = frameOf(block)
          frames.push(frame)
          for (const one of waiting) if (one.test(frame)) one.yes(frame)
        }
      })
      const ended = new Promise<void>((done) => {
        response.on('error', () => done())
        response.on('close', () => {
          for (const one of waiting) one.no()
          done()
        })
      })
      resolve({
        frames,
        comments,
        ended,
        status: response.statusCode ?? 0,
        headers: response.headers as Record<string, string>,
        until: (test) => {
          const coming = new Promise<Frame>((yes, no) => {
            const found = frames.find(test)
            if (found !== undefined) {
              yes(found)
              return
            }
            const entry = {
              test,
              yes: (frame: Frame) => {
                waiting.delete(entry)
                yes(frame)
              },
              no: () => no(new Error('the stream ended first')),
            }
            waiting.add(entry)
          })
          const last = (): string => JSON.stringify(frames.at(-1) ?? 'none').slice(0, 300)
          return awaited(() => `a frame of ${url} that fits ${test}; the last of ${frames.length}: ${last()}`, coming)
        },
        pause: () => response.pause(),
        resume: () => response.resume(),
        close: () => request.destroy(),
      })
    })
    request.end()
  })
}

function frameOf(block: string): Frame {
  let id: string | null = null
  let event: string | null = null
  const data: string[] = []
  for (const line of block.split('\n')) {
    if (line.startsWith('id: ')) id = line.slice(4)
    else if (line.startsWith('event: ')) event = line.slice(7)
    else if (line.startsWith('data: ')) data.push(line.slice(6))
    else throw new Error(`not a line of a frame: ${line.slice(0, 80)}`)
  }
  return { id, event, data: data.join('\n') }
}
