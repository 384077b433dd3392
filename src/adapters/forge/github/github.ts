/** Pull requests at GitHub, or at an installation of it elsewhere. What its answers mean is in `query` and `shapes`, how it is asked in `ask`. */
import { z } from 'zod'
import { DroverError } from '#contract/error'
import type { PrThread } from '#contract/pr'
import type { ForgeApi, ForgeCheck, ForgePr, ForgeRepo } from '#ports/forge'
import type { Host } from '#ports/harness'
import { type Ask, createAsk } from './ask.ts'
import * as query from './query.ts'
import { rulesOf } from './rules.ts'
import { anyChecks, givenReview, givenReviews, listedPulls, numbered, toListed } from './shapes.ts'
import { createTokens } from './token.ts'

const repoPath = '/repos/{owner}/{repo}'
const pullPath = `${repoPath}/pulls/{pull_number}`
const place = ({ owner, name }: ForgeRepo) => ({ owner, repo: name })
const mostPages = 10
const logBytes = 256 * 1024

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

const noPr = (repo: ForgeRepo, number: number): DroverError =>
  new DroverError('PR_NOT_FOUND', `There is no pull request #${number} in ${repo.owner}/${repo.name}.`, {
    hint: 'Look at the number, and at what the token may see.',
  })

function createApi(ask: Ask): ForgeApi {
  const read: ForgeApi['read'] = async (wanted) => {
    const out: (ForgePr | null)[] = []
    for (let from = 0; from < wanted.length; from += query.atOnce) {
      const part = wanted.slice(from, from + query.atOnce)
      const { query: text, variables } = query.askFor(part)
      const found = await ask.graphql(text, variables, query.answers)
      for (const n of part.keys()) {
        const one = query.prOf(found[`p${n}`])
        out.push(one === null ? null : await whole(ask, one))
      }
    }
    return out
  }
  const look = async (repo: ForgeRepo, number: number): Promise<ForgePr | null> =>
    (await read([{ repo, number, nodeId: null }]))[0] ?? null
  /** Of this very repository: a fork may have a branch of the same name. */
  const findOpen = async (repo: ForgeRepo, branch: string): Promise<ForgePr | null> => {
    const words = { ...place(repo), state: 'open', head: `${repo.owner}:${branch}`, per_page: 100 }
    const list = await ask.get(`GET ${repoPath}/pulls`, words, listedPulls)
    const own = list?.map(toListed).find((one) => one.own && one.branch === branch)
    return own === undefined ? null : look(repo, own.number)
  }
  const need = async (repo: ForgeRepo, number: number): Promise<ForgePr> => {
    const found = await look(repo, number)
    if (found === null) throw noPr(repo, number)
    return found
  }
  return {
    read,
    look,
    async open(repo, { branch, title, body, base, draft }) {
      const before = await findOpen(repo, branch)
      if (before !== null) return { pr: before, created: false }
      const words = { ...place(repo), title, body, head: branch, base, draft }
      try {
        const made = await ask.send(`POST ${repoPath}/pulls`, words, numbered)
        return { pr: await need(repo, made.number), created: true }
      } catch (error) {
        // An answer that was lost on the way: it may be there all the same, and is never asked for twice.
        const pr = await findOpen(repo, branch).catch(() => null)
        if (pr !== null) return { pr, created: true }
        throw error
      }
    },
    async list(repo) {
      const words = { ...place(repo), state: 'open', per_page: 100, sort: 'updated', direction: 'desc' }
      const found = await ask.look(`GET ${repoPath}/pulls`, words, listedPulls)
      if (found === null)
        throw new DroverError('PR_NOT_FOUND', `There is no repository ${repo.owner}/${repo.name} to be seen.`, {
          hint: 'Look at its name and at what the token may see.',
        })
      return { fresh: found.fresh, prs: found.value.map(toListed) }
    },
    async checksMoved(repo, head) {
      const words = { ...place(repo), ref: head, per_page: 100 }
      const [runs, statuses] = await Promise.all([
        ask.look(`GET ${repoPath}/commits/{ref}/check-runs`, words, anyChecks),
        ask.look(`GET ${repoPath}/commits/{ref}/status`, words, anyChecks),
      ])
      return (runs?.fresh ?? false) || (statuses?.fresh ?? false)
    },
    async log(repo, job) {
      const route = `GET ${repoPath}/actions/jobs/{job_id}/logs`
      const how = { accept: 'application/vnd.github+json', mostBytes: logBytes, over: 'last' } as const
      return (await ask.text(route, { ...place(repo), job_id: Number(job) }, how))?.text ?? null
    },
    async diff(repo, number, mostBytes) {
      const how = { accept: 'application/vnd.github.diff', mostBytes, over: 'first' } as const
      const found = await ask.text(`GET ${pullPath}`, { ...place(repo), pull_number: number }, how)
      if (found === null) throw noPr(repo, number)
      return { patch: found.text, truncated: found.cut }
    },
    async merge(repo, number, { head, method }) {
      const words = { ...place(repo), pull_number: number, sha: head, merge_method: method }
      try {
        await ask.send(`PUT ${pullPath}/merge`, words, z.object({ merged: z.boolean() }))
      } catch (error) {
        const now = await look(repo, number).catch(() => null)
        if (now?.state === 'merged') return
        throw mergeFault(error, number)
      }
    },
    async close(repo, number) {
      await ask.send(`PATCH ${pullPath}`, { ...place(repo), pull_number: number, state: 'closed' }, numbered)
    },
    async ready(repo, number) {
      const { nodeId, draft } = await need(repo, number)
      if (!draft) return
      const text = `mutation ($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) {
        pullRequest { isDraft } } }`
      await ask.graphql(text, { id: nodeId }, z.object({ markPullRequestReadyForReview: z.unknown() }))
    },
    async resolve(repo, number, threadId) {
      const text = 'mutation ($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { isResolved } } }'
      const shape = z.object({ thread: z.object({ isResolved: z.boolean() }).nullable() }).nullable()
      const { resolveReviewThread: done } = await ask.graphql(
        text,
        { id: threadId },
        z.object({ resolveReviewThread: shape }),
      )
      if (done?.thread?.isResolved === true) return
      throw new DroverError('PR_OPERATION_FAILED', `The forge did not resolve thread ${threadId} of #${number}.`, {
        hint: `Look at it in ${repo.owner}/${repo.name}: it may be gone, or not yours to resolve.`,
      })
    },
    async review(repo, number, { head, body, comments }) {
      const at = { ...place(repo), pull_number: number }
      const words = { ...at, commit_id: head, body, event: 'COMMENT', comments: comments.map(toComment) }
      const given =
        body === '' ? null : await ask.get(`GET ${pullPath}/reviews`, { ...at, per_page: 100 }, givenReviews)
      const before = given?.findLast((one) => one.body === body)
      if (before !== undefined) return { url: before.html_url }
      try {
        return { url: (await ask.send(`POST ${pullPath}/reviews`, words, givenReview)).html_url }
      } catch (error) {
        // Never a second one: it may have been taken although the answer was lost.
        const given = await ask.get(`GET ${pullPath}/reviews`, { ...at, per_page: 100 }, givenReviews).catch(() => null)
        const same = given?.findLast((one) => one.body === body)
        if (same === undefined || body === '') throw error
        return { url: same.html_url }
      }
    },
    rules: (repo, branch) => rulesOf(ask, repo, branch),
    token: () => ask.token(),
    quota: () => ask.quota(),
  }
}

type Comment = Parameters<ForgeApi['review']>[2]['comments'][number]
const sideOf = { old: 'LEFT', new: 'RIGHT' } as const
const toComment = ({ path, line, startLine, side, body }: Comment) => ({
  path,
  line,
  side: sideOf[side],
  ...(startLine === null || startLine === line ? {} : { start_line: startLine, start_side: sideOf[side] }),
  body,
})

function mergeFault(error: unknown, number: number): unknown {
  const status = error instanceof DroverError ? (error.details as { status?: number } | undefined)?.status : null
  if (status === 409)
    return new DroverError('PR_HEAD_CHANGED', `Pull request #${number} has other commits by now.`, {
      hint: 'Look at them, then merge again.',
    })
  if (status !== 405) return error
  const { message } = error as DroverError
  return new DroverError('PR_NOT_MERGEABLE', message, { hint: 'Mend what the forge names, then try again.' })
}

/** Threads and checks to their last page; threads without end are not known. */
async function whole(ask: Ask, one: query.PrAnswer): Promise<ForgePr> {
  const threads: PrThread[] = []
  let known = true
  for (let part = one.reviewThreads, page = 1; ; page++) {
    threads.push(...part.nodes.map(query.toThread))
    if (!part.pageInfo.hasNextPage || part.pageInfo.endCursor === null) break
    const after = part.pageInfo.endCursor
    const more =
      page < mostPages ? await ask.graphql(query.askForMore.threads, { id: one.id, after }, query.moreThreads) : null
    known = more?.node != null
    if (more?.node == null) break
    part = more.node.reviewThreads
  }
  const checks: ForgeCheck[] = []
  for (let part = query.checksIn(one.commits), page = 1; part !== null; page++) {
    checks.push(...part.nodes.map(query.toCheck))
    if (!part.pageInfo.hasNextPage || part.pageInfo.endCursor === null) break
    const after = part.pageInfo.endCursor
    if (page >= mostPages) {
      checks.push({ name: 'more checks', state: 'unknown', url: null, job: null })
      break
    }
    const more = await ask.graphql(query.askForMore.checks, { id: one.id, after }, query.moreChecks)
    part = more.node === null ? null : query.checksIn(more.node.commits)
  }
  return query.toForgePr(one, { checks, threads: known ? threads : null })
}
