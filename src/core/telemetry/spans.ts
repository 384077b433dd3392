/**
 * What a request, a turn, a launch and a tool are called as spans: names and attributes of OpenTelemetry's conventions for
 * generative AI and for HTTP, and Drover's own under `drover.`. Who began what is told here by ids that are the same after a
 * restart. No words of anybody unless asked for. Pure.
 */
import type { TurnOutcome } from '#contract/agent-event'
import type { Attribute, Attributes, Span } from '#contract/telemetry'

type Hash = (text: string) => string

export const traceIdOf = (hash: Hash, sessionId: string, turn: number, startedAt: string): string =>
  hash(`trace:${sessionId}:${turn}:${startedAt}`).slice(0, 32)
export const turnSpanId = (hash: Hash, sessionId: string, turn: number): string =>
  hash(`turn:${sessionId}:${turn}`).slice(0, 16)
export const launchSpanId = (hash: Hash, launchId: string, turn: number): string =>
  hash(`launch:${launchId}:${turn}`).slice(0, 16)
export const toolSpanId = (hash: Hash, sessionId: string, turn: number, callId: string): string =>
  hash(`tool:${sessionId}:${turn}:${callId}`).slice(0, 16)

/** Where a span belongs. */
export interface Place {
  readonly traceId: string
  readonly parentId: string | null
}

/** `00-<trace>-<span>-<flags>`; null: there is none, or it is none. */
export function parseTraceparent(text: string | undefined): Place | null {
  const [, traceId, parentId] = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/.exec(text ?? '') ?? []
  if (traceId === undefined || parentId === undefined || /^ff/.test(text!)) return null
  return /^0+$/.test(traceId) || /^0+$/.test(parentId) ? null : { traceId, parentId }
}

/** Who answers for the model, as far as the harness tells; one that takes several is named by itself. */
const providers: Readonly<Record<string, string>> = {
  'claude-code': 'anthropic',
  codex: 'openai',
  gemini: 'gcp.gemini',
}
export const providerOf = (harness: string): string => providers[harness] ?? harness

/** Without what is not known. */
function present(attributes: Readonly<Record<string, Attribute | null | undefined>>): Attributes {
  const found: Record<string, Attribute> = {}
  for (const key in attributes) {
    const value = attributes[key]
    if (value !== null && value !== undefined) found[key] = value
  }
  return found
}

export interface Agent {
  readonly sessionId: string
  readonly projectId: string
  readonly harness: string
  readonly model: string | null
}

const agentAttributes = ({ sessionId, projectId, harness }: Agent) => ({
  'gen_ai.provider.name': providerOf(harness),
  'gen_ai.agent.name': harness,
  'gen_ai.conversation.id': sessionId,
  'drover.project.id': projectId,
  'drover.session.id': sessionId,
})

export interface TurnFacts {
  readonly agent: Agent
  readonly n: number
  readonly askedModel: string | null
  readonly source: string
  readonly outcome: TurnOutcome
  readonly code: string | null
  readonly startMs: number
  readonly endMs: number
  /** null: not all of it is known. */
  readonly used: {
    readonly input: number | null
    readonly output: number | null
    readonly costUsd: number | null
  } | null
  /** Only where content is asked for. */
  readonly prompt: string | null
  readonly answer: string | null
}

const message = (role: string, content: string): string =>
  JSON.stringify([
    { role, parts: [{ type: 'text', content }], ...(role === 'assistant' ? { finish_reason: 'stop' } : {}) },
  ])

/** A turn that was cancelled did what it was told. */
const errorOf = (outcome: TurnOutcome, code: string | null): string | null =>
  outcome === 'error' || outcome === 'lost' ? (code ?? outcome) : null

export function turnSpan(spanId: string, place: Place, turn: TurnFacts): Span {
  const error = errorOf(turn.outcome, turn.code)
  return {
    ...place,
    spanId,
    name: `invoke_agent ${turn.agent.harness}`,
    kind: 'internal',
    startMs: turn.startMs,
    endMs: turn.endMs,
    error,
    attributes: present({
      'gen_ai.operation.name': 'invoke_agent',
      ...agentAttributes(turn.agent),
      'gen_ai.request.model': turn.askedModel,
      'gen_ai.response.model': turn.agent.model,
      'gen_ai.usage.input_tokens': turn.used?.input,
      'gen_ai.usage.output_tokens': turn.used?.output,
      'gen_ai.input.messages': turn.prompt === null ? null : message('user', turn.prompt),
      'gen_ai.output.messages': turn.answer === null ? null : message('assistant', turn.answer),
      'error.type': error,
      'drover.turn': turn.n,
      'drover.turn.source': turn.source,
      'drover.turn.outcome': turn.outcome,
      'drover.usage.cost_usd': turn.used?.costUsd,
    }),
  }
}

export interface LaunchFacts {
  readonly agent: Agent
  readonly launchId: string
  readonly lifetime: string
  readonly startMs: number
  readonly endMs: number
  readonly exitCode: number | null
  readonly exitSignal: string | null
}

export function launchSpan(spanId: string, place: Place, launch: LaunchFacts): Span {
  const { harness, sessionId, projectId } = launch.agent
  const bad =
    launch.exitSignal ?? (launch.exitCode === null || launch.exitCode === 0 ? null : `exit_${launch.exitCode}`)
  return {
    ...place,
    spanId,
    name: `launch ${harness}`,
    kind: 'internal',
    startMs: launch.startMs,
    endMs: launch.endMs,
    error: bad,
    attributes: present({
      'drover.project.id': projectId,
      'drover.session.id': sessionId,
      'drover.launch.id': launch.launchId,
      'drover.launch.lifetime': launch.lifetime,
      'process.exit.code': launch.exitCode,
      'error.type': bad,
    }),
  }
}

export interface ToolFacts {
  readonly agent: Agent
  readonly name: string
  readonly callId: string
  readonly startMs: number
  readonly endMs: number
  readonly ok: boolean
  /** Only where content is asked for. */
  readonly given: string | null
  readonly gave: string | null
}

export function toolSpan(spanId: string, place: Place, tool: ToolFacts): Span {
  const error = tool.ok ? null : 'tool_error'
  return {
    ...place,
    spanId,
    name: `execute_tool ${tool.name}`,
    kind: 'internal',
    startMs: tool.startMs,
    endMs: tool.endMs,
    error,
    attributes: present({
      'gen_ai.operation.name': 'execute_tool',
      ...agentAttributes(tool.agent),
      'gen_ai.tool.name': tool.name,
      'gen_ai.tool.call.id': tool.callId,
      'gen_ai.tool.call.arguments': tool.given,
      'gen_ai.tool.call.result': tool.gave,
      'error.type': error,
    }),
  }
}

export interface RequestFacts {
  readonly method: string
  /** The route's own path, with its placeholders. */
  readonly route: string
  readonly status: number
  readonly requestId: string
  readonly startMs: number
  readonly endMs: number
}

/** By the conventions a server's span fails with a status of 500 and above only. */
export function requestSpan(spanId: string, place: Place, request: RequestFacts): Span {
  const error = request.status >= 500 ? String(request.status) : null
  return {
    ...place,
    spanId,
    name: `${request.method} ${request.route}`,
    kind: 'server',
    startMs: request.startMs,
    endMs: request.endMs,
    error,
    attributes: present({
      'http.request.method': request.method,
      'http.route': request.route,
      'http.response.status_code': request.status,
      'error.type': error,
      'drover.request.id': request.requestId,
    }),
  }
}
