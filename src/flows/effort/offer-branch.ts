/**
 * The branch of a session of an effort into the merge queue. Where it lands was agreed at the effort's start: that is the
 * operator's consent, so the agent names nothing. What changes Drover's configuration or CI still waits for an approval.
 */
import type { Merge } from '#contract/merge'
import { operator } from '#flows/access/caller'
import type { Context } from '#flows/engine/context'
import { enqueueMerge } from '#flows/merge/enqueue-merge'
import type { Lanes } from '#flows/merge/lanes'

export const offerBranch = (
  context: Context,
  lanes: Lanes,
  { sessionId, into }: { readonly sessionId: string; readonly into: string },
): Promise<Merge> => enqueueMerge(context, lanes, { session: sessionId, into }, operator)
