/**
 * The least that any server must do for many readers of one stream: raw node:http, each frame made once, one write for each
 * client. Bytes and pace are those of the subject. Reads `{frames, perSecond}`, then `go`, on standard input.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { agentLine } from '../stage/lines.ts'

const open = new Set<ServerResponse>()
const server = createServer((_request, response) => {
  response.socket?.setNoDelay(true)
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  response.write('event: caught-up\ndata: {}\n\n')
  open.add(response)
  response.on('close', () => open.delete(response))
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`))

const epoch = (): number => performance.timeOrigin + performance.now()

function frame(id: number): Buffer {
  const { type: kind, ...rest } = JSON.parse(agentLine(id)) as { type: string }
  const row = { id, at: new Date().toISOString(), turn: 1, kind, ...rest }
  return Buffer.from(`id: ${id}\ndata: ${JSON.stringify(row)}\n\n`)
}

function play({ frames, perSecond }: { frames: number; perSecond: number }): void {
  const begun = performance.now()
  const first = epoch()
  let written = 0
  const timer = setInterval(() => {
    const due = Math.min(frames, Math.floor(((performance.now() - begun) / 1000) * perSecond) + 1)
    while (written < due) {
      const bytes = frame(++written)
      for (const response of open) response.write(bytes)
    }
    if (written < frames) return
    clearInterval(timer)
    process.stdout.write(`times ${JSON.stringify({ first, last: epoch() })}\n`)
  }, 2)
}

let wanted = { frames: 0, perSecond: 1 }
createInterface({ input: process.stdin })
  .on('line', (line) => {
    if (line === 'go') play(wanted)
    else wanted = JSON.parse(line)
  })
  .on('close', () => process.exit(0))
