/** All that a dialogue with `codex app-server` must not lose in a restart of the daemon; plain JSON. */
import type { Evidence } from '#contract/agent-event'
import type { Picture, Start } from '#ports/harness'
import type { Asked } from './server-requests.ts'
import type { Method } from './server-wire.ts'
import { type Ledger, ledgerOf } from './usage.ts'

export interface State extends Ledger {
  nextId: number
  /** Requests of ours that wait for their answer, by id; `text`: words that would be lost with a refusal. */
  calls: Record<string, { readonly method: Method; readonly text?: string }>
  threadId: string | null
  model: string | null
  /** The prompt that no turn was begun with yet. */
  prompt: { readonly text: string; readonly model: string | null; readonly pictures?: readonly Picture[] } | null
  /** The running turn; its id is null until Codex names it. */
  turn: { readonly id: string | null } | null
  /** Said before the turn had a name. */
  steers: readonly string[]
  interrupt: boolean
  asked: Record<string, Asked>
  /** Calls under way, with what each is about to do. */
  tools: Record<string, string>
  lastText: string
  /** The last error that no progress followed. */
  trouble: Evidence | null
  /** When a used-up quota comes back, as last told. */
  resetsAt: string | null
  /** The process is of no use any more: its input was closed, its exit ends the turn. */
  over: boolean
}

export const freshState = (start: Start): State => ({
  ...ledgerOf(start, 'words'),
  nextId: 1,
  calls: {},
  threadId: null,
  model: start.model,
  prompt: start.early === true ? null : { text: start.prompt, model: null, pictures: start.pictures },
  turn: null,
  steers: [],
  interrupt: false,
  asked: {},
  tools: {},
  lastText: '',
  trouble: null,
  resetsAt: null,
  over: false,
})
