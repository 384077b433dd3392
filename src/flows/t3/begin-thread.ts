/**
 * The first words of a thread become a session with its own worktree. They are written down before anybody is told that they were
 * taken, and given up only once a session has them or it is known why none could be: a daemon that died in between goes on.
 */
import { DroverError } from '#contract/error'
import { harnessOf, permissionsOf } from '#core/t3/thread'
import { operator } from '#flows/access/caller'
import { type Context, now } from '#flows/engine/context'
import { spawnSession } from '#flows/session/spawn-session'
import { send } from '#flows/turn/take-turn'
import type { T3ThreadRecord } from '#ports/store/t3'

export interface Beginnings {
  begin(threadId: string): void
  /** Resolves once it has a session, or will have none; at once where nothing is under way. */
  known(threadId: string): Promise<void>
  /** What a daemon before this one, or a failed write, left. */
  takeUp(): void
}

/** A name for the vault: a thread's own may be anything. */
const vaultOf = (context: Context, threadId: string): string => `t3-${context.hash(threadId).slice(0, 24)}`

export const keepWords = (context: Context, threadId: string, text: string): void =>
  context.vault.keep(vaultOf(context, threadId), 'words', text)

export function createBeginnings(context: Context): Beginnings {
  const { journal } = context
  const under = new Map<string, Promise<void>>()

  const give = async (thread: T3ThreadRecord, words: string, found: () => void): Promise<void> => {
    const session = thread.sessionId === null ? null : journal.reads.session(thread.sessionId)
    if (session !== null) {
      // It was given them by the turn that it has, or that waits.
      if (session.turn > 0 || journal.reads.countQueued(session.id) > 0) return
      const delivery = await send(context, session.id, { message: words }, operator)
      if (delivery.state === 'refused') throw new DroverError('T3_REFUSED', delivery.message)
      return
    }
    const project = journal.reads.t3Project(thread.project)
    await spawnSession(
      context,
      {
        projectId: project?.projectId ?? null,
        ...(project?.projectId == null ? { scratch: true } : {}),
        prompt: words,
        name: thread.title.slice(0, 80),
        agent: `${harnessOf(thread.instanceId)}:${thread.model}`,
        permissions: permissionsOf(thread.runtimeMode, thread.interactionMode),
        ...(thread.branch === null ? {} : { branch: thread.branch }),
        written(tx, { id }) {
          tx.updateT3Thread(thread.id, { sessionId: id, failure: null, updatedAt: now(context) })
          tx.afterCommit(found)
        },
      },
      operator,
    )
  }

  const run = async (threadId: string, found: () => void): Promise<void> => {
    const thread = journal.reads.t3Thread(threadId)
    if (thread === null || thread.words === null) return
    const words = context.vault.read(vaultOf(context, threadId), 'words') ?? thread.words
    let failure: string | null = null
    try {
      await give(thread, words, found)
    } catch (cause) {
      if (context.closing) return
      if (!(cause instanceof DroverError)) context.log.error('a thread could not be begun', { thread: threadId, cause })
      failure =
        cause instanceof DroverError
          ? `${cause.message} ${cause.hint ?? ''}`.trim()
          : 'The daemon failed; its log has the cause.'
    }
    context.faultPoint('t3:begun')
    journal.command((tx) => {
      const gone = failure !== null && tx.session(tx.t3Thread(threadId)?.sessionId ?? '') === null
      tx.updateT3Thread(threadId, {
        words: null,
        failure,
        updatedAt: now(context),
        ...(gone ? { sessionId: null } : {}),
      })
    })
    context.vault.drop(vaultOf(context, threadId), 'words')
    await context.removeOwn(context.paths.session(vaultOf(context, threadId)))
  }

  const begin = (threadId: string): void => {
    if (under.has(threadId) || context.closing) return
    let found: () => void = () => {}
    const known = new Promise<void>((resolve) => {
      found = resolve
    })
    under.set(threadId, known)
    void run(threadId, found)
      .catch((cause: unknown) => context.log.error('a thread could not be begun', { thread: threadId, cause }))
      .finally(() => {
        under.delete(threadId)
        found()
      })
  }
  return {
    begin,
    known: (threadId) => under.get(threadId) ?? Promise.resolve(),
    takeUp() {
      for (const thread of journal.reads.t3Waiting()) begin(thread.id)
    },
  }
}
