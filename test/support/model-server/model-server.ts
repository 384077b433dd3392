/**
 * A scripted, deterministic model on 127.0.0.1 for real agent CLIs: Anthropic Messages, OpenAI Responses and Chat
 * Completions, Google Gemini. Owns the routes and the record of requests; what it answers is `script`, how it is said
 * on the wire are the protocol files.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { answerAnthropic } from './anthropic.ts'
import { answerChat } from './chat.ts'
import {
  type Conversation,
  fromAnthropic,
  fromChat,
  fromGemini,
  fromResponses,
  type Loose,
  loose,
} from './conversation.ts'
import { type Api, refuse, refuseQuota } from './failures.ts'
import { answerGemini } from './gemini.ts'
import { answerResponses } from './responses.ts'
import { type Act, type Counters, decide } from './script.ts'
import { json, tokens } from './wire.ts'

export interface SeenRequest {
  readonly n: number
  readonly at: number
  readonly method: string
  readonly path: string
  readonly api: Api | 'other'
  readonly model: string
  /** The user's own words that were answered, and the act that answered them. */
  readonly prompt: string
  readonly act: Act['do'] | null
  readonly helper: boolean
  readonly body: Loose
}

export interface ModelServer {
  readonly url: string
  readonly requests: readonly SeenRequest[]
  /** The next request that fits, also one that came already. */
  seen(fits: (request: SeenRequest) => boolean): Promise<SeenRequest>
  close(): Promise<void>
}

export async function startModelServer(port = 0): Promise<ModelServer> {
  const requests: SeenRequest[] = []
  const counters: Counters = new Map()
  const waiting = new Set<(request: SeenRequest) => void>()
  const record = (request: SeenRequest): void => {
    requests.push(request)
    for (const tell of [...waiting]) tell(request)
  }
  const server = createServer((request, response) => {
    handle(request, response, requests.length + 1, counters, record).catch((cause: unknown) => {
      // A client that went away in the middle of an answer is part of many tests.
      if (!response.destroyed && !response.headersSent) json(response, 500, { error: { message: String(cause) } })
      else response.destroy()
    })
  })
  // No websocket here: codex then speaks plain HTTP.
  server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 426 Upgrade Required\r\nconnection: close\r\n\r\n'))
  server.requestTimeout = 0
  server.headersTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    seen: (fits) =>
      new Promise((resolve) => {
        const found = requests.find(fits)
        if (found !== undefined) return resolve(found)
        const tell = (request: SeenRequest): void => {
          if (!fits(request)) return
          waiting.delete(tell)
          resolve(request)
        }
        waiting.add(tell)
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  n: number,
  counters: Counters,
  record: (request: SeenRequest) => void,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://model')
  const path = url.pathname.replace(/\/{2,}/g, '/')
  const raw = await bodyOf(request)
  const body = parse(raw)
  const base = { n, at: Date.now(), method: request.method ?? 'GET', path, body }
  const target = route(path, body)
  if (target === null) {
    record({ ...base, api: 'other', model: '', prompt: '', act: null, helper: false })
    return answerOther(path, raw, response)
  }
  const { act, prompt, helper } = decide(target.conversation, counters)
  record({ ...base, api: target.api, model: target.conversation.model, prompt, act: act.do, helper })
  if (act.do === 'hang') return
  if (act.do === 'drop') return void response.destroy()
  if (act.do === 'fail') return refuse(response, target.api, target.conversation.model, act)
  if (act.do === 'limit') return refuseQuota(response, target.api, act.resetSeconds, base.at)
  if (act.do === 'text' && act.waitMs !== undefined) await wait(act.waitMs)
  const answer = { response, conversation: target.conversation, act, n, inputTokens: tokens(raw) }
  if (target.api === 'anthropic') return answerAnthropic(answer)
  if (target.api === 'chat') return answerChat(answer)
  if (target.api === 'responses') return answerResponses(answer)
  return answerGemini(answer, url.searchParams.get('alt') === 'sse')
}

function route(path: string, body: Loose): { api: Api; conversation: Conversation } | null {
  if (path.endsWith('/messages')) return { api: 'anthropic', conversation: fromAnthropic(body) }
  if (path.endsWith('/chat/completions')) return { api: 'chat', conversation: fromChat(body) }
  if (path.endsWith('/responses')) return { api: 'responses', conversation: fromResponses(body) }
  const gemini = /\/models\/([^/:]+):(generateContent|streamGenerateContent)$/.exec(path)
  if (gemini === null) return null
  return { api: 'gemini', conversation: fromGemini(body, gemini[1] ?? '', gemini[2] === 'streamGenerateContent') }
}

function answerOther(path: string, raw: string, response: ServerResponse): void {
  if (path.endsWith('/count_tokens')) json(response, 200, { input_tokens: tokens(raw) })
  else if (path.endsWith(':countTokens')) json(response, 200, { totalTokens: tokens(raw) })
  else if (/\/models\/?$/.test(path)) json(response, 200, { object: 'list', data: [], models: [] })
  else json(response, 404, { error: { message: `no such route: ${path}`, type: 'not_found' } })
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function parse(raw: string): Loose {
  try {
    return loose(JSON.parse(raw))
  } catch {
    return {} // health checks and the like carry no JSON
  }
}
