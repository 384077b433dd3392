/** What became of the threads of a pull request between two looks. */
import type { PrThread } from '#contract/pr'

export type ThreadStep = 'added' | 'resolved' | 'reopened'

/** null on either side: nothing was known, so nothing is said to have happened to what was resolved before. */
export function threadSteps(
  before: readonly PrThread[] | null,
  after: readonly PrThread[] | null,
): readonly { readonly step: ThreadStep; readonly thread: PrThread }[] {
  const known = new Map((before ?? []).map((thread) => [thread.id, thread]))
  return (after ?? []).flatMap((thread) => {
    const was = known.get(thread.id)
    const steps: ThreadStep[] = []
    if (was === undefined) steps.push('added')
    if (thread.resolved && was?.resolved !== true) steps.push('resolved')
    if (!thread.resolved && was?.resolved === true) steps.push('reopened')
    return steps.map((step) => ({ step, thread }))
  })
}

/** Those that stand in the way of a merge: of a person, or of somebody unknown. */
export const openOfPeople = (threads: readonly PrThread[] | null): readonly PrThread[] =>
  (threads ?? []).filter(({ resolved, by }) => !resolved && by !== 'bot')
