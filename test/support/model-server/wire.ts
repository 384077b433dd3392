/**
 * The plumbing that the four protocols share: answers as JSON or server-sent events, pieces of a text, broken streams,
 * token counts. Owns no protocol's shapes.
 */
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Conversation } from './conversation.ts'
import type { Act } from './script.ts'

export interface Answer {
  readonly response: ServerResponse
  readonly conversation: Conversation
  readonly act: Act
  /** Number of the request: ids and so whole runs are the same each time. */
  readonly n: number
  readonly inputTokens: number
}

export const tokens = (text: string): number => Math.max(1, Math.ceil(text.length / 4))

export const idOf = (answer: Answer, prefix: string): string => `${prefix}_${String(answer.n).padStart(6, '0')}`

export const outputTokens = (act: Act): number =>
  act.do === 'text' ? tokens(act.text) : act.do === 'call' ? tokens(JSON.stringify(act.call.args)) : 1

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

export function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
}

export function sse(response: ServerResponse, data: unknown, event?: string): void {
  response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`)
}

/** The pieces of a text, with the pause that the script asks for after each. */
export async function* piecesOf(act: Extract<Act, { do: 'text' }>): AsyncGenerator<string> {
  // By characters: no provider cuts one in half.
  const characters = [...act.text]
  const count = act.pieces ?? Math.min(4, Math.max(1, Math.ceil(characters.length / 12)))
  const size = Math.ceil(characters.length / count)
  for (let at = 0; at < characters.length; at += size) {
    yield characters.slice(at, at + size).join('')
    if (act.pauseMs !== undefined) await wait(act.pauseMs)
  }
}

/** After the first words of a stream: silence, or a broken connection. */
export function breakOff(response: ServerResponse, act: Act): void {
  if (act.do === 'cut') setTimeout(() => response.destroy(), 50)
}
