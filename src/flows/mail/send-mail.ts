/**
 * A mail from a door into the queue: who says it comes from the token, whom it reaches and what it must carry is decided in
 * core, and the same key from the same sender gets the same mails. When it is delivered is nobody's business here.
 */
import { DroverError } from '#contract/error'
import { isSessionId } from '#contract/ids'
import { droverAddress, type Mail, type MailPriority, type MailType, operatorAddress } from '#contract/mail'
import { type AddressFacts, type Member, resolveAddress } from '#core/mail/address'
import {
  asks,
  decideChoice,
  decideOption,
  decideType,
  oneLine,
  replySubject,
  replyType,
  subjectOf,
} from '#core/mail/compose'
import { type Completed, completePayload, type Observed, type Payload } from '#core/mail/payload'
import { decideText } from '#core/session/decide'
import { cleanMessage } from '#core/session/message'
import type { Caller } from '#flows/access/caller'
import { accepted } from '#flows/engine/accepted'
import { type Context, now } from '#flows/engine/context'
import { isEnding } from '#flows/session/end-session'
import { needSession } from '#flows/session/views'
import { changedFiles } from '#flows/workspace/keep-snapshots'
import type { Reads, Tx } from '#ports/store/journal'
import type { MailRecord } from '#ports/store/mail'
import type { SessionRecord } from '#ports/store/session'
import { mailId, postMail, tellMail, viewMail } from './post-mail.ts'
import { needMail } from './read-mail.ts'

export interface MailInput {
  readonly to: string
  readonly subject?: string
  readonly body: string
  readonly type?: string
  readonly payload?: Payload | null
  readonly priority?: MailPriority
  readonly replyTo?: string
  /** Of the operator alone: whose sessions a group means. */
  readonly effort?: string
}

export interface ReplyInput {
  readonly body?: string
  readonly option?: string
  readonly priority?: MailPriority
}

/** One mail, or one for each member of a group. */
export async function sendMail(
  context: Context,
  input: MailInput,
  caller: Caller,
  key: string | null,
): Promise<readonly Mail[]> {
  const sender = senderOf(context, caller)
  const known = saidBefore(context.journal.reads, sender.from, key)
  if (known !== null) return known
  const replyTo = input.replyTo === undefined ? null : needMail(context.journal.reads, input.replyTo, caller)
  const word = input.type ?? (replyTo === null ? 'status' : replyType(replyTo.type))
  const { type } = accepted(decideType(word, sender.from))
  const body = cleanMessage(input.body)
  const subject = oneLine(cleanMessage(input.subject ?? '')) || subjectOf(body)
  accepted(decideText(body.trim() === '' ? subject : body, { empty: 'MESSAGE_REQUIRED', long: 'MESSAGE_TOO_LONG' }))
  const { payload, claimed } = await completed(context, type, input.payload ?? null, sender, body)
  const mails = context.journal.command((tx) => {
    const again = saidBefore(tx, sender.from, key)
    if (again !== null) return again
    const chosen = chosenBefore(tx, replyTo, payload)
    if (chosen !== null) return [viewMail(chosen)]
    const facts = addressFacts(context, tx, sender, caller, input.effort)
    const { to } = isForDrover(input, replyTo) ? { to: [droverAddress] } : accepted(resolveAddress(input.to, facts))
    const posted = to.map((receiver) =>
      postMail(context, tx, {
        ...(receiver === droverAddress && replyTo !== null
          ? replyPlace(replyTo)
          : placeOf(tx, sender.session, receiver)),
        from: sender.from,
        to: receiver,
        source: sender.session === null ? 'operator' : 'session',
        subject,
        body,
        type,
        payload,
        claimed,
        ...(input.priority === undefined ? {} : { priority: input.priority }),
        replyTo,
        key,
      }),
    )
    if (replyTo !== null) markAnswered(context, tx, replyTo, sender.from)
    return posted.map(viewMail)
  })
  context.faultPoint('mail:sent')
  return mails
}

/** To the other side, in its thread. It is an answer where something was asked, and never an end of work. */
export async function replyMail(
  context: Context,
  id: string,
  input: ReplyInput,
  caller: Caller,
  key: string | null,
): Promise<Mail> {
  const asked = needMail(context.journal.reads, id, caller)
  const { from } = senderOf(context, caller)
  accepted(decideOption(asked, input.option))
  const [mail] = await sendMail(
    context,
    {
      to: from === asked.from ? asked.to : asked.from,
      subject: replySubject(asked.subject),
      body: input.body ?? input.option ?? '',
      type: replyType(asked.type),
      payload: input.option === undefined ? null : { option: input.option },
      replyTo: id,
      ...(input.priority === undefined ? {} : { priority: input.priority }),
    },
    caller,
    key,
  )
  if (mail === undefined) throw new Error('a reply without a mail')
  return mail
}

interface Sender {
  readonly from: string
  /** null: the operator. */
  readonly session: SessionRecord | null
}

function senderOf(context: Context, caller: Caller): Sender {
  if (caller.type === 'operator') return { from: operatorAddress, session: null }
  return { from: caller.sessionId, session: needSession(context, caller.sessionId) }
}

/** A call that came before, whatever it said this time. */
function saidBefore(reads: Reads, from: string, key: string | null): readonly Mail[] | null {
  const known = key === null ? [] : reads.mailByKey(from, key)
  return known.length === 0 ? null : known.map(viewMail)
}

async function completed(
  context: Context,
  type: MailType,
  given: Payload | null,
  { session, from }: Sender,
  body: string,
): Promise<Completed> {
  const observed: Observed = {
    agentName: from,
    taskId: session?.taskId ?? null,
    branch: session === null ? null : branchOf(context, session),
    filesModified: null,
    body,
  }
  const first = accepted(completePayload(type, given, observed))
  if (session === null || !('filesModified' in (first.payload ?? {}) || type === 'result')) return first
  // Git is asked only for what is well said so far.
  return accepted(completePayload(type, given, { ...observed, filesModified: await filesOf(context, session.id) }))
}

const branchOf = (context: Context, { workspaceId }: SessionRecord): string | null =>
  workspaceId === null ? null : (context.journal.reads.workspace(workspaceId)?.branch ?? null)

/** null: it could not be looked at, and nothing is claimed of it. */
async function filesOf(context: Context, id: string): Promise<readonly string[] | null> {
  try {
    return (await changedFiles(context, id)).map((file) => file.path)
  } catch (cause) {
    context.log.warn('the files of a report could not be looked at', { session: id, cause })
    return null
  }
}

/** An operator's mail belongs where its receiver does. */
function placeOf(tx: Tx, sender: SessionRecord | null, to: string): Pick<Mail, 'projectId' | 'effortId'> {
  const session = sender ?? (to === operatorAddress ? null : tx.session(to))
  return { projectId: session?.projectId ?? null, effortId: session?.effortId ?? null }
}

function addressFacts(
  context: Context,
  tx: Tx,
  { from, session }: Sender,
  caller: Caller,
  effort: string | undefined,
): AddressFacts {
  const effortId = session === null ? (effort ?? null) : session.effortId
  if (session === null && effort !== undefined && tx.effort(effort) === null)
    throw new DroverError('EFFORT_NOT_FOUND', `There is no effort "${effort}".`, { hint: 'See: drover effort ls' })
  const memberOf = (record: SessionRecord): Member => ({
    id: record.id,
    role: record.role,
    parentId: record.parentId,
    ended: record.phase === 'ended' || isEnding(record) || context.ending.has(record.id),
  })
  const all = [
    ...(effortId === null ? [] : tx.effortSessions(effortId)),
    ...(session === null ? [] : tx.childrenOf(session.id)),
  ]
  return {
    from,
    parentId: session?.parentId ?? null,
    members: [...new Map(all.map((record) => [record.id, memberOf(record)])).values()],
    session(id) {
      const record = isSessionId(id) ? tx.session(id) : null
      // An agent knows of no session beyond its own project.
      if (record === null || (caller.type === 'session' && record.projectId !== caller.projectId)) return null
      return memberOf(record)
    },
  }
}

const replyPlace = ({ projectId, effortId }: MailRecord): Pick<Mail, 'projectId' | 'effortId'> => ({
  projectId,
  effortId,
})

/** Nobody reads mail to Drover itself, but the answer to what it asked. */
const isForDrover = ({ to }: MailInput, asked: MailRecord | null): boolean =>
  to === droverAddress && asked?.from === droverAddress && asked.type === 'decision_gate'

/** Two people may press at once: the option that came first counts. null: none was chosen, or this says no option. */
function chosenBefore(reads: Reads, asked: MailRecord | null, payload: Payload | null): MailRecord | null {
  const option = asked?.type === 'decision_gate' ? payload?.option : undefined
  if (asked === null || typeof option !== 'string') return null
  const before = reads
    .mailThread(asked.thread)
    .find((one) => one.replyTo === asked.number && one.from === asked.to && typeof one.payload?.option === 'string')
  const chosen = before === undefined ? null : { id: mailId(before.number), option: String(before.payload?.option) }
  return accepted(decideChoice(mailId(asked.number), option, chosen)) === 'same' ? (before ?? null) : null
}

/** Whoever was asked has answered; what stood before the operator stands there no more. */
function markAnswered(context: Context, tx: Tx, asked: MailRecord, by: string): void {
  if (by !== asked.to && by !== operatorAddress) return
  const at = now(context)
  const closes = asks(asked.type) && asked.closedAt === null
  const reads = asked.to === operatorAddress && asked.state === 'queued'
  if (!closes && !reads) return
  const answered = tx.updateMail(asked.number, {
    ...(closes ? { closedAt: at } : {}),
    ...(reads ? ({ state: 'read', readAt: at } as const) : {}),
  })
  if (reads) tellMail(tx, answered, 'mail_read')
}
