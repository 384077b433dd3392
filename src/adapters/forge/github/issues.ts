/** Issues at GitHub: read page by page, written idempotently. How it is asked is the forge adapter's guarded client. */
import { z } from 'zod'
import { DroverError } from '#contract/error'
import type { ForgeRepo } from '#ports/forge'
import type { Host } from '#ports/harness'
import type { TrackerApi, TrackerBlocker } from '#ports/tracker'
import { type Ask, createAsk } from './ask.ts'
import * as shapes from './issue-shapes.ts'
import { createTokens } from './token.ts'

const repoPath = '/repos/{owner}/{repo}'
const issuePath = `${repoPath}/issues/{issue_number}`
const commentPath = `${repoPath}/issues/comments/{comment_id}`
const place = ({ owner, name }: ForgeRepo) => ({ owner, repo: name })
const at = (repo: ForgeRepo, number: number) => ({ ...place(repo), issue_number: number })
const perPage = 100
const mostPages = 20

export interface GitHubTrackerOptions {
  readonly host: Pick<Host, 'env' | 'exec' | 'which'>
  readonly now: () => Date
  readonly steadyMs: () => number
}

export function createGitHubTracker({ host, now, steadyMs }: GitHubTrackerOptions): (apiUrl: string) => TrackerApi {
  const tokens = createTokens(host, steadyMs)
  const apis = new Map<string, TrackerApi>()
  return (apiUrl) => {
    const found = apis.get(apiUrl)
    if (found !== undefined) return found
    const webHost = new URL(apiUrl).hostname.replace(/^api\.(?=[^.]+\.)/, '')
    const made = createApi(createAsk({ apiUrl, webHost, tokens, now }))
    apis.set(apiUrl, made)
    return made
  }
}

type Words = Readonly<Record<string, string | number | boolean>>

const gone = (repo: ForgeRepo, number: number): DroverError =>
  new DroverError('ISSUE_NOT_FOUND', `There is no issue #${number} in ${repo.owner}/${repo.name}.`, {
    hint: 'Look at the number, and at what the token may see.',
  })
const isMissing = (error: unknown): boolean => error instanceof DroverError && error.code === 'PR_NOT_FOUND'

function createApi(ask: Ask): TrackerApi {
  /** All pages; null: 404. A list without end is an error, never half an answer. */
  const all = async <T>(route: string, words: Words, shape: z.ZodType<readonly T[]>): Promise<readonly T[] | null> => {
    const out: T[] = []
    for (let page = 1; page <= mostPages; page++) {
      const part = await ask.get(route, { ...words, per_page: perPage, page }, shape)
      if (part === null) return null
      out.push(...part)
      if (part.length < perPage) return out
    }
    throw new DroverError('FORGE_UNREACHABLE', `The forge answers ${route} with more than ${mostPages} pages.`, {
      hint: 'Close or archive what is old there.',
    })
  }
  const commentsOf = async (repo: ForgeRepo, number: number) => {
    const found = await all(`GET ${issuePath}/comments`, at(repo, number), shapes.comments)
    if (found === null) throw gone(repo, number)
    return found.map(shapes.toComment)
  }
  const findMarked = async (repo: ForgeRepo, number: number, mark: string) =>
    (await commentsOf(repo, number)).find(({ body }) => body.includes(mark)) ?? null

  return {
    async labelled(repo, label) {
      const words = { ...place(repo), labels: label, state: 'open' }
      const found = await all(`GET ${repoPath}/issues`, words, shapes.issues)
      if (found === null) throw gone(repo, 0)
      return found.filter((one) => one.pull_request === undefined).map(shapes.toIssue)
    },
    async issue(repo, number) {
      const found = await ask.get(`GET ${issuePath}`, at(repo, number), shapes.issue)
      return found === null || found.pull_request !== undefined ? null : shapes.toIssue(found)
    },
    async events(repo, number) {
      const found = await all(`GET ${issuePath}/timeline`, at(repo, number), shapes.timeline)
      if (found === null) throw gone(repo, number)
      return found.flatMap((one) => shapes.toEvent(one) ?? [])
    },
    comments: commentsOf,
    async permission(repo, login) {
      const words = { ...place(repo), username: login }
      const found = await ask.get(`GET ${repoPath}/collaborators/{username}/permission`, words, shapes.permission)
      return found === null ? 'none' : shapes.toPermission(found.permission)
    },
    async blockers(repo, number) {
      const route = `GET ${issuePath}/dependencies/blocked_by`
      const found = await all(route, at(repo, number), shapes.blockers)
      // Installations that are older know no dependencies: what they have is in the text.
      return found === null ? 'unknown' : found.map((one) => blockerOf(repo, one))
    },
    async self() {
      const found = await ask.get('GET /user', {}, shapes.self)
      return found?.login ?? ''
    },

    async addLabel(repo, number, label) {
      // A list that has it already stays as it is.
      await ask.send(`POST ${issuePath}/labels`, { ...at(repo, number), labels: [label] }, z.unknown())
    },
    async removeLabel(repo, number, label) {
      await ask
        .send(`DELETE ${issuePath}/labels/{name}`, { ...at(repo, number), name: label }, z.unknown())
        .catch((error: unknown) => {
          if (!isMissing(error)) throw error
        })
    },
    async comment(repo, number, { body, mark }) {
      const before = await findMarked(repo, number, mark)
      if (before !== null) return before
      try {
        const made = await ask.send(`POST ${issuePath}/comments`, { ...at(repo, number), body }, shapes.comment)
        return shapes.toComment(made)
      } catch (error) {
        // An answer that was lost on the way: it may be there all the same, and is never written twice.
        const found = await findMarked(repo, number, mark).catch(() => null)
        if (found !== null) return found
        throw isMissing(error) ? gone(repo, number) : error
      }
    },
    async editComment(repo, id, body) {
      try {
        await ask.send(`PATCH ${commentPath}`, { ...place(repo), comment_id: Number(id), body }, shapes.comment)
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },
    async deleteComment(repo, id) {
      await ask
        .send(`DELETE ${commentPath}`, { ...place(repo), comment_id: Number(id) }, z.unknown())
        .catch((error: unknown) => {
          if (!isMissing(error)) throw error
        })
    },
    async close(repo, number) {
      await ask.send(
        `PATCH ${issuePath}`,
        { ...at(repo, number), state: 'closed', state_reason: 'completed' },
        shapes.issue,
      )
    },
  }
}

function blockerOf(repo: ForgeRepo, found: z.output<typeof shapes.blockers>[number]): TrackerBlocker {
  const named = /\/repos\/([^/]+\/[^/]+)$/.exec(found.repository_url ?? '')?.[1]
  const state = found.state === 'open' || found.state === 'closed' ? found.state : 'unknown'
  return { repo: named ?? `${repo.owner}/${repo.name}`, number: found.number, state }
}
