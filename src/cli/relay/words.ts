/** Relays, tries, plans and agents as tables and facts for people. */
import type { AgentStanding, Relay, Try, UnusableAgent } from '#contract/relay'
import { endTable } from '#core/relay/show-end'
import { waitingWords } from '#core/relay/show-monitor'
import { elapsed, money } from '#core/relay/show-words'
import type { Context } from '../context.ts'
import { age, facts, harmless, oneLine, paint, paintStatus, table } from '../print.ts'
import type { Answer } from '../routes.ts'
import { clockHere } from './monitor.ts'

const done = ({ completed, target }: Relay): string => (target === null ? String(completed) : `${completed}/${target}`)
const stateOf = (relay: Relay): string => (relay.state === 'ended' ? (relay.endReason ?? 'ended') : relay.state)
const whatOf = (relay: Relay): string => relay.prompt ?? 'the queue'

export function listRelays(context: Context, relays: readonly Relay[]): string {
  const { io } = context
  return table(
    io,
    ['ID', 'PROJECT', 'STATE', 'DONE', 'GIVEN UP', 'AGE', 'MIX', 'WHAT'],
    relays.map((relay) => [
      relay.id,
      relay.projectId,
      paintStatus(io, stateOf(relay)),
      done(relay),
      String(relay.failed),
      age(relay.createdAt, Date.now()),
      oneLine(relay.mix.join(' '), 40),
      oneLine(whatOf(relay), Math.max(20, io.columns - 90)),
    ]),
  )
}

const laneWords = (relay: Relay): string | null =>
  relay.state === 'ended'
    ? null
    : relay.lanes
        .map(({ at, taskId, agent, sessionId }) => [at, taskId, agent, sessionId].filter(Boolean).join(' '))
        .join('; ')

export function describeRelay(context: Context, relay: Relay, tries: readonly Try[]): string {
  const { io } = context
  const about = facts(io, [
    ['relay', relay.id],
    ['project', relay.projectId],
    ['state', `${paintStatus(io, stateOf(relay))}${relay.stopping === null ? '' : ` (stopping: ${relay.stopping})`}`],
    [
      'waits',
      relay.state === 'waiting' ? harmlessOrNull(waitingWords(relay, { now: Date.now(), clock: clockHere })) : null,
    ],
    ['works on', oneLine(whatOf(relay), 100)],
    ['mix', relay.mix.join(' ')],
    ...Object.entries(relay.routes).map(([name, specs]) => [`route ${name}`, specs.join(' ')] as const),
    ['done', done(relay)],
    ['given up', relay.failed === 0 ? null : String(relay.failed)],
    ['lanes', relay.parallel > 1 ? String(relay.parallel) : null],
    ['at', laneWords(relay)],
    ['branch', relay.branch],
    ['base', relay.baseRef === null ? null : `${relay.baseRef} ${relay.baseCommit?.slice(0, 12) ?? ''}`],
    ['lands', relay.land ? 'after each task' : null],
    ['in place', relay.inPlace ? 'yes' : null],
    ['merge', relay.mergeId],
    ['started', `${age(relay.createdAt, Date.now())} ago`],
    ['ended', relay.endedAt === null ? null : `${age(relay.endedAt, Date.now())} ago`],
  ])
  const notes = relay.notes.map((note) => `${paint(io, 'dim', '-')} ${harmless(note)}\n`).join('')
  if (tries.length === 0) return `${about}${notes}`
  const { head, rows } = endTable(relay, tries)
  return `${about}${notes}\n${listTries(context, tries)}\n${table(io, head, rows)}`
}

const harmlessOrNull = (text: string | null): string | null => (text === null ? null : harmless(text))

function listTries(context: Context, tries: readonly Try[]): string {
  const { io } = context
  return table(
    io,
    ['TRY', 'OUTCOME', 'AGENT', 'SESSION', 'TASK', 'TIME', 'COMMIT', 'TITLE'],
    tries.map((one) => [
      String(one.n),
      `${one.outcome ?? 'running'}${one.category === null || one.category === one.outcome ? '' : ` (${one.category})`}`,
      one.agent,
      one.sessionId,
      one.taskId ?? '-',
      elapsed((one.endedAt === null ? Date.now() : Date.parse(one.endedAt)) - Date.parse(one.startedAt)),
      one.commits.at(-1)?.hash.slice(0, 12) ?? '-',
      oneLine(one.reason === null ? one.title : `${one.title}: ${one.reason}`, Math.max(20, io.columns - 80)),
    ]),
  )
}

export const unusableLines = (agents: readonly UnusableAgent[]): readonly string[] =>
  agents.map(({ agent, until, reason }) => {
    const when = until === null ? '' : ` until ${clockHere(until)}`
    return `${agent} cannot be used${when}: ${harmless(reason)}`
  })

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

export function describePlan(context: Context, plan: Answer<'POST /api/v1/relays/plan'>): string {
  const { io } = context
  const { relay } = plan
  const about = facts(io, [
    ['project', relay.projectId],
    ['works on', oneLine(relay.prompt ?? 'the queue', 100)],
    ['mix', relay.mix.join(' ')],
    ...Object.entries(relay.routes).map(([name, specs]) => [`route ${name}`, specs.join(' ')] as const),
    ['target', relay.target === null ? null : String(relay.target)],
    ['lanes', relay.parallel > 1 ? String(relay.parallel) : null],
    ['base', relay.base],
  ])
  const warn = unusableLines(plan.unusable).map((line) => `${paint(io, 'yellow', '!')} ${line}\n`)
  const schedule = table(
    io,
    ['', 'AGENT', 'ROUTE', 'TASK', 'TITLE'],
    plan.tries.map((one, i) => [
      String(i + 1),
      one.agent,
      one.route,
      one.taskId ?? '-',
      oneLine(one.title, Math.max(20, io.columns - 50)),
    ]),
  )
  const tries = plan.tries.map(
    (one, i) =>
      `\n${paint(io, 'bold', `${i + 1}. ${one.agent}`)}\n${harmless(one.argv.map(quoted).join(' '))}\n\n${harmless(one.prompt).trimEnd()}\n`,
  )
  return `${about}${warn.join('')}\n${schedule}${tries.join('')}`
}

export function listAgents(context: Context, agents: readonly AgentStanding[]): string {
  const { io } = context
  const now = Date.now()
  return table(
    io,
    ['AGENT', 'STATE', 'UNTIL', 'SUCCESS', 'MEDIAN', 'COST', 'TRIES', 'ACCOUNT', 'WHY'],
    agents.map((one) => [
      one.agent,
      paint(io, one.state === 'active' ? 'green' : one.state === 'probation' ? 'yellow' : 'red', one.state),
      one.until === null ? '-' : `${clockHere(one.until)} (${elapsed(Date.parse(one.until) - now)})`,
      one.successRate === null ? '-' : `${Math.round(one.successRate * 100)} %`,
      one.medianSeconds === null ? '-' : elapsed(one.medianSeconds * 1000),
      one.costUsd === null ? '-' : money(one.costUsd),
      String(one.tries),
      one.quotaScope,
      oneLine(one.reason ?? '', 60),
    ]),
  )
}
