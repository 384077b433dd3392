/** Review threads of a pull request resolved at the forge, one by one, and looked at again afterwards. */
import { DroverError } from '#contract/error'
import type { PullRequest } from '#contract/pr'
import type { Context } from '#flows/engine/context'
import { lookAtPr, needPr } from './change-pr.ts'
import { forgeOfPr } from './forge-ground.ts'

export interface Resolved {
  readonly ok: true
  readonly resolved: number
  readonly pr: PullRequest
}

/** Without ids: every one that is open. NOTHING_TO_RESOLVE where none of them is there, or all are resolved already. */
export async function resolveThreads(context: Context, id: string, ids?: readonly string[]): Promise<Resolved> {
  const pr = await lookAtPr(context, id)
  const { api, place } = forgeOfPr(context, needPr(context, id))
  const known = new Map((pr.threads ?? []).map((thread) => [thread.id, thread]))
  const strange = (ids ?? []).filter((one) => !known.has(one))
  if (strange.length > 0)
    throw new DroverError('NOTHING_TO_RESOLVE', `Pull request #${pr.number} has no thread ${strange.join(', ')}.`, {
      hint: `See its threads with: drover pr get ${id}`,
      details: { unknown: strange },
    })
  const due = [...known.values()].filter(({ id: one, resolved }) => !resolved && (ids?.includes(one) ?? true))
  if (due.length === 0)
    throw new DroverError('NOTHING_TO_RESOLVE', `Nothing of pull request #${pr.number} is open any more.`, {
      hint: `See its threads with: drover pr get ${id}`,
    })
  let resolved = 0
  try {
    for (const thread of due) {
      await api.resolve(place, pr.number, thread.id)
      resolved += 1
    }
  } catch (cause) {
    // What was done is told as changes all the same.
    if (resolved > 0) await lookAtPr(context, id).catch(() => null)
    throw cause
  }
  return { ok: true, resolved, pr: await lookAtPr(context, id) }
}
