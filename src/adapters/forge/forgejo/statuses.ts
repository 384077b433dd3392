/** All statuses of a commit, the latest of each name, as checks; and whether they are others than the last time. */
import type { ForgeCheck, ForgeRepo } from '#ports/forge'
import { type Ask, part, repoPath } from './ask.ts'
import { combined, toChecks } from './shapes.ts'

const perPage = 50
const mostPages = 20

export async function statusesAt(
  ask: Pick<Ask, 'look'>,
  repo: ForgeRepo,
  ref: string,
): Promise<{ readonly checks: readonly ForgeCheck[]; readonly fresh: boolean }> {
  const checks: ForgeCheck[] = []
  let fresh = false
  for (let page = 1; page <= mostPages; page++) {
    const found = await ask.look(`${repoPath(repo)}/commits/${part(ref)}/status`, { page, limit: perPage }, combined)
    const statuses = found?.value.statuses ?? []
    checks.push(...toChecks(statuses))
    fresh ||= found?.fresh ?? false
    const total = found?.value.total_count ?? 0
    if (statuses.length === 0 || (total > 0 ? checks.length >= total : statuses.length < perPage)) break
  }
  return { checks, fresh }
}
