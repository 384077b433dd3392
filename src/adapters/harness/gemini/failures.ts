/**
 * Gemini CLI's own words for a failure, as evidence: the error of its final event, the attempts and the errors that it
 * writes to standard error, and its exit code, which is the HTTP status without its high byte.
 */
import type { Evidence } from '#contract/agent-event'
import type { Exit } from '#ports/harness'
import { quotedError } from '../api-error.ts'
import { exitEvidence } from '../exit-evidence.ts'

/** The last attempt that failed and that no answer followed. */
export interface Attempt {
  readonly n: number
  readonly status: number | null
  readonly message: string
}

/** Three waits of together some 35 s ride out a blip; the fourth failure is taken for permanent. */
export const attemptsAllowed = 4

const attempt = /^Attempt (\d+) failed(?: with status (\d{3}))?[^.]*\. Retrying[^.]*\.\.\.\s*(.*)$/
const telling = /error|invalid|denied|please set|trusted directory|unauthorized/i
const unknownSession = /^Error resuming session: (?:Invalid session identifier|No previous sessions)/m
/** How it puts a connection that broke. */
const broken = /^(terminated|fetch failed|aborted|other side closed|exception TypeError: fetch failed.*)$/i
const named = /\b(\w+Error): /

export function attemptIn(line: string): Attempt | null {
  const [, n, status, message = ''] = attempt.exec(line) ?? []
  if (n === undefined) return null
  return { n: Number(n), status: status === undefined ? null : Number(status), message: message.slice(0, 1000) }
}

/** Lines of standard error that may tell a cause; warnings and stack frames tell none. */
export const mayTell = (line: string): boolean => telling.test(line) && !/^\s+at |^Warning|Falling back/.test(line)

/** "[API Error: …]" and advice below it. */
export const plainMessage = (message: string): string =>
  (/^\[API Error: ([\s\S]*?)\](?:\n|$)/.exec(message)?.[1] ?? message).trim()

export function resultEvidence(message: string, last: Attempt | null, told: readonly string[]): readonly Evidence[] {
  const plain = plainMessage(message)
  const word = named.exec(told.findLast((line) => line.startsWith('Error when talking')) ?? '')?.[1]
  const main: Evidence = {
    channel: 'event',
    ...quotedError(plain),
    ...(broken.test(plain) ? { type: 'connection_failed' } : {}),
  }
  const named_: readonly Evidence[] = word === undefined ? [] : [{ channel: 'stderr', type: word }]
  return [main, ...attemptEvidence(last), ...named_]
}

export function attemptEvidence(last: Attempt | null): readonly Evidence[] {
  if (last === null) return []
  if (last.status === null) return [{ channel: 'http', type: 'connection_failed', message: last.message }]
  const { type, message } = quotedError(last.message)
  return [
    { channel: 'http', status: last.status, message: message ?? last.message, ...(type === undefined ? {} : { type }) },
  ]
}

/** The end of a process that never said its final word, or said it without a status. */
export function endEvidence(
  exit: Exit,
  last: Attempt | null,
  told: readonly string[],
  resumed: boolean,
): readonly Evidence[] {
  const words = told.join('\n')
  const lost = resumed && unknownSession.test(words)
  return [
    ...(lost ? [{ channel: 'stderr', stated: 'context_lost' } as const] : []),
    ...exitEvidence(exit),
    ...(words === '' ? [] : [{ channel: 'stderr', message: words } as const]),
    ...attemptEvidence(last),
    ...statusEvidence(exit),
  ]
}

/** 400 leaves as 144, 429 as 173, 500 as 244; codes of its own are small. */
export function statusEvidence(exit: Exit): readonly Evidence[] {
  const status = (exit.code ?? 0) + 256
  return status >= 400 && status < 512 ? [{ channel: 'http', status }] : []
}
