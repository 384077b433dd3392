/**
 * One line for each thing that happens in an effort: who was spawned, waits, asks, reported or ended, what was merged, how it
 * came to its end. Folds the fleet's changes; what was said already is not said again. Pure.
 */
import type { Change } from '#contract/change'
import type { Session, Status } from '#contract/session'
import { flat } from '#core/relay/show-words'
import { goalWords, waitWords } from './tree.ts'

export interface Heard {
  readonly effortId: string
  /** What was last said of each session and merge. */
  readonly said: ReadonlyMap<string, string>
}

export const nothingHeard = (effortId: string): Heard => ({ effortId, said: new Map() })

export const newsTypes =
  'effort_started,effort_updated,effort_completed,session_created,session_updated,session_ended,merge_queued,merge_updated,merge_landed,merge_rejected'

export interface News {
  readonly heard: Heard
  /** null: nothing new. */
  readonly line: string | null
}

export function hear(heard: Heard, change: Change): News {
  const about = wordsOf(heard, change)
  if (about === null || heard.said.get(about.key) === about.words) return { heard, line: null }
  const said = new Map(heard.said).set(about.key, about.words)
  return { heard: { ...heard, said }, line: about.quiet ? null : about.words }
}

interface Said {
  readonly key: string
  readonly words: string
  /** Remembered, so that its return is news, and not worth a line. */
  readonly quiet?: boolean
}

function wordsOf(heard: Heard, change: Change): Said | null {
  switch (change.type) {
    case 'effort_started':
    case 'effort_updated':
    case 'effort_completed': {
      const { id, state, reason, goal } = change.payload
      if (id !== heard.effortId) return null
      const why = reason === null ? '' : `: ${flat(reason)}`
      const words = state === 'running' ? `${id} started: ${goalWords(goal)}` : `${id} ${state}${why}`
      return { key: id, words }
    }
    case 'session_created':
    case 'session_updated':
    case 'session_ended':
      return change.payload.effortId === heard.effortId ? ofSession(change.payload, Date.parse(change.at)) : null
    case 'merge_queued':
    case 'merge_updated':
    case 'merge_landed':
    case 'merge_rejected': {
      const { id, sessionId, branch, target, state, reason, landedCommit, needsApproval } = change.payload
      if (sessionId === null || !heard.said.has(sessionId)) return null
      const where = state === 'landed' ? ` on ${target} as ${landedCommit?.slice(0, 12)}` : ''
      const why = reason === null || state === 'landed' ? '' : `: ${flat(reason.message)}`
      const landing = state === 'ready' && needsApproval.length === 0
      const quiet = landing || state === 'merging' || state === 'verifying' || state === 'resolving'
      return { key: id, words: `${id} ${branch} ${state}${where}${why}`, quiet }
    }
    default:
      return null
  }
}

/** States that a reader wants to hear of; the others pass by. */
const loud: Partial<Record<Status, string>> = {
  needs_input: 'asks you something',
  blocked: 'is blocked',
  parked: 'is parked',
  failed: 'failed',
  reported: 'reported',
}

function ofSession(session: Session, atMs: number): Said {
  const { id, role, parentId, status, waitingFor, report, endReason, failure } = session
  const who = role === null ? id : `${role} ${id}`
  const say = (words: string): Said => ({ key: id, words: `${who} ${words}` })
  if (status === 'starting') return say(parentId === null ? 'begins' : `spawned by ${parentId}`)
  if (status === 'ended') return say(`ended${endReason === null ? '' : ` (${endReason})`}`)
  if (report?.state === 'missing') return say('gave no report')
  if (status === 'waiting' && waitingFor !== null) return say(waitWords({ ...waitingFor, until: null }, atMs))
  if (status === 'failed' && failure !== null) return say(`failed: ${flat(failure.message)}`)
  const words = loud[status]
  return words === undefined ? { key: id, words: status, quiet: true } : say(words)
}
