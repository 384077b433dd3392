/** `drover session get | set | rename | kill | restore | fork`: one session by its id. */
import { DroverError } from '#contract/error'
import type { Places } from '#contract/places'
import type { Session } from '#contract/session'
import { causeNow, clockTime } from '#core/failure/words'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { age, facts, harmless, oneLine, paint, paintStatus } from '../print.ts'
import { waitingText } from './roles.ts'

export function describeSession(context: Context, s: Session, places: Places | null = null): string {
  const { io } = context
  const ended = s.endReason === null ? null : `${s.endReason} by ${s.endedBy}`
  const { inputTokens, outputTokens, costUsd } = s.totals
  const tokens =
    inputTokens === null && outputTokens === null ? null : `${inputTokens ?? '?'} in, ${outputTokens ?? '?'} out`
  const unknown = tokens === null ? null : 'unknown: the agent told tokens only'
  return facts(io, [
    ['id', s.id],
    ['name', s.title === s.id ? null : harmless(s.title)],
    ['status', paintStatus(io, s.status)],
    ['project', s.projectId],
    ['kind', s.kind],
    ['harness', s.model === null ? s.harness : `${s.harness}:${s.model}`],
    ['role', s.role === null ? null : `${s.role}${s.parentId === null ? '' : ` under ${s.parentId}`}`],
    ['effort', s.effortId],
    ['task', s.taskId],
    ['scope', s.files.length === 0 ? null : s.files.map(harmless).join(', ')],
    ['waits for', s.waitingFor === null ? null : waitingText(s.waitingFor)],
    [
      'report',
      s.report === null ? null : `${s.report.state}${s.report.mailId === null ? '' : ` (${s.report.mailId})`}`,
    ],
    ['branch', s.branch],
    ['workspace', s.workspace],
    ['base', s.baseRef],
    ...placeLines(places),
    ['turn', s.turn === null ? null : `${s.turn.n} ${s.turn.state}, begun ${age(s.turn.startedAt, Date.now())} ago`],
    ['process', s.launch?.pid == null ? null : `pid ${s.launch.pid} (${s.launch.id})`],
    ['native id', s.nativeId],
    ['queued', s.queued > 0 ? String(s.queued) : null],
    ['tokens', tokens],
    ['cost', costUsd === null ? unknown : `$${costUsd.toFixed(4)}`],
    ['files', s.filesChanged === null ? null : `${s.filesChanged} changed`],
    ['asks', s.request === null ? null : `${oneLine(s.request.text, 200)} [${s.request.requestId}]`],
    ['health', s.health === null || s.health.state === 'alive' ? null : `${s.health.state}: ${s.health.why}`],
    ...failureLines(s),
    ['trouble', s.trouble === null ? null : `${s.trouble.message} (${s.trouble.code})`],
    [
      'left behind',
      s.children.length === 0 ? null : s.children.map((c) => `${c.pid} ${oneLine(c.command, 60)}`).join('; '),
    ],
    ['ended', ended],
    ['archived', s.archivedAt === null ? null : `${age(s.archivedAt, Date.now())} ago`],
    ['said last', s.lastText === null ? null : oneLine(s.lastText, 200)],
  ])
}

/** Why the last turn failed and what to do, until one completes. */
function failureLines(s: Session): readonly (readonly [string, string | null])[] {
  if (s.failure === null || s.phase === 'ended') return []
  const { message, code, category, hint, resetAt } = s.failure
  const now = Date.now()
  const ahead = resetAt !== null && Date.parse(resetAt) > now
  return [
    ['failed', `${causeNow(s.failure, now)}: ${oneLine(message, 300)} (${code}, ${category})`],
    [ahead ? 'parked until' : 'quota back since', resetAt === null ? null : `${clockTime(resetAt, now)} (${resetAt})`],
    ['what to do', hint],
  ]
}

export const get: Run = async (context) => {
  const project = context.flag('project')
  const given = context.args[0]!
  const id = project !== undefined && /^\d+$/.test(given) ? `${project}-${given}` : given
  const client = await context.connect()
  const answer = await client.call('GET /api/v1/sessions/{id}', { path: { id } })
  if (project !== undefined && answer.session.projectId !== project) {
    throw new DroverError('USAGE', `${id} is a session of ${answer.session.projectId}, not of ${project}`, {
      hint: `Leave -p away, or list the sessions of ${project} with \`drover session ls -p ${project} --all\`.`,
    })
  }
  const places = await client.call('GET /api/v1/sessions/{id}/places', { path: { id } }).then(
    (read) => read.places,
    () => null,
  )
  context.answer(places === null ? answer : { ...answer, places }, () =>
    describeSession(context, answer.session, places),
  )
  return 0
}

/** Where its work can be looked at besides: nothing where nothing is. */
const placeLines = (places: Places | null): readonly (readonly [string, string | null])[] => {
  const { editor, ports } = places ?? { editor: null, ports: null }
  return [
    ['editor', editor === null ? null : (editor.href ?? `${editor.name} (in the cockpit: Open in ${editor.name})`)],
    ['ports', ports === null ? null : `${ports.base}-${ports.base + ports.count - 1}`],
    [
      'preview',
      ports === null || ports.listening.length === 0
        ? null
        : ports.listening.map((port) => `http://localhost:${port}`).join(' '),
    ],
  ]
}

export const set: Run = async (context) => {
  const id = context.args[0]!
  const name = context.flag('name')
  const model = context.flag('model')
  if (name === undefined && model === undefined) {
    throw new DroverError('USAGE', '`drover session set` needs something to set', {
      hint: 'Give --model <model> (or "" for the agent\'s own), --name <name>, or both.',
    })
  }
  const client = await context.connect()
  const body = {
    ...(name === undefined ? {} : { name }),
    ...(model === undefined ? {} : { model: model === '' ? null : model }),
  }
  const answer = await client.call('PATCH /api/v1/sessions/{id}', { path: { id }, body })
  context.answer(answer, () => {
    const { session } = answer
    const said = [
      ...(name === undefined ? [] : [`is now called ${harmless(session.name)}`]),
      ...(model === undefined ? [] : [`takes ${session.model ?? "the agent's own model"} from its next turn on`]),
    ]
    return `${id} ${said.join(' and ')}\n`
  })
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
  context.answer(answer, () => {
    const notices = answer.notices.map(
      (notice) => `${paint(context.io, 'yellow', 'note')} ${harmless(notice.message)}\n`,
    )
    return `${id} is back (${answer.session.status}) in ${answer.session.workspace}\n${notices.join('')}`
  })
  return 0
}

export const fork: Run = async (context) => {
  const client = await context.connect()
  const id = context.args[0]!
  const words = [
    ['prompt', context.flag('prompt')],
    ['name', context.flag('name')],
    ['agent', context.flag('harness')],
    ['model', context.flag('model')],
    ['permissions', context.flag('permissions')],
  ]
  const body = Object.fromEntries(words.filter(([, value]) => value !== undefined))
  const line = context.progress()
  line.step(`forking ${id}`)
  const answer = await client.call('POST /api/v1/sessions/{id}/fork', { path: { id }, body }).finally(() => line.done())
  context.answer(answer, () => describeSession(context, answer.session))
  return 0
}
