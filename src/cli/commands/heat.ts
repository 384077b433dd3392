/** `drover spawn --each` and `drover heat ls | show | verify | keep`: one prompt, several agents, one of them kept. */
import type { Heat, HeatBoard, HeatSide } from '#contract/heat'
import type { Merge } from '#contract/merge'
import type { Client } from '../client.ts'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { waitForMerge } from '../merge-words.ts'
import { age, facts, harmless, oneLine, paint, paintStatus, table } from '../print.ts'
import { finish } from './merge.ts'

const sessionsOf = (heat: Heat): readonly string[] =>
  heat.members.flatMap(({ sessionId }) => (sessionId === null ? [] : [sessionId]))

export function describeStart(context: Context, heat: Heat): string {
  const rows = heat.members.map(({ agent, sessionId }) => [sessionId ?? '…', harmless(agent)])
  return [
    facts(context.io, [
      ['heat', heat.id],
      ['base', `${heat.baseRef} at ${heat.baseCommit.slice(0, 12)}`],
    ]),
    table(context.io, ['SESSION', 'AGENT'], rows),
    `${paint(context.io, 'dim', 'next')}  drover heat show ${heat.id}\n`,
  ].join('')
}

/** Instead of one session: a heat of all these agents. */
export async function startHeat(
  context: Context,
  client: Client,
  input: { readonly projectId: string; readonly prompt: string; readonly each: string },
): Promise<number> {
  const base = context.flag('base')
  const name = context.flag('name')
  const permissions = context.flag('permissions') as 'bypass' | 'ask' | 'read-only' | undefined
  const body = {
    projectId: input.projectId,
    prompt: input.prompt,
    agents: input.each.split(/[\s,]+/).filter(Boolean),
    ...(base === undefined ? {} : { base }),
    ...(name === undefined ? {} : { name }),
    ...(permissions === undefined ? {} : { permissions }),
    ...(context.on('ignore-config') ? { ignoreConfig: true } : {}),
  }
  const line = context.progress()
  line.step(`making ${body.agents.length} workspaces in ${input.projectId}`)
  const answer = await client.call('POST /api/v1/heats', { body }).finally(() => line.done())
  context.answer(answer, () => describeStart(context, answer.heat))
  return 0
}

export const ls: Run = async (context) => {
  const client = await context.connect()
  const project = context.flag('project')
  const answer = await client.call('GET /api/v1/heats', { query: project === undefined ? {} : { project } })
  const now = Date.now()
  context.answer(answer, () =>
    answer.heats.length === 0
      ? 'no heats; start one with: drover spawn --each "cc cx" --prompt "…"\n'
      : table(
          context.io,
          ['HEAT', 'STATE', 'PROJECT', 'AGENTS', 'AGE', 'PROMPT'],
          answer.heats.map((heat) => [
            heat.id,
            heat.keeping === null ? heat.state : `${heat.state} ${heat.keeping}`,
            heat.projectId,
            String(heat.members.length),
            age(heat.createdAt, now),
            oneLine(heat.prompt, 30),
          ]),
        ),
  )
  return 0
}

const seconds = (ms: number): string => (ms < 60_000 ? `${(ms / 1000).toFixed(0)}s` : `${Math.round(ms / 60_000)}m`)
const verifyWord = ({ verify }: HeatSide): string => (verify === null ? '-' : verify.ok ? 'holds' : 'fails')

function describe(context: Context, { heat, sides, files }: HeatBoard): string {
  const rows = sides.map((side) => [
    `${side.sessionId}${side.sessionId === heat.keeping ? ' *' : ''}`,
    harmless(side.agent),
    paintStatus(context.io, side.status),
    seconds(side.durationMs),
    side.outputTokens === null ? '-' : `${(side.inputTokens ?? 0) + side.outputTokens}`,
    side.costUsd === null ? '-' : `$${side.costUsd.toFixed(2)}`,
    verifyWord(side),
    `${side.files.length} +${side.additions} -${side.deletions}`,
  ])
  const list = (what: string, paths: readonly string[]): string =>
    paths.length === 0 ? '' : `${what}: ${harmless(oneLine(paths.join(', '), 200))}\n`
  return [
    facts(context.io, [
      ['heat', heat.id],
      ['state', heat.state],
      ['project', heat.projectId],
      ['prompt', oneLine(heat.prompt, 60)],
      ['base', `${heat.baseRef} at ${heat.baseCommit.slice(0, 12)}`],
      ['merge', heat.merge],
      ['why', heat.reason === null ? null : harmless(heat.reason)],
    ]),
    table(context.io, ['SESSION', 'AGENT', 'STATUS', 'TIME', 'TOKENS', 'COST', 'VERIFY', 'FILES'], rows),
    list('touched by all', files.all),
    list('by several', files.some),
    ...files.only.map(({ sessionId, paths }) => list(`only by ${sessionId}`, paths)),
    heat.state === 'running'
      ? `${paint(context.io, 'dim', 'next')}  drover heat keep ${heat.id} ${sessionsOf(heat)[0] ?? '<session>'}\n`
      : '',
  ].join('')
}

export const show: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('GET /api/v1/heats/{id}', { path: { id: context.args[0]! } })
  context.answer(answer, () => describe(context, answer))
  return 0
}

export const verify: Run = async (context) => {
  const client = await context.connect()
  const [id, session] = context.args as readonly [string, string?]
  const body = session === undefined ? {} : { session }
  const answer = await client.call('POST /api/v1/heats/{id}/verify', { path: { id }, body })
  context.answer(answer, () => {
    const { verifying } = answer.heat
    return verifying.length === 0
      ? 'none of them can be verified now\n'
      : `verifying ${verifying.join(', ')}; see what came of it: drover heat show ${id}\n`
  })
  return 0
}

export const keep: Run = async (context) => {
  const client = await context.connect()
  const [id, session] = context.args as readonly [string, string]
  const message = context.flag('message')
  const body = { session, ...(message === undefined ? {} : { message }) }
  const line = context.progress()
  line.step(`landing ${session}`)
  const { heat } = await client.call('POST /api/v1/heats/{id}/keep', { path: { id }, body }).finally(() => line.done())
  if (heat.merge === null) {
    context.answer({ heat }, () => `${id} is ${heat.state}\n`)
    return heat.state === 'kept' ? 0 : 1
  }
  const merge: Merge = await waitForMerge(context, client, heat.merge)
  const code = await finish(context, client, merge, false)
  if (!context.json && merge.state === 'landed')
    context.io.out(`${session} is kept; the others end, their work stays on their branches and in snapshots\n`)
  if (!context.json && merge.state !== 'landed') context.io.out('the others were not touched\n')
  return merge.state === 'landed' ? code : 1
}
