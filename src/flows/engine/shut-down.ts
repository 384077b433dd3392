/** The end of the daemon: with `stop` every turn and launch ends and work is saved; with `keep` the agents do not notice. */
import { DroverError } from '#contract/error'
import { markStopping } from '#flows/turn/close-turn'
import { stopActive } from '#flows/turn/stop-active'
import { graceOf } from '#flows/turn/take-turn'
import { saveSnapshot } from '#flows/workspace/keep-snapshots'
import type { Context } from './context.ts'

export async function shutDown(context: Context, agents: 'stop' | 'keep'): Promise<void> {
  for (const starting of context.starting.values())
    starting.abort.abort(
      new DroverError('SPAWN_CANCELLED', 'The daemon is stopping.', { hint: 'Spawn again once it runs.' }),
    )
  await Promise.all([...context.starting.values()].map((starting) => starting.done))
  if (agents === 'stop') await stopAll(context)
  await Promise.allSettled([...context.ending.values()])
  if (agents === 'stop') await context.worker.drain()
  for (const active of context.active.values()) {
    active.detached = true
    active.launch.detach()
  }
  if (agents === 'keep') await context.worker.drain()
}

/** Sessions stay live and resumable; only their processes end. */
async function stopAll(context: Context): Promise<void> {
  const actives = [...context.active.values()]
  const ids = actives.map((active) => active.sessionId)
  context.journal.command((tx) => {
    for (const id of ids) markStopping(tx, id, 'stop')
  })
  await Promise.all(
    actives.map(async (active) => {
      await stopActive(context, active, graceOf(context, active.sessionId))
      await active.done
    }),
  )
  const sessions = context.journal.reads.liveSessions()
  const left = sessions.filter((session) => session.children.length > 0 || ids.includes(session.id))
  for (const [runtime, group] of context.runtimes.grouped(left)) {
    const launches = group.flatMap((session) => context.journal.reads.launchIds(session.id))
    if (launches.length > 0) await runtime.sweep(launches, 2000)
  }
  await context.worker.drain()
  for (const id of ids) {
    await saveSnapshot(context, id, 'stop').catch((cause: unknown) =>
      context.log.warn('the snapshot at stop failed; the worktree is kept', { session: id, cause }),
    )
  }
}
