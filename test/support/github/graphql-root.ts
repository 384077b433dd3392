/** The pull requests of the fake as GitHub's schema names them, and the two mutations that Drover sends. */

import { notFound } from './graphql.ts'
import type { FakePull, FakeRepo, FakeThread } from './types.ts'

interface Behind {
  readonly url: string
  readonly repos: ReadonlyMap<string, FakeRepo>
  readonly fullName: (repo: FakeRepo) => string
  readonly resolveName: (fullName: string) => FakeRepo | undefined
  readonly headAt: (repo: FakeRepo, pull: FakePull) => string | null
  readonly merges: (dir: string, base: string, head: string) => boolean
  readonly time: (at: number) => string
}

interface Page {
  readonly first?: number
  readonly last?: number
  readonly after?: string
}

/** Cursors are places in the list. */
function connection<T>(all: readonly T[], { first, last, after }: Page) {
  const from = after === undefined ? 0 : Number(after)
  const nodes = first !== undefined ? all.slice(from, from + first) : all.slice(-(last ?? 0))
  const end = from + nodes.length
  return {
    totalCount: all.length,
    nodes,
    pageInfo: {
      hasNextPage: first !== undefined && end < all.length,
      hasPreviousPage: false,
      endCursor: String(end),
      startCursor: String(from),
    },
  }
}

export const nodeIdOf = (name: string, { number, nodeId }: FakePull): string =>
  nodeId ?? `PR_${Buffer.from(`${name}#${number}`).toString('base64url')}`

export function graphQlRoot(behind: Behind): object {
  const { url, repos, fullName, headAt, merges, time } = behind
  const actor = (login: string, bot = false) => ({ __typename: bot ? 'Bot' : 'User', login })

  const thread = (name: string, pull: FakePull, one: FakeThread) => ({
    id: one.id,
    path: one.path,
    line: one.line,
    isResolved: one.resolved,
    isOutdated: one.outdated ?? false,
    comments: (page: Page) =>
      connection(
        [
          {
            body: one.body,
            url: `${url}/${name}/pull/${pull.number}#discussion_${one.id}`,
            author: one.login === null ? null : actor(one.login, one.bot),
          },
        ],
        page,
      ),
  })

  const shown = (repo: FakeRepo, pull: FakePull) => {
    const name = fullName(repo)
    const [owner = '', short = ''] = name.split('/')
    const head = headAt(repo, pull) ?? '0'.repeat(40)
    const conflicts = pull.merged === null && !merges(repo.dir, pull.base, head)
    const runs = (repo.checks.get(head) ?? []).map((run, id) => ({
      __typename: 'CheckRun',
      name: run.name,
      status: run.status.toUpperCase(),
      conclusion: run.conclusion?.toUpperCase() ?? null,
      url: `${url}/${name}/runs/${run.id ?? id + 1}`,
      databaseId: run.id ?? id + 1,
    }))
    const statuses = (repo.statuses.get(head) ?? []).map((one) => ({
      __typename: 'StatusContext',
      context: one.context,
      state: one.state.toUpperCase(),
      targetUrl: null,
    }))
    const checks = [...runs, ...statuses]
    const contexts = (page: Page) => connection(checks, page)
    const commit = { statusCheckRollup: checks.length === 0 ? null : { contexts } }
    return {
      __typename: 'PullRequest',
      id: nodeIdOf(name, pull),
      number: pull.number,
      url: `${url}/${name}/pull/${pull.number}`,
      title: pull.title,
      state: pull.merged !== null ? 'MERGED' : pull.state === 'open' ? 'OPEN' : 'CLOSED',
      isDraft: pull.draft,
      headRefName: pull.branch,
      headRefOid: head,
      baseRefName: pull.base,
      mergeable: pull.state !== 'open' ? 'UNKNOWN' : conflicts ? 'CONFLICTING' : 'MERGEABLE',
      mergeStateStatus: pull.draft ? 'DRAFT' : conflicts ? 'DIRTY' : 'CLEAN',
      createdAt: '2030-01-01T00:00:00Z',
      updatedAt: time(pull.updated),
      mergedAt: pull.merged === null ? null : time(pull.updated),
      mergeCommit: pull.merged === null ? null : { __typename: 'Commit', oid: pull.merged },
      author: actor(pull.author ?? 'ada'),
      maintainerCanModify: pull.editable ?? false,
      headRepository: {
        nameWithOwner: pull.fork ?? name,
        viewerPermission: pull.fork === undefined ? 'WRITE' : 'READ',
      },
      repository: { name: short, owner: { __typename: 'User', login: owner } },
      reviewRequests: (page: Page) => connection(pull.asked, page),
      reviews: (page: Page & { states?: string[] }) =>
        connection(
          pull.reviews
            .filter(({ state }) => page.states?.includes(state) !== false)
            .map(({ login, state }) => ({ state, author: actor(login) })),
          page,
        ),
      reviewThreads: (page: Page) =>
        connection(
          (pull.threads ?? []).map((one) => thread(name, pull, one)),
          page,
        ),
      commits: (page: Page) => connection([{ commit }], page),
    }
  }

  const every = () => [...new Set(repos.values())].flatMap((repo) => repo.pulls.map((pull) => ({ repo, pull })))
  const byNode = (id: string) => every().find(({ repo, pull }) => nodeIdOf(fullName(repo), pull) === id)
  return {
    node({ id }: { id: string }) {
      const found = byNode(id)
      if (found === undefined) throw notFound(`node with the global id of '${id}'`)
      return shown(found.repo, found.pull)
    },
    repository({ owner, name }: { owner: string; name: string }) {
      const repo = behind.resolveName(`${owner}/${name}`)
      if (repo === undefined) throw notFound(`Repository with the name '${owner}/${name}'`)
      return {
        pullRequest({ number }: { number: number }) {
          const pull = repo.pulls.find((one) => one.number === number)
          if (pull === undefined) throw notFound(`PullRequest with the number of ${number}`)
          return shown(repo, pull)
        },
      }
    },
    resolveReviewThread({ input }: { input: { threadId: string } }) {
      for (const { repo, pull } of every()) {
        const one = pull.threads?.find(({ id }) => id === input.threadId)
        if (one === undefined) continue
        // GitHub changes no time of the pull request for this.
        one.resolved = true
        return { thread: thread(fullName(repo), pull, one) }
      }
      throw notFound(`PullRequestReviewThread with the global id of '${input.threadId}'`)
    },
    markPullRequestReadyForReview({ input }: { input: { pullRequestId: string } }) {
      const found = byNode(input.pullRequestId)
      if (found === undefined) throw notFound('PullRequest')
      found.repo.change(found.pull.number, { draft: false })
      return { pullRequest: shown(found.repo, found.pull) }
    },
  }
}
