/**
 * One POST to a receiver that may hang, lie or lead elsewhere: ten seconds in all, no redirect followed, next to nothing of the
 * answer read, and, where it is asked for, no address connected to that was not judged first. What the answer means is core's.
 */
import { lookup as resolve } from 'node:dns'
import { request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Seen } from '#ports/notifier'

export interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  readonly signal: AbortSignal
  /** Absent: any address will do. */
  readonly reachable?: (address: string) => boolean
  readonly timeoutMs?: number
}

const patienceMs = 10_000

/** Judges what a name resolves to, at the moment of connecting. */
const judged =
  (reachable: (address: string) => boolean): LookupFunction =>
  (host, options, callback) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, [])
      const good = found.filter(({ address }) => reachable(address))
      const [first] = good
      if (first === undefined) return callback(new Error(`${host} does not lead to a public address`), [])
      return options.all === true ? callback(null, good) : callback(null, first.address, first.family)
    })

export async function post({ url, headers, body, signal, reachable, timeoutMs = patienceMs }: Post): Promise<Seen> {
  const address = new URL(url)
  const host = address.hostname.replace(/^\[|\]$/g, '')
  if (reachable !== undefined && isIP(host) !== 0 && !reachable(host))
    return { type: 'failed', error: `${host} is not a public address`, again: false }
  const patience = AbortSignal.timeout(timeoutMs)
  return new Promise<Seen>((done) => {
    const failed = (error: string): void => done({ type: 'failed', error, again: true })
    const send = address.protocol === 'https:' ? secure : plain
    const asked = send(
      address,
      {
        method: 'POST',
        agent: false,
        headers: { 'user-agent': 'drover', 'content-length': Buffer.byteLength(body), ...headers },
        signal: AbortSignal.any([signal, patience]),
        ...(reachable === undefined ? {} : { lookup: judged(reachable) }),
      },
      (answer) => {
        const { 'retry-after': retryAfter, location } = answer.headers
        done({ type: 'answered', status: answer.statusCode ?? 0, retryAfter, location })
        answer.on('error', () => undefined)
        answer.destroy()
      },
    )
    asked.on('error', (error: Error) =>
      failed(patience.aborted ? `no answer within ${timeoutMs / 1000} s` : error.message || error.name),
    )
    asked.end(body)
  })
}
