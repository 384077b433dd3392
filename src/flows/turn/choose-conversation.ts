/** Which conversation a launch goes on with, and the words it begins with. */
import { type AgentSpec, specText } from '#core/relay/agent-spec'
import { handOff } from '#core/session/hand-off'
import type { Context } from '#flows/engine/context'
import type { Ground } from '#flows/session/ground'
import type { SessionRecord, TurnRecord } from '#ports/store/session'
import { damageBefore } from './transcript.ts'

export interface Conversation {
  readonly prompt: string
  readonly resume: string | null
  readonly fork: boolean
  /** The past that is not gone on with. */
  readonly lost: Loss | null
}

export interface Loss {
  readonly nativeId: string | null
  /** A sentence. */
  readonly why: string
}

/**
 * The stored native id, re-read at this moment; a fork of another session's; or a fresh start, with a hand-off if there is a
 * past. A conversation whose transcript is seen to be damaged is not gone on with: most CLIs would do so and say nothing.
 */
export async function chooseConversation(context: Context, ground: Ground, turn: TurnRecord): Promise<Conversation> {
  const prompt = promptOf(context, turn)
  const session = context.journal.reads.session(ground.session.id) ?? ground.session
  if (session.nativeId !== null && ground.harness.can.resume) {
    const why = await lossOf(context, ground, session.nativeId)
    if (why === null)
      return {
        prompt: await owedTo(context, ground, session, prompt),
        resume: session.nativeId,
        fork: false,
        lost: null,
      }
    return freshWithPast(context, ground, session.id, prompt, { nativeId: session.nativeId, why })
  }
  if (session.owed != null)
    return { prompt: await owedTo(context, ground, session, prompt), resume: null, fork: false, lost: null }
  const source = session.forkedFrom === null ? null : context.journal.reads.session(session.forkedFrom)
  if (source !== null && !turn.handedOff && turn.n === 1) {
    if (ground.harness.can.fork && source.nativeId !== null && source.harness === session.harness) {
      const why = await lossOf(context, ground, source.nativeId)
      if (why === null) return { prompt, resume: source.nativeId, fork: true, lost: null }
      return freshWithPast(context, ground, source.id, prompt, { nativeId: source.nativeId, why })
    }
    return {
      prompt: await handOffPrompt(context, ground, source.id, forkReason(source, session), prompt),
      resume: null,
      fork: false,
      lost: null,
    }
  }
  const past = context.journal.reads.lastEventOf(session.id, 'text') !== null
  if (!past && !turn.handedOff) return { prompt, resume: null, fork: false, lost: null }
  const why = 'The earlier conversation has no id that the harness could resume.'
  return freshWithPast(context, ground, session.id, prompt, turn.handedOff ? null : { nativeId: null, why })
}

/** The words of a turn for an agent that took over: before them, what happened while it was not there. */
export async function owedTo(
  context: Context,
  ground: Ground,
  session: SessionRecord,
  prompt: string,
): Promise<string> {
  if (session.owed == null) return prompt
  const reason =
    session.owed === 0
      ? 'Another agent worked here; you go on from there.'
      : 'Another agent worked here since your last turn; you go on from there.'
  return handOffPrompt(context, ground, session.id, reason, prompt, session.owed)
}

/** An interface that is opened without words goes on with the conversation there is, or begins one. */
export async function openConversation(context: Context, ground: Ground): Promise<Conversation> {
  const { nativeId } = context.journal.reads.session(ground.session.id) ?? ground.session
  const fresh = { prompt: '', resume: null, fork: false, lost: null }
  if (nativeId === null || !ground.harness.can.resume) return fresh
  const why = await lossOf(context, ground, nativeId)
  return why === null ? { ...fresh, resume: nativeId } : { ...fresh, lost: { nativeId, why } }
}

const forkReason = (source: AgentSpec, fork: AgentSpec): string =>
  source.harness === fork.harness
    ? 'This is a fork of another session.'
    : `This is a fork of another session, in which ${specText(source)} worked; you go on from there.`

async function lossOf(context: Context, ground: Ground, nativeId: string): Promise<string | null> {
  const damage = await damageBefore(context, ground, nativeId)
  return damage === null ? null : `The harness's own transcript of conversation ${nativeId} is damaged: ${damage}.`
}

async function freshWithPast(
  context: Context,
  ground: Ground,
  pastOf: string,
  prompt: string,
  lost: Loss | null,
): Promise<Conversation> {
  const reason = 'The earlier conversation could not be resumed.'
  return {
    prompt: await handOffPrompt(context, ground, pastOf, reason, prompt),
    resume: null,
    fork: false,
    lost,
  }
}

async function handOffPrompt(
  context: Context,
  ground: Ground,
  fromSession: string,
  reason: string,
  prompt: string,
  afterTurn = 0,
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
    rows: [...first, ...last.filter((row) => !seen.has(row.id))].filter(
      (row) => (row.turn ?? 0) > afterTurn || afterTurn === 0,
    ),
    prompt,
  })
}

export const promptOf = (context: Context, turn: TurnRecord): string =>
  context.vault.read(turn.sessionId, `turn-${turn.n}`) ?? turn.prompt
