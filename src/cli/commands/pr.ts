/** `drover pr …`: pull requests of sessions from the shell. */
import { DroverError } from '#contract/error'
import { type PullRequest, prIdPattern } from '#contract/pr'
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { age, facts, harmless, paintStatus, table } from '../print.ts'

const nameOf = (pr: PullRequest): string => `${pr.repo}#${pr.number}`
const wordOf = (pr: PullRequest): string => pr.status ?? pr.state

function describe(context: Context, pr: PullRequest): string {
  const checks = pr.checks.map(({ name, state }) => `${harmless(name)} ${state}`)
  return facts(context.io, [
    ['pull request', `${nameOf(pr)} (${pr.id})`],
    ['title', harmless(pr.title)],
    ['status', paintStatus(context.io, wordOf(pr))],
    ['session', pr.sessionId],
    ['branch', `${harmless(pr.branch)} into ${harmless(pr.base)} at ${pr.head.slice(0, 12)}`],
    ['checks', checks.length === 0 ? pr.ci : checks.join(', ')],
    ['review', pr.review],
    ...openThreads(pr),
    ['merge', pr.mergeability],
    ['link', harmless(pr.url)],
  ])
}

const openThreads = ({ threads }: PullRequest): [string, string][] =>
  (threads ?? [])
    .filter(({ resolved }) => !resolved)
    .map(({ id, path, line, author }, n): [string, string] => [
      n === 0 ? 'threads' : '',
      `${harmless(path ?? '')}:${line ?? '?'} by ${harmless(author)} (${harmless(id)})`,
    ])

/** By its id here, its number or its address. */
async function meant(client: Client, word: string): Promise<string> {
  if (prIdPattern.test(word)) return word
  const { prs } = await client.call('GET /api/v1/prs', { query: { limit: 1000 } })
  const number = /^#?(\d{1,9})$/.exec(word)?.[1]
  const found = prs.filter((pr) => pr.url === word || (number !== undefined && pr.number === Number(number)))
  const [only] = found
  if (only !== undefined && found.length === 1) return only.id
  throw new DroverError(
    found.length === 0 ? 'PR_NOT_FOUND' : 'INVALID_PR',
    found.length === 0 ? `There is no pull request "${word}" here.` : `"${word}" means several pull requests.`,
    {
      hint:
        found.length === 0
          ? 'List those that Drover knows with: drover pr ls --all'
          : `Say which: ${found.map((pr) => `${pr.id} (${nameOf(pr as PullRequest)})`).join(', ')}`,
    },
  )
}

export const open: Run = async (context) => {
  const client = await context.connect()
  const id = context.args[0]!
  const line = context.progress()
  line.step(`pushing ${id} and opening a pull request`)
  const given = (name: 'title' | 'body' | 'base') => {
    const value = context.flag(name)
    return value === undefined ? {} : { [name]: value }
  }
  const body = {
    ...given('title'),
    ...given('body'),
    ...given('base'),
    ...(context.on('draft') ? { draft: true } : {}),
    ...(context.on('force-with-lease') ? { forceWithLease: true } : {}),
  }
  const answer = await client.call('POST /api/v1/sessions/{id}/pr', { path: { id }, body }).finally(() => line.done())
  const pr = answer.pr as PullRequest
  context.answer(answer, () => `${answer.created ? 'opened' : 'open already:'} ${nameOf(pr)} ${harmless(pr.url)}\n`)
  return 0
}

export const ls: Run = async (context) => {
  const client = await context.connect()
  const project = context.flag('project')
  const query = { ...(project === undefined ? {} : { project }), ...(context.on('all') ? {} : { open: true }) }
  const answer = await client.call('GET /api/v1/prs', { query })
  const now = Date.now()
  const rows = (answer.prs as readonly PullRequest[]).map((pr) => [
    pr.id,
    nameOf(pr),
    paintStatus(context.io, wordOf(pr)),
    pr.sessionId,
    age(pr.updatedAt, now),
    harmless(pr.title),
  ])
  context.answer(answer, () =>
    rows.length === 0
      ? 'no pull requests; open one with: drover pr open <session>\n'
      : table(context.io, ['ID', 'PULL REQUEST', 'STATUS', 'SESSION', 'CHANGED', 'TITLE'], rows),
  )
  return 0
}

export const get: Run = async (context) => {
  const client = await context.connect()
  const id = await meant(client, context.args[0]!)
  const answer = await client.call('POST /api/v1/prs/{id}/look', { path: { id }, body: {} })
  context.answer(answer, () => describe(context, answer.pr as PullRequest))
  return 0
}

export const merge: Run = async (context) => {
  const client = await context.connect()
  const id = await meant(client, context.args[0]!)
  const method = context.flag('method') as 'merge' | 'squash' | 'rebase' | undefined
  const head = context.flag('head')
  const body = { ...(method === undefined ? {} : { method }), ...(head === undefined ? {} : { expectedHeadSha: head }) }
  const answer = await client.call('POST /api/v1/prs/{id}/merge', { path: { id }, body })
  context.answer(answer, () => `merged ${nameOf(answer.pr as PullRequest)} (${answer.method})\n`)
  return 0
}

export const close: Run = async (context) => {
  const client = await context.connect()
  const id = await meant(client, context.args[0]!)
  const answer = await client.call('POST /api/v1/prs/{id}/close', { path: { id }, body: {} })
  const pr = answer.pr as PullRequest
  context.answer(answer, () => `${nameOf(pr)} is ${pr.state}; its branch stays\n`)
  return 0
}

export const diff: Run = async (context) => {
  const client = await context.connect()
  const id = await meant(client, context.args[0]!)
  const answer = await client.call('GET /api/v1/prs/{id}/diff', { path: { id } })
  context.answer(
    answer,
    () => `${harmless(answer.patch)}${answer.truncated ? '\n(cut here; the forge has the rest)\n' : ''}`,
  )
  return 0
}

export const ready: Run = async (context) => {
  const client = await context.connect()
  const id = await meant(client, context.args[0]!)
  const answer = await client.call('POST /api/v1/prs/{id}/ready', { path: { id }, body: {} })
  context.answer(answer, () => `${nameOf(answer.pr as PullRequest)} is ready for review\n`)
  return 0
}

export const resolve: Run = async (context) => {
  const client = await context.connect()
  const [ref, ...threads] = context.args
  const id = await meant(client, ref!)
  const body = threads.length === 0 ? {} : { commentIds: threads }
  const answer = await client.call('POST /api/v1/prs/{id}/resolve-comments', { path: { id }, body })
  context.answer(answer, () => `resolved ${answer.resolved} of ${nameOf(answer.pr as PullRequest)}\n`)
  return 0
}

export const claim: Run = async (context) => {
  const client = await context.connect()
  const [id, pr] = context.args as [string, string]
  const body = { pr, ...(context.on('no-takeover') ? { allowTakeover: false } : {}) }
  const answer = await client.call('POST /api/v1/sessions/{id}/pr/claim', { path: { id }, body })
  const branch = (answer.prs as readonly PullRequest[]).at(-1)?.branch ?? ''
  const from = answer.takenOverFrom.length === 0 ? '' : `, taken over from ${answer.takenOverFrom.join(', ')}`
  context.answer(answer, () => `${id} has ${harmless(pr)} now, on ${harmless(branch)}${from}\n`)
  return 0
}
