/**
 * A bare node:http server that answers every request with the text it was given on standard input: what a round trip of these
 * bytes costs without Drover. Says `ready` and ends with its standard input. Usage: attach.bare.ts SOCKET
 */
import { createServer } from 'node:http'

const [, , socket = ''] = process.argv
const pieces: Buffer[] = []
let body: Buffer | null = null

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body?.length ?? 0 }).end(body)
})
// The text ends with a line end, which JSON itself never holds; what follows is the end of this program.
process.stdin.on('data', (piece: Buffer) => {
  pieces.push(piece)
  if (body !== null || piece.at(-1) !== 10) return
  body = Buffer.concat(pieces)
  server.listen(socket, () => process.stdout.write('ready\n'))
})
process.stdin.on('end', () => process.exit(0))
