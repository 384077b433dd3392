/** Issues at a Forgejo or a Gitea: read page by page, written idempotently. Labels are its own rows, made here where missing. */
import { z } from 'zod'
import { DroverError } from '#contract/error'
import type { ForgeRepo } from '#ports/forge'
import type { Host } from '#ports/harness'
import type { TrackerApi } from '#ports/tracker'
import { type Ask, createAsk, httpStatusOf, isMissing, part, repoPath } from './ask.ts'
import * as shapes from './issue-shapes.ts'

const issuePath = (repo: ForgeRepo, number: number): string => `${repoPath(repo)}/issues/${number}`
const commentPath = (repo: ForgeRepo, id: string): string => `${repoPath(repo)}/issues/comments/${part(id)}`
const labelColor = '#ededed'

export function createForgejoTracker(options: {
  readonly host: Pick<Host, 'env'>
  readonly now: () => Date
}): (url: string) => TrackerApi {
  const apis = new Map<string, TrackerApi>()
  return (url) => {
    const found = apis.get(url)
    if (found !== undefined) return found
    const made = createApi(createAsk({ ...options, url }))
    apis.set(url, made)
    return made
  }
}

const gone = (repo: ForgeRepo, number: number): DroverError =>
  new DroverError('ISSUE_NOT_FOUND', `There is no issue #${number} in ${repo.owner}/${repo.name}.`, {
    hint: 'Look at the number, and at what the token may see.',
  })

function createApi(ask: Ask): TrackerApi {
  const commentsOf = async (repo: ForgeRepo, number: number) => {
    // All of them at once: its API has no pages here.
    const found = await ask.get(`${issuePath(repo, number)}/comments`, {}, shapes.comments)
    if (found === null) throw gone(repo, number)
    return found.map(shapes.toComment)
  }
  const findMarked = async (repo: ForgeRepo, number: number, mark: string) =>
    (await commentsOf(repo, number)).find(({ body }) => body.includes(mark)) ?? null

  const labelId = async (repo: ForgeRepo, name: string): Promise<number> => {
    const find = async () => {
      const list = await ask.all(`${repoPath(repo)}/labels`, {}, z.array(shapes.label))
      return list?.find((one) => one.name === name)?.id ?? null
    }
    const known = await find()
    if (known !== null) return known
    try {
      const made = await ask.send('POST', `${repoPath(repo)}/labels`, { name, color: labelColor }, shapes.label)
      return made.id
    } catch (error) {
      // It takes a second label of the same name: one whose answer was lost is looked for, not made again.
      const found = await find().catch(() => null)
      if (found !== null) return found
      throw error
    }
  }

  return {
    async labelled(repo, label) {
      const words = { labels: label, state: 'open', type: 'issues' }
      const found = await ask.all(`${repoPath(repo)}/issues`, words, shapes.issues)
      if (found === null) throw gone(repo, 0)
      // A label that nobody has made is left out of the question, and every issue is the answer.
      return found
        .filter((one) => !shapes.isPull(one))
        .map(shapes.toIssue)
        .filter((one) => one.labels.includes(label))
    },
    async issue(repo, number) {
      const found = await ask.get(issuePath(repo, number), {}, shapes.issue)
      return found === null || shapes.isPull(found) ? null : shapes.toIssue(found)
    },
    async events(repo, number) {
      const path = `${issuePath(repo, number)}/timeline`
      const found = await ask.all(
        path,
        {},
        shapes.timeline.transform((list) => list ?? []),
      )
      if (found === null) throw gone(repo, number)
      return found.map(shapes.toEvent)
    },
    comments: commentsOf,
    async permission(repo, login) {
      const path = `${repoPath(repo)}/collaborators/${part(login)}/permission`
      try {
        const found = await ask.get(path, {}, shapes.permission)
        return found === null ? 'none' : shapes.toPermission(found.permission)
      } catch (error) {
        // Only who runs the repository is told about others.
        if (httpStatusOf(error) === 403) return 'unknown'
        throw error
      }
    },
    async blockers(repo, number) {
      const found = await ask.all(`${issuePath(repo, number)}/dependencies`, {}, shapes.issues)
      // A repository whose dependencies are switched off has nothing to tell.
      if (found === null) return 'unknown'
      return found.map((one) => ({
        repo: one.repository?.full_name ?? `${repo.owner}/${repo.name}`,
        number: one.number,
        state: one.state === 'open' || one.state === 'closed' ? one.state : 'unknown',
      }))
    },
    async self() {
      const found = await ask.get('/user', {}, shapes.self)
      return found?.login ?? ''
    },

    async addLabel(repo, number, label) {
      const id = await labelId(repo, label)
      await ask.send('POST', `${issuePath(repo, number)}/labels`, { labels: [id] }, z.unknown())
    },
    async removeLabel(repo, number, label) {
      const given = await ask.get(`${issuePath(repo, number)}/labels`, {}, shapes.labels)
      for (const { id } of (given ?? []).filter(({ name }) => name === label))
        await ask.send('DELETE', `${issuePath(repo, number)}/labels/${id}`, {}, z.unknown()).catch((error: unknown) => {
          // Somebody was faster.
          if (!isMissing(error) && httpStatusOf(error) !== 422) throw error
        })
    },
    async comment(repo, number, { body, mark }) {
      const before = await findMarked(repo, number, mark)
      if (before !== null) return before
      try {
        const made = await ask.send('POST', `${issuePath(repo, number)}/comments`, { body }, shapes.comment)
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
        await ask.send('PATCH', commentPath(repo, id), { body }, z.unknown())
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },
    async deleteComment(repo, id) {
      await ask.send('DELETE', commentPath(repo, id), {}, z.unknown()).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
    },
    async close(repo, number) {
      await ask.send('PATCH', issuePath(repo, number), { state: 'closed' }, z.unknown())
    },
  }
}
