/** Takes the screens of programs that left away once nobody will read them. A screen whose program runs is never touched. */
import { type KeptScreen, screensToDrop } from '#core/terminal/keep'
import type { Context } from '#flows/engine/context'
import type { Follower } from '#flows/engine/followers'
import { terminalRuntime } from '#flows/engine/runtimes'

const everyRounds = 60

export const dropsScreens = (context: Context): Follower => ({
  name: 'screens that nobody reads',
  async atTick(round) {
    // Where no terminal was ever opened, nothing is asked.
    if (round % everyRounds !== 30 || !context.journal.reads.hasRuntime(terminalRuntime)) return
    const kept = await context.terminals.kept()
    if (kept === 'unknown') return
    const drop = screensToDrop(kept.map((one) => ({ ...one, session: knownOf(context, one.launchId) })))
    for (const launchId of drop) await context.terminals.drop(launchId)
  },
})

function knownOf(context: Context, launchId: string): KeptScreen['session'] {
  const { reads } = context.journal
  const launch = reads.launch(launchId)
  const session = launch === null ? null : reads.session(launch.sessionId)
  if (launch === null || session === null) return null
  const workspace = session.workspaceId === null ? null : reads.workspace(session.workspaceId)
  return {
    newest: reads.newestLaunch(session.id)?.id === launchId,
    ended: session.phase === 'ended',
    done: session.archivedAt !== null || workspace === null || workspace.removedAt !== null,
  }
}
