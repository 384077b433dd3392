/**
 * The whole picture of the dashboard: facts and a size become rows, as many as the terminal has and none wider. Agents above
 * and the rest below, or beside each other where there is room. Pure; drawing is the command line's.
 */
import { columnsOf, flat, joinParts, type Part } from '../relay/show-words.ts'
import { type DashboardFacts, groupsOf, inOrder } from './facts.ts'
import { chosenOf, type Hands } from './hands.ts'
import { agentRows, costRows, mailRows, mergeRows, taskRows, todayOf } from './panels.ts'
import { beside, fitted, type Row, row, span, tall } from './spans.ts'

export interface Sight {
  readonly width: number
  readonly height: number
  readonly now: number
  /** Nobody answers at the moment. */
  readonly lost: boolean
}

/** From here on the rest stands beside the agents. */
const wideFrom = 140

export function frame(facts: DashboardFacts, hands: Hands, sight: Sight): readonly Row[] {
  const { width, height } = sight
  const below = [said(hands, sight), row(span(keysOf(hands, width), 'quiet'))]
  const head = header(facts, sight)
  const room = Math.max(0, height - 1 - below.length)
  const rows = [head, ...(width < wideFrom ? stacked : sideBySide)(facts, hands, sight, room), ...below]
  // A terminal of a row or two shows its last ones: what is asked, and the keys.
  return rows.slice(Math.max(0, rows.length - height)).map((one) => fitted(one, width))
}

function header(facts: DashboardFacts, { width, lost }: Sight): Row {
  const groups = groupsOf(facts)
  const counts = groups.map(({ name, sessions }, rank) => ({ text: `${name} ${sessions.length}`, rank: rank + 2 }))
  const parts: readonly Part[] = [
    { text: 'Drover', rank: 0 },
    ...(counts.length === 0 ? [{ text: 'no agents', rank: 2 }] : counts),
    { text: todayOf(facts), rank: 1 },
  ]
  if (!lost) return row(span(joinParts(parts, width), 'strong'))
  return row(span('Drover · the daemon does not answer; trying again', 'bad'))
}

/** What is asked of the person, or was told last. */
function said({ mode, said: told }: Hands, { width }: Sight): Row {
  if (mode.type === 'stop')
    return row(
      span(`Stop ${mode.id}? Its work is saved and its worktree stays. y stops, any other key does not`, 'warn'),
    )
  if (mode.type === 'list') return row(span(flat(told ?? ''), 'warn'))
  const { id, request, typed } = mode
  const options = request.options.map((option, i) => `${i + 1} ${flat(option)}`).join('  ')
  if (request.type === 'approval') return row(span(`${id}: ${flat(request.text)}`, 'warn'))
  // The end of a long line is where the person is.
  const shown = tailOf(typed, Math.max(10, Math.floor(width / 2)))
  return row(span('› ', 'strong'), span(`${shown}▏ `), span(options === '' ? flat(request.text) : options, 'quiet'))
}

function tailOf(text: string, width: number): string {
  let signs = [...text]
  if (columnsOf(text) <= width) return text
  while (columnsOf(signs.join('')) > width - 1) signs = signs.slice(1)
  return `…${signs.join('')}`
}

function keysOf({ mode }: Hands, width: number): string {
  if (mode.type === 'answer')
    return mode.request.type === 'approval' ? 'y allow · n deny · Esc back' : 'Enter answer · Esc back'
  if (mode.type === 'stop') return 'y stop · Esc back'
  const parts: readonly Part[] = [
    { text: '↑↓ choose', rank: 3 },
    { text: 'n next that asks', rank: 4 },
    { text: 'Enter attach', rank: 1 },
    { text: 'a answer', rank: 1 },
    { text: 's stop', rank: 2 },
    { text: 'q quit', rank: 0 },
  ]
  return joinParts(parts, width)
}

const chosenIn = (facts: DashboardFacts, hands: Hands): string | null => chosenOf(hands, inOrder(facts))?.id ?? null

const panelsOf = (facts: DashboardFacts, now: number): readonly (readonly Row[])[] => [
  taskRows(facts),
  mailRows(facts, now),
  mergeRows(facts),
  costRows(facts),
]

function stacked(facts: DashboardFacts, hands: Hands, { width, now }: Sight, room: number): readonly Row[] {
  const agents = agentRows(facts, chosenIn(facts, hands), width, now)
  const panels = panelsOf(facts, now)
  const least = Math.min(agents.length, Math.ceil(room / 2))
  const [mine, ...theirs] = shares([agents.length, ...panels.map(({ length }) => length)], [least, 2, 2, 2, 1], room)
  const spare = room - [mine!, ...theirs].reduce((sum, n) => sum + n, 0)
  return [...inSight(agents, mine! + spare), ...panels.flatMap((panel, i) => tall(panel, theirs[i]!))].slice(0, room)
}

function sideBySide(facts: DashboardFacts, hands: Hands, { width, now }: Sight, room: number): readonly Row[] {
  const left = Math.floor(width * 0.6)
  const panels = panelsOf(facts, now)
  const heights = shares(
    panels.map(({ length }) => length),
    panels.map(() => 4),
    room,
  )
  const right = panels.flatMap((panel, i) => tall(panel, heights[i]!)).slice(0, room)
  return beside(inSight(agentRows(facts, chosenIn(facts, hands), left, now), room), left, right)
}

/** How many rows each part gets: first what it needs at least, in turn, then the rest one by one to those that want more. */
export function shares(wanted: readonly number[], least: readonly number[], room: number): readonly number[] {
  const given = wanted.map(() => 0)
  let left = room
  const give = (i: number, most: number) => {
    const more = Math.max(0, Math.min(left, most - given[i]!))
    given[i]! += more
    left -= more
  }
  for (const [i, want] of wanted.entries()) give(i, Math.min(want, 1))
  for (const [i, want] of wanted.entries()) give(i, Math.min(want, least[i]!))
  while (left > 0 && given.some((n, i) => n < wanted[i]!))
    for (const [i, want] of wanted.entries()) give(i, Math.min(want, given[i]! + 1))
  return given
}

/** So many rows around the chosen one. */
function inSight(rows: readonly Row[], height: number): readonly Row[] {
  const at = rows.findIndex(({ chosen }) => chosen)
  const from = Math.max(0, Math.min(at - Math.floor(height / 2), rows.length - height))
  const shown = rows.slice(from, from + height)
  const hidden = rows.length - from - shown.length
  if (hidden > 0 && shown.length > 1 && !shown.at(-1)!.chosen)
    return [...shown.slice(0, -1), row(span(`  … ${hidden + 1} more below`, 'quiet'))]
  return Array.from({ length: height }, (_, i) => shown[i] ?? row())
}
