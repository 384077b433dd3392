/** Merging and closing a pull request, and looking at it anew: always after a fresh look, never on what was remembered. */
import { DroverError } from '#contract/error'
import type { MergeMethod, PullRequest } from '#contract/pr'
import { decidePrMerge } from '#core/forge/decide-merge'
import { accepted } from '#flows/engine/accepted'
import type { Context } from '#flows/engine/context'
import type { PrRecord } from '#ports/store/pr'
import { forgeOfPr } from './forge-ground.ts'
import { readTails } from './read-tails.ts'
import { recordPr } from './record-pr.ts'

const noPr = (id: string): DroverError =>
  new DroverError('PR_NOT_FOUND', `There is no pull request "${id}" here.`, {
    hint: 'List those that Drover knows with: drover pr ls',
  })

export function needPr(context: Context, id: string): PrRecord {
  const record = context.journal.reads.pr(id)
  if (record === null) throw noPr(id)
  return record
}

export async function lookAtPr(context: Context, id: string): Promise<PullRequest> {
  const record = needPr(context, id)
  const { at, api, place, settings } = forgeOfPr(context, record)
  const [seen = null] = await api.read([{ repo: place, number: record.number, nodeId: record.nodeId }])
  if (seen === null)
    throw new DroverError('PR_NOT_FOUND', `${record.url} is not there any more.`, {
      hint: 'Its repository was deleted, renamed away, or hidden from the token.',
    })
  const tails = await readTails(context, api, seen, record)
  return recordPr(context, record, { host: place.host, kind: at.kind, pr: seen, tails }, settings)
}

export async function mergePr(
  context: Context,
  id: string,
  input: { readonly prUrl?: string; readonly expectedHeadSha?: string; readonly method?: MergeMethod },
): Promise<{ ok: true; prNumber: number; method: MergeMethod; pr: PullRequest }> {
  const pr = await lookAtPr(context, id)
  const { api, place, settings } = forgeOfPr(context, needPr(context, id))
  if (input.prUrl !== undefined && input.prUrl !== pr.url)
    throw new DroverError('INVALID_PR', `${id} is ${pr.url}, not ${input.prUrl}.`, {
      hint: 'Look at which one you mean.',
    })
  accepted(decidePrMerge(pr, input.expectedHeadSha ?? null))
  const method = input.method ?? settings.mergeMethod
  await api.merge(place, pr.number, { head: pr.head, method })
  context.faultPoint('pr:merged')
  return { ok: true, prNumber: pr.number, method, pr: await lookAtPr(context, id) }
}

/** No draft any more. */
export async function readyPr(context: Context, id: string): Promise<PullRequest> {
  const pr = await lookAtPr(context, id)
  if (pr.state !== 'open')
    throw new DroverError('PR_NOT_OPEN', `Pull request #${pr.number} is ${pr.state}.`, {
      hint: 'Only an open one is a draft.',
    })
  if (!pr.draft) return pr
  const { api, place } = forgeOfPr(context, needPr(context, id))
  await api.ready(place, pr.number)
  return lookAtPr(context, id)
}

const mostPatch = 4 * 1024 * 1024

export async function diffPr(context: Context, id: string) {
  const { number, head, ...record } = needPr(context, id)
  const { api, place } = forgeOfPr(context, { number, head, ...record })
  const { patch, truncated } = await api.diff(place, number, mostPatch)
  return { id, head, patch: context.secrets.redact(patch), truncated }
}

/** A session speaks for its own alone. */
export function needOwnPr(context: Context, id: string, sessionId: string): void {
  if (needPr(context, id).sessionId !== sessionId) throw noPr(id)
}

export async function closePr(context: Context, id: string): Promise<PullRequest> {
  const pr = await lookAtPr(context, id)
  const { api, place } = forgeOfPr(context, needPr(context, id))
  if (pr.state !== 'open') return pr
  await api.close(place, pr.number)
  return lookAtPr(context, id)
}
