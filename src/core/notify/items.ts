/**
 * What of a change is worth a ring: the items of Needs you by the same rules as the page, and how longer work ended. Pure. The
 * key names the occurrence, so that the same question told by ten changes rings once. To whom is left to `rings`.
 */
import type { Change } from '#contract/change'
import { operatorAddress } from '#contract/mail'
import type { NotifyKind } from '#contract/notify'
import type { Session } from '#contract/session'
import {
  type Attention,
  attentionOf,
  attentionOfMail,
  attentionOfMerge,
  attentionOfTask,
  relayOf,
} from '../attention/queue.ts'
import { waitsForSomebody } from '../merge/waits.ts'
import { bellOf } from '../trip/bell.ts'

export interface NotifyItem {
  readonly key: string
  readonly kind: NotifyKind
  readonly title: string
  readonly body: string
  readonly path: string
}

const needsYou = (found: Attention | null): readonly NotifyItem[] =>
  // A trip rings by its bell, once it is over.
  found === null || found.kind === 'doctor' || found.kind === 'trip'
    ? []
    : [{ key: found.key, kind: found.kind, title: `${found.title} needs you`, body: found.reason, path: found.path }]

/** A whole turn of a session that somebody started by hand; those of relays and efforts are told when the whole is over. */
function turnDone(session: Session): readonly NotifyItem[] {
  const { turn } = session
  if (turn?.state !== 'completed' || session.queued > 0 || session.request !== null || session.phase === 'ended')
    return []
  if (session.effortId !== null || session.role !== null || relayOf(session) !== null) return []
  return [
    {
      key: `${session.id}/done/${turn.n}`,
      kind: 'done',
      title: `${session.title} is done`,
      body: session.lastText ?? 'The turn completed.',
      path: `/sessions/${encodeURIComponent(session.id)}`,
    },
  ]
}

/** Of a conversation with a persona: what it asks, how it failed, and every turn that completed; all lead to its page. */
export function itemsOfTalk(session: Session, persona: string): readonly NotifyItem[] {
  const path = `/talk/${encodeURIComponent(persona)}`
  const asks = needsYou(attentionOf(session)).map((item) => ({ ...item, title: `${persona} needs you`, path }))
  const { turn } = session
  if (turn?.state !== 'completed' || session.queued > 0 || session.request !== null || session.phase === 'ended')
    return asks
  const body = session.lastText ?? 'The turn completed.'
  return [...asks, { key: `${session.id}/talk/${turn.n}`, kind: 'talk', title: `${persona} answered`, body, path }]
}

const ended = (
  id: string,
  title: string,
  well: boolean,
  reason: string | null,
  path: string,
): readonly NotifyItem[] => [
  {
    key: `${id}/${well ? 'done' : 'needs-human'}`,
    kind: well ? 'done' : 'needs-human',
    title: well ? `${title} is done` : `${title} needs a person`,
    body: reason ?? (well ? 'It completed.' : 'It ended without being complete.'),
    path,
  },
]

export function itemsOf(change: Change): readonly NotifyItem[] {
  switch (change.type) {
    case 'session_created':
    case 'session_updated':
      return [...needsYou(attentionOf(change.payload)), ...turnDone(change.payload)]
    case 'merge_queued':
    case 'merge_updated':
      return needsYou(waitsForSomebody(change.payload) ? attentionOfMerge(change.payload) : null)
    case 'task_added':
    case 'task_updated': {
      const { state } = change.payload
      return needsYou(state === 'needs_user' || state === 'failed' ? attentionOfTask(change.payload) : null)
    }
    case 'mail_sent': {
      const { to, type } = change.payload
      const asks = to === operatorAddress && (type === 'decision_gate' || type === 'escalation')
      return needsYou(asks ? attentionOfMail(change.payload) : null)
    }
    case 'effort_completed': {
      const { id, goal, state, reason } = change.payload
      if (state === 'stopped') return []
      return ended(id, firstLine(goal), state === 'completed', reason, `/efforts/${encodeURIComponent(id)}`)
    }
    case 'relay_ended': {
      const { id, endReason, notes, failed } = change.payload
      if (endReason === 'stopped' || endReason === 'replaced') return []
      const well = endReason === 'target_met' || (endReason === 'queue_empty' && failed === 0)
      return ended(id, `Relay ${id}`, well, notes.at(-1) ?? null, `/relay/${encodeURIComponent(id)}`)
    }
    case 'trip_ended': {
      const bell = bellOf(change.payload)
      return bell === null ? [] : [bell]
    }
    case 'agent_state_changed': {
      const { agent, state, reason } = change.payload
      if (state !== 'frozen') return []
      const key = `${agent}/frozen/${change.seq}`
      const body = reason ?? 'It stayed in trouble and rests.'
      return [{ key, kind: 'frozen', title: `${agent} is frozen`, body, path: '/relay/agents' }]
    }
    default:
      return []
  }
}

/** Which changes can hold an item at all: nobody reads the others. */
export const changesThatRing = [
  'session_created',
  'session_updated',
  'merge_queued',
  'merge_updated',
  'task_added',
  'task_updated',
  'mail_sent',
  'effort_completed',
  'relay_ended',
  'agent_state_changed',
  'trip_ended',
  'project_added',
  'project_updated',
] as const

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').slice(0, 120)
