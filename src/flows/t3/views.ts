/** Projects and threads as T3's read models show them, of either version. Reads only. */
import type { T3Version } from '#contract/t3'
import { latestTurnOf, sessionOf, type ThreadFacts } from '#core/t3/thread'
import type { Context } from '#flows/engine/context'
import type { SessionRecord } from '#ports/store/session'
import type { T3ProjectRecord, T3ThreadRecord } from '#ports/store/t3'

/** A snapshot is held in memory whole: the newest so many. */
const mostThreads = 1000
const mostMessages = 20

export function readModelOf(context: Context, version: T3Version, shell: boolean): object {
  const { reads } = context.journal
  const threads = reads.t3Threads(mostThreads).map((thread) => threadOf(context, thread, version, shell))
  const shown = threads.filter(({ archivedAt, deletedAt }) => !shell || (archivedAt === null && deletedAt === null))
  const projects = reads.t3Projects().map((project) => projectOf(project, version))
  const times = [...shown, ...projects].map(({ updatedAt }) => updatedAt)
  return {
    snapshotSequence: reads.lastT3Command() + reads.lastSeq(),
    projects,
    threads: shown,
    updatedAt: times.sort().at(-1) ?? '1970-01-01T00:00:00.000Z',
  }
}

const projectOf = ({ id, title, root, createdAt }: T3ProjectRecord, version: T3Version) => ({
  ...{ id, title, workspaceRoot: root, defaultModelSelection: null, scripts: [] },
  ...(version === '0.0.27' ? {} : { defaultThreadEnvMode: null, faviconPath: null }),
  ...{ createdAt, updatedAt: createdAt, deletedAt: null },
})

function threadOf(context: Context, thread: T3ThreadRecord, version: T3Version, shell: boolean) {
  const { reads } = context.journal
  const session = thread.sessionId === null ? null : reads.session(thread.sessionId)
  const workspace = session?.workspaceId == null ? null : reads.workspace(session.workspaceId)
  const facts = factsOf(context, thread, session)
  const updatedAt = [thread.updatedAt, session?.updatedAt ?? ''].sort().at(-1)!
  const shared = {
    ...{ id: thread.id, projectId: thread.project, title: thread.title },
    modelSelection: { instanceId: thread.instanceId, model: thread.model },
    ...{ runtimeMode: thread.runtimeMode, interactionMode: thread.interactionMode },
    ...{ branch: workspace?.branch ?? thread.branch, worktreePath: workspace?.path ?? null },
    ...{ latestTurn: latestTurnOf(facts), createdAt: thread.createdAt, updatedAt },
    archivedAt: thread.archivedAt ?? session?.archivedAt ?? null,
    ...(version === '0.0.27' ? {} : later),
    ...{ deletedAt: thread.deletedAt, session: sessionOf(facts) },
  }
  if (!shell) {
    const messages = version === '0.0.27' ? messagesOf(context, thread, session) : []
    return { ...shared, messages, proposedPlans: [], activities: [], checkpoints: [] }
  }
  const asks = session?.request?.type ?? null
  const flags = { hasPendingApprovals: asks === 'approval', hasPendingUserInput: asks === 'question' }
  const more = { hasActionableProposedPlan: false, backgroundLiveness: null, planProgress: null }
  return { ...shared, latestUserMessageAt: thread.wordsAt, ...flags, ...more }
}

/** What 0.0.33 has beside: nothing of it is used here. */
const later = {
  ...{ settledOverride: null, settledAt: null, snoozedUntil: null, snoozedAt: null, pinnedAt: null, pinOrderKey: null },
  titleRegeneration: null,
}

function factsOf(context: Context, thread: T3ThreadRecord, session: SessionRecord | null): ThreadFacts {
  const turn = session === null || session.turn === 0 ? null : context.journal.reads.turn(session.id, session.turn)
  return {
    ...{ id: thread.id, beginning: thread.words !== null, failure: thread.failure },
    ...{ runtimeMode: thread.runtimeMode, instanceId: thread.instanceId, updatedAt: thread.updatedAt },
    session:
      session === null
        ? null
        : {
            starting: session.phase === 'starting',
            ended: session.phase === 'ended',
            turn,
            failure: session.failure?.message ?? turn?.code ?? null,
            asks: session.request?.type ?? null,
            updatedAt: session.updatedAt,
          },
  }
}

/** 0.0.27 tells them all; here the last few, because a thread may be long. The newest words are told before their turn begins. */
function messagesOf(context: Context, thread: T3ThreadRecord, session: SessionRecord | null): readonly object[] {
  const last = session?.turn ?? 0
  const messages: { id: string; role: string; text: string; turnId: string | null; createdAt: string }[] = []
  for (let n = Math.max(1, last - mostMessages + 1); n <= last; n++) {
    const turn = context.journal.reads.turn(session!.id, n)
    if (turn === null) continue
    const turnId = `${thread.id}:${n}`
    messages.push({ id: `${turnId}:user`, role: 'user', text: turn.prompt, turnId, createdAt: turn.startedAt })
  }
  const newest = messages.at(-1)
  if (thread.wordsAt !== null && (newest === undefined || newest.createdAt < thread.wordsAt))
    messages.push({
      ...{ id: `${thread.id}:waiting`, role: 'user', text: thread.words ?? '', turnId: null },
      createdAt: thread.wordsAt,
    })
  return messages.map((message) => ({ ...message, streaming: false }))
}
