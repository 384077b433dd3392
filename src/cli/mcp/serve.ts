/**
 * `drover mcp`: tools over standard input and output, for programs that speak the Model Context Protocol. Inside a session the
 * agent's own, else the operator's. Each call is one request to the daemon with a key of its own, repeated while the daemon is
 * away. Bundled apart from the rest of the command line, because the SDK's weight would slow every other command; so it throws
 * nothing at its caller.
 */
import { randomUUID } from 'node:crypto'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { DroverError } from '#contract/error'
import { tools as agentTools, toolsInWords } from '#mcp/agent-tools'
import { createServer } from '#mcp/offer'
import { mailTools, operatorTools, operatorWords } from '#mcp/operator-tools'
import type { Call } from '#mcp/tool'
import { fill } from '../client.ts'
import { type Address, exchange } from '../http.ts'
import { isAway, keyHeader, patiently } from '../patience.ts'

export interface ToolDoor {
  /** null: an operator's. */
  readonly sessionId: string | null
  readonly version: string
  /** Looked up for each call: a daemon that came back may be elsewhere. */
  readonly address: () => Address
  /** No call takes longer, whatever the daemon does: CLIs give up a minute after they asked. null: as long as it takes. */
  readonly longestMs: number | null
  /** How long of that a daemon that is away is waited for. */
  readonly patienceMs: number
}

/** Resolves once whoever started it has closed its input. */
export async function serve(door: ToolDoor, input: NodeJS.ReadStream, output: NodeJS.WriteStream): Promise<void> {
  const keys = createKeys()
  const inside = door.sessionId !== null
  const server = createServer({
    version: door.version,
    self: { sessionId: door.sessionId },
    carry: (call, signal) => carry(door, call, keys, signal),
    tools: inside ? agentTools : [...operatorTools, ...mailTools],
    instructions: inside ? toolsInWords : operatorWords,
    more: !inside,
  })
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

/** The answer's text, as the daemon gave it. */
async function carry(door: ToolDoor, call: Call, keys: Keys, cancelled: AbortSignal): Promise<string> {
  const key = keys.of(call)
  const late = new AbortController()
  const { longestMs } = door
  const timer = longestMs === null ? undefined : setTimeout(() => late.abort(tooLate(longestMs)), longestMs)
  const signal = AbortSignal.any([late.signal, cancelled])
  const ask = {
    method: call.method,
    path: fill(call.path, {}, call.query),
    ...(call.body === undefined ? {} : { body: call.body }),
    headers: { [keyHeader]: key },
    signal,
  }
  try {
    const { text } = await patiently(() => exchange(door.address(), ask), door.patienceMs)
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
