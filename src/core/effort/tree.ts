/**
 * An effort as a tree of its sessions: who spawned whom, what each does, waits for, owes, brings and costs. The command line
 * prints it, the cockpit draws the same order. Pure; no colours.
 */
import type { Effort, EffortMember, EffortMerge } from '#contract/effort'
import type { WaitingFor } from '#contract/role'
import { columnsOf, counted, cutTo, elapsed, flat, money, plural } from '#core/relay/show-words'
import { costWords } from './budget.ts'

/** What has a place in the tree. */
type Placed = Pick<EffortMember, 'id' | 'parentId'>

export interface TreeNode<T extends Placed> {
  readonly member: T
  /** How deep it stands below those that nobody of this tree spawned. */
  readonly level: number
  /** `│  └─ `: the branches before it. */
  readonly stem: string
  /** The same for a second line of it. */
  readonly below: string
}

/** Parents before their children, siblings in the order given; one whose parent is not among them stands as a root. */
export function treeOf<T extends Placed>(members: readonly T[]): readonly TreeNode<T>[] {
  const known = new Set(members.map(({ id }) => id))
  const childrenOf = new Map<string | null, T[]>()
  for (const member of members) {
    const parent = member.parentId !== null && known.has(member.parentId) ? member.parentId : null
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), member])
  }
  const nodes: TreeNode<T>[] = []
  const seen = new Set<string>()
  const place = (member: T, level: number, before: string, last: boolean): void => {
    if (seen.has(member.id)) return
    seen.add(member.id)
    const stem = level === 0 ? '' : `${before}${last ? '└─ ' : '├─ '}`
    const below = level === 0 ? '' : `${before}${last ? '   ' : '│  '}`
    const children = childrenOf.get(member.id) ?? []
    nodes.push({ member, level, stem, below: `${below}${children.length > 0 ? '│  ' : '   '}` })
    for (const [at, child] of children.entries()) place(child, level + 1, below, at === children.length - 1)
  }
  for (const root of childrenOf.get(null) ?? []) place(root, 0, '', true)
  // A circle of parents has no root; its members are shown all the same.
  for (const member of members) place(member, 0, '', true)
  return nodes
}

/** What a session agreed to wait for. */
export function waitWords(waiting: WaitingFor, nowMs: number): string {
  const left = waiting.until === null ? null : elapsed(Date.parse(waiting.until) - nowMs)
  if (waiting.for === 'time') return left === null ? 'waits' : `waits for ${left}`
  const what = { children: 'its children', mail: 'mail', task: waiting.taskId ?? 'a task' }[waiting.for]
  return `waits for ${what}${left === null ? '' : `, ${left} at most`}`
}

/** Whom a session waits for: its children that have neither ended nor reported. */
export function awaitedOf(member: EffortMember, members: readonly EffortMember[]): readonly EffortMember[] {
  if (member.waitingFor?.for !== 'children') return []
  return members.filter(
    (one) => one.parentId === member.id && one.status !== 'ended' && one.report?.state !== 'reported',
  )
}

const reportWords = { owed: null, reported: null, missing: 'report missing' } as const

export const mergeWords = ({ id, state, landedCommit }: EffortMerge): string =>
  landedCommit === null ? `${id} ${state}` : `${id} landed ${landedCommit.slice(0, 8)}`

/** Everything about one session beyond its name and state, each a few words. */
export function detailsOf(effort: Effort, member: EffortMember, nowMs: number): readonly string[] {
  const { waitingFor, report, taskId, files, totals, status } = member
  const awaited = awaitedOf(member, effort.sessions)
  const tokens = plus(totals.inputTokens, totals.outputTokens)
  const shown = [
    waitingFor === null || status === 'ended' ? null : waitWords(waitingFor, nowMs),
    awaited.length === 0 ? null : `(${awaited.map(({ id }) => id).join(', ')})`,
    report === null ? null : reportWords[report.state],
    taskId,
    files.length === 0 ? null : files.join(' '),
    ...effort.merges.filter(({ sessionId }) => sessionId === member.id).map(mergeWords),
    tokens === null ? null : `${counted(tokens)} tok`,
    totals.costUsd === null ? null : money(totals.costUsd),
    elapsed((effort.endedAt === null ? nowMs : Date.parse(effort.endedAt)) - Date.parse(member.createdAt)),
  ]
  return shown.filter((words) => words !== null)
}

const plus = (one: number | null, other: number | null): number | null => (one === null ? other : one + (other ?? 0))

export interface TreeLine {
  readonly text: string
  /** The word in it that says the session's state, for whoever has colours; null: a line of details. */
  readonly status: string | null
}

const narrow = 72

/** Session by session; on a narrow terminal the details go below, and nothing is wider than the terminal. */
export function treeLines(
  effort: Effort,
  { columns, nowMs }: { readonly columns: number; readonly nowMs: number },
): readonly TreeLine[] {
  return treeOf(effort.sessions).flatMap(({ member, stem, below }): TreeLine[] => {
    const { role, id, status } = member
    const head = `${stem}${role} ${id}  ${status}`
    const details = detailsOf(effort, member, nowMs).join(' · ')
    const whole = `${head}  ${details}`
    if (columns >= narrow && columnsOf(whole) <= columns) return [{ text: whole, status }]
    return [
      { text: cutTo(head, columns), status },
      { text: cutTo(`${below}${details}`, columns), status: null },
    ]
  })
}

/** A goal may be a page: the beginning of it says which one is meant. */
export const goalWords = (goal: string): string => cutTo(flat(goal), 240)

/** What stands above the tree: the goal and how the whole of it is. */
export function effortFacts(effort: Effort, nowMs: number): readonly (readonly [string, string | null])[] {
  const { totals, budgetUsd, landed, merges } = effort
  const cost = costWords({ usd: totals.costUsd, unknown: totals.unknownCosts })
  const tokens = plus(totals.inputTokens, totals.outputTokens)
  return [
    ['effort', effort.id],
    ['goal', goalWords(effort.goal)],
    ['state', effort.reason === null ? effort.state : `${effort.state}: ${flat(effort.reason)}`],
    ['into', effort.into],
    ['sessions', String(effort.sessions.length)],
    ['merges', merges.length === 0 ? null : `${merges.length}, ${plural(landed.length, 'commit')} landed`],
    ['tokens', tokens === null ? null : counted(tokens)],
    ['cost', budgetUsd === null ? cost : `${cost} of ${money(budgetUsd)}`],
    ['time', elapsed((effort.endedAt === null ? nowMs : Date.parse(effort.endedAt)) - Date.parse(effort.createdAt))],
  ]
}
