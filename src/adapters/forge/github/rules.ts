/** What a branch at GitHub requires, by the old protection and by rulesets: as far as a token without administration may read it. */
import { z } from 'zod'
import type { BranchRules } from '#contract/pr'
import type { ForgeRepo } from '#ports/forge'
import type { Ask } from './ask.ts'

const branchShape = z.object({
  protected: z.boolean().optional(),
  protection: z.object({ required_status_checks: z.object({ contexts: z.array(z.string()) }).optional() }).optional(),
})
const rulesShape = z.array(
  z.object({
    type: z.string(),
    parameters: z
      .object({
        required_status_checks: z.array(z.object({ context: z.string() })).optional(),
        required_approving_review_count: z.number().optional(),
      })
      .optional(),
  }),
)

/** What could not be read is not told; null: neither could, or there is no such branch. */
export async function rulesOf(
  api: Pick<Ask, 'get'>,
  { owner, name: repo }: ForgeRepo,
  branch: string,
): Promise<BranchRules | null> {
  const place = { owner, repo, branch }
  const mayFail = <T>(asked: Promise<T | null>): Promise<T | null> => asked.catch(() => null)
  const [found, rules] = await Promise.all([
    mayFail(api.get('GET /repos/{owner}/{repo}/branches/{branch}', place, branchShape)),
    mayFail(api.get('GET /repos/{owner}/{repo}/rules/branches/{branch}', { ...place, per_page: 100 }, rulesShape)),
  ])
  if (found === null && rules === null) return null
  const given = rules ?? []
  const byRules = given.flatMap(({ parameters }) => parameters?.required_status_checks ?? []).map((one) => one.context)
  const pulls = given.filter(({ type }) => type === 'pull_request')
  const approvals = pulls.map(({ parameters }) => parameters?.required_approving_review_count ?? 0)
  const isOld = found?.protected === true
  return {
    isProtected: isOld || given.length > 0 ? true : found === null || rules === null ? null : false,
    requiredChecks: [...new Set([...(found?.protection?.required_status_checks?.contexts ?? []), ...byRules])],
    // What the old protection says of reviews only an administrator may read.
    approvals: pulls.length > 0 ? Math.max(0, ...approvals) : isOld || rules === null ? null : 0,
    needsPr: pulls.length > 0 ? true : isOld || rules === null ? null : false,
    mayPush: null,
  }
}
