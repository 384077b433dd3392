/** The parts of the dashboard, each as rows for a width: agents in the fleet's groups, tasks, mail, merges, costs. Pure; where they stand is `frame`. */
import type { Session } from '#contract/session'
import { attentionOf } from '../attention/queue.ts'
import { columnsOf, counted, flat, money, plural, type Tone } from '../relay/show-words.ts'
import type { FleetGroup } from '../session/status.ts'
import { type DashboardFacts, groupsOf, isUnread, openTasks, shownMail, shownMerges } from './facts.ts'
import { cell, type Row, row, span } from './spans.ts'

const tones: Readonly<Record<FleetGroup, Tone>> = {
  needs_you: 'warn',
  ready: 'good',
  working: 'plain',
  waiting: 'quiet',
  idle: 'quiet',
  done: 'quiet',
}

export function ageOf(at: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(at)) / 1000))
  if (seconds < 60) return `${seconds}s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)}h` : `${Math.floor(seconds / 86_400)}d`
}

const costOf = ({ totals }: Session): string => {
  if (totals.costUsd !== null) return money(totals.costUsd)
  const tokens = (totals.inputTokens ?? 0) + (totals.outputTokens ?? 0)
  return tokens === 0 ? '' : `${counted(tokens)}t`
}

/** Why a person is needed, before the agent's own last words. */
const wordsOf = (session: Session): string => flat(attentionOf(session)?.reason ?? session.lastText ?? '')

const widest = (words: readonly string[], least: number, most: number): number =>
  Math.min(most, Math.max(least, ...words.map(columnsOf)))

export function agentRows(facts: DashboardFacts, chosen: string | null, width: number, now: number): readonly Row[] {
  const groups = groupsOf(facts)
  if (groups.length === 0) return [row(span('No agents. Begin one with `drover spawn --prompt "…"`.', 'quiet'))]
  const all = groups.flatMap(({ sessions }) => sessions)
  const ids = widest(
    all.map(({ id }) => id),
    6,
    Math.max(10, Math.floor(width / 5)),
  )
  const states = widest(
    all.map(({ status }) => status),
    7,
    12,
  )
  const names = width < 96 ? 0 : Math.min(32, Math.floor(width / 5))
  return groups.flatMap(({ need, name, sessions }) => [
    row(span(`${name} `, 'strong'), span(String(sessions.length), tones[need])),
    ...sessions.map((session): Row => {
      const is = session.id === chosen
      const title = session.title === session.id ? '' : flat(session.title)
      return {
        chosen: is,
        spans: [
          span(`${is ? '›' : ' '} ${cell(session.id, ids)} `),
          span(`${cell(session.status, states)} `, tones[need]),
          span(`${cell(costOf(session), 7, true)} ${cell(ageOf(session.activity.since, now), 3, true)}  `, 'quiet'),
          ...(names === 0 ? [] : [span(`${cell(title, names)}  `)]),
          span(wordsOf(session) || (names === 0 ? title : ''), need === 'needs_you' ? 'plain' : 'quiet'),
        ],
      }
    }),
  ])
}

const heading = (name: string, said: string, tone: Tone = 'quiet'): Row =>
  row(span(`${name} `, 'strong'), span(said, tone))

export function taskRows(facts: DashboardFacts): readonly Row[] {
  const open = openTasks(facts)
  const ready = open.filter(({ state }) => state === 'ready').length
  const asking = open.filter(({ state }) => state === 'needs_user' || state === 'failed').length
  const counts = [
    asking === 0 ? '' : `${plural(asking, 'needs', 'need')} you`,
    `${open.length - ready - asking} claimed`,
    `${ready} ready`,
  ]
  return [
    heading(
      'Tasks',
      open.length === 0 ? 'none open' : counts.filter(Boolean).join(' · '),
      asking > 0 ? 'warn' : 'quiet',
    ),
    ...open.map((task) =>
      row(
        span(`  ${cell(task.id, 6)} `),
        span(`${cell(task.state, 10)} `, task.state === 'ready' || task.state === 'claimed' ? 'quiet' : 'warn'),
        span(flat(task.title)),
      ),
    ),
  ]
}

export function mailRows(facts: DashboardFacts, now: number): readonly Row[] {
  const mails = shownMail(facts)
  const unread = mails.filter(isUnread).length
  const said = mails.length === 0 ? 'none' : unread === 0 ? 'nothing new for you' : `${unread} new for you`
  return [
    heading('Mail', said, unread > 0 ? 'warn' : 'quiet'),
    ...mails.map((mail) =>
      row(
        span(`  ${cell(ageOf(mail.createdAt, now), 3, true)} `, 'quiet'),
        span(`${flat(mail.from)} → ${flat(mail.to)} `, isUnread(mail) ? 'warn' : 'plain'),
        span(
          `${mail.state === 'undeliverable' ? 'undeliverable ' : ''}${mail.type} `,
          mail.state === 'undeliverable' ? 'bad' : 'quiet',
        ),
        span(flat(mail.subject || mail.body)),
      ),
    ),
  ]
}

const mergeTone = (state: string): Tone =>
  state === 'landed'
    ? 'good'
    : state === 'rejected'
      ? 'bad'
      : state === 'needs_human' || state === 'ready'
        ? 'warn'
        : 'plain'

export function mergeRows(facts: DashboardFacts): readonly Row[] {
  const merges = shownMerges(facts)
  const under = merges.filter(({ state }) => state !== 'landed' && state !== 'rejected').length
  return [
    heading('Merges', merges.length === 0 ? 'none' : `${under} under way`),
    ...merges.map((merge) =>
      row(
        span(`  ${cell(merge.id, 5)} `),
        span(`${cell(merge.state, 11)} `, mergeTone(merge.state)),
        span(`${flat(merge.sessionId ?? merge.branch)} → ${flat(merge.into)}  `),
        span(flat(merge.reason?.message ?? ''), 'quiet'),
      ),
    ),
  ]
}

/** What is unknown is never shown as nothing. */
const sumOf = ({ costUsd, unknownCosts }: { costUsd: number | null; unknownCosts: number }): string =>
  costUsd === null ? (unknownCosts === 0 ? money(0) : 'unknown') : `${money(costUsd)}${unknownCosts === 0 ? '' : ' +?'}`

export const todayOf = ({ costs }: DashboardFacts): string => (costs === null ? '' : `${sumOf(costs.total)} today`)

export function costRows({ costs }: DashboardFacts): readonly Row[] {
  if (costs === null) return [heading('Costs', 'not known')]
  const { total, budgets } = costs
  const said = `${sumOf(total)} today · ${counted(total.inputTokens + total.outputTokens)} tokens · ${plural(total.sessions, 'session')}`
  return [
    heading('Costs', said),
    ...budgets
      .filter(({ state }) => state !== 'ok')
      .map(({ projectId, spentUsd, limitUsd, state }) =>
        row(
          span(
            `  budget ${projectId ?? 'of all'}: ${money(spentUsd)} of ${money(limitUsd)}${state === 'reached' ? ', nothing new is started' : ''}`,
            state === 'reached' ? 'bad' : 'warn',
          ),
        ),
      ),
    ...costs.rows.map((one) =>
      row(
        span(`  ${cell(sumOf(one), 10, true)}  `),
        span(`${cell(counted(one.inputTokens + one.outputTokens), 6, true)} tok  `, 'quiet'),
        span(flat(one.label || one.key)),
      ),
    ),
  ]
}
