/**
 * Sends a batch to a collector: one POST, one limit in time for all of it, no redirect ever followed (the headers may hold a
 * key), no answer read beyond a few kilobytes. Which answers may be tried again is the protocol's.
 */
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { gzipSync } from 'node:zlib'
import type { Sent, TelemetryOut, TelemetryTarget } from '#ports/telemetry'
import { requestOf } from './otlp-json.ts'

const mostAnswer = 16_384
const again = new Set([429, 502, 503, 504])
const mostWaitMs = 5 * 60_000

export function createOtlpHttp(): TelemetryOut {
  return {
    async send(target, source, batch, signal) {
      try {
        const text = JSON.stringify(requestOf(source, batch))
        return await post(target, target.gzip ? gzipSync(text) : Buffer.from(text), signal)
      } catch (cause) {
        return failed(cause instanceof Error ? cause.message : String(cause))
      }
    },
  }
}

const failed = (why: string): Sent => ({ ok: false, again: true, why: why.slice(0, 300), waitMs: null })

function post(target: TelemetryTarget, body: Buffer, stop: AbortSignal | undefined): Promise<Sent> {
  const { url, headers, timeoutMs, gzip } = target
  const limit = AbortSignal.timeout(timeoutMs)
  const signal = stop === undefined ? limit : AbortSignal.any([stop, limit])
  const request = new URL(url).protocol === 'https:' ? requestSecure : requestPlain
  return new Promise((resolve) => {
    const asked = request(url, {
      method: 'POST',
      agent: false,
      signal,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': body.length,
        ...(gzip ? { 'content-encoding': 'gzip' } : {}),
      },
    })
    const fail = (cause: Error): void =>
      resolve(failed(limit.aborted ? `no answer within ${timeoutMs} ms` : cause.message || 'the connection broke'))
    asked.once('error', fail)
    asked.once('response', (answer) => {
      const parts: Buffer[] = []
      let size = 0
      const judge = (): void => {
        resolve(judged(answer.statusCode ?? 0, answer.headers['retry-after'], Buffer.concat(parts).toString('utf8')))
        asked.destroy()
      }
      answer.on('data', (part: Buffer) => {
        size += part.length
        parts.push(part)
        if (size > mostAnswer) judge()
      })
      answer.once('end', judge)
      answer.once('error', fail)
    })
    asked.end(body)
  })
}

function judged(status: number, retryAfter: string | undefined, text: string): Sent {
  if (status >= 200 && status < 300) return { ok: true, rejected: rejectedOf(text) }
  if (status >= 300 && status < 400)
    return { ok: false, again: false, why: `it redirects (${status}), which is not followed`, waitMs: null }
  const waitMs = again.has(status) ? waitOf(retryAfter) : null
  return { ok: false, again: again.has(status), why: `it answers ${status}`, waitMs }
}

function waitOf(retryAfter: string | undefined): number | null {
  const seconds = Number(retryAfter)
  if (retryAfter === undefined || !Number.isFinite(seconds) || seconds < 0) return null
  return Math.min(seconds * 1000, mostWaitMs)
}

/** Taken, but not all of it: `{"partialSuccess": {"rejectedSpans": "3"}}`. An answer that is something else says nothing. */
function rejectedOf(text: string): number {
  try {
    const { partialSuccess } = JSON.parse(text) as { partialSuccess?: Readonly<Record<string, unknown>> }
    const counts = Object.entries(partialSuccess ?? {}).filter(([name]) => name.startsWith('rejected'))
    return counts.reduce((sum, [, count]) => sum + (Number(count) || 0), 0)
  } catch {
    return 0
  }
}
