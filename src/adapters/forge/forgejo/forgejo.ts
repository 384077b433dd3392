/**
 * Pull requests at a Forgejo or a Gitea. What its answers mean is in `shapes`, how it is asked in `ask`. It has no job logs in its
 * API: a failed check has no tail here.
 */
import { z } from 'zod'
import { DroverError } from '#contract/error'
import type { MergeMethod } from '#contract/pr'
import type { ForgeApi, ForgePr, ForgeRepo } from '#ports/forge'
import type { Host } from '#ports/harness'
import { type Ask, createAsk, repoPath, statusOf } from './ask.ts'
import { type Pull, pull, pulls, reviews, toForgePr, toTitle } from './shapes.ts'
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

function createApi(ask: Ask): ForgeApi {
  const whole = async (repo: ForgeRepo, found: Pull): Promise<ForgePr> => {
    const [{ checks }, given] = await Promise.all([
      statusesAt(ask, repo, found.head.sha),
      ask.all(`${pullPath(repo, found.number)}/reviews`, {}, reviews),
    ])
    return toForgePr(found, checks, given ?? [])
  }
  const look = async (repo: ForgeRepo, number: number): Promise<ForgePr | null> => {
    const found = await ask.get(pullPath(repo, number), {}, pull)
    return found === null ? null : whole(repo, found)
  }
  /** Of this very repository: a fork may have a branch of the same name. */
  const findOpen = async (repo: ForgeRepo, branch: string): Promise<ForgePr | null> => {
    const list = await ask.all(`${repoPath(repo)}/pulls`, { state: 'open', sort: 'recentupdate' }, pulls)
    const full = `${repo.owner}/${repo.name}`.toLowerCase()
    const own = list?.find(({ head }) => head.ref === branch && head.repo?.full_name.toLowerCase() === full)
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
    async changed(repo, known) {
      const words = { state: 'open', sort: 'recentupdate', limit: 50 }
      const list = await ask.look(`${repoPath(repo)}/pulls`, words, pulls)
      const out: ForgePr[] = []
      for (const { number, head } of known) {
        const { fresh } = await statusesAt(ask, repo, head)
        if (!fresh && list?.fresh === false) continue
        const pr = await look(repo, number)
        if (pr !== null) out.push(pr)
      }
      return out
    },
    async merge(repo, number, { head, method }) {
      const words = { Do: methods[method], head_commit_id: head }
      try {
        await ask.send('POST', `${pullPath(repo, number)}/merge`, words, z.unknown())
      } catch (error) {
        const now = await look(repo, number).catch(() => null)
        if (now?.state === 'merged') return
        const status = statusOf(error)
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
  }
}
