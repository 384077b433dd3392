/** All that a dialogue with an ACP agent must not lose in a restart of the daemon; plain JSON. */
import type { Picture, Start } from '#ports/harness'
import type { Failing } from '../http-tap.ts'
import { fieldsIn } from '../line-json.ts'
import type { Asked } from './requests.ts'
import type { Choice, Offer } from './settings.ts'
import type { OpenCalls } from './tools.ts'
import { freshLedger, type Ledger, ledgerOf } from './usage.ts'
import type { Method } from './wire.ts'

export interface State {
  nextId: number
  /** The one request of ours that is under way; prompts included. */
  calling: { readonly id: number; readonly method: Method } | null
  agent: string | null
  /** How an earlier session is opened; null before the agent said what it can. */
  reopens: 'session/resume' | 'session/load' | 'never' | null
  sessionId: string | null
  offer: Offer | null
  /** Choices to make before the prompt. */
  todo: readonly Choice[]
  prompt: { readonly text: string; readonly model: string | null; readonly pictures?: readonly Picture[] } | null
  /** Said with its greeting: pictures may travel in a prompt. */
  seesPictures?: boolean
  interrupted: boolean
  steer: string | null
  /** The row of refused requests that this turn was given up for. */
  vain: Failing | null
  asked: Record<string, Asked>
  calls: OpenCalls
  /** The message and the thought that are being said. */
  text: string
  thinking: string
  messageId: string | null
  lastText: string
  ledger: Ledger
  /** The process is of no use any more: its input was closed, its exit ends the turn. */
  over: boolean
}

export function freshState(start: Start): State {
  const previous = fieldsIn(start.previous)
  const same = start.resume !== null && previous.sessionId === start.resume
  return {
    nextId: 1,
    calling: null,
    agent: null,
    reopens: null,
    sessionId: null,
    offer: null,
    todo: [],
    prompt: { text: start.prompt, model: start.model, pictures: start.pictures },
    interrupted: false,
    steer: null,
    vain: null,
    asked: {},
    calls: {},
    text: '',
    thinking: '',
    messageId: null,
    lastText: '',
    ledger: same ? ledgerOf(previous.ledger) : freshLedger(),
    over: false,
  }
}
