/**
 * The two logs as lines of one timeline: what an agent did that matters (turns, tools, questions, failures), and what happened
 * to sessions, mails, merges and tasks. Says what a line means; how it looks is left to who shows it. Pure.
 */
import type { EventRow } from '#contract/agent-event'
import type { Change } from '#contract/change'

export type Tone = 'plain' | 'quiet' | 'good' | 'warn' | 'bad'

export interface Moment {
  readonly at: string
  /** The session it is about; null: none. */
  readonly sessionId: string | null
  readonly what:
    | 'turn'
    | 'tool'
    | 'ask'
    | 'error'
    | 'session'
    | 'mail'
    | 'merge'
    | 'task'
    | 'effort'
    | 'relay'
    | 'project'
  readonly text: string
  readonly tone: Tone
}

const input = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

/** null: prose and bookkeeping, which a timeline of deeds leaves out. */
export function momentOfEvent(sessionId: string, row: EventRow): Moment | null {
  const base = { at: row.at, sessionId }
  switch (row.kind) {
    case 'user':
      return { ...base, what: 'turn', tone: 'plain', text: `turn ${row.turn ?? '?'} begins: ${row.text}` }
    case 'tool':
      return { ...base, what: 'tool', tone: 'quiet', text: `${row.name} ${input(row.input)}` }
    case 'tool_result':
      return row.ok ? null : { ...base, what: 'tool', tone: 'warn', text: `failed: ${row.output}` }
    case 'request':
      return { ...base, what: 'ask', tone: 'warn', text: `asks: ${row.text}` }
    case 'request_resolved':
      return { ...base, what: 'ask', tone: 'plain', text: `answered by ${row.by}: ${row.decision}` }
    case 'error':
      return { ...base, what: 'error', tone: 'bad', text: `${row.message} (${row.code}, ${row.category})` }
    case 'turn_end':
      return {
        ...base,
        what: 'turn',
        tone: row.outcome === 'completed' ? 'good' : row.outcome === 'cancelled' ? 'warn' : 'bad',
        text: `turn ${row.turn} ${row.outcome}`,
      }
    default:
      return null
  }
}

/** null: told by another line already. */
export function momentOfChange(change: Change): Moment | null {
  const base = { at: change.at, sessionId: change.sessionId ?? null }
  switch (change.type) {
    case 'session_created':
      return {
        ...base,
        what: 'session',
        tone: 'plain',
        text: `begins with ${change.payload.harness} in ${change.payload.projectId}`,
      }
    case 'session_ended':
      return {
        ...base,
        what: 'session',
        tone: 'plain',
        text: `ended: ${change.payload.endReason ?? 'unknown'} by ${change.payload.endedBy ?? 'unknown'}`,
      }
    case 'session_updated':
      return {
        ...base,
        what: 'session',
        tone: change.payload.status === 'failed' ? 'bad' : 'quiet',
        text: `is ${change.payload.status.replaceAll('_', ' ')}`,
      }
    case 'turn_started':
      return { ...base, what: 'turn', tone: 'plain', text: `turn ${change.payload.turn} begins` }
    case 'turn_ended': {
      const { turn, outcome, code } = change.payload
      const tone = outcome === 'completed' ? 'good' : outcome === 'cancelled' ? 'warn' : 'bad'
      return { ...base, what: 'turn', tone, text: `turn ${turn} ${outcome}${code === null ? '' : ` (${code})`}` }
    }
    case 'mail_sent':
    case 'mail_delivered':
    case 'mail_undeliverable': {
      const { from, to, type, subject, reason } = change.payload
      const how = change.type === 'mail_sent' ? 'mail' : change.type.replace('mail_', 'mail ')
      const why = change.type === 'mail_undeliverable' && reason !== null ? `: ${reason}` : ''
      return {
        ...base,
        what: 'mail',
        tone: why === '' ? 'plain' : 'bad',
        text: `${how} ${from} → ${to} [${type}] ${subject}${why}`,
      }
    }
    case 'merge_queued':
    case 'merge_updated':
    case 'merge_landed':
    case 'merge_rejected': {
      const { id, branch, into, state, tier, reason } = change.payload
      const tone = state === 'landed' ? 'good' : state === 'rejected' || state === 'needs_human' ? 'bad' : 'quiet'
      const words = `${id} ${branch} → ${into} ${state.replaceAll('_', ' ')}${tier === null ? '' : ` (${tier})`}`
      return { ...base, what: 'merge', tone, text: `${words}${reason === null ? '' : `: ${reason.message}`}` }
    }
    case 'task_added':
    case 'task_updated':
      return {
        ...base,
        what: 'task',
        tone: 'plain',
        text: `${change.payload.id} ${change.payload.state.replaceAll('_', ' ')}: ${change.payload.title}`,
      }
    case 'effort_started':
    case 'effort_completed':
      return {
        ...base,
        what: 'effort',
        tone: 'plain',
        text: `${change.payload.id} ${change.payload.state}: ${change.payload.goal}`,
      }
    case 'project_added':
      return { ...base, what: 'project', tone: 'quiet', text: `${change.projectId} added` }
    default:
      return null
  }
}

/** By time; what happened at the same moment stays in the order given. */
export const inOrder = <T extends { readonly at: string }>(moments: readonly T[]): readonly T[] =>
  moments
    .map((moment, i) => [moment, i] as const)
    .sort(([a, i], [b, j]) => (a.at < b.at ? -1 : a.at > b.at ? 1 : i - j))
    .map(([moment]) => moment)

/** A line that says of the same thing what the last one said is left out. */
export function withoutRepeats(): (moment: Moment) => boolean {
  const last = new Map<string, string>()
  return ({ sessionId, what, text }) => {
    const key = `${what} ${sessionId ?? ''} ${what === 'merge' || what === 'task' ? text.split(' ')[0] : ''}`
    if (last.get(key) === text) return false
    last.set(key, text)
    return true
  }
}

/** What went wrong, of all that happened. */
export const isTrouble = ({ tone }: Moment): boolean => tone === 'bad'
