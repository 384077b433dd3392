/** `drover effort start | ls | show | stop | complete | budget`. The daemon runs an effort; leaving it does not end it. */
import type { Effort } from '#contract/effort'
import { DroverError } from '#contract/error'
import type { EffortRoot } from '#contract/role'
import type { Permissions } from '#contract/session'
import { costWords } from '#core/effort/budget'
import { hear, newsTypes, nothingHeard } from '#core/effort/news'
import { effortFacts, treeLines } from '#core/effort/tree'
import { confirm, readStdin } from '../ask.ts'
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { fleet } from '../follow.ts'
import { age, facts, harmless, oneLine, paintStatus, table } from '../print.ts'
import { projectMeant } from '../project-here.ts'
import type { Body } from '../routes.ts'

export function usdOf(text: string, where: string): number {
  const usd = Number(text.replace(/^\$/, ''))
  if (/^\$?\d+(\.\d+)?$/.test(text) && usd > 0) return usd
  throw new DroverError('USAGE', `${where} takes an amount in US dollars, not "${text}"`, { hint: 'Write 5 or 0.50.' })
}

async function wantedOf(context: Context, client: Client): Promise<Body<'POST /api/v1/efforts'>> {
  const said = context.args.join(' ').trim()
  const goal = said === '-' ? (await readStdin()).trim() : said
  if (goal === '')
    throw new DroverError('PROMPT_REQUIRED', 'what is the goal?', { hint: 'Say it: drover effort start "…"' })
  const role = context.flag('role') as EffortRoot | undefined
  const permissions = context.flag('permissions') as Permissions | undefined
  const [agent, into, budget] = ['agent', 'into', 'budget'].map((name) => context.flag(name))
  return {
    projectId: await projectMeant(context, client),
    goal,
    ...(role === undefined ? {} : { role }),
    ...(agent === undefined ? {} : { agent }),
    ...(into === undefined ? {} : { into }),
    ...(permissions === undefined ? {} : { permissions }),
    ...(budget === undefined ? {} : { budgetUsd: usdOf(budget, '--budget') }),
  }
}

const effortOf = async (client: Client, id: string): Promise<Effort> =>
  (await client.call('GET /api/v1/efforts/{id}', { path: { id } })).effort as Effort

const hints = ({ id }: Effort): string =>
  `look at it with: drover effort show ${id}\nstop it with: drover effort stop ${id}\n`

export const start: Run = async (context) => {
  const client = await context.connect()
  const body = await wantedOf(context, client)
  // From before it begins, so that nothing of it is missed.
  const { lastSeq } = (await client.call('GET /api/v1/status')) as { lastSeq: number }
  const effort = (await client.call('POST /api/v1/efforts', { body })).effort as Effort
  if (context.on('detach')) {
    context.answer({ effort }, () => `${effort.id} started: ${effort.rootSessionId} leads it\n${hints(effort)}`)
    return 0
  }
  return follow(context, client, effort, lastSeq)
}

/** Watches it to its end, unless the person leaves first. */
async function follow(context: Context, client: Client, effort: Effort, after: number): Promise<number> {
  const left = new AbortController()
  const leave = (): void => left.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)
  const state = await watch(context, client, effort.id, after, left.signal)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, leave)
  const last = state ?? effort
  if (state === null) {
    context.answer({ effort: last }, () => `detached; ${effort.id} goes on by itself\n${hints(effort)}`)
    return 0
  }
  context.answer({ effort: last }, () => `\n${describe(context, last)}`)
  return last.state === 'completed' ? 0 : 1
}

/** null: the person left before it ended. */
async function watch(
  context: Context,
  client: Client,
  id: string,
  after: number,
  signal: AbortSignal,
): Promise<Effort | null> {
  let heard = nothingHeard(id)
  const over = new AbortController()
  const stop = (): void => over.abort()
  signal.addEventListener('abort', stop, { once: true })
  let ended = false
  // Changes that are missing may have told of its end.
  const gap = (): void =>
    void effortOf(client, id).then(
      ({ state }) => state !== 'running' && over.abort(),
      () => undefined,
    )
  for await (const change of fleet(client, { after, type: newsTypes, follow: true, signal: over.signal, gap })) {
    const news = hear(heard, change)
    heard = news.heard
    if (news.line !== null && !context.json) context.io.out(`${harmless(news.line)}\n`)
    ended = change.type === 'effort_completed' && change.payload.id === id
    if (ended) break
  }
  if (signal.aborted && !ended) return null
  return effortOf(client, id)
}

function describe(context: Context, effort: Effort): string {
  const nowMs = Date.now()
  const tree = treeLines(effort, { columns: context.io.columns, nowMs }).map(({ text, status }) => {
    const line = harmless(text)
    return status === null ? line : line.replace(`  ${status}`, `  ${paintStatus(context.io, status)}`)
  })
  const about = effortFacts(effort, nowMs).map(
    ([name, words]) => [name, words === null ? null : harmless(words)] as const,
  )
  return `${facts(context.io, about)}\n${tree.map((line) => `${line}\n`).join('')}`
}

export const ls: Run = async (context) => {
  const client = await context.connect()
  const project = context.flag('project')
  const answer = await client.call('GET /api/v1/efforts', { query: { project } })
  const efforts = answer.efforts as readonly Effort[]
  context.answer({ efforts }, () =>
    efforts.length === 0
      ? 'no efforts; begin one with `drover effort start "…"`\n'
      : table(
          context.io,
          ['ID', 'STATE', 'PROJECT', 'SESSIONS', 'LANDED', 'COST', 'AGE', 'GOAL'],
          efforts.map((one) => [
            one.id,
            paintStatus(context.io, one.state),
            one.projectId,
            String(one.sessions.length),
            String(one.landed.length),
            costWords({ usd: one.totals.costUsd, unknown: one.totals.unknownCosts }),
            age(one.createdAt, Date.now()),
            oneLine(one.goal, Math.max(20, context.io.columns - 70)),
          ]),
        ),
  )
  return 0
}

export const show: Run = async (context) => {
  const client = await context.connect()
  const effort = await effortOf(client, context.args[0]!)
  if (context.on('follow') && effort.state === 'running') {
    const { lastSeq } = (await client.call('GET /api/v1/status')) as { lastSeq: number }
    if (!context.json) context.io.out(`${describe(context, effort)}\n`)
    return follow(context, client, effort, lastSeq)
  }
  context.answer({ effort }, () => describe(context, effort))
  return 0
}

export const stop: Run = async (context) => {
  const id = context.args[0]!
  const client = await context.connect()
  if (!(await confirm(context, `Stop ${id}? Its turns end; its work stays.`))) return 1
  const reason = context.flag('reason')
  const line = context.progress()
  line.step(`stopping ${id}`)
  const body = reason === undefined ? {} : { reason }
  const answer = await client.call('POST /api/v1/efforts/{id}/stop', { path: { id }, body }).finally(() => line.done())
  context.answer(answer, () => `${id} is ${answer.effort.state}: ${harmless(answer.effort.reason ?? '')}\n`)
  return 0
}

export const complete: Run = async (context) => {
  const id = context.args[0]!
  const client = await context.connect()
  const answer = await client.call('POST /api/v1/efforts/{id}/complete', { path: { id }, body: {} })
  context.answer(answer, () => `${id} is ${answer.effort.state}: ${harmless(answer.effort.reason ?? '')}\n`)
  return 0
}

export const budget: Run = async (context) => {
  const [id, amount] = context.args as readonly [string, string]
  const budgetUsd = amount === 'none' ? null : usdOf(amount, 'the budget')
  const client = await context.connect()
  const answer = await client.call('PATCH /api/v1/efforts/{id}', { path: { id }, body: { budgetUsd } })
  context.answer(answer, () => `${id} has ${budgetUsd === null ? 'no budget' : `a budget of $${budgetUsd}`}\n`)
  return 0
}
