/**
 * Pull requests at a Forgejo or a Gitea. What its answers mean is in `shapes`, how it is asked in `ask`. It has no job logs in its
 * API, and no way to resolve a thread.
 */
import { z } from 'zod'
import { DroverError } from '#contract/error'
import type { MergeMethod } from '#contract/pr'
import type { ForgeApi, ForgePr, ForgeRepo } from '#ports/forge'
import type { Host } from '#ports/harness'
import { type Ask, createAsk, httpStatusOf, repoPath } from './ask.ts'
import { rulesOf } from './rules.ts'
import {
  type Pull,
  pull,
  pulls,
  review,
  reviewComments,
  reviews,
  toForgePr,
  toListed,
  toThreads,
  toTitle,
} from './shapes.ts'
import { statusesAt } from './statuses.ts'

export interface ForgejoOptions {
  readonly host: Pick<Host, 'env'>
  readonly now: () => Date
}

const pullPath = (repo: ForgeRepo, number: number): string => `${repoPath(repo)}/pulls/${number}`

export function createForgejo({ host, now }: ForgejoOptions): (url: string) => ForgeApi {
  const apis = new Map<string, ForgeApi>()
  return (url) => {
    const found = apis.get(url)
    if (found !== undefined) return found
    const made = createApi(createAsk({ url, host, now }))
    apis.set(url, made)
    return made
  }
}

const methods: Readonly<Record<MergeMethod, string>> = { merge: 'merge', squash: 'squash', rebase: 'rebase' }

const noPr = (repo: ForgeRepo, number: number): DroverError =>
  new DroverError('PR_NOT_FOUND', `There is no pull request #${number} in ${repo.owner}/${repo.name}.`, {
    hint: 'Look at the number, and at what the token may see.',
  })

function createApi(ask: Ask): ForgeApi {
  const whole = async (repo: ForgeRepo, found: Pull): Promise<ForgePr> => {
    const [{ checks }, given] = await Promise.all([
      statusesAt(ask, repo, found.head.sha),
      ask.all(`${pullPath(repo, found.number)}/reviews`, {}, reviews),
    ])
    const path = `${pullPath(repo, found.number)}/reviews`
    const spoken = (given ?? []).filter(({ comments_count: count }) => (count ?? 0) > 0)
    const said = await Promise.all(spoken.map(({ id }) => ask.get(`${path}/${id}/comments`, {}, reviewComments)))
    return toForgePr(repo, found, checks, given ?? [], toThreads(said.flatMap((part) => part ?? [])))
  }
  const look = async (repo: ForgeRepo, number: number): Promise<ForgePr | null> => {
    const found = await ask.get(pullPath(repo, number), {}, pull)
    return found === null ? null : whole(repo, found)
  }
  /** Of this very repository: a fork may have a branch of the same name. */
  const findOpen = async (repo: ForgeRepo, branch: string): Promise<ForgePr | null> => {
    const list = await ask.all(`${repoPath(repo)}/pulls`, { state: 'open', sort: 'recentupdate' }, pulls)
    const own = list?.find((one) => one.head.ref === branch && toListed(one).own)
    return own === undefined ? null : whole(repo, own)
  }
  return {
    look,
    async open(repo, { branch, title, body, base, draft }) {
      const before = await findOpen(repo, branch)
      if (before !== null) return { pr: before, created: false }
      const words = { title: toTitle(title, draft), body, head: branch, base }
      try {
        const made = await ask.send('POST', `${repoPath(repo)}/pulls`, words, pull)
        return { pr: await whole(repo, made), created: true }
      } catch (error) {
        // An answer that was lost on the way: it may be there all the same, and is never asked for twice.
        const pr = await findOpen(repo, branch).catch(() => null)
        if (pr !== null) return { pr, created: true }
        throw error
      }
    },
    // It has no question for many.
    read: async (wanted) => {
      const out: (ForgePr | null)[] = []
      for (const { repo, number } of wanted) out.push(await look(repo, number))
      return out
    },
    async list(repo) {
      const words = { state: 'open', sort: 'recentupdate', limit: 50 }
      const found = await ask.look(`${repoPath(repo)}/pulls`, words, pulls)
      if (found === null)
        throw new DroverError('PR_NOT_FOUND', `There is no repository ${repo.owner}/${repo.name} to be seen.`, {
          hint: 'Look at its name and at what the token may see.',
        })
      return { fresh: found.fresh, prs: found.value.map(toListed) }
    },
    checksMoved: async (repo, head) => (await statusesAt(ask, repo, head)).fresh,
    log: async () => null,
    async diff(repo, number, mostBytes) {
      const found = await ask.text(`${pullPath(repo, number)}.diff`, mostBytes)
      if (found === null) throw noPr(repo, number)
      return { patch: found.text, truncated: found.cut }
    },
    async merge(repo, number, { head, method }) {
      const words = { Do: methods[method], head_commit_id: head }
      try {
        await ask.send('POST', `${pullPath(repo, number)}/merge`, words, z.unknown())
      } catch (error) {
        const now = await look(repo, number).catch(() => null)
        if (now?.state === 'merged') return
        const status = httpStatusOf(error)
        // 409 is both: other commits, and a conflict.
        if (status === 409 && now?.head !== head)
          throw new DroverError('PR_HEAD_CHANGED', `Pull request #${number} has other commits by now.`, {
            hint: 'Look at them, then merge again.',
          })
        if (status === 405 || status === 409)
          throw new DroverError('PR_NOT_MERGEABLE', (error as DroverError).message, {
            hint: 'Mend what the forge names, then try again.',
          })
        throw error
      }
    },
    async close(repo, number) {
      await ask.send('PATCH', pullPath(repo, number), { state: 'closed' }, pull)
    },
    async ready(repo, number) {
      const found = await look(repo, number)
      if (found === null) throw noPr(repo, number)
      if (!found.draft) return
      await ask.send('PATCH', pullPath(repo, number), { title: toTitle(found.title, false) }, pull)
    },
    async resolve(repo, number) {
      throw new DroverError('FORGE_UNSUPPORTED', 'This forge has no way to resolve a thread from outside.', {
        hint: `Resolve it in your browser: ${repo.owner}/${repo.name}#${number}.`,
      })
    },
    async review(repo, number, { head, body, comments }) {
      const path = `${pullPath(repo, number)}/reviews`
      const lines = comments.map(({ path: file, line, side, body: said }) => ({
        path: file,
        body: said,
        ...(side === 'new' ? { new_position: line } : { old_position: line }),
      }))
      const words = { commit_id: head, body, event: 'COMMENT', comments: lines }
      const given = body === '' ? null : await ask.all(path, {}, reviews)
      const before = given?.findLast((one) => one.body === body)
      if (before !== undefined) return { url: before.html_url || null }
      try {
        return { url: (await ask.send('POST', path, words, review)).html_url || null }
      } catch (error) {
        // Never a second one: it may have been taken although the answer was lost.
        const given = await ask.all(path, {}, reviews).catch(() => null)
        const same = given?.findLast((one) => one.body === body)
        if (same === undefined || body === '') throw error
        return { url: same.html_url || null }
      }
    },
    rules: (repo, branch) => rulesOf(ask, repo, branch),
    token: async () => ask.token(),
    // It counts nobody's requests.
    quota: () => null,
  }
}
