/**
 * `drover mcp`: the tools of `tools.ts` over standard input and output, for CLIs that speak the Model Context Protocol. Each
 * call is one request to the daemon with a key of its own, repeated while the daemon is away. Bundled apart from the rest of
 * the command line, because the SDK's weight would slow every other command; so it throws nothing at its caller.
 */
import { randomUUID } from 'node:crypto'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { DroverError } from '#contract/error'
import { fill } from '../client.ts'
import { type Address, exchange } from '../http.ts'
import { isAway, keyHeader, patiently } from '../patience.ts'
import { type Call, type Self, type Tool, tools, toolsInWords } from './tools.ts'

export interface Door extends Self {
  readonly version: string
  readonly address: Address
  /** No call takes longer, whatever the daemon does: CLIs give up a minute after they asked. */
  readonly longestMs: number
  /** How long of that a daemon that is away is waited for. */
  readonly patienceMs: number
}

/** Resolves once whoever started it has closed its input. */
export async function serve(door: Door, input: NodeJS.ReadStream, output: NodeJS.WriteStream): Promise<void> {
  const server = new McpServer({ name: 'drover', version: door.version }, { instructions: toolsInWords })
  const keys = createKeys()
  for (const tool of tools) offer(server, tool, door, keys)
  const over = new Promise<void>((resolve) => {
    input.once('end', resolve)
    input.once('close', resolve)
  })
  await server.connect(new StdioServerTransport(input, output))
  await over
}

/**
 * A call has a key of its own. One that nobody answered is remembered with it: said again in the same words, it is the same
 * call, which the daemon may have done meanwhile.
 */
interface Keys {
  of(call: Call): string
  ended(call: Call, key: string, answered: boolean): void
}

function createKeys(): Keys {
  const unanswered = new Map<string, string>()
  return {
    of: (call) => unanswered.get(JSON.stringify(call)) ?? randomUUID(),
    ended(call, key, answered) {
      if (answered) unanswered.delete(JSON.stringify(call))
      else unanswered.set(JSON.stringify(call), key)
    },
  }
}

function offer(server: McpServer, tool: Tool, door: Door, keys: Keys): void {
  const { name, description, input: inputSchema, reads } = tool
  const annotations = { readOnlyHint: reads, destructiveHint: false, idempotentHint: reads, openWorldHint: false }
  server.registerTool(name, { description, inputSchema, annotations }, async (given, { signal }) => {
    try {
      return { content: [{ type: 'text', text: await carry(door, tool.call(given, door), keys, signal) }] }
    } catch (error) {
      return refused(error)
    }
  })
}

/** The answer's text, as the daemon gave it. */
async function carry(door: Door, call: Call, keys: Keys, cancelled: AbortSignal): Promise<string> {
  const key = keys.of(call)
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(tooLate(door.longestMs)), door.longestMs)
  const signal = AbortSignal.any([late.signal, cancelled])
  const ask = {
    method: call.method,
    path: fill(call.path, {}, call.query),
    ...(call.body === undefined ? {} : { body: call.body }),
    headers: { [keyHeader]: key },
    signal,
  }
  try {
    const { text } = await patiently(() => exchange(door.address, ask), door.patienceMs)
    keys.ended(call, key, true)
    return text
  } catch (error) {
    keys.ended(call, key, !signal.aborted && !isAway(error))
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const tooLate = (ms: number): DroverError =>
  new DroverError('DAEMON_UNRESPONSIVE', `the daemon did not answer within ${Math.round(ms / 1000)} s`, {
    hint: 'It may still do what was asked. Say the same again, word for word, to hear how it ended: it is done once.',
  })

function refused(error: unknown): CallToolResult {
  const known = error instanceof DroverError
  const told = {
    code: known ? error.code : 'INTERNAL_ERROR',
    message: error instanceof Error ? error.message : String(error),
    ...(known && error.hint !== undefined ? { hint: error.hint } : {}),
    ...(known && error.details !== undefined ? { details: error.details } : {}),
  }
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(told) }] }
}
