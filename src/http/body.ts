/**
 * Reads a request's body, never more than the limit, whether or not a length was announced. Validation against a schema is
 * `parse`'s.
 */
import type { IncomingMessage } from 'node:http'
import { DroverError } from '#contract/error'

export const bodyLimit = 4 * 1024 * 1024

const tooLarge = (limit: number): DroverError =>
  new DroverError('BODY_TOO_LARGE', `The body is larger than ${limit} bytes.`, {
    hint: 'Put large content into a file of the workspace and name it in the prompt.',
  })

export async function readText(request: Request, incoming: IncomingMessage | null, limit = bodyLimit): Promise<string> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > limit) throw tooLarge(limit)
  return incoming === null ? readWeb(request, limit) : readNode(incoming, limit)
}

/** undefined when there is no body. */
export function jsonOf(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new DroverError('INVALID_JSON', 'The body is not valid JSON.', {
      hint: 'Send one JSON object, UTF-8, with double quotes.',
      cause,
    })
  }
}

function readNode(incoming: IncomingMessage, limit: number): Promise<string> {
  return new Promise((resolve, reject) => {
    if (incoming.destroyed) return reject(hungUp(undefined))
    const chunks: Buffer[] = []
    let size = 0
    const done = (act: () => void): void => {
      incoming.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
      act()
    }
    const onData = (chunk: Buffer): void => {
      size += chunk.length
      if (size > limit) {
        incoming.pause()
        done(() => reject(tooLarge(limit)))
      } else chunks.push(chunk)
    }
    const onEnd = (): void => done(() => resolve(Buffer.concat(chunks).toString('utf8')))
    const onError = (cause: Error): void => done(() => reject(hungUp(cause)))
    const onClose = (): void => done(() => reject(hungUp(undefined)))
    incoming.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  })
}

/** Nobody is left to read this answer; it only keeps the log truthful. */
const hungUp = (cause: unknown): DroverError =>
  new DroverError('INVALID_JSON', 'The connection closed before the body was complete.', { cause })

async function readWeb(request: Request, limit: number): Promise<string> {
  if (request.body === null) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
