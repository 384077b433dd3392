import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { openOutlet } from './outlet.ts'

describe('an outlet', () => {
  it('gives a frame to the system at once: what follows a commit in the same tick may take long', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const asked = once(server, 'request') as Promise<[unknown, ServerResponse]>
    const client = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false }).end()
    const [, response] = await asked
    const outlet = openOutlet(response, { 'content-type': 'text/event-stream' })
    for (const frame of ['data: one\n\n', 'data: two\n\n']) {
      outlet.write(frame)
      expect(response.socket?.writableLength).toBe(0)
    }
    const [answer] = await once(client, 'response')
    let heard = ''
    answer.setEncoding('utf8').on('data', (text: string) => {
      heard += text
    })
    outlet.end()
    await once(answer, 'end')
    expect(heard).toBe('data: one\n\ndata: two\n\n')
    server.close()
  })
})
