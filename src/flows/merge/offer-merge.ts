/**
 * An agent's branch, offered from inside another use case (a mail that says that it is ready): the same merge that its own
 * call would make, and once for the same commits, however often it is offered.
 */
import type { Merge } from '#contract/merge'
import type { Context } from '#flows/engine/context'
import { noSession } from '#flows/session/views'
import { enqueueMerge, whatAndWhere } from './enqueue-merge.ts'
import type { Lanes } from './lanes.ts'
import { viewMerge } from './views.ts'

export interface Offer {
  readonly sessionId: string
  readonly by: 'agent'
  readonly taskId?: string | null
}

const mostBefore = 50

/** The target is the effort's inside an effort, else where the session began. Refuses as `merge` does. */
export async function offerMerge(context: Context, lanes: Lanes, { sessionId, taskId }: Offer): Promise<Merge> {
  const { reads } = context.journal
  const session = reads.session(sessionId)
  if (session === null) throw noSession(sessionId)
  const { projectId, kind, launchId } = session
  const { ground, branch, target } = await whatAndWhere(context, { session: sessionId }, { type: 'session' })
  const [head = null] = await context.merging.branches(ground.project.path, [branch])
  const known = reads
    .merges({ sessionId, limit: mostBefore })
    .merges.find((one) => one.branch === branch && one.target === target && one.head === head)
  if (known !== undefined) return viewMerge(known)
  const input = { session: sessionId, ...(taskId == null ? {} : { taskId }) }
  return enqueueMerge(context, lanes, input, { type: 'session', sessionId, launchId: launchId ?? '', projectId, kind })
}
