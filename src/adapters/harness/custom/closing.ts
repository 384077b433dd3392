/**
 * How a process ended, as evidence. Shared by the harnesses of this folder and the rehearsal; which end is a failure is
 * decided by each dialogue, the category by core.
 */
import type { Evidence } from '#contract/agent-event'
import type { Exit, Spoken } from '#ports/harness'
import { because } from '../exit-evidence.ts'

/** Standard error that travels with an event; the rest stays in the spool. */
const stderrKept = 4_000

export function exitEvidence(exit: Exit): readonly Evidence[] {
  if (exit.how === 'vanished') return [{ channel: 'runtime', type: 'vanished', message: 'The process is gone.' }]
  return [{ channel: 'exit', exitCode: exit.code, signal: exit.signal }]
}

export function stderrEvidence(exit: Exit): readonly Evidence[] {
  const text = exit.stderrTail.trim()
  return text === '' ? [] : [{ channel: 'stderr', message: text.slice(-stderrKept) }]
}

export function describeExit(exit: Exit): string {
  if (exit.how === 'vanished') return 'The agent process vanished without recording an exit'
  return exit.signal === null
    ? `The agent exited with code ${exit.code ?? 'unknown'}`
    : `The agent was ended by ${exit.signal}`
}

export function exitFailure(exit: Exit, message: string, first: readonly Evidence[] = []): Spoken {
  const told = `${message.replace(/\.$/, '')}${because(exit)}`
  return { kind: 'failure', message: told, evidence: [...first, ...exitEvidence(exit), ...stderrEvidence(exit)] }
}
