/**
 * What a conformance case is told of the harness it judges: its words (prompts that make this agent do a thing) and a few
 * traits that are no ability. The judgement is the same for all; the words come from whoever knows the agent.
 */
import type { Evidence } from '#contract/agent-event'
import type { Harness, HarnessConfig, Start } from '#ports/harness'

/** Prompts that make this agent do a thing. Needed wherever the ability is declared. */
export interface Words {
  /** The agent says this text (its reply contains it). */
  say(text: string): string
  /** A turn that fails: by its prompt, or by its model. `evidence`: fields that some piece of evidence must hold. */
  readonly fail?: { readonly prompt: string; readonly model?: string; readonly evidence?: Partial<Evidence> }
  /** A turn that lasts until it is ended from outside, and the text it says first, whole or as a part (`afterPart`). */
  readonly endless?: { readonly prompt: string; readonly after?: string; readonly afterPart?: string }
  /** can.tools: uses at least one tool. */
  readonly tool?: string
  /** can.usage: the same work each time. `each`: what one turn costs, where that is known exactly. */
  readonly usage?: { readonly prompt: string; readonly each?: { input: number; output: number; costUsd?: number } }
  /** can.resume, can.fork. */
  readonly remember?: (word: string) => string
  readonly recall?: string
  /** can.resume: evidence for an unknown conversation; default: stated context_lost. */
  readonly lost?: Partial<Evidence>
  /** can.questions: asks something; the reply contains the answer. */
  readonly ask?: string
  /** can.permissions with ask or read-only: writes the file at this path of the workspace. */
  readonly write?: (path: string) => string
  readonly thinking?: string
  /** Says the codeword that stands in its instructions; the reply contains it. */
  readonly instructed?: string
  /** Where a reply of this size can be had in one line. */
  readonly huge?: (bytes: number) => string
  /**
   * can.steer: given while `endless` runs, or while the tool of `during` does; the reply contains `text`, and the turn goes
   * on or ends.
   */
  readonly steer?: { readonly words: string; readonly text: string; readonly during?: string }
}

export interface Traits {
  /** The prompt travels by standard input or a file, so that `ps` shows none of it. Default true. */
  readonly promptByStdin?: boolean
  /** Every line of its output is text by contract, so there is no such thing as noise. Default false. */
  readonly prose?: boolean
  /** It must answer before it can be prompted (JSON-RPC): an input that ends at once leaves it unspoken to. Default false. */
  readonly handshake?: boolean
  /** The model is chosen inside the running conversation, not by the launch. Default false. */
  readonly modelInSession?: boolean
  /** Abilities of a process that lives for the session which one that lives for a turn has not. Default none. */
  readonly sessionOnly?: readonly ('steer' | 'deltas')[]
}

export interface Subject extends Traits {
  readonly harness: Harness
  readonly config?: HarnessConfig
  readonly words: Words
}

const sessionOnly: Readonly<Record<string, Traits['sessionOnly']>> = {
  codex: ['steer', 'deltas'],
  'claude-code': ['steer'],
}

/** Traits of a harness that nobody described, read from what it plans and says before any process runs. */
export function traitsOf(harness: Harness, start: (prompt: string) => Start): Traits {
  const secret = 'a-word-that-no-flag-holds'
  const plan = harness.plan(start(secret))
  const dialogue = harness.open(start(secret), null)
  const spoken = dialogue.begin().writes.join('')
  const placed = JSON.stringify([plan.files, plan.stdin])
  const byArgv = plan.argv.join('\0').includes(secret)
  const handshake = plan.stdin.mode === 'followed' && !byArgv && !spoken.includes(secret) && !placed.includes(secret)
  const prose = dialogue.hear('plain words').events.some((event) => event.kind === 'text')
  return {
    promptByStdin: !byArgv,
    prose,
    handshake,
    modelInSession: handshake,
    sessionOnly: sessionOnly[harness.id] ?? [],
  }
}
