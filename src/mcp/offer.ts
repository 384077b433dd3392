/**
 * A server of the Model Context Protocol (the official SDK) that offers a table of tools, the transcripts and the prompts. How a
 * request is carried is its caller's: the command line speaks to the daemon's socket, the daemon to its own routes. Bundled
 * apart from both, so it throws nothing of its own at them and knows their errors by their shape.
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { CallToolResult, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js'
import { prompts } from './prompts.ts'
import { type Call, type Self, sessionPath, type Tool } from './tool.ts'
import { offerTranscripts } from './transcripts.ts'

/** The answer's text; throws what the daemon refused, with its code and hint. */
export type Carry = (call: Call, signal: AbortSignal) => Promise<string>

export interface Offer {
  readonly version: string
  readonly instructions: string
  readonly tools: readonly Tool[]
  readonly self: Self
  readonly carry: Carry
  /** Transcripts as resources, and prompts: for an operator's client. */
  readonly more: boolean
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

export function createServer(offer: Offer): McpServer {
  const server = new McpServer({ name: 'drover', version: offer.version }, { instructions: offer.instructions })
  for (const tool of offer.tools) offerTool(server, tool, offer)
  if (!offer.more) return server
  offerTranscripts(server, offer.carry)
  for (const { name, description, args, words } of prompts)
    server.registerPrompt(name, { description, argsSchema: args }, (given) => ({
      messages: [{ role: 'user', content: { type: 'text', text: words(given) } }],
    }))
  return server
}

function offerTool(server: McpServer, tool: Tool, { self, carry }: Offer): void {
  const { name, description, input: inputSchema, reads } = tool
  const annotations = {
    readOnlyHint: reads,
    destructiveHint: tool.destroys === true,
    idempotentHint: reads,
    openWorldHint: false,
  }
  server.registerTool(name, { description, inputSchema, annotations }, async (given, extra) => {
    const told = tool.long === true ? tellProgress(name, extra) : null
    try {
      const answer = await carry(tool.call(given, self), extra.signal)
      const follows = tool.follows?.(parsed(answer), given) ?? null
      const text = follows === null ? answer : await follow(follows, answer, carry, extra.signal, told)
      return { content: [{ type: 'text', text: tool.pages === undefined ? text : pageOf(tool.pages, text, given) }] }
    } catch (error) {
      return refused(error)
    } finally {
      told?.end()
    }
  })
}

interface Told {
  say(message: string): void
  end(): void
}

/** Who asked for it by a token of theirs hears at once that work began, and every second that it goes on. */
function tellProgress(name: string, { _meta, sendNotification }: Extra): Told | null {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return null
  let progress = 0
  let last = `${name} was asked for`
  const tell = (): void => {
    const params = { progressToken, progress, message: last }
    // Whoever has gone away needs no progress.
    sendNotification({ method: 'notifications/progress', params }).catch(() => undefined)
    progress += 1
  }
  tell()
  const timer = setInterval(tell, 1000)
  timer.unref?.()
  return {
    say: (message) => {
      last = message
    },
    end: () => clearInterval(timer),
  }
}

interface Watched {
  readonly id: string
  readonly status: string
  readonly phase: string
  readonly turn: { readonly n: number; readonly state: string } | null
  readonly queued: number
  readonly request: unknown
  readonly lastText: string | null
}

const lookEveryMs = 300

/** Until no turn runs or waits in it, it asks something, or time is up: the answer with the session as it is then. */
async function follow(
  { id, seconds }: { readonly id: string; readonly seconds: number },
  answer: string,
  carry: Carry,
  signal: AbortSignal,
  told: Told | null,
): Promise<string> {
  const until = performance.now() + seconds * 1000
  for (;;) {
    const looked = await carry({ method: 'GET', path: sessionPath(id) }, signal)
    const { session } = parsed(looked) as { session: Watched }
    const busy = session.phase === 'starting' || session.turn?.state === 'running' || session.queued > 0
    const over = session.phase === 'ended' || session.request !== null || !busy
    if (over || performance.now() > until)
      return JSON.stringify({ ...(parsed(answer) as object), session, waited: over ? 'over' : 'still at work' })
    told?.say(`${id} is ${session.status}${session.lastText === null ? '' : `: ${session.lastText.slice(0, 200)}`}`)
    await pause(lookEveryMs, signal)
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })

/** Part of a list whose route has no pages: the cursor is how many were seen. */
function pageOf(field: string, text: string, given: { readonly limit?: number; readonly cursor?: string }): string {
  const answer = parsed(text) as Record<string, unknown>
  const all = Array.isArray(answer[field]) ? (answer[field] as unknown[]) : []
  const from = /^\d{1,9}$/.test(given.cursor ?? '') ? Number(given.cursor) : 0
  const to = from + (given.limit ?? 50)
  const page = { ...answer, [field]: all.slice(from, to) }
  return JSON.stringify(to < all.length ? { ...page, nextCursor: String(to) } : page)
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // What is no JSON has no session and no list in it.
    return {}
  }
}

interface Known extends Error {
  readonly code?: unknown
  readonly hint?: unknown
  readonly details?: unknown
}

export function refused(error: unknown): CallToolResult {
  const { code, hint, details, message } = (error instanceof Error ? error : new Error(String(error))) as Known
  const told = {
    code: typeof code === 'string' && /^[A-Z_]+$/.test(code) ? code : 'INTERNAL_ERROR',
    message,
    ...(typeof hint === 'string' ? { hint } : {}),
    ...(details === undefined ? {} : { details }),
  }
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(told) }] }
}
