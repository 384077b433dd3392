/**
 * Looks at an agent CLI's own file of a conversation: remembers it after a turn, and says before the next one what happened to
 * it meanwhile. Owns when that is done; what a file means is the harness's, what counts as damage is core's.
 */
import { damageOf } from '#core/session/transcript'
import type { Context } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { type Ground, groundOf } from '#flows/session/ground'
import type { Transcript } from '#ports/harness'
import { readingEnvironment } from './launch-environment.ts'

/** In words, what is wrong with the conversation that is to be gone on with; null: nothing that can be seen. */
export async function damageBefore(context: Context, ground: Ground, nativeId: string): Promise<string | null> {
  const before = context.journal.reads.transcriptMark(nativeId)
  return damageOf(nativeId, before, await look(context, ground, nativeId))
}

/** A look that fails must not keep a turn from running: the CLI has the last word. */
async function look(context: Context, ground: Ground, nativeId: string): Promise<Transcript | null> {
  const { harness, session, workspace, config } = ground
  if (harness.readTranscript === undefined) return null
  const env = readingEnvironment(context, ground)
  const conversation = { nativeId, cwd: workspace.path, sessionDir: context.paths.session(session.id), env, config }
  try {
    return await harness.readTranscript(context.files, conversation)
  } catch (cause) {
    context.log.warn('a transcript could not be looked at', { session: session.id, cause })
    return null
  }
}

export const remembersTranscript = (context: Context): Follower => ({
  name: 'transcript after a turn',
  async afterTurn(sessionId) {
    const session = context.journal.reads.session(sessionId)
    if (
      session === null ||
      session.nativeId === null ||
      context.registry.get(session.harness)?.readTranscript === undefined
    )
      return
    const { nativeId } = session
    const seen = await look(context, groundOf(context, sessionId), nativeId)
    if (seen === null) return
    const before = context.journal.reads.transcriptMark(nativeId)
    if (before?.bytes === seen.bytes && before.unreadable === seen.unreadable) return
    // Damaged already: the next turn must see that too.
    if (damageOf(nativeId, before, seen) !== null) return
    context.journal.ingest((tx) => {
      if (tx.session(sessionId) !== null)
        tx.putTranscriptMark({ nativeId, sessionId, bytes: seen.bytes, unreadable: seen.unreadable })
    })
  },
})
