/** `drover session get | rename | kill | restore | fork`: one session by its id. */
import type { Session } from '#contract/session'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { age, facts, harmless, oneLine, paintStatus } from '../print.ts'

export function describeSession(context: Context, s: Session): string {
  const { io } = context
  const ended = s.endReason === null ? null : `${s.endReason} by ${s.endedBy}`
  const cost = s.totals.costUsd === null ? '' : `, $${s.totals.costUsd.toFixed(4)}`
  const tokens =
    s.totals.inputTokens === null ? null : `${s.totals.inputTokens} in, ${s.totals.outputTokens} out${cost}`
  return facts(io, [
    ['id', s.id],
    ['name', s.name === s.id ? null : harmless(s.name)],
    ['status', paintStatus(io, s.status)],
    ['project', s.projectId],
    ['kind', s.kind],
    ['harness', s.model === null ? s.harness : `${s.harness}:${s.model}`],
    ['branch', s.branch],
    ['workspace', s.workspace],
    ['base', s.baseRef],
    ['turn', s.turn === null ? null : `${s.turn.n} ${s.turn.state}, begun ${age(s.turn.startedAt, Date.now())} ago`],
    ['process', s.launch?.pid == null ? null : `pid ${s.launch.pid} (${s.launch.id})`],
    ['native id', s.nativeId],
    ['queued', s.queued > 0 ? String(s.queued) : null],
    ['tokens', tokens],
    ['files', s.filesChanged === null ? null : `${s.filesChanged} changed`],
    ['asks', s.request === null ? null : `${oneLine(s.request.text, 200)} [${s.request.requestId}]`],
    ['health', s.health === null || s.health.state === 'alive' ? null : `${s.health.state}: ${s.health.why}`],
    ['trouble', s.trouble === null ? null : `${s.trouble.message} (${s.trouble.code})`],
    [
      'left behind',
      s.children.length === 0 ? null : s.children.map((c) => `${c.pid} ${oneLine(c.command, 60)}`).join('; '),
    ],
    ['ended', ended],
    ['said last', s.lastText === null ? null : oneLine(s.lastText, 200)],
  ])
}

export const get: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('GET /api/v1/sessions/{id}', { path: { id: context.args[0]! } })
  context.answer(answer, () => describeSession(context, answer.session))
  return 0
}

export const rename: Run = async (context) => {
  const client = await context.connect()
  const [id, name] = context.args as readonly [string, string]
  const answer = await client.call('PATCH /api/v1/sessions/{id}', { path: { id }, body: { name } })
  context.answer(answer, () => `${id} is now called ${harmless(answer.session.name)}\n`)
  return 0
}

export const kill: Run = async (context) => {
  const client = await context.connect()
  const id = context.args[0]!
  const line = context.progress()
  line.step(`ending ${id}`)
  const answer = await client
    .call('POST /api/v1/sessions/{id}/kill', { path: { id }, body: {} })
    .finally(() => line.done())
  context.answer(answer, () => `${id} ended; its work is in ${answer.session.workspace ?? 'its snapshots'}\n`)
  return 0
}

export const restore: Run = async (context) => {
  const client = await context.connect()
  const id = context.args[0]!
  const line = context.progress()
  line.step(`restoring ${id}`)
  const answer = await client
    .call('POST /api/v1/sessions/{id}/restore', { path: { id }, body: {} })
    .finally(() => line.done())
  context.answer(answer, () => `${id} is back (${answer.session.status}) in ${answer.session.workspace}\n`)
  return 0
}

export const fork: Run = async (context) => {
  const client = await context.connect()
  const id = context.args[0]!
  const prompt = context.flag('prompt')
  const name = context.flag('name')
  const body = { ...(prompt === undefined ? {} : { prompt }), ...(name === undefined ? {} : { name }) }
  const line = context.progress()
  line.step(`forking ${id}`)
  const answer = await client.call('POST /api/v1/sessions/{id}/fork', { path: { id }, body }).finally(() => line.done())
  context.answer(answer, () => describeSession(context, answer.session))
  return 0
}
