import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { answerText } from './answer.ts'

/** Each answer is one letter of its own, with a character of several bytes at its end. */
const bodyOf = (n: number): string => `${String.fromCharCode(97 + (n % 26)).repeat(150_000)}€`

describe('an answer in memory that is used again', () => {
  it('reaches a reader whole who only reads once many others were written', async () => {
    let answered = (_waits: boolean): void => undefined
    const server = createServer((request, outgoing) => {
      answerText(200, bodyOf(Number(request.url?.slice(1))), 'req_12345678', { outgoing })
      setImmediate(() => answered(request.socket.writableLength > 0))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const slow = connect(port, '127.0.0.1')
    slow.pause()
    // One after the other, until the system takes no more and the last answer waits in our memory.
    let asked = 0
    for (let waits = false; !waits; asked++) {
      const answer = new Promise<boolean>((resolve) => {
        answered = resolve
      })
      slow.write(`GET /${asked} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
      waits = await answer
    }
    for (let n = asked; n < asked + 20; n++) {
      const text = await (await fetch(`http://127.0.0.1:${port}/${n}`)).text()
      expect(text === bodyOf(n)).toBe(true)
    }
    const pieces: Buffer[] = []
    slow.on('data', (piece) => {
      pieces.push(piece as Buffer)
      if (Buffer.concat(pieces).toString().split('€').length > asked) slow.end()
    })
    slow.resume()
    await once(slow, 'close')
    const said = Buffer.concat(pieces).toString()
    const bodies = said.split(/HTTP\/1\.1 200 OK[\s\S]*?\r\n\r\n/).slice(1)
    expect(bodies.map((body, n) => body === bodyOf(n))).toEqual(Array.from({ length: asked }, () => true))
    server.close()
  })
})
