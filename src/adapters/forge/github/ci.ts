/** The checks and statuses of a commit at GitHub, and which of them its branch requires, by protection or by rules. Reads only. */
import { z } from 'zod'
import type { CheckState } from '#contract/pr'
import type { CommitChecks, ReadChecks } from '#ports/ci-source'
import type { Ask } from './ask.ts'

const repoPath = '/repos/{owner}/{repo}'
const perPage = 100
const mostPages = 10

const runs = z.object({
  total_count: z.int(),
  check_runs: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      conclusion: z.string().nullable(),
      html_url: z.string().nullable(),
    }),
  ),
})
const combined = z.object({
  total_count: z.int(),
  statuses: z.array(z.object({ context: z.string(), state: z.string(), target_url: z.string().nullable() })),
})
const branchShape = z.object({
  protection: z.object({ required_status_checks: z.object({ contexts: z.array(z.string()) }).optional() }).optional(),
})
const rules = z.array(
  z.object({
    type: z.string(),
    parameters: z.object({ required_status_checks: z.array(z.object({ context: z.string() })).optional() }).optional(),
  }),
)

const conclusions: Readonly<Record<string, CheckState>> = {
  success: 'passed',
  neutral: 'passed',
  skipped: 'skipped',
  failure: 'failed',
  timed_out: 'failed',
  action_required: 'failed',
  startup_failure: 'failed',
  cancelled: 'cancelled',
}
const words: Readonly<Record<string, CheckState>> = {
  success: 'passed',
  failure: 'failed',
  error: 'failed',
  pending: 'pending',
}

export function readGitHubChecks(ask: (url: string) => Pick<Ask, 'get'>): ReadChecks {
  return async ({ forge, repo, commit, branch }) => {
    const api = ask(forge.url)
    const place = { owner: repo.owner, repo: repo.name }
    const [checks, required] = await Promise.all([
      checksOf(api, { ...place, ref: commit }),
      branch === null ? null : requiredOf(api, { ...place, branch }),
    ])
    return { checks, required }
  }
}

type Api = Pick<Ask, 'get'>

async function checksOf(api: Api, place: Readonly<Record<string, string>>): Promise<CommitChecks['checks']> {
  const found: CommitChecks['checks'][number][] = []
  for (let page = 1; page <= mostPages; page++) {
    const part = await api.get(`GET ${repoPath}/commits/{ref}/check-runs`, { ...place, per_page: perPage, page }, runs)
    for (const run of part?.check_runs ?? [])
      found.push({
        name: run.name,
        state: run.status === 'completed' ? (conclusions[run.conclusion ?? ''] ?? 'unknown') : 'pending',
        url: run.html_url,
      })
    if ((part?.check_runs.length ?? 0) < perPage) break
  }
  for (let page = 1; page <= mostPages; page++) {
    const part = await api.get(`GET ${repoPath}/commits/{ref}/status`, { ...place, per_page: perPage, page }, combined)
    for (const one of part?.statuses ?? [])
      found.push({ name: one.context, state: words[one.state] ?? 'unknown', url: one.target_url })
    if ((part?.statuses.length ?? 0) < perPage) break
  }
  return found
}

/** Who may not read the rules has all checks count. */
async function requiredOf(api: Api, place: Readonly<Record<string, string>>): Promise<CommitChecks['required']> {
  const mayFail = <T>(asked: Promise<T | null>): Promise<T | null> => asked.catch(() => null)
  const [found, given] = await Promise.all([
    mayFail(api.get(`GET ${repoPath}/branches/{branch}`, place, branchShape)),
    mayFail(api.get(`GET ${repoPath}/rules/branches/{branch}`, { ...place, per_page: perPage }, rules)),
  ])
  const byRules = (given ?? []).flatMap(({ type, parameters }) =>
    type === 'required_status_checks' ? (parameters?.required_status_checks ?? []).map(({ context }) => context) : [],
  )
  const names = [...new Set([...(found?.protection?.required_status_checks?.contexts ?? []), ...byRules])]
  return names.length === 0 ? null : names
}
