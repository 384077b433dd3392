/** What a branch at a Forgejo or a Gitea requires (names of statuses, or globs), and whether the one who asks may push to it. */
import { z } from 'zod'
import type { BranchRules } from '#contract/pr'
import type { ForgeRepo } from '#ports/forge'
import { type Ask, part, repoPath } from './ask.ts'

const branchShape = z.object({
  protected: z.boolean().nullable().optional(),
  enable_status_check: z.boolean().nullable().optional(),
  status_check_contexts: z.array(z.string()).nullable().optional(),
  required_approvals: z.number().nullable().optional(),
  user_can_push: z.boolean().nullable().optional(),
})

export async function rulesOf(ask: Pick<Ask, 'get'>, repo: ForgeRepo, branch: string): Promise<BranchRules | null> {
  const found = await ask.get(`${repoPath(repo)}/branches/${part(branch)}`, {}, branchShape).catch(() => null)
  if (found === null) return null
  return {
    isProtected: found.protected ?? null,
    requiredChecks: found.enable_status_check === true ? (found.status_check_contexts ?? []) : [],
    approvals: found.required_approvals ?? null,
    needsPr: null,
    mayPush: found.user_can_push ?? null,
  }
}
