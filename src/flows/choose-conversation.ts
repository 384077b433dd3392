/** Which conversation a launch goes on with, and the words it begins with. */
import { handOff } from '#core/session/hand-off'
import type { TurnRecord } from '#ports/journal'
import type { Context } from './context.ts'
import type { Ground } from './ground.ts'

export interface Conversation {
  readonly prompt: string
  readonly resume: string | null
  readonly fork: boolean
  readonly lost: boolean
}

/** The stored native id, re-read at this moment; a fork of another session's; or a fresh start, with a hand-off if there is a past. */
export async function chooseConversation(context: Context, ground: Ground, turn: TurnRecord): Promise<Conversation> {
  const prompt = promptOf(context, turn)
  const session = context.journal.reads.session(ground.session.id) ?? ground.session
  if (session.nativeId !== null && ground.harness.can.resume)
    return { prompt, resume: session.nativeId, fork: false, lost: false }
  const source = session.forkedFrom === null ? null : context.journal.reads.session(session.forkedFrom)
  if (source !== null && !turn.handedOff && turn.n === 1) {
    if (ground.harness.can.fork && source.nativeId !== null && source.harness === session.harness) {
      return { prompt, resume: source.nativeId, fork: true, lost: false }
    }
    return {
      prompt: await handOffPrompt(context, ground, source.id, 'This is a fork of another session.', prompt),
      resume: null,
      fork: false,
      lost: false,
    }
  }
  const past = context.journal.reads.lastEventOf(session.id, 'text') !== null
  if (!past && !turn.handedOff) return { prompt, resume: null, fork: false, lost: false }
  const reason = 'The earlier conversation could not be resumed.'
  return {
    prompt: await handOffPrompt(context, ground, session.id, reason, prompt),
    resume: null,
    fork: false,
    lost: !turn.handedOff,
  }
}

async function handOffPrompt(
  context: Context,
  ground: Ground,
  fromSession: string,
  reason: string,
  prompt: string,
): Promise<string> {
  const { reads } = context.journal
  const first = reads.eventsAfter(fromSession, 0, 5)
  const last = [...reads.eventsBefore(fromSession, Number.MAX_SAFE_INTEGER, 200)].reverse()
  const seen = new Set(first.map((row) => row.id))
  const files =
    ground.workspace.baseCommit === null
      ? []
      : await context.workspaces
          .files({ path: ground.workspace.path, base: ground.workspace.baseCommit })
          .catch(() => [])
  return handOff({
    reason,
    branch: ground.workspace.branch,
    filesChanged: files.map((file) => file.path),
    rows: [...first, ...last.filter((row) => !seen.has(row.id))],
    prompt,
  })
}

export const promptOf = (context: Context, turn: TurnRecord): string =>
  context.vault.read(turn.sessionId, `turn-${turn.n}`) ?? turn.prompt
