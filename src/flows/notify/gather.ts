/**
 * From the change log to the outbox: each change is read once, in order, and what of it is worth a ring is written down for
 * every place that wants it, together with how far was read. A crash between two reads doubles nothing: an item has one row at a place.
 */
import type { Change } from '#contract/change'
import { talkKey } from '#core/door/talk'
import { changesThatRing, itemsOf, itemsOfTalk, type NotifyItem } from '#core/notify/items'
import { type Context, now } from '#flows/engine/context'
import { viewProject } from '#flows/session/views'
import type { Tx } from '#ports/store/journal'
import type { RingRecord } from '#ports/store/notify'
import type { Target } from './places.ts'

const readUpTo = 'notify_seq'
const page = 500

/**
 * With nobody to tell nothing is read, and what happened meanwhile is no news to whoever comes: they begin at `from`, where it was
 * last seen that nobody was there. Answers how far was looked.
 */
export function gather(context: Context, targets: readonly Target[], from: number): number {
  const { reads } = context.journal
  const last = reads.lastSeq()
  const known = reads.meta(readUpTo)
  if (targets.length === 0) {
    if (known !== null && known !== '') context.journal.ingest((tx) => tx.setMeta(readUpTo, ''))
    return last
  }
  let after = known === null || known === '' ? from : Number(known)
  if (after >= last && known !== String(after)) context.journal.ingest((tx) => tx.setMeta(readUpTo, String(after)))
  while (after < last) {
    const changes = reads.changesAfter(after, page, changesThatRing)
    const upTo = changes.length < page ? last : (changes.at(-1)?.seq ?? last)
    const found = changes.flatMap((change) => {
      const persona = change.sessionId == null ? null : reads.personaOf(change.sessionId)
      if (persona !== null) return toTalk(context, change, persona)
      return [...itemsOf(change), ...toTrust(context, change)].filter((item) => !isOfTrip(context, change, item))
    })
    context.journal.command((tx) => {
      for (const item of found) putRings(context, tx, item, targets)
      tx.setMeta(readUpTo, String(upTo))
    })
    after = upTo
  }
  return last
}

/** A session of a trip is told of when the trip is over. */
const isOfTrip = (context: Context, { sessionId }: Change, { kind }: NotifyItem): boolean =>
  sessionId !== undefined &&
  (kind === 'done' || kind === 'failed') &&
  context.journal.reads.tripOf(sessionId)?.endedAt === null

/** Whoever plays a persona for another program rings nobody; whom a person talks to does. */
function toTalk({ journal }: Context, change: Change, persona: string): readonly NotifyItem[] {
  if (change.type !== 'session_created' && change.type !== 'session_updated') return []
  const held = journal.reads.doorConversation(talkKey(persona))
  return held?.sessionId === change.sessionId ? itemsOfTalk(change.payload, persona) : []
}

/** What a repository brings is in its files, not in the change: looked at when its project is told of. */
function toTrust(context: Context, change: Change): readonly NotifyItem[] {
  if (change.type !== 'project_added' && change.type !== 'project_updated') return []
  const record = context.journal.reads.project(change.payload.id)
  if (record === null || record.archivedAt !== null || viewProject(context, record).trusted) return []
  try {
    const { trust } = context.settings.of(record)
    if (!trust.needed) return []
    return [
      {
        key: `${record.id}/trust/${trust.hash}`,
        kind: 'trust',
        title: `${record.name} needs you`,
        body: 'The repository brings commands or settings that nobody has approved. Sessions cannot start until you decide.',
        path: `/projects/${encodeURIComponent(record.id)}`,
      },
    ]
  } catch {
    // A file that does not hold is told where it is used.
    return []
  }
}

export function putRings(context: Context, tx: Tx, item: NotifyItem, targets: readonly Target[]): void {
  for (const { name, kinds } of targets) {
    if (!kinds.includes(item.kind) || tx.ringOf(item.key, name) !== null) continue
    tx.insertRing(newRing(context, { ...item, to: name }))
  }
}

type Words = Pick<RingRecord, 'key' | 'to' | 'kind' | 'title' | 'body' | 'path'>

export const newRing = (context: Context, words: Words): Omit<RingRecord, 'id'> => ({
  ...words,
  body: words.body.slice(0, 2_000),
  state: 'queued',
  attempts: 0,
  error: null,
  batch: null,
  dueAt: context.clock.now().getTime(),
  createdAt: now(context),
  triedAt: null,
  sentAt: null,
})
