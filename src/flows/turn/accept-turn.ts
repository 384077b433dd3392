/**
 * A turn as it is written when it is accepted: its row, its prompt and `working`, in one transaction. Who may ask for one is
 * `take-turn`'s; that its process is launched, or told, comes after the commit.
 */
import { DroverError } from '#contract/error'
import type { Said } from '#core/role/woken'
import { openingOf } from '#core/session/title'
import { type Context, now } from '#flows/engine/context'
import { settleCarried } from '#flows/mail/settle-mail'
import { wokenBy } from '#flows/role/woken'
import { moveSession } from '#flows/session/move-session'
import { tellSession } from '#flows/session/views'
import type { Tx } from '#ports/store/journal'

export interface Acceptance {
  readonly prompt: string
  readonly source: 'operator' | 'session' | 'queue' | 'daemon'
  readonly from: string | null
  /** For this turn alone; without one the session's. */
  readonly model?: string | null
  /** The process that has the words already; left out: one is launched, or told. */
  readonly launchId?: string
  /** The mail that it brings; without any the prompt is what was said. */
  readonly mails?: readonly Said[]
}

/** Writes the turn, its prompt and `working`; the caller launches it after the commit. */
export function acceptTurn(context: Context, tx: Tx, sessionId: string, input: Acceptance): number {
  const session = tx.session(sessionId)
  if (session === null) throw new DroverError('SESSION_NOT_FOUND', `There is no session "${sessionId}".`)
  const n = session.turn + 1
  const at = now(context)
  // Mail of the turn before is settled before another begins.
  settleCarried(context, tx, session)
  tx.afterCommit(() => context.heldMail.delete(sessionId))
  const woken = wokenBy(context, session, input.mails ?? [{ source: input.source, type: null, body: input.prompt }])
  const opening = n === 1 ? { opening: session.opening ?? openingOf(input.prompt) } : {}
  const also = { turn: n, lastActivityAt: at, request: null, parkedUntil: null, ...opening, ...woken }
  if (!moveSession(context, tx, session, { type: 'turn_accepted' }, also))
    throw new DroverError('SESSION_ENDED', `Session ${sessionId} takes no turn: it has ended.`, {
      hint: `Bring it back with: drover session restore ${sessionId}`,
    })
  context.vault.keep(sessionId, `turn-${n}`, input.prompt)
  tx.insertTurn({
    sessionId,
    n,
    state: 'running',
    prompt: input.prompt,
    source: input.source,
    from: input.from,
    model: input.model ?? session.model,
    launchId: input.launchId ?? null,
    startedAt: at,
    endedAt: null,
    exitCode: null,
    endedBy: null,
    code: null,
    stopping: null,
    handedOff: false,
    sawResult: 'none',
    sawError: false,
    noise: 0,
  })
  tx.appendEvents(sessionId, n, [
    { kind: 'user', text: input.prompt, source: input.source, ...(input.from === null ? {} : { from: input.from }) },
  ])
  tx.appendChange({ type: 'turn_started', projectId: session.projectId, sessionId, payload: { turn: n } })
  tellSession(context, tx, sessionId)
  return n
}
