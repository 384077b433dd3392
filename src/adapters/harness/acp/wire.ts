/**
 * The lines of the Agent Client Protocol (version 1): JSON-RPC requests, notifications and replies, with the shapes of
 * the official SDK. Owns what is written; what is heard is never trusted to have a shape and is read field by field.
 */
import type {
  CancelNotification,
  InitializeRequest,
  LoadSessionRequest,
  NewSessionRequest,
  PromptRequest,
  RequestPermissionOutcome,
  ResumeSessionRequest,
  SetSessionConfigOptionRequest,
  SetSessionModeRequest,
} from '@agentclientprotocol/sdk'

/** What Drover asks of an agent. `session/set_model` is no part of the stable protocol, yet spoken by many agents. */
export interface Calls {
  readonly initialize: InitializeRequest
  readonly 'session/new': NewSessionRequest
  readonly 'session/load': LoadSessionRequest
  readonly 'session/resume': ResumeSessionRequest
  readonly 'session/set_mode': SetSessionModeRequest
  readonly 'session/set_config_option': SetSessionConfigOptionRequest
  readonly 'session/set_model': { readonly sessionId: string; readonly modelId: string }
  readonly 'session/prompt': PromptRequest
}
export type Method = keyof Calls
export type RpcId = number | string

const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`

export const call = <M extends Method>(id: number, method: M, params: Calls[M]): string => line({ id, method, params })

export const cancel = (sessionId: string): string =>
  line({ method: 'session/cancel', params: { sessionId } satisfies CancelNotification })

export const permitted = (id: RpcId, outcome: RequestPermissionOutcome): string => line({ id, result: { outcome } })

export const replied = (id: RpcId, result: object): string => line({ id, result })

export const refused = (id: RpcId, method: string): string =>
  line({ id, error: { code: -32601, message: `not supported: ${method}` } })

/** No files and no terminals are offered: the agent works with its own hands, in its own process. */
export const hello: InitializeRequest = {
  protocolVersion: 1,
  clientCapabilities: {
    fs: { readTextFile: false, writeTextFile: false },
    terminal: false,
    elicitation: { form: {} },
  },
  clientInfo: { name: 'drover', title: 'Drover', version: '1' },
}
