/** One request to a daemon as bytes on its socket, and what came back; a stream is left as soon as it begins. */
import { Agent, request } from 'node:http'
import type { World } from '#test/support/world'
import type { Request } from './generate.ts'

export interface Reply {
  readonly status: number
  readonly type: string
  readonly text: string
}

export function asker(w: World, token: string | null): { ask(one: Request): Promise<Reply>; end(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const ask = (one: Request): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const req = request(
        {
          socketPath: w.daemon.socket,
          agent,
          method: one.method,
          path: one.path,
          headers: {
            host: 'localhost',
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
            ...(one.body === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(one.body)) }),
            ...one.headers,
          },
        },
        (res) => {
          const type = res.headers['content-type'] ?? ''
          const status = res.statusCode ?? 0
          if (type.startsWith('text/event-stream')) {
            resolve({ status, type, text: '' })
            req.destroy()
            return
          }
          const chunks: Buffer[] = []
          res.on('data', (chunk: Buffer) => chunks.push(chunk))
          res.on('end', () => resolve({ status, type, text: Buffer.concat(chunks).toString('utf8') }))
          res.on('error', reject)
        },
      )
      req.on('error', reject)
      req.end(one.body)
    })
  return { ask, end: () => agent.destroy() }
}

/** What is wrong with this answer; null when it may be seen by a caller. */
export function unfit(one: Request, reply: Reply): string | null {
  const told = `${one.operation}: ${one.method} ${one.path.slice(0, 300)} ${String(one.body ?? '').slice(0, 300)}`
  // A command that does not apply is answered so by T3 itself, and its controllers know it by the reason.
  if (one.path.startsWith('/api/orchestration/dispatch') && reply.text.includes('"orchestration_dispatch_failed"'))
    return null
  if (reply.status >= 500) return `${reply.status} ${told} -> ${reply.text.slice(0, 300)}`
  if (reply.status < 400 || one.method === 'HEAD') return null
  try {
    const { error, code, message, requestId, jsonrpc, _tag, reason, traceId } = JSON.parse(reply.text) as Record<
      string,
      unknown
    >
    // Tools are spoken to in their own protocol.
    if (one.path === '/mcp' && jsonrpc === '2.0' && typeof error === 'object' && error !== null) return null
    // The doors for other programs refuse in the words of their clients.
    if (one.path.startsWith('/v1/') && typeof error === 'string' && code === undefined) return null
    // T3's controllers read a tag, a reason and the id of the request; dispatch alone refuses with a tag and a message.
    if (/^\/(\.well-known\/t3|api\/orchestration)\//.test(one.path) && typeof _tag === 'string')
      return [reason, message].some((part) => typeof part === 'string' && part !== '') || typeof traceId === 'string'
        ? null
        : `no reason: ${told} -> ${reply.text.slice(0, 300)}`
    const whole = [error, code, message, requestId].every((part) => typeof part === 'string' && part !== '')
    return whole ? null : `no envelope: ${told} -> ${reply.text.slice(0, 300)}`
  } catch {
    return `no JSON: ${reply.status} ${told} -> ${reply.text.slice(0, 300)}`
  }
}
