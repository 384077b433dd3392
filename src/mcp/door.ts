/**
 * The tools over streamable HTTP: one exchange, one server, nothing kept between them, so that a restart of the daemon loses
 * nothing. Whose token it is says which tools are offered; what each may do is decided by the routes it calls.
 */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { tools as agentTools, toolsInWords } from './agent-tools.ts'
import { type Carry, createServer } from './offer.ts'
import { mailTools, operatorTools, operatorWords } from './operator-tools.ts'
import type { Self, Tool } from './tool.ts'

export interface Exchange {
  readonly version: string
  readonly self: Self
  readonly carry: Carry
  readonly request: Request
  readonly body: unknown
}

export interface Answered {
  readonly response: Response
  readonly close: () => void
}

/** `close`: to be called once the answer is out, or whoever asked has gone: what is under way is cancelled. */
export async function answerMcp({ version, self, carry, request, body }: Exchange): Promise<Answered> {
  const server = createServer({
    version,
    self,
    carry,
    more: true,
    tools: self.sessionId === null ? [...operatorTools, ...mailTools] : beside(agentTools, operatorTools),
    instructions: self.sessionId === null ? operatorWords : toolsInWords,
  })
  const transport = new WebStandardStreamableHTTPServerTransport({})
  await server.connect(transport)
  const response = await transport.handleRequest(request, { parsedBody: body })
  return { response, close: () => void server.close() }
}

/** A session keeps its own tools by their names; beyond its scope the others are refused where they arrive. */
const beside = (own: readonly Tool[], others: readonly Tool[]): readonly Tool[] => [
  ...own,
  ...others.filter(({ name }) => !own.some((one) => one.name === name)),
]
