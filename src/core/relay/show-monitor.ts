/**
 * The relay as the terminal shows it: the lines that are rewritten in place, and the hint that names the keys. Facts, a
 * width and the time go in, lines come out; pure. What is folded is `show-facts`, the end is `show-end`.
 */
import type { Relay, Try } from '#contract/relay'
import type { Session } from '#contract/session'
import { type Heard, type RelayFacts, running, triedBefore } from './show-facts.ts'
import {
  columnsOf,
  counted,
  cutTo,
  elapsed,
  flat,
  joinParts,
  type Line,
  money,
  type Part,
  plural,
  type Tone,
} from './show-words.ts'

export interface Sight {
  readonly width: number
  readonly height: number
  readonly now: number
  /** An hour and minute, where the reader is. */
  readonly clock: (at: string) => string
}

export const keyNames = ['skip', 'pause', 'stop', 'quit'] as const
export type KeyName = (typeof keyNames)[number]

/** What a person does with the monitor itself. */
export interface Hands {
  /** Keys are read at all. */
  readonly keys: boolean
  /** Pressed once; a second press before this time does it. */
  readonly armed: { readonly key: KeyName; readonly until: number } | null
  /** Said for a moment, such as why a key did nothing. */
  readonly said: string | null
}

export const armedFor = 4_000

/** `[2/5]`: which of how many; a retry keeps its number. */
export function place({ target, completed }: Relay, ahead: number): string {
  const n = completed + ahead + 1
  return target === null ? `[${n}]` : `[${Math.min(n, target)}/${target}]`
}

export const titleOf = (one: Pick<Try, 'title'>): string => flat(one.title)

/** `[2/5] claude-code:opus · task title · started 14:02` */
export function headerOf(relay: Relay, one: Try, ahead: number, sight: Pick<Sight, 'width' | 'clock'>): Line {
  const lead = `${place(relay, ahead)} ${one.agent}`
  const start = `started ${sight.clock(one.startedAt)}`
  const room = sight.width - columnsOf(lead) - columnsOf(start) - 6
  const title = room < 8 ? '' : cutTo(titleOf(one), room)
  return {
    text: joinParts(
      [
        { text: lead, rank: 0 },
        { text: title, rank: 1 },
        { text: start, rank: 2 },
      ],
      sight.width,
    ),
    tone: 'strong',
  }
}

/** What a silence looks like, from the words of the judge. */
export function healthWords(health: Session['health']): readonly string[] {
  if (health === null || health.state === 'alive') return []
  const { state, why } = health
  const words = [
    ...(why.includes('no connection') ? ['no connection'] : []),
    ...(why.includes('no I/O') || /connection carrie[sd] nothing/.test(why) ? ['no I/O'] : []),
  ]
  if (state === 'slowing') return ['slowing', ...words]
  return words.length > 0 ? words : [state === 'unknown' ? 'cannot be looked at' : 'silent']
}

/** Reported where the agent reports; else estimated from what was said, and marked so. */
export function usageWords(heard: Heard | undefined): { readonly tokens: string; readonly cost: string } {
  if (heard === undefined) return { tokens: '', cost: '' }
  const cost = heard.costUsd === null ? '' : money(heard.costUsd)
  if (heard.tokens !== null) return { tokens: `${counted(heard.tokens)} tok`, cost }
  const guess = (heard.signs + heard.partial) / 4
  if (guess < 1) return { tokens: '', cost }
  return { tokens: `~${guess < 1000 ? counted(guess) : `${Math.max(1, Math.round(guess / 1000))}k`} tok`, cost }
}

function statusParts(facts: RelayFacts, one: Try, { now }: Sight): readonly Part[] {
  const session = facts.sessions.get(one.sessionId)
  const heard = facts.heard.get(one.sessionId)
  const mine = heard?.turn === one.turn ? heard : undefined
  const files = facts.files.get(one.sessionId) ?? session?.filesChanged ?? null
  const { tokens, cost } = usageWords(mine)
  const retry = triedBefore(facts.tries.values(), one) + 1
  const last = mine?.at ?? session?.lastActivityAt ?? null
  const ago = last === null ? '' : `${elapsed(now - Date.parse(last))} ago`
  const doing = session?.request ? `asks: ${flat(session.request.text)}` : flat(mine?.doing ?? '')
  return [
    { text: elapsed(now - Date.parse(one.startedAt)), rank: 0 },
    ...healthWords(session?.health ?? null).map((text) => ({ text, rank: 1 })),
    { text: retry > 1 ? `retry ${retry}/${Math.max(retry, facts.budget)}` : '', rank: 2 },
    { text: files === null ? '' : plural(files, 'file'), rank: 3 },
    { text: doing === '' ? ago : `${cutTo(doing, 40)}${ago === '' ? '' : ` ${ago}`}`, rank: 6 },
    { text: tokens, rank: 5 },
    { text: cost, rank: 4 },
  ]
}

const toneOf = (facts: RelayFacts, one: Try): Tone => {
  const session = facts.sessions.get(one.sessionId)
  const health = session?.health?.state ?? 'alive'
  return session?.request || !['alive', 'unknown'].includes(health) ? 'warn' : 'plain'
}

const laneNumber = ({ relay }: RelayFacts, n: number): number => relay.lanes.findIndex((lane) => lane.n === n) + 1

/** Lanes that hold a task and rest before its next try. */
function restLines(facts: RelayFacts, sight: Sight, alone: boolean): readonly Line[] {
  return facts.relay.lanes.flatMap((lane) => {
    const from = lane.from === null ? 0 : Date.parse(lane.from)
    if (lane.at !== 'again' || from <= sight.now) return []
    const lead = alone ? '  ' : `${laneNumber(facts, lane.n)} `
    const text = `${lead}${lane.agent ?? 'the same agent'} again in ${elapsed(from - sight.now)}`
    return [{ text: cutTo(text, sight.width), tone: 'quiet' as const }]
  })
}

/** One lane alone has its header above; of several each begins with its own. */
function laneLine(facts: RelayFacts, one: Try, sight: Sight, alone: boolean): Line {
  const lead = alone ? '  ' : `${laneNumber(facts, one.lane)} ${one.agent} · `
  const title = alone ? [] : [{ text: cutTo(titleOf(one), Math.max(12, Math.floor(sight.width / 4))), rank: 7 }]
  const room = sight.width - columnsOf(lead)
  if (room < 8)
    return { text: cutTo(`${lead}${elapsed(sight.now - Date.parse(one.startedAt))}`, sight.width), tone: 'plain' }
  return { text: `${lead}${joinParts([...title, ...statusParts(facts, one, sight)], room)}`, tone: toneOf(facts, one) }
}

const agentsWords = (agents: readonly { readonly agent: string; readonly reason: string }[]): string =>
  agents.map(({ agent, reason }) => `${agent} (${flat(reason)})`).join(', ')

/** Until when and for whom, with what is left of it. */
export function waitingWords(relay: Relay, sight: Pick<Sight, 'now' | 'clock'>): string | null {
  const waits = relay.waitingFor
  if (waits === null) return null
  const left = Math.max(0, Date.parse(waits.until) - sight.now)
  const whom = waits.agents.length === 0 ? '' : ` for ${agentsWords(waits.agents)}`
  return `waiting until ${sight.clock(waits.until)} (${elapsed(left)})${whom}`
}

/** What the relay itself is at, when no try says it. */
function relayLine(facts: RelayFacts, sight: Sight, at: number, shown: number): Line | null {
  const { relay } = facts
  const fitted = (text: string, tone: Tone): Line => ({ text: cutTo(text, sight.width), tone })
  if (relay.stopping !== null && relay.state !== 'ended') {
    const what = relay.stopping === 'now' ? 'stopping' : at > 0 ? 'stops after this try' : 'stopping'
    return fitted(what, 'warn')
  }
  if (relay.state === 'paused') {
    const why = relay.notes.at(-1)
    const tries = at > 0 ? '; what runs goes on' : ''
    return fitted(`paused${tries}${why === undefined ? '' : `: ${flat(why)}`}`, 'warn')
  }
  const waiting = relay.state === 'waiting' ? waitingWords(relay, sight) : null
  if (waiting !== null) return fitted(waiting, 'warn')
  return shown === 0 ? fitted('preparing the next try', 'quiet') : null
}

const labels: Readonly<Record<KeyName, readonly [key: string, word: string]>> = {
  skip: ['Ctrl+S', 'skip'],
  pause: ['Ctrl+P', 'pause'],
  stop: ['Ctrl+X', 'stop after this try'],
  quit: ['Ctrl+C', 'quit now'],
}

const again: Readonly<Record<KeyName, string>> = {
  skip: 'to skip this try',
  pause: 'to pause',
  stop: 'to stop after this try',
  quit: 'to call the running tries off and end the relay',
}

/** The keys, in as many words as there is room for. */
export function hintLine(relay: Relay, hands: Hands, sight: Pick<Sight, 'width' | 'now'>): Line | null {
  if (hands.armed !== null && hands.armed.until > sight.now) {
    const { key } = hands.armed
    const what = key === 'pause' && relay.state === 'paused' ? 'to go on' : again[key]
    return { text: cutTo(`press ${labels[key][0]} again ${what}`, sight.width), tone: 'warn' }
  }
  if (hands.said !== null) return { text: cutTo(hands.said, sight.width), tone: 'warn' }
  if (!hands.keys) return null
  const pause = relay.state === 'paused' ? 'go on' : 'pause'
  const words = keyNames.map((name) => [labels[name][0], name === 'pause' ? pause : labels[name][1]] as const)
  const short = words.map(([key, word]) => [key.replace('Ctrl+', '^'), word.split(' ')[0]!] as const)
  const tiers = [
    [...words.map(([key, word]) => `${key} ${word}`), 'd detach'].join(' · '),
    [...words.map(([key, word]) => `${key} ${word.replace(' after this try', '')}`), 'd detach'].join(' · '),
    [...short.map(([key, word]) => `${key} ${word}`), 'd detach'].join(' · '),
    [...short.map(([key, word]) => `${key} ${word}`), 'd'].join(' '),
    [...short.map(([key]) => key), 'd'].join('·'),
  ]
  return {
    text: cutTo(tiers.find((text) => columnsOf(text) <= sight.width) ?? tiers.at(-1)!, sight.width),
    tone: 'quiet',
  }
}

/** Everything that is rewritten in place; never higher than the screen leaves room for. */
export function block(facts: RelayFacts, hands: Hands, sight: Sight): readonly Line[] {
  const { relay } = facts
  const now = running(facts)
  const alone = relay.parallel <= 1
  const first = now[0]
  const top: Line[] = []
  if (alone && first !== undefined) top.push(headerOf(relay, first, 0, sight))
  if (!alone) top.push(lanesHeader(facts, now, sight))
  const lanes = [...now.map((one) => laneLine(facts, one, sight, alone)), ...restLines(facts, sight, alone)]
  const below = [relayLine(facts, sight, now.length, lanes.length), hintLine(relay, hands, sight)].filter(
    (line) => line !== null,
  )
  const room = Math.max(1, sight.height - 1 - top.length - below.length)
  const shown = lanes.length <= room ? lanes : [...lanes.slice(0, room - 1), more(lanes.length - room + 1, sight)]
  const all = [...top, ...shown, ...below]
  return all.slice(0, Math.max(1, sight.height - 1))
}

const more = (n: number, { width }: Sight): Line => ({ text: cutTo(`  and ${n} more`, width), tone: 'quiet' })

function lanesHeader({ relay }: RelayFacts, now: readonly Try[], sight: Sight): Line {
  const what = relay.prompt === null ? 'the queue' : flat(relay.prompt)
  return {
    text: joinParts(
      [
        {
          text: `${place(relay, Math.max(0, now.length - 1))} ${now.length} of ${plural(relay.parallel, 'lane')}`,
          rank: 0,
        },
        { text: cutTo(what, Math.max(12, sight.width - 40)), rank: 1 },
        { text: `started ${sight.clock(relay.createdAt)}`, rank: 2 },
      ],
      sight.width,
    ),
    tone: 'strong',
  }
}
