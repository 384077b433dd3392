/** The checks and statuses of a commit at GitHub, and which of them its branch requires, by protection or by rules. Reads only. */
import { z } from 'zod'
import type { CheckState } from '#contract/pr'
import type { CommitChecks, ReadChecks } from '#ports/ci-source'
import type { Ask } from './ask.ts'
import { rulesOf } from './rules.ts'

const repoPath = '/repos/{owner}/{repo}'
const perPage = 100
const mostPages = 10

const runs = z.object({
  total_count: z.int(),
  check_runs: z.array(
    z.object({
      id: z.number(),
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
        // A run of Actions has its number from its job.
        job: String(run.id),
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
  const { owner = '', repo: name = '', branch = '' } = place
  const names = (await rulesOf(api, { owner, name }, branch))?.requiredChecks ?? []
  return names.length === 0 ? null : names
}
