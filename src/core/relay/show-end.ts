/**
 * What stays on the screen: a line for each try that ended, and the table at the relay's end. Pure; the live lines are
 * `show-monitor`.
 */
import type { Relay, RelayEndReason, Try, TryOutcome } from '#contract/relay'
import type { Task } from '#contract/task'
import { counted, cutTo, elapsed, flat, type Line, money, plural, type Tone } from './show-words.ts'

const outcomeWords: Readonly<Record<TryOutcome, readonly [sign: string, word: string, tone: Tone]>> = {
  completed: ['✓', 'completed', 'good'],
  failed: ['✗', 'failed', 'bad'],
  incomplete: ['✗', 'incomplete', 'bad'],
  no_change: ['✗', 'no change', 'bad'],
  needs_user: ['?', 'needs you', 'warn'],
  cancelled: ['•', 'cancelled', 'quiet'],
  parked: ['•', 'parked', 'warn'],
}

const between = (from: string, to: string | null): string =>
  to === null ? '' : elapsed(Date.parse(to) - Date.parse(from))

/** Without a width nothing is cut: a pipe gets it all. */
export function endedLine(one: Try, width: number | null): Line {
  const [sign, word, tone] = outcomeWords[one.outcome ?? 'cancelled']
  const commit = one.commits.at(-1)
  const files =
    one.filesChanged === null || one.filesChanged === 0
      ? ''
      : `${plural(one.filesChanged, 'file')} +${one.insertions ?? 0} -${one.deletions ?? 0}`
  const why = one.outcome === 'completed' ? '' : flat(one.reason ?? '')
  const category =
    one.category === null || one.category === one.outcome || one.outcome === 'completed' ? '' : ` (${one.category})`
  const more = one.commits.length > 1 ? ` and ${one.commits.length - 1} more` : ''
  const parts = [
    `${sign} try ${one.n} ${word}${category}`,
    one.agent,
    flat(one.title),
    commit === undefined ? '' : `${commit.hash.slice(0, 12)}${more}`,
    between(one.startedAt, one.endedAt),
    files,
    why,
  ].filter((text) => text !== '')
  const whole = parts.join(' · ')
  if (width === null) return { text: whole, tone }
  // What must be seen is the outcome and the commit; the title gives way first.
  const room = width - (whole.length - flat(one.title).length)
  const short = parts.map((text) =>
    text === flat(one.title) && room < text.length ? cutTo(text, Math.max(12, room)) : text,
  )
  return { text: cutTo(short.join(' · '), width), tone }
}

export interface Sums {
  readonly agent: string
  readonly tries: number
  readonly passed: number
  readonly failed: number
  readonly cancelled: number
  readonly parked: number
  readonly tokens: number | null
  readonly costUsd: number | null
  readonly ms: number
  readonly commits: number
}

const plus = (a: number | null, b: number | null): number | null => (b === null ? a : (a ?? 0) + b)

export function sumsOf(agent: string, tries: readonly Try[]): Sums {
  const of = (...outcomes: readonly TryOutcome[]) =>
    tries.filter((one) => one.outcome !== null && outcomes.includes(one.outcome)).length
  const total = (pick: (one: Try) => number | null) =>
    tries.reduce<number | null>((sum, one) => plus(sum, pick(one)), null)
  return {
    agent,
    tries: tries.length,
    passed: of('completed'),
    failed: of('failed', 'incomplete', 'no_change', 'needs_user'),
    cancelled: of('cancelled'),
    parked: of('parked'),
    tokens: plus(
      total((one) => one.totals.inputTokens),
      total((one) => one.totals.outputTokens),
    ),
    costUsd: total((one) => one.totals.costUsd),
    ms: tries.reduce(
      (sum, one) => sum + (one.endedAt === null ? 0 : Date.parse(one.endedAt) - Date.parse(one.startedAt)),
      0,
    ),
    commits: new Set(tries.flatMap((one) => one.commits.map(({ hash }) => hash))).size,
  }
}

export interface EndTable {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A row an agent, in the order they first ran, and one for all; time in all is the clock's, not the sum of the lanes. */
export function endTable(relay: Relay, tries: readonly Try[]): EndTable {
  const agents = [...new Set(tries.map((one) => one.agent))]
  const whole = sumsOf('all', tries)
  const ms = Date.parse(relay.endedAt ?? relay.updatedAt) - Date.parse(relay.createdAt)
  const sums = [
    ...agents.map((agent) =>
      sumsOf(
        agent,
        tries.filter((one) => one.agent === agent),
      ),
    ),
    { ...whole, ms: Math.max(0, ms) },
  ]
  const parked = whole.parked > 0
  return {
    head: [
      'AGENT',
      'TRIES',
      'PASSED',
      'FAILED',
      'CANCELLED',
      ...(parked ? ['PARKED'] : []),
      'TOKENS',
      'COST',
      'TIME',
      'COMMITS',
    ],
    rows: sums.map((one) => [
      one.agent,
      String(one.tries),
      String(one.passed),
      String(one.failed),
      String(one.cancelled),
      ...(parked ? [String(one.parked)] : []),
      one.tokens === null ? '-' : counted(one.tokens),
      one.costUsd === null ? '-' : money(one.costUsd),
      elapsed(one.ms),
      String(one.commits),
    ]),
  }
}

const reasonWords: Readonly<Record<RelayEndReason, string>> = {
  target_met: 'the target is met',
  queue_empty: 'the queue is empty',
  queue_stuck: 'what is left in the queue waits for something that no agent can do',
  all_agents_unavailable: 'all agents unavailable',
  stopped: 'stopped',
  replaced: 'another relay took its place',
  failed: 'it failed',
}

/** Tasks that its tries were at and that nobody did: given up, or asking a person. A queue is not done while one is left. */
export function leftBehind(
  tries: readonly Pick<Try, 'taskId'>[],
  tasks: readonly Pick<Task, 'id' | 'state'>[],
): readonly string[] {
  const its = new Set(tries.map((one) => one.taskId))
  return tasks
    .filter(({ id, state }) => its.has(id) && (state === 'failed' || state === 'needs_user'))
    .map(({ id }) => id)
}

export const isGood = (relay: Relay, left: readonly string[]): boolean =>
  relay.endReason === 'target_met' || (relay.endReason === 'queue_empty' && left.length === 0)

/** `r-1 ended: the target is met, 2 of 2 done`, and below it a line a reason. */
export function endLines(relay: Relay, left: readonly string[]): readonly Line[] {
  const but = relay.endReason === 'queue_empty' && left.length > 0 ? ' but for what nobody could do' : ''
  const why = relay.endReason === null ? relay.state : reasonWords[relay.endReason]
  const target = relay.target === null ? `${relay.completed} done` : `${relay.completed} of ${relay.target} done`
  const failed = relay.failed > 0 ? `, ${relay.failed} given up` : ''
  const tone = isGood(relay, left) ? 'good' : 'bad'
  return [
    { text: `${relay.id} ended: ${why}${but}; ${target}${failed}`, tone },
    ...relay.notes.map((note): Line => ({ text: `  ${flat(note)}`, tone: 'plain' })),
    ...left.map(
      (id): Line => ({
        text: `  ${id} is left: drover task get ${id}; once more with drover task set ${id} --ready`,
        tone: 'plain',
      }),
    ),
  ]
}
