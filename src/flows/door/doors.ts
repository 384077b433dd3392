/**
 * Requests of the doors from their place in the queue to the end of what they started. Owns the one way in which every door
 * asks an agent: a place, a slot (turns of one conversation one after the other), the turn, what is kept of it, and the end;
 * with the daemon's own end and start. What a request says and how it is answered is each door's.
 */
import { DroverError } from '#contract/error'
import type { Served } from '#core/door/model'
import { type Context, now } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { cleanup, closeSession } from '#flows/session/end-session'
import { undoSpawn } from '#flows/session/undo-spawn'
import { type DoorAnswer, DoorFailure, openPrefix, runDoorTurn } from './door-turn.ts'
import { createEnders } from './enders.ts'
import { forgetEnded } from './forget-ended.ts'
import type { Place } from './queue.ts'
import { createWarm } from './warm.ts'

export interface Beginning {
  readonly sessionId: string | null
  readonly prompt: string
}

export interface Asked {
  readonly place: Place
  readonly served: Served
  /** Turns that share it run one after the other; null: it is on its own. */
  readonly line: string | null
  /** Looked up once its slot is there: which session goes on, and the words for it. */
  begin(): Beginning
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** The slot is there; the turn begins. */
  begun?(): void
  hear(piece: string): void
  /** Keys by which the conversation is asked for again; none: nothing of it is kept. */
  keep(answer: DoorAnswer): readonly string[]
}

export interface Doors {
  ask(asked: Asked): Promise<DoorAnswer>
  /** Is a request running in this session? */
  isBusy(sessionId: string): boolean
  readonly follower: Follower
}

const dayMs = 86_400_000
/** It waited for a conversation, and none came: nothing of it is worth keeping. */
const neverAsked = new DroverError('SPAWN_CANCELLED', 'It waited for a conversation and is not needed any more.')

export function createDoors(context: Context): Doors {
  const stopping = new AbortController()
  const enders = createEnders(context)
  /** Sessions that a request runs in, and those that are being ended. */
  const busy = new Set<string>()
  const ending = new Map<string, Promise<unknown>>()
  const jobs = new Set<Promise<unknown>>()
  const track = <T>(job: Promise<T>): Promise<T> => {
    const mine = job.catch((cause: unknown) => context.log.error('a door failed', { cause }))
    jobs.add(mine)
    void mine.then(() => jobs.delete(mine))
    return job
  }

  /** Its end, and what is left of it in the world, in nobody's slot. */
  const end = async (id: string): Promise<void> => {
    const session = context.journal.reads.session(id)
    const unused = session?.phase === 'live' && session.turn === 0
    const over = (unused ? undoSpawn(context, null, session, neverAsked) : enders.end(id)).finally(() =>
      ending.delete(id),
    )
    ending.set(id, over)
    await over
    context.journal.command((tx) => tx.dropConversation(openPrefix + id))
    await putSessionAway(context, id)
  }

  const warm = createWarm(context, end)

  const serve = async (asked: Asked, tell: (answer: Promise<DoorAnswer>) => void): Promise<void> => {
    const signal = AbortSignal.any([asked.signal, stopping.signal])
    await asked.place.begin(signal)
    const { sessionId, prompt } = asked.begin()
    if (sessionId !== null) {
      busy.add(sessionId)
      await ending.get(sessionId)
    }
    try {
      asked.begun?.()
      const run = runDoorTurn(context, {
        ...asked,
        sessionId,
        prompt,
        signal,
        warm: {
          take: () => warm.take(asked.served),
          drop: (id) => void track(end(id)).catch(() => undefined),
        },
      })
      const left = Promise.withResolvers<void>()
      const answer = run.answer.then((given) => {
        // Its process may still be ending: whoever goes on from here waits for that.
        ending.set(given.sessionId, left.promise)
        keep(context, asked.keep(given), given)
        return given
      })
      tell(answer)
      const used = await run.gone
      if (used === null) left.resolve()
      else
        track(end(used))
          .catch(() => undefined)
          .finally(() => left.resolve())
    } finally {
      if (sessionId !== null) busy.delete(sessionId)
    }
  }

  return {
    isBusy: (sessionId) => busy.has(sessionId),
    ask(asked) {
      const told = Promise.withResolvers<DoorAnswer>()
      told.promise.catch(() => undefined)
      const work = async (): Promise<void> => {
        try {
          await serve(asked, (answer) => told.resolve(answer))
        } catch (cause) {
          told.reject(cause)
        } finally {
          asked.place.leave()
        }
      }
      track(asked.line === null ? work() : context.worker.run(`door ${asked.line}`, work)).catch(() => undefined)
      return told.promise
    },
    follower: {
      name: 'doors',
      atBoot() {
        for (const { sessionId } of context.journal.reads.doorConversationsLike(openPrefix))
          track(end(sessionId)).catch(() => undefined)
      },
      async atTick(round) {
        if (round % 3600 === 119) await forgetOld(context)
        if (round % 3600 === 9) await forgetEnded(context)
        // Not awaited: a program that is slow to start holds up no other follower.
        track(warm.tend()).catch(() => undefined)
      },
      async atStop() {
        stopping.abort(new DoorFailure('the daemon stops', null))
        await warm.close()
        while (jobs.size > 0) await Promise.all([...jobs])
      },
    },
  }
}

function keep(context: Context, keys: readonly string[], { sessionId, turn }: DoorAnswer): void {
  if (keys.length === 0) return
  const at = now(context)
  context.journal.command((tx) => {
    for (const key of keys) tx.putDoorConversation({ key, sessionId, turn, at })
  })
}

/**
 * Of a session that no conversation is kept in nothing stays in the world; what it said and cost is on record. A directory of its
 * own goes as it is, a worktree only where nothing would be lost.
 */
export async function putSessionAway(context: Context, id: string): Promise<void> {
  const { reads } = context.journal
  const session = reads.session(id)
  if (session === null || session.phase !== 'ended' || reads.holdsConversation(id)) return
  const workspace = session.workspaceId === null ? null : reads.workspace(session.workspaceId)
  if (workspace === null || workspace.removedAt !== null) return
  if (workspace.repoPath !== null) {
    await cleanup(context, { sessions: [id], dryRun: false })
    return
  }
  await context.workspaces.remove({ repoPath: null, path: workspace.path })
  context.journal.command((tx) => tx.updateWorkspace(workspace.id, { removedAt: now(context) }))
}

async function forgetOld(context: Context): Promise<void> {
  const { keepDays } = context.settings.of(null).doors
  if (keepDays === 0) return
  const before = new Date(context.clock.now().getTime() - keepDays * dayMs).toISOString()
  for (const id of context.journal.reads.doorSessionsBefore(before)) {
    // A talk lives on between its turns: only one in which something runs is not forgotten.
    if (context.active.has(id) || context.starting.has(id)) continue
    await closeSession(context, id)
    context.journal.command((tx) => tx.forgetConversations(id))
    await putSessionAway(context, id)
  }
}
