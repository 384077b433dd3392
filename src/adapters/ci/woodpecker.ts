/** A Woodpecker, asked for the pipelines of a commit. Its token goes to its own host alone. Runs and restarts nothing. */
import { z } from 'zod'
import type { CheckState } from '#contract/pr'
import type { CiAnswer, CiQuestion } from '#ports/ci-source'
import type { WayOut } from '#ports/way-out'
import { foldChecks } from './fold-checks.ts'

export interface WoodpeckerOptions {
  readonly url: string
  readonly token: () => string | undefined
  readonly wayOut: WayOut
  readonly timeoutMs?: number
}

const mostBytes = 20 * 1024 * 1024
const perPage = 50
const mostPages = 5
const repository = z.object({ id: z.int() })
const pipelines = z
  .array(z.object({ number: z.int(), event: z.string(), status: z.string(), commit: z.string() }))
  .nullable()
type Pipeline = NonNullable<z.output<typeof pipelines>>[number]

const states: Readonly<Record<string, CheckState>> = {
  success: 'passed',
  failure: 'failed',
  error: 'failed',
  killed: 'failed',
  declined: 'failed',
  created: 'pending',
  pending: 'pending',
  started: 'pending',
  running: 'pending',
  // It waits for somebody's approval.
  blocked: 'pending',
  skipped: 'skipped',
}
/** What runs by the clock or for a proposal says nothing about the commit's own way. */
const elsewhere = new Set(['cron', 'pull_request', 'pull_request_closed', 'pull_request_metadata'])

export function askWoodpecker({ url, token, wayOut, timeoutMs = 20_000 }: WoodpeckerOptions) {
  const base = `${url.replace(/\/+$/, '').replace(/\/api$/, '')}/api`
  const { origin, host } = new URL(base)
  const fetchGuarded = wayOut({ origin, timeoutMs, mostBytes })
  const get = async <T>(path: string, shape: z.ZodType<T>): Promise<T | null> => {
    const key = token()
    if (!key) throw new Error(`there is no token for ${host}: set DROVER_WOODPECKER_TOKEN`)
    const headers = { authorization: `Bearer ${key}`, accept: 'application/json' }
    const answer = await fetchGuarded(`${base}${path}`, { headers })
    if (answer.status === 404) return null
    if (!answer.ok) throw new Error(`${host} answered ${answer.status}`)
    const parsed = shape.safeParse(JSON.parse(await answer.text()))
    if (!parsed.success) throw new Error(`${host} answered with something else than its API says`)
    return parsed.data
  }
  /** Newest first, as they are told. */
  const pipelinesOf = async (id: number, commit: string): Promise<readonly Pipeline[]> => {
    const found: Pipeline[] = []
    for (let page = 1; page <= mostPages; page++) {
      const part = (await get(`/repos/${id}/pipelines?page=${page}&perPage=${perPage}`, pipelines)) ?? []
      found.push(...part.filter((one) => one.commit === commit && !elsewhere.has(one.event)))
      if (part.length < perPage) break
    }
    return found
  }
  return async ({ repo, commit }: CiQuestion): Promise<CiAnswer> => {
    const { id } =
      (await get(`/repos/lookup/${encodeURIComponent(repo.owner)}/${encodeURIComponent(repo.name)}`, repository)) ?? {}
    if (id === undefined) throw new Error(`${host} does not know ${repo.owner}/${repo.name}`)
    // One that was started again has a later number: the latest of each kind counts.
    const latest = new Map<string, Pipeline>()
    for (const one of await pipelinesOf(id, commit)) {
      const known = latest.get(one.event)
      if (known === undefined || known.number < one.number) latest.set(one.event, one)
    }
    const checks = [...latest.values()]
      .filter(({ status }) => status !== 'skipped')
      .map(({ number, event, status }) => ({
        name: `pipeline ${number} (${event})`,
        state: states[status] ?? 'unknown',
        url: `${base.replace(/\/api$/, '')}/repos/${id}/pipeline/${number}`,
      }))
    return foldChecks({ checks, required: null })
  }
}
