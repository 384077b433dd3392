/**
 * A bare node:http server: at every request one indexed SELECT of the page, its rows in memory, then the text it was given on
 * standard input. What the page costs anybody over HTTP. Says `ready`, ends with its standard input.
 * Usage: attach.bare.ts SOCKET DATABASE SESSION LIMIT
 */
import { createServer } from 'node:http'
import Database from 'better-sqlite3'

const [, , socket = '', path = '', session = '', limit = ''] = process.argv
const pieces: Buffer[] = []
let body: Buffer | null = null

const db = new Database(path, { readonly: true })
const key = db.prepare<[string], number>('SELECT key FROM session WHERE id = ?').pluck().get(session)!
const span = 2 ** 32
const page = db.prepare(
  `SELECT key, at, turn, body FROM event WHERE key > ? AND key < ? ORDER BY key DESC LIMIT ${Number(limit)}`,
)

const server = createServer((_request, response) => {
  const rows = page.all(key * span, (key + 1) * span).length
  if (rows !== Number(limit)) throw new Error(`the floor read ${rows} rows`)
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
