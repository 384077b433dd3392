/** Many pull requests by one GraphQL question, with checks, reviews and threads, and what its answer means. */
import { z } from 'zod'
import type { CheckState, Mergeability, PrThread } from '#contract/pr'
import type { ForgeCheck, ForgePr, PrRef } from '#ports/forge'
import type { Variables } from './ask.ts'

export const atOnce = 25
const longestBody = 2000

const threadFields = `pageInfo { hasNextPage endCursor } nodes { id path line isResolved isOutdated
  comments(first: 1) { nodes { body url author { __typename login } } } }`
const checkFields = `pageInfo { hasNextPage endCursor } nodes { __typename
  ... on CheckRun { name status conclusion url databaseId }
  ... on StatusContext { context state targetUrl } }`
const fields = `fragment pr on PullRequest {
  id number url title state isDraft headRefName headRefOid baseRefName mergeable mergeStateStatus
  createdAt updatedAt mergedAt mergeCommit { oid } author { login } maintainerCanModify
  headRepository { nameWithOwner viewerPermission }
  repository { name owner { login } }
  reviewRequests(first: 1) { totalCount }
  reviews(last: 100, states: [APPROVED, CHANGES_REQUESTED, DISMISSED]) { nodes { state author { login } } }
  reviewThreads(first: 100) { ${threadFields} }
  commits(last: 1) { nodes { commit { statusCheckRollup { contexts(first: 100) { ${checkFields} } } } } }
}`

/** At most `atOnce`; the answer has `p0`, `p1` … in their order. */
export function askFor(wanted: readonly PrRef[]): { readonly query: string; readonly variables: Variables } {
  const variables: Record<string, string | number> = {}
  const declared: string[] = []
  const asked = wanted.map(({ repo, number, nodeId }, n) => {
    if (nodeId !== null) {
      variables[`i${n}`] = nodeId
      declared.push(`$i${n}: ID!`)
      return `p${n}: node(id: $i${n}) { ...pr }`
    }
    Object.assign(variables, { [`o${n}`]: repo.owner, [`r${n}`]: repo.name, [`k${n}`]: number })
    declared.push(`$o${n}: String!, $r${n}: String!, $k${n}: Int!`)
    return `p${n}: repository(owner: $o${n}, name: $r${n}) { pullRequest(number: $k${n}) { ...pr } }`
  })
  return { query: `query (${declared.join(', ')}) { ${asked.join('\n')} }\n${fields}`, variables }
}

/** The next hundred threads or checks of one. */
export const askForMore = {
  threads: `query ($id: ID!, $after: String!) { node(id: $id) { ... on PullRequest {
    reviewThreads(first: 100, after: $after) { ${threadFields} } } } }`,
  checks: `query ($id: ID!, $after: String!) { node(id: $id) { ... on PullRequest {
    commits(last: 1) { nodes { commit { statusCheckRollup { contexts(first: 100, after: $after) { ${checkFields} } } } } } } } }`,
}

const login = z.object({ login: z.string() }).nullable()
const page = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
const threads = z.object({
  pageInfo: page,
  nodes: z.array(
    z.object({
      id: z.string(),
      path: z.string(),
      line: z.int().nullable(),
      isResolved: z.boolean(),
      isOutdated: z.boolean(),
      comments: z.object({
        nodes: z.array(
          z.object({
            body: z.string(),
            url: z.string(),
            author: z.object({ __typename: z.string(), login: z.string() }).nullable(),
          }),
        ),
      }),
    }),
  ),
})
const context = z.union([
  z.object({
    __typename: z.literal('CheckRun'),
    name: z.string(),
    status: z.string(),
    conclusion: z.string().nullable(),
    url: z.string(),
    databaseId: z.number().nullable(),
  }),
  z.object({
    __typename: z.literal('StatusContext'),
    context: z.string(),
    state: z.string(),
    targetUrl: z.string().nullable(),
  }),
])
const contexts = z.object({ pageInfo: page, nodes: z.array(context) })
const commits = z.object({
  nodes: z.array(z.object({ commit: z.object({ statusCheckRollup: z.object({ contexts }).nullable() }) })),
})
const pr = z.object({
  id: z.string(),
  number: z.int(),
  url: z.string(),
  title: z.string(),
  state: z.enum(['OPEN', 'CLOSED', 'MERGED']),
  isDraft: z.boolean(),
  headRefName: z.string(),
  headRefOid: z.string(),
  baseRefName: z.string(),
  mergeable: z.string(),
  mergeStateStatus: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  mergedAt: z.string().nullable(),
  mergeCommit: z.object({ oid: z.string() }).nullish(),
  author: login,
  maintainerCanModify: z.boolean(),
  headRepository: z.object({ nameWithOwner: z.string(), viewerPermission: z.string().nullable() }).nullable(),
  repository: z.object({ name: z.string(), owner: z.object({ login: z.string() }) }),
  reviewRequests: z.object({ totalCount: z.int() }).nullable(),
  reviews: z.object({ nodes: z.array(z.object({ state: z.string(), author: login })) }).nullable(),
  reviewThreads: threads,
  commits,
})
export type PrAnswer = z.output<typeof pr>

/** By its own name it is the node; else it stands in its repository. A node of another kind is an empty object. */
const found = z.union([
  z.object({ pullRequest: pr.nullable() }),
  pr,
  z.strictObject({}).transform(() => null),
  z.null(),
])
export const answers = z.record(z.string(), found)

export const prOf = (value: z.output<typeof found> | undefined): PrAnswer | null => {
  if (value === undefined || value === null) return null
  return 'pullRequest' in value ? value.pullRequest : value
}

export const moreThreads = z.object({ node: z.object({ reviewThreads: threads }).nullable() })
export const moreChecks = z.object({ node: z.object({ commits }).nullable() })

export const checksIn = (found: z.output<typeof commits>): z.output<typeof contexts> | null =>
  found.nodes[0]?.commit.statusCheckRollup?.contexts ?? null

const conclusions: Readonly<Record<string, CheckState>> = {
  SUCCESS: 'passed',
  NEUTRAL: 'passed',
  FAILURE: 'failed',
  TIMED_OUT: 'failed',
  ACTION_REQUIRED: 'failed',
  STARTUP_FAILURE: 'failed',
  CANCELLED: 'cancelled',
  SKIPPED: 'skipped',
  STALE: 'skipped',
}
const statuses: Readonly<Record<string, CheckState>> = {
  SUCCESS: 'passed',
  FAILURE: 'failed',
  ERROR: 'failed',
  PENDING: 'pending',
  EXPECTED: 'pending',
}
const mergeStates: Readonly<Record<string, Mergeability>> = {
  CLEAN: 'mergeable',
  HAS_HOOKS: 'mergeable',
  // It may be merged although a check that nobody requires is red or runs.
  UNSTABLE: 'mergeable',
  DIRTY: 'conflicting',
  BEHIND: 'behind',
  BLOCKED: 'blocked',
  DRAFT: 'blocked',
}

export const toCheck = (one: z.output<typeof context>): ForgeCheck =>
  one.__typename === 'CheckRun'
    ? {
        name: one.name,
        state: one.status === 'COMPLETED' ? (conclusions[one.conclusion ?? ''] ?? 'unknown') : 'pending',
        url: one.url,
        job: one.databaseId === null ? null : String(one.databaseId),
      }
    : { name: one.context, state: statuses[one.state] ?? 'unknown', url: one.targetUrl, job: null }

export function toThread(one: z.output<typeof threads>['nodes'][number]): PrThread {
  const [first] = one.comments.nodes
  const author = first?.author ?? null
  const isBot = author !== null && (author.__typename === 'Bot' || author.login.endsWith('[bot]'))
  return {
    id: one.id,
    path: one.path,
    line: one.line,
    author: author?.login ?? 'ghost',
    by: author === null ? 'unknown' : isBot ? 'bot' : 'person',
    body: (first?.body ?? '').slice(0, longestBody),
    url: first?.url ?? null,
    resolved: one.isResolved,
    outdated: one.isOutdated,
  }
}

/** GitHub works it out after it was asked: until then nothing is known. */
const mergeabilityOf = ({ mergeable, mergeStateStatus }: PrAnswer): Mergeability =>
  mergeable === 'CONFLICTING'
    ? 'conflicting'
    : mergeable === 'MERGEABLE'
      ? (mergeStates[mergeStateStatus] ?? 'unknown')
      : 'unknown'

/** Permissions with which a branch may be pushed to. */
const writes: ReadonlySet<string> = new Set(['ADMIN', 'MAINTAIN', 'WRITE'])

export const toForgePr = (
  one: PrAnswer,
  all: { readonly checks: readonly ForgeCheck[]; readonly threads: readonly PrThread[] | null },
): ForgePr => ({
  nodeId: one.id,
  repo: { owner: one.repository.owner.login, name: one.repository.name },
  number: one.number,
  url: one.url,
  title: one.title,
  author: one.author?.login ?? null,
  state: one.state === 'OPEN' ? 'open' : one.state === 'MERGED' ? 'merged' : 'closed',
  draft: one.isDraft,
  branch: one.headRefName,
  headRepo: one.headRepository?.nameWithOwner ?? null,
  head: one.headRefOid,
  base: one.baseRefName,
  mergeability: mergeabilityOf(one),
  checks: all.checks,
  threads: all.threads,
  reviews: (one.reviews?.nodes ?? []).map(({ author, state }) => ({ by: author?.login ?? 'ghost', state })),
  asked: one.reviewRequests?.totalCount ?? 0,
  pushable: one.maintainerCanModify || writes.has(one.headRepository?.viewerPermission ?? ''),
  createdAt: one.createdAt,
  updatedAt: one.updatedAt,
  mergedAt: one.mergedAt,
  mergeCommit: one.mergeCommit?.oid ?? null,
})
