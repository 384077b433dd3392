/**
 * What a thread of Codex has used. Both ways of driving it tell totals of the whole thread, so that the totals of the
 * launch before are needed to tell what was added: each dialogue saves them under the same two names, and a thread that
 * was begun one way goes on the other.
 */
import type { Spoken, Start } from '#ports/harness'
import { asFields, type Fields, fieldsIn, numberIn } from '../line-json.ts'
import { recordedOf } from './role.ts'

export interface Totals {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/** The part of a dialogue's state that the next launch is given. */
export interface Ledger {
  /** The thread that `totals` belong to: the one asked for until this process names its own. */
  counted: string | null
  /** Totals of the thread as last seen; null: the thread is older than what we know of it. */
  totals: Totals | null
  /** The fingerprint of the instructions that the thread began with. */
  recorded: string | null
}

const nothing: Totals = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }

/** A resumed or forked thread counts on from where the thread stood at the end of the launch before. */
export function ledgerOf(start: Start, by: 'flag' | 'words'): Ledger {
  const previous = fieldsIn(start.previous)
  const known = previous.counted === start.resume ? (asFields(previous.totals) as Totals | null) : null
  const recorded = recordedOf(start, by)
  return { counted: start.resume, totals: start.resume === null ? nothing : known, recorded }
}

/** In the spelling of `exec` (input_tokens) or of the app-server (inputTokens). */
export function totalsIn(usage: Fields): Totals {
  const count = (snake: string, camel: string): number => numberIn(usage[snake]) ?? numberIn(usage[camel]) ?? 0
  const cached = count('cached_input_tokens', 'cachedInputTokens')
  return {
    // Codex counts cached tokens among the input; the vocabulary counts them apart.
    input: Math.max(0, count('input_tokens', 'inputTokens') - cached),
    output: count('output_tokens', 'outputTokens'),
    cacheRead: cached,
    cacheWrite: count('cache_write_input_tokens', 'cacheWriteInputTokens'),
  }
}

export const isNothing = (spent: Totals): boolean =>
  spent.input === 0 && spent.output === 0 && spent.cacheRead === 0 && spent.cacheWrite === 0

export const between = (before: Totals, after: Totals): Totals => ({
  input: Math.max(0, after.input - before.input),
  output: Math.max(0, after.output - before.output),
  cacheRead: Math.max(0, after.cacheRead - before.cacheRead),
  cacheWrite: Math.max(0, after.cacheWrite - before.cacheWrite),
})

/** Codex tells no prices. */
export const usageOf = (spent: Totals): Spoken => ({ kind: 'usage', ...spent, costUsd: null })
