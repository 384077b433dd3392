/** The floor of terminals in a page: the same browser, the same xterm.js, and a WebSocket that answers by itself. No tmux, no daemon. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { WebSocketServer } from 'ws'
import { root } from '#test/support/world'

const file = (name: string): string => readFileSync(join(root, 'node_modules', '@xterm', 'xterm', name), 'utf8')

const page = `<!doctype html><link rel="stylesheet" href="/xterm.css"><div id="place" data-terminal style="width:900px;height:700px"></div>
<script src="/xterm.js"></script><script>
const term = new Terminal({ cols: 100, rows: 40, scrollback: 5000 })
term.open(document.getElementById('place'))
const socket = new WebSocket('ws://' + location.host)
socket.binaryType = 'arraybuffer'
socket.onmessage = ({ data }) => term.write(new Uint8Array(data))
socket.onopen = () => document.body.dataset.open = 'true'
term.onData((text) => socket.send(new TextEncoder().encode(text)))
</script>`

export interface BareTerminal {
  readonly url: string
  close(): Promise<void>
}

/** Every byte comes back; `F` is answered by the flood. */
export async function openBare(flood: { readonly line: string; readonly bytes: number }): Promise<BareTerminal> {
  const server = createServer((request, response) => {
    const name = request.url === '/xterm.js' ? 'lib/xterm.js' : request.url === '/xterm.css' ? 'css/xterm.css' : null
    const type = name === null ? 'text/html' : name.endsWith('.js') ? 'text/javascript' : 'text/css'
    response.setHeader('content-type', `${type}; charset=utf-8`)
    response.end(name === null ? page : file(name))
  })
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  const piece = Buffer.from(`${flood.line}\r\n`.repeat(Math.ceil(65_536 / flood.line.length)))
  sockets.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      if (String(data) !== 'F') {
        socket.send(data)
        return
      }
      let left = flood.bytes
      const more = (): void => {
        left -= piece.length
        if (left > 0) socket.send(piece, more)
        else socket.send(Buffer.from('\r\nend-of-2\r\n'))
      }
      more()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
