/**
 * What the end of a process says by itself: its exit and the last words on standard error. Shared by the adapters; what
 * a tool's own words mean is told by each adapter, what the evidence amounts to by core.
 */
import type { Evidence } from '#contract/agent-event'
import type { Exit, Spoken } from '#ports/harness'

// Titles and links, colour codes and cursor moves, character sets and the rest; one that was cut off goes with its line.
const escapes =
  /\u001b[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|\u001b[ -/]*[0-~]?/g
/** What moves or rings, but for the tab and the end of a line. */
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g

export const withoutEscapes = (text: string): string => text.replace(escapes, '').replace(controls, '')

export const plainStderr = (exit: Exit): string => withoutEscapes(exit.stderrTail).trim()

export function exitEvidence(exit: Exit): readonly Evidence[] {
  const tail = plainStderr(exit).slice(-2000)
  const end: Evidence = { channel: 'exit', exitCode: exit.code, signal: exit.signal }
  return tail === '' ? [end] : [end, { channel: 'stderr', message: tail }]
}

/** How a process ended, in words, for a failure that has no better message: with the reason it gave on standard error. */
export function howItEnded(name: string, exit: Exit): string {
  if (exit.how === 'vanished') return `${name} vanished without a recorded exit.`
  const how = exit.signal === null ? `with exit code ${exit.code ?? 'unknown'}` : `by signal ${exit.signal}`
  return `${name} ended ${how} without a final result${because(exit)}`
}

const reasonLength = 300
const telling =
  /\b(?:error|fatal|panic(?:ked)?|failed|failure|cannot|could not|denied|refused|not found|no such|invalid|unknown|unexpected)\b/i
/** Lines of a stack, warnings, and what runtimes add about themselves. */
const besides = /^\s*(?:at |\^|\||Node\.js v|Bun v|warn(?:ing)?\b|npm warn|stack backtrace|note: )/i

/** `: reason` and a full stop; only the full stop where nothing was said, or where a signal is the reason. */
export function because(exit: Exit): string {
  if (exit.signal !== null || exit.code === 0) return '.'
  const lines = plainStderr(exit)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !besides.test(line))
  const reason = lines.findLast((line) => telling.test(line)) ?? lines.at(-1)
  if (reason === undefined) return '.'
  const short = reason.length <= reasonLength ? reason : `${reason.slice(0, reasonLength - 1)}…`
  return `: ${short}${/[.!?…]$/.test(short) ? '' : '.'}`
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
