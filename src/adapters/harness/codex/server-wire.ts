/**
 * The lines of `codex app-server`: JSON-RPC without its version key, in the shapes of protocol v2 as 0.166.0 generates
 * them (`codex app-server generate-ts`). Owns what is written; what is heard is never trusted to have a shape and is read
 * field by field.
 */
import type { Json, Picture, Start } from '#ports/harness'
import { sandboxOf } from './plan.ts'
import { threadRole } from './role.ts'

/** How a thread works: told whenever one is opened, so that nothing is left to what the user's config says. */
interface Terms {
  readonly cwd: string
  readonly approvalPolicy: 'never' | 'untrusted'
  readonly approvalsReviewer: 'user'
  readonly sandbox: 'danger-full-access' | 'read-only'
  readonly model?: string
  readonly developerInstructions?: string
  readonly config?: Json
}

interface Words {
  readonly threadId: string
  readonly input: readonly (
    | { readonly type: 'text'; readonly text: string; readonly text_elements: readonly [] }
    | { readonly type: 'localImage'; readonly path: string }
  )[]
}

export interface Calls {
  readonly initialize: {
    readonly clientInfo: { readonly name: string; readonly title: string; readonly version: string }
    readonly capabilities: { readonly experimentalApi: boolean; readonly requestAttestation: boolean }
  }
  readonly 'thread/start': Terms
  readonly 'thread/resume': Terms & { readonly threadId: string; readonly excludeTurns: true }
  readonly 'thread/fork': Terms & { readonly threadId: string; readonly excludeTurns: true }
  readonly 'turn/start': Words & { readonly model?: string }
  readonly 'turn/steer': Words & { readonly expectedTurnId: string }
  readonly 'turn/interrupt': { readonly threadId: string; readonly turnId: string }
  /** Ends the commands of the thread, which an interrupt leaves running. Behind `experimentalApi`. */
  readonly 'thread/backgroundTerminals/clean': { readonly threadId: string }
}
export type Method = keyof Calls
export type RpcId = number | string

const line = (message: object): string => `${JSON.stringify(message)}\n`

export const call = <M extends Method>(id: number, method: M, params: Calls[M]): string => line({ id, method, params })

export const initialized = line({ method: 'initialized' })

export const replied = (id: RpcId, result: Json): string => line({ id, result })

export const refused = (id: RpcId, method: string): string =>
  line({ id, error: { code: -32601, message: `not supported: ${method}` } })

export const hello: Calls['initialize'] = {
  clientInfo: { name: 'drover', title: 'Drover', version: '1' },
  capabilities: { experimentalApi: true, requestAttestation: false },
}

/** `untrusted` asks for every command and every change of a file, whatever the sandbox would let through. */
export const termsOf = (start: Start): Terms => ({
  cwd: start.cwd,
  approvalPolicy: start.permissions === 'ask' ? 'untrusted' : 'never',
  approvalsReviewer: 'user',
  sandbox: sandboxOf(start),
  ...(start.model === null ? {} : { model: start.model }),
  ...threadRole(start),
})

export const words = (threadId: string, text: string, pictures: readonly Picture[] = []): Words => ({
  threadId,
  input: [
    { type: 'text', text, text_elements: [] },
    ...pictures.map(({ path }) => ({ type: 'localImage', path }) as const),
  ],
})
