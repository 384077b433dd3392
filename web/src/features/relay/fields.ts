/** What people type into the forms, as the daemon takes it. Pure. */
import type { RelayInput } from '../../api/relay-calls.ts'

/** Ids with blanks or commas between them, each once. */
export const idsOf = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter((word) => word !== ''))]

export interface RelayDraft {
  readonly what: 'queue' | 'prompt'
  readonly prompt: string
  readonly mix: string
  readonly iterations: string
  readonly parallel: string
  readonly land: boolean
  readonly base: string
}

export const emptyRelayDraft: RelayDraft = {
  what: 'queue',
  prompt: '',
  mix: '',
  iterations: '',
  parallel: '',
  land: false,
  base: '',
}

const whole = (text: string): number | null => (/^\s*\d+\s*$/.test(text) ? Number(text) : null)

/** Left out is what the configuration decides. */
export function relayInput(projectId: string, draft: RelayDraft): RelayInput {
  const iterations = whole(draft.iterations)
  const parallel = whole(draft.parallel)
  return {
    projectId,
    ...(draft.what === 'prompt' ? { prompt: draft.prompt } : {}),
    ...(draft.mix.trim() === '' ? {} : { mix: [draft.mix.trim()] }),
    ...(iterations === null ? {} : { iterations }),
    ...(parallel === null ? {} : { parallel }),
    ...(draft.land ? { land: true } : {}),
    ...(draft.base.trim() === '' ? {} : { base: draft.base.trim() }),
  }
}

/** A tap on an agent's name puts it behind those that are there. */
export const withAgent = (mix: string, agent: string): string => `${mix.trim()} ${agent}`.trim()

/** Why it cannot start yet; null: it can. */
export function whyNotYet(draft: RelayDraft, ready: number): string | null {
  if (draft.what === 'prompt' && draft.prompt.trim() === '') return 'Write the prompt.'
  if (draft.what === 'queue' && ready === 0) return 'The queue has no task that is ready: add one first.'
  return null
}
