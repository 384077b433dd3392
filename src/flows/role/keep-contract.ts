/**
 * After a turn, before the next message is taken: what a session of a role said, waits for or owes, decided by core from rows
 * and written in one transaction. A reminder and the end of a wait are turns; a turn that was ended for the agent ends the
 * session. It runs again after every settling and at boot, and changes nothing twice.
 */
import { judgeTurn, type TurnVerdict } from '#core/role/turn-contract'
import { isSettled } from '#core/role/wait'
import { reminderText } from '#core/role/words'
import type { Context } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { closeLater } from '#flows/session/end-session'
import { groundOf } from '#flows/session/ground'
import { tellSession } from '#flows/session/views'
import { acceptTurn } from '#flows/turn/accept-turn'
import { runningTurn } from '#flows/turn/close-turn'
import { isHeld } from '#flows/turn/held'
import { runTurn } from '#flows/turn/launch-turn'
import { isParked } from '#flows/turn/park'
import type { Tx } from '#ports/store/journal'
import type { SessionRecord } from '#ports/store/session'
import { checkScope } from './check-scope.ts'
import { childrenFacts, waitOf, wakeWords } from './judge-waits.ts'
import { queuedFor, type RoleGround, roleGround, terminalOf } from './role-of.ts'
import { dutiesOf, writeDeath, writeReported } from './say-end.ts'

export function keepsContract(context: Context): Follower {
  const checked = new Map<string, number>()
  return {
    name: 'what a role owes',
    async afterTurn(id) {
      const session = context.journal.reads.session(id)
      if (session === null || (session.role === null && session.waiting === null)) return
      if (session.files.length > 0 && checked.get(id) !== session.turn) {
        checked.set(id, session.turn)
        await checkScope(context, session)
      }
      await keepContract(context, id)
    },
    afterChange(change) {
      if (change.type === 'session_ended') checked.delete(change.sessionId ?? '')
      // Words that come outside a turn are believed too; inside one its end looks.
      if (change.type === 'mail_sent' && context.journal.reads.session(change.payload.from)?.report != null)
        context.settle(change.payload.from)
    },
  }
}

type Act = 'turn' | 'aborted' | 'stalled' | null

export async function keepContract(context: Context, id: string): Promise<void> {
  if (context.closing || context.ending.has(id)) return
  const act = context.journal.command((tx): Act => {
    const session = tx.session(id)
    if (session === null || session.phase !== 'live' || runningTurn(tx, session) !== null) return null
    const ground = roleGround(context, session)
    return write(context, tx, session, ground, judgeTurn(factsOf(context, tx, session, ground)))
  })
  if (act === null) return
  context.faultPoint(`role:${act}`)
  if (act === 'turn') await runTurn(context, id)
  // Its end takes its place in the session's own line, which this is.
  else closeLater(context, id, { endReason: act, endedBy: act === 'stalled' ? 'watchdog' : 'daemon' })
}

function factsOf(context: Context, tx: Tx, session: SessionRecord, { row, policy }: RoleGround) {
  const turn = session.turn === 0 ? null : tx.turn(session.id, session.turn)
  return {
    outcome: turn === null || turn.state === 'running' ? null : turn.state,
    code: turn?.code ?? null,
    lifetime: row?.lifetime ?? 'effort',
    report: session.report?.state ?? 'reported',
    terminal: session.report === null ? null : terminalOf(tx, session, row),
    wait: waitOf(context, tx, session),
    queued: queuedFor(tx, session.id),
    parked: isParked(session),
    reminders: dutiesOf(session).reminders,
    policy: { reminders: canGoOn(context, session) ? policy.reminders : 0 },
  } as const
}

/** A harness that cannot resume hears no reminder. */
export function canGoOn(context: Context, session: SessionRecord): boolean {
  try {
    return groundOf(context, session.id).harness.can.resume || context.active.get(session.id)?.lifetime === 'session'
  } catch {
    return false
  }
}

function write(context: Context, tx: Tx, session: SessionRecord, ground: RoleGround, verdict: TurnVerdict): Act {
  const { id } = session
  const act = writeVerdict(context, tx, session, ground, verdict)
  if (verdict.do !== 'nothing' && verdict.do !== 'waiting') tellSession(context, tx, id)
  return act
}

function writeVerdict(context: Context, tx: Tx, session: SessionRecord, ground: RoleGround, verdict: TurnVerdict): Act {
  const { id } = session
  switch (verdict.do) {
    case 'nothing':
      return null
    case 'waiting':
      if (dutiesOf(session).reminders > 0) tx.updateSession(id, { duties: { ...dutiesOf(session), reminders: 0 } })
      return null
    case 'reported':
      writeReported(context, tx, session, verdict.mail)
      return null
    case 'resume':
      return resume(context, tx, session, verdict)
    case 'remind':
      return remind(context, tx, session, ground)
    case 'missing':
      tx.appendEvents(id, session.turn, [
        {
          kind: 'error',
          code: 'TERMINAL_MAIL_MISSING',
          category: 'incomplete',
          message: `No terminal mail was sent: a ${session.role} ends its work with ${ground.row?.ends.join(' or ')}.`,
          evidence: [],
        },
      ])
      writeDeath(context, tx, session, { cause: 'missing', by: 'runner' })
      return null
    case 'release':
      writeDeath(context, tx, session, {
        cause: verdict.endReason,
        by: 'runner',
        detail: session.failure?.message ?? null,
      })
      return verdict.endReason
  }
}

/** Its account is at rest, or a budget holds: what is due now is due again once that is over. */
const cannotBegin = (context: Context, session: SessionRecord): boolean =>
  isHeld(context, session) || context.benchOf(session, session.model) !== null

/** With mail that waits, that mail's turn says what came; a deadline is always told. */
function resume(
  context: Context,
  tx: Tx,
  session: SessionRecord,
  { late, turn }: Extract<TurnVerdict, { do: 'resume' }>,
): Act {
  const { id } = session
  if (turn && cannotBegin(context, session)) return null
  const prompt = wakeWords(context, tx, session, late)
  if (late) tx.appendEvents(id, session.turn, [{ kind: 'notice', code: 'wait_deadline', message: prompt }])
  tx.updateSession(id, { waiting: null })
  if (!turn) return null
  acceptTurn(context, tx, id, { prompt, source: 'daemon', from: null })
  return 'turn'
}

export function remind(context: Context, tx: Tx, session: SessionRecord, { row }: RoleGround): Act {
  if (row === null || cannotBegin(context, session)) return null
  const children = childrenFacts(context, tx, session.id).filter((child) => !isSettled(child)).length
  const above = session.parentId === null ? null : tx.session(session.parentId)
  const parent = above !== null && above.phase !== 'ended'
  const prompt = reminderText(row, { parent, children })
  const duties = dutiesOf(session)
  tx.updateSession(session.id, { duties: { ...duties, reminders: duties.reminders + 1 } })
  acceptTurn(context, tx, session.id, { prompt, source: 'daemon', from: null })
  return 'turn'
}
