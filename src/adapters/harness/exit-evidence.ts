/**
 * What the end of a process says by itself: its exit and the last words on standard error. Shared by the adapters; what
 * a tool's own words mean is told by each adapter, what the evidence amounts to by core.
 */
import type { Evidence } from '#contract/agent-event'
import type { Exit, Spoken } from '#ports/harness'

// Colour codes and other escapes of terminals.
const escapes = /\u001b\[[0-9;?]*[A-Za-z]/g

export const withoutEscapes = (text: string): string => text.replace(escapes, '')

export const plainStderr = (exit: Exit): string => withoutEscapes(exit.stderrTail).trim()

export function exitEvidence(exit: Exit): readonly Evidence[] {
  const tail = plainStderr(exit).slice(-2000)
  const end: Evidence = { channel: 'exit', exitCode: exit.code, signal: exit.signal }
  return tail === '' ? [end] : [end, { channel: 'stderr', message: tail }]
}

/** How a process ended, in words, for a failure that has no better message. */
export function howItEnded(name: string, exit: Exit): string {
  if (exit.how === 'vanished') return `${name} vanished without a recorded exit.`
  const how = exit.signal === null ? `with exit code ${exit.code ?? 'unknown'}` : `by signal ${exit.signal}`
  return `${name} ended ${how} without a final result.`
}

export const failure = (message: string, evidence: readonly Evidence[]): Spoken => ({
  kind: 'failure',
  message,
  evidence,
})

export const failedResult = (text: string, durationMs: number | null = null): Spoken => ({
  kind: 'result',
  isError: true,
  text,
  durationMs,
})
