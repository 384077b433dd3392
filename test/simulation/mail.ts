/**
 * Mail between people and sessions. What was accepted is there once; a mail is read by one turn that completed, or it is said
 * why not; of each pair the order is kept; and the same call again is the same mail.
 */
import { DroverError } from '#contract/error'
import { readBatch } from '#core/mail/batch'
import { type Caller, operator } from '#flows/access/caller'
import type { MailRecord } from '#ports/store/mail'
import type { SessionRecord } from '#ports/store/session'
import type { Story, Subject } from './story.ts'

export interface Sent {
  readonly to: string
  readonly body: string
  readonly key: string
  readonly caller: Caller
  readonly urgent: boolean
  readonly type?: string
  readonly replyTo?: string
  /** A group has several receivers. */
  readonly group?: boolean
  /** The ids that some answer named. */
  readonly answered: Set<string>
}

const sentIn = new WeakMap<Story, Sent[]>()
export const sentOf = (story: Story): Sent[] => {
  const known = sentIn.get(story) ?? []
  sentIn.set(story, known)
  return known
}

export const callerOf = (one: SessionRecord | null): Caller =>
  one === null
    ? operator
    : { type: 'session', sessionId: one.id, launchId: one.launchId ?? '', projectId: one.projectId, kind: one.kind }

/** Says it, or says it once more; `then` follows an answer, whatever it is. */
export function post(story: Story, sent: Sent, then?: () => void): void {
  const more = {
    ...(sent.urgent ? ({ priority: 'urgent' } as const) : {}),
    ...(sent.type === undefined ? {} : { type: sent.type }),
    ...(sent.replyTo === undefined ? {} : { replyTo: sent.replyTo }),
  }
  story.call(
    `mail to ${sent.to}`,
    (flows) => flows.sendMail({ to: sent.to, body: sent.body, ...more }, sent.caller, sent.key),
    (answer) => {
      if (!(answer instanceof DroverError)) heard(story, sent, answer)
      then?.()
    },
  )
}

function heard(story: Story, sent: Sent, mails: readonly { readonly id: string }[]): void {
  const before = [...sent.answered]
  for (const { id } of mails) sent.answered.add(id)
  const fresh = sent.answered.size - before.length
  if (before.length > 0 ? fresh > 0 : fresh > 1 && sent.group !== true)
    story.blame(`the same call made ${[...sent.answered].join(' and ')}`)
}

/** A mail that is remembered as said. */
export function say(
  story: Story,
  words: Pick<Sent, 'to' | 'caller'> & Partial<Pick<Sent, 'type' | 'urgent' | 'group' | 'replyTo'>>,
  then?: () => void,
): void {
  const all = sentOf(story)
  const n = all.length + 1
  const sent: Sent = { urgent: false, ...words, body: `letter ${n}\n--- end of it`, key: `k${n}`, answered: new Set() }
  all.push(sent)
  post(story, sent, then)
}

export const mail: Subject = {
  theme: 'mail',
  deeds: {
    mail: {
      weight: 14,
      args: (random) => [random.between(0, 4), random.between(0, 3), random.between(0, 3)],
      does(story, [from = 0, to = 0, how = 0]) {
        const receiver = story.session(to)
        if (receiver === null) return
        const sender = from === 0 ? null : story.session(from - 1)
        say(story, { to: receiver.id, caller: callerOf(sender), urgent: how === 3 })
      },
    },
    'mail-again': {
      weight: 3,
      args: (random) => [random.between(0, 9)],
      does(story, [at = 0]) {
        const all = sentOf(story)
        const sent = all[at % Math.max(1, all.length)]
        if (sent !== undefined) post(story, sent)
      },
    },
    nudge: {
      weight: 1,
      args: (random) => [random.between(0, 3), random.between(0, 1)],
      does(story, [at = 0, force = 0]) {
        const one = story.session(at)
        if (one !== null)
          story.call(`nudge of ${one.id}`, async (flows) => flows.nudge(one.id, { force: force === 1 }, operator))
      },
    },
    'cancel-message': {
      weight: 2,
      args: (random) => [random.between(0, 3)],
      does(story, [at = 0]) {
        const one = story.session(at)
        const [first] = one === null ? [] : queuedMessages(story, one.id)
        if (first !== undefined)
          story.call(`cancel of mail-${first.number}`, async (flows) =>
            flows.cancelMessage(`mail-${first.number}`, operator),
          )
      },
    },
  },
  begin(story) {
    const { machine } = story.home
    const { prompted } = machine.watch
    machine.watch = {
      ...machine.watch,
      prompted(process, text) {
        const batch = text.endsWith(`--- end ${readBatch(text)?.mark}`) ? readBatch(text) : null
        if (batch === null) return prompted(process, text)
        for (const letter of batch.mails) {
          const record = story.home.store.reads.mail(Number(letter.id.slice('mail-'.length)))
          if (record === null || record.to !== process.sessionId || record.from !== letter.from)
            story.blame(`${process.sessionId} was given ${letter.id}, which is not for it`)
          else if (
            record.source !== 'daemon' &&
            record.type !== 'health_check' &&
            // The option that the operator chose.
            letter.body !== record.payload?.option &&
            !sentOf(story).some((one) => one.body === letter.body)
          )
            story.blame(`${letter.id} was given as "${letter.body}"`)
        }
      },
    }
  },
  /** What waits for a session that could take it. */
  owes: (story) => story.sessions().some((one) => one.phase !== 'ended' && !leftAlone(one) && waits(story, one.id)),
  atRest(story) {
    const { reads } = story.home.store
    const all = reads.mails({ limit: 10_000 }).toReversed()
    for (const sent of sentOf(story)) {
      const made = reads.mailByKey(sent.caller.type === 'operator' ? 'operator' : sent.caller.sessionId, sent.key)
      if (made.length > 1 && sent.group !== true) story.blame(`the call ${sent.key} made ${made.length} mails`)
      if (sent.answered.size > 0 && made.length === 0)
        story.blame(`${[...sent.answered].join()} was accepted and is gone`)
    }
    for (const one of story.sessions()) checkCarried(story, one, all)
    for (const record of all)
      if (record.type !== 'message' && record.to !== 'operator' && record.to !== 'drover') checkState(story, record)
    checkOrder(story, all)
  },
}

const queuedMessages = (story: Story, id: string): readonly MailRecord[] =>
  story.home.store.reads.queuedMail(id).filter((one) => one.type === 'message')

const waits = (story: Story, id: string): boolean => {
  const { reads } = story.home.store
  return reads.countQueued(id) > 0 || reads.unsettledMail(id).length > 0
}

/** Nobody wakes it: it is parked, or somebody must answer it first. */
const leftAlone = (one: SessionRecord): boolean =>
  one.parkedUntil !== null || one.request !== null || one.activity === 'waiting_input' || one.activity === 'blocked'

/** No mail is in two turns that completed. */
function checkCarried(story: Story, one: SessionRecord, all: readonly MailRecord[]): void {
  const { reads } = story.home.store
  const completed = new Map<string, number[]>()
  for (const row of reads.eventsAfter(one.id, 0, 10_000)) {
    if (row.kind !== 'user' || row.turn === null || reads.turn(one.id, row.turn)?.state !== 'completed') continue
    for (const { id } of readBatch(row.text)?.mails ?? []) completed.set(id, [...(completed.get(id) ?? []), row.turn])
  }
  for (const [id, turns] of completed) {
    if (turns.length > 1) story.blame(`${id} was carried by turns ${turns.join(', ')} that completed`)
    const record = all.find((mail) => `mail-${mail.number}` === id)
    if (record?.state !== 'read') story.blame(`${id} is ${record?.state} and turn ${turns[0]} completed with it`)
  }
}

function checkState(story: Story, record: MailRecord): void {
  const { reads } = story.home.store
  const name = `mail-${record.number} to ${record.to}`
  const session = reads.session(record.to)
  const turn = record.turn === null ? null : reads.turn(record.to, record.turn)
  if (record.state === 'delivered') story.blame(`${name} is never settled`)
  // That a branch landed is no news to a session whose work is done: it is put aside for it.
  const aside = record.type === 'merged' && record.source === 'daemon' && record.turn === null
  if (record.state === 'read' && !aside && turn?.state !== 'completed' && turn?.state !== 'cancelled')
    story.blame(`${name} is read and no turn that completed carried it`)
  if (record.state === 'queued' && (session === null || session.phase === 'ended'))
    story.blame(`${name} waits for a session that has ended`)
  if (record.state === 'queued' && session?.phase === 'live' && !leftAlone(session))
    story.blame(`${name} waits for ever: ${record.reason}`)
  if (record.state === 'undeliverable' && record.reason === null) story.blame(`${name} is undeliverable for no reason`)
}

/** Of each pair a later mail is never read before an earlier one. */
function checkOrder(story: Story, all: readonly MailRecord[]): void {
  const last = new Map<string, MailRecord>()
  for (const record of all) {
    if (record.type === 'message' || record.state !== 'read' || record.turn === null) continue
    const pair = `${record.from} to ${record.to}`
    const before = last.get(pair)
    if (before !== undefined && (before.turn ?? 0) > record.turn)
      story.blame(`mail-${record.number} ${pair} overtook mail-${before.number}`)
    last.set(pair, record)
  }
}
