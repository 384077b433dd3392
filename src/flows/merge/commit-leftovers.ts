/** What an agent left uncommitted, with a message proposed from what is known of it, and its commit in the user's name. */
import { DroverError } from '#contract/error'
import { decideShown } from '#core/merge/landing-step'
import { proposeMessage, withTrailers } from '#core/merge/message'
import { decideNoOperation, decideQuiet } from '#core/merge/offer'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import { needKnown } from '#flows/session/views'
import { runningTurn } from '#flows/turn/close-turn'
import { saveSnapshot } from '#flows/workspace/keep-snapshots'
import type { SessionRecord } from '#ports/store/session'
import type { WorkspaceRecord } from '#ports/store/workspace'
import { countSession } from './landing-facts.ts'

export interface Proposal {
  readonly message: string
  readonly files: readonly string[]
  /** Repositories inside the workspace: told, never committed. */
  readonly nested: readonly string[]
  /** The commit that the tree stands on, and a word for the files as they are: what a commit names as seen. */
  readonly head: string
  readonly stamp: string
}

/** What the caller was shown. */
export interface Shown {
  readonly head?: string
  readonly stamp?: string
}

export interface Committed {
  readonly hash: string
  readonly message: string
  readonly files: readonly string[]
}

const agentOf = (session: SessionRecord): string =>
  session.model === null ? session.harness : `${session.harness}:${session.model}`

export function treeOf(context: Context, session: SessionRecord): WorkspaceRecord {
  const { reads } = context.journal
  const workspace = session.workspaceId === null ? null : reads.workspace(session.workspaceId)
  if (workspace !== null && workspace.removedAt === null && context.exists(workspace.path)) return workspace
  throw new DroverError('SESSION_NOT_RESTORABLE', `The workspace of ${session.id} is not there.`, {
    hint: `Bring it back with: drover session restore ${session.id}. What was committed can be merged without it.`,
  })
}

/** The newest words that the operator gave it. */
function promptOf(context: Context, session: SessionRecord): string | null {
  for (let n = session.turn; n > 0 && n > session.turn - 20; n--) {
    const turn = context.journal.reads.turn(session.id, n)
    if (turn?.source === 'operator') return turn.prompt
  }
  return null
}

async function propose(context: Context, session: SessionRecord, workspace: WorkspaceRecord): Promise<Proposal> {
  const { path, repoPath } = workspace
  const left = await context.merging.leftovers(path, repoPath)
  accepted(decideNoOperation(path, left.operation))
  const { id: sessionId, name, lastText } = session
  const prompt = promptOf(context, session)
  const message = proposeMessage({ sessionId, name, agent: agentOf(session), prompt, lastText, files: left.files })
  const { files, nested, head, stamp } = left
  return { message, files, nested, head, stamp }
}

export function proposeCommit(context: Context, id: string): Promise<Proposal> {
  const session = needKnown(context, id)
  return propose(context, session, treeOf(context, session))
}

/** Nobody is at work in its files. */
export function needQuiet(context: Context, id: string): SessionRecord {
  const session = needKnown(context, id)
  const turnRunning = runningTurn(context.journal.reads, session) !== null
  accepted(decideQuiet({ id, phase: session.phase, turnRunning }))
  return session
}

/** null: nothing was left. */
export function commitLeftovers(
  context: Context,
  id: string,
  given: string | undefined,
  shown: Shown = {},
): Promise<Committed | null> {
  needKnown(context, id)
  return context.worker.run(id, async () => {
    const session = needQuiet(context, id)
    const workspace = treeOf(context, session)
    const { path, repoPath } = workspace
    const { files, message: proposed, head, stamp } = await propose(context, session, workspace)
    accepted(decideShown(id, shown, { head, stamp }))
    if (files.length === 0) return null
    await saveSnapshot(context, id, 'merge')
    const message = given?.trim() ? given.trim() : proposed
    const whole = withTrailers(message, [
      ['Drover-Session', id],
      ['Drover-Agent', agentOf(session)],
    ])
    context.faultPoint('commit:before')
    const hash = await context.merging.commitAll({ path, repoPath, files, message: whole })
    context.faultPoint('commit:made')
    context.journal.command((tx) =>
      tx.appendEvents(id, null, [
        {
          kind: 'notice',
          code: 'committed',
          message: `Committed what was left: ${message.split('\n')[0]}`,
          commit: hash,
        },
      ]),
    )
    await countSession(context, id)
    return { hash, message, files }
  })
}
