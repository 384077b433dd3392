/** `drover afk …`: the autonomous loop from the shell. */
import type { AfkStatus, EnrolmentNeed, Trip } from '#contract/trip'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { age, facts, harmless, oneLine, paint, table } from '../print.ts'

const nameOf = ({ repo, issue }: Pick<Trip, 'repo' | 'issue'>): string => `${repo}#${issue}`

function describe(context: Context, afk: AfkStatus): string {
  const now = Date.now()
  const failing = afk.looks.filter(({ error }) => error !== null)
  const trips = afk.trips.map((trip) => [
    trip.id,
    harmless(nameOf(trip)),
    trip.state,
    trip.phase,
    trip.ci ?? '-',
    trip.sessionId ?? '-',
    age(trip.createdAt, now),
    oneLine(harmless(trip.reason), 50),
  ])
  const waiting = afk.waiting.map((trip) => [
    trip.id,
    harmless(nameOf(trip)),
    trip.state,
    trip.sessionId ?? '-',
    age(trip.endedAt ?? trip.updatedAt, now),
    oneLine(harmless(trip.reason), 60),
  ])
  const seen = afk.seen
    .filter(({ tripId }) => tripId === null)
    .map((one) => [`${harmless(one.repo)}#${one.number}`, one.decision, oneLine(harmless(one.why), 90)])
  return [
    facts(context.io, [
      ['loop', afk.state],
      ['why', afk.why === null ? null : harmless(afk.why)],
      ['enrolled', afk.enrolled.map(({ repo, landing }) => `${repo} (${landing})`).join(', ') || 'nothing'],
    ]),
    ...failing.map(
      ({ repo, error }) => `${paint(context.io, 'red', 'fails')}  ${harmless(repo)}: ${harmless(error ?? '')}\n`,
    ),
    trips.length === 0
      ? ''
      : table(context.io, ['TRIP', 'ISSUE', 'STATE', 'PHASE', 'CI', 'SESSION', 'AGE', 'WHY'], trips),
    waiting.length === 0 ? '' : table(context.io, ['NEEDS YOU', 'ISSUE', 'STATE', 'SESSION', 'AGE', 'WHY'], waiting),
    seen.length === 0 ? '' : table(context.io, ['ISSUE', 'DECISION', 'WHY'], seen),
  ].join('')
}

export const status: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('GET /api/v1/afk')
  context.answer(answer, () => describe(context, answer.afk as AfkStatus))
  return answer.afk.state === 'error' ? 1 : 0
}

const marks = { ok: 'ok', missing: 'missing', unknown: 'look' } as const

export const enrol: Run = async (context) => {
  const client = await context.connect()
  const landing = context.flag('landing') as 'pr' | 'push' | 'agent' | undefined
  const agent = context.flag('agent')
  const ci = context.list('ci')
  const body = {
    projectId: context.args[0]!,
    ...(landing === undefined ? {} : { landing }),
    ...(agent === undefined ? {} : { agent }),
    ...(ci.length === 0 ? {} : { ci: [...ci] }),
    ...(context.on('check') ? { check: true } : {}),
    ...(context.on('remove') ? { remove: true } : {}),
  }
  const answer = await client.call('POST /api/v1/afk/enrol', { body })
  const { repo } = answer.enrolment
  context.answer(answer, () => {
    if (context.on('remove')) return `${repo} is enrolled no more; a trip that is under way goes on\n`
    const rows = (answer.needs as readonly EnrolmentNeed[]).map(({ what, state, required, message }) => [
      what,
      marks[state],
      required ? 'needed' : '',
      harmless(message),
    ])
    const next = context.on('check')
      ? `next  drover afk enrol ${context.args[0]}\n`
      : `${repo} is enrolled; the loop runs once [afk] enabled = true is in your config.toml\n`
    return `${table(context.io, ['WHAT', 'STATE', '', 'HOW IT IS'], rows)}${next}`
  })
  return 0
}

export const run: Run = async (context) => {
  const client = await context.connect()
  const project = context.flag('project')
  const body = { issue: context.args[0]!, ...(project === undefined ? {} : { projectId: project }) }
  const answer = await client.call('POST /api/v1/afk/run', { body })
  context.answer(
    answer,
    () => `${answer.trip.id} takes ${harmless(nameOf(answer.trip))}; see it with: drover afk status\n`,
  )
  return 0
}

export const stop: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('POST /api/v1/afk/stop', { body: context.on('now') ? { now: true } : {} })
  const { trips } = answer.afk
  context.answer(answer, () =>
    trips.length === 0
      ? 'no more issues are taken\n'
      : context.on('now')
        ? `no more issues are taken; ${trips.length} trip(s) are being withdrawn\n`
        : `no more issues are taken; ${trips.length} trip(s) go on to their end (drover afk stop --now ends them)\n`,
  )
  return 0
}

export const resume: Run = async (context) => {
  const client = await context.connect()
  const answer = await client.call('POST /api/v1/afk/resume', { body: {} })
  context.answer(
    answer,
    () => `the loop is ${answer.afk.state}${answer.afk.why === null ? '' : `: ${harmless(answer.afk.why)}`}\n`,
  )
  return 0
}
