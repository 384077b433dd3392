/** Pull requests at GitHub, or at an installation of it elsewhere. What its answers mean is in `shapes`, how it is asked in `ask`. */
import { z } from 'zod'
import { DroverError } from '#contract/error'
import type { ForgeApi, ForgePr, ForgeRepo } from '#ports/forge'
import type { Host } from '#ports/harness'
import { type Ask, createAsk } from './ask.ts'
import { checkRuns, checksOf, combinedStatus, listedPulls, type Pull, pull, reviews, toForgePr } from './shapes.ts'
import { createTokens } from './token.ts'

const repoPath = '/repos/{owner}/{repo}'
const pullPath = `${repoPath}/pulls/{pull_number}`
const place = ({ owner, name }: ForgeRepo) => ({ owner, repo: name })

export interface GitHubOptions {
  readonly host: Pick<Host, 'env' | 'exec' | 'which'>
  readonly now: () => Date
  readonly steadyMs: () => number
}

export function createGitHub({ host, now, steadyMs }: GitHubOptions): (apiUrl: string) => ForgeApi {
  const tokens = createTokens(host, steadyMs)
  const apis = new Map<string, ForgeApi>()
  return (apiUrl) => {
    const found = apis.get(apiUrl)
    if (found !== undefined) return found
    const webHost = new URL(apiUrl).hostname.replace(/^api\.(?=[^.]+\.)/, '')
    const made = createApi(createAsk({ apiUrl, webHost, tokens, now }))
    apis.set(apiUrl, made)
    return made
  }
}

function createApi(ask: Ask): ForgeApi {
  const checksAt = async (repo: ForgeRepo, ref: string) => {
    const words = { ...place(repo), ref, per_page: 100 }
    const [runs, combined] = await Promise.all([
      ask.look(`GET ${repoPath}/commits/{ref}/check-runs`, words, checkRuns),
      ask.look(`GET ${repoPath}/commits/{ref}/status`, words, combinedStatus),
    ])
    const none = { fresh: false, value: { total_count: 0, check_runs: [] } }
    const { value, fresh } = runs ?? none
    const statuses = combined ?? { fresh: false, value: { statuses: [] } }
    return { checks: checksOf(value, statuses.value), fresh: fresh || statuses.fresh }
  }
  const whole = async (repo: ForgeRepo, found: Pull): Promise<ForgePr> => {
    const words = { ...place(repo), pull_number: found.number, per_page: 100 }
    const [{ checks }, given] = await Promise.all([
      checksAt(repo, found.head.sha),
      ask.get(`GET ${pullPath}/reviews`, words, reviews),
    ])
    return toForgePr(found, checks, given ?? [])
  }
  const look = async (repo: ForgeRepo, number: number): Promise<ForgePr | null> => {
    const found = await ask.get(`GET ${pullPath}`, { ...place(repo), pull_number: number }, pull)
    return found === null ? null : whole(repo, found)
  }
  /** Of this very repository: a fork may have a branch of the same name. */
  const findOpen = async (repo: ForgeRepo, branch: string): Promise<ForgePr | null> => {
    const words = { ...place(repo), state: 'open', head: `${repo.owner}:${branch}`, per_page: 100 }
    const list = await ask.get(`GET ${repoPath}/pulls`, words, listedPulls)
    const full = `${repo.owner}/${repo.name}`.toLowerCase()
    const own = list?.find(({ head }) => head.ref === branch && head.repo?.full_name.toLowerCase() === full)
    return own === undefined ? null : look(repo, own.number)
  }
  return {
    look,
    async open(repo, { branch, title, body, base, draft }) {
      const before = await findOpen(repo, branch)
      if (before !== null) return { pr: before, created: false }
      const words = { ...place(repo), title, body, head: branch, base, draft }
      try {
        const made = await ask.send(`POST ${repoPath}/pulls`, words, pull)
        return { pr: await whole(repo, made), created: true }
      } catch (error) {
        // An answer that was lost on the way: it may be there all the same, and is never asked for twice.
        const pr = await findOpen(repo, branch).catch(() => null)
        if (pr !== null) return { pr, created: true }
        throw error
      }
    },
    async changed(repo, known) {
      const words = { ...place(repo), state: 'open', per_page: 100, sort: 'updated', direction: 'desc' }
      const list = await ask.look(`GET ${repoPath}/pulls`, words, listedPulls)
      const out: ForgePr[] = []
      for (const { number, head } of known) {
        const { fresh } = await checksAt(repo, head)
        if (!fresh && list?.fresh === false) continue
        const pr = await look(repo, number)
        if (pr !== null) out.push(pr)
      }
      return out
    },
    async merge(repo, number, { head, method }) {
      const words = { ...place(repo), pull_number: number, sha: head, merge_method: method }
      try {
        await ask.send(`PUT ${pullPath}/merge`, words, z.object({ merged: z.boolean() }))
      } catch (error) {
        const now = await look(repo, number).catch(() => null)
        if (now?.state === 'merged') return
        const status = error instanceof DroverError ? (error.details as { status?: number } | undefined)?.status : null
        if (status === 409)
          throw new DroverError('PR_HEAD_CHANGED', `Pull request #${number} has other commits by now.`, {
            hint: 'Look at them, then merge again.',
          })
        if (status === 405) {
          const { message } = error as DroverError
          throw new DroverError('PR_NOT_MERGEABLE', message, { hint: 'Mend what the forge names, then try again.' })
        }
        throw error
      }
    },
    async close(repo, number) {
      await ask.send(`PATCH ${pullPath}`, { ...place(repo), pull_number: number, state: 'closed' }, pull)
    },
  }
}
