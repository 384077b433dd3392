/** How tasks, relays, tries and agents are told: the word, its sign, whether it is something to act on. Pure. */
import type { AgentStateWord, Relay, RelayEndReason, RelayLane, RelayState, Try, TryOutcome } from '#contract/relay'
import type { TaskState } from '#contract/task-state'
import { took } from '../../ui/words.ts'

/** `sign` is a shape of the status words; `need` and `fault` colour it: for the reader, or gone wrong. */
export interface Word {
  readonly word: string
  readonly sign: 'working' | 'failed' | 'needs_input' | 'parked' | 'reported' | 'ended' | 'idle' | 'starting'
  readonly tone?: 'need' | 'fault' | 'alive'
}

export const taskWord: Readonly<Record<TaskState, Word>> = {
  ready: { word: 'ready', sign: 'idle' },
  claimed: { word: 'being done', sign: 'working', tone: 'alive' },
  done: { word: 'done', sign: 'reported' },
  failed: { word: 'failed', sign: 'failed', tone: 'fault' },
  needs_user: { word: 'needs you', sign: 'needs_input', tone: 'need' },
  cancelled: { word: 'cancelled', sign: 'ended' },
}

export const relayWord: Readonly<Record<RelayState, Word>> = {
  running: { word: 'running', sign: 'working', tone: 'alive' },
  waiting: { word: 'waiting', sign: 'parked' },
  paused: { word: 'paused', sign: 'parked', tone: 'need' },
  ended: { word: 'ended', sign: 'ended' },
}

const endWord: Readonly<Record<RelayEndReason, Word>> = {
  target_met: { word: 'target met', sign: 'reported' },
  queue_empty: { word: 'queue empty', sign: 'reported' },
  queue_stuck: { word: 'queue stuck', sign: 'failed', tone: 'fault' },
  all_agents_unavailable: { word: 'no agent left', sign: 'failed', tone: 'fault' },
  stopped: { word: 'stopped', sign: 'ended' },
  replaced: { word: 'replaced', sign: 'ended' },
  failed: { word: 'failed', sign: 'failed', tone: 'fault' },
}

export const wordOfRelay = (relay: Pick<Relay, 'state' | 'endReason' | 'stopping'>): Word => {
  if (relay.state === 'ended') return relay.endReason === null ? relayWord.ended : endWord[relay.endReason]
  if (relay.stopping !== null)
    return { word: relay.stopping === 'now' ? 'stopping now' : 'stops after this try', sign: 'starting' }
  return relayWord[relay.state]
}

const outcomeWord: Readonly<Record<TryOutcome, Word>> = {
  completed: { word: 'completed', sign: 'reported' },
  failed: { word: 'failed', sign: 'failed', tone: 'fault' },
  incomplete: { word: 'not finished', sign: 'parked' },
  no_change: { word: 'no change', sign: 'parked' },
  needs_user: { word: 'needs you', sign: 'needs_input', tone: 'need' },
  cancelled: { word: 'called off', sign: 'ended' },
  parked: { word: 'parked', sign: 'parked' },
}

export const wordOfTry = ({ outcome }: Pick<Try, 'outcome'>): Word =>
  outcome === null ? { word: 'running', sign: 'working', tone: 'alive' } : outcomeWord[outcome]

export const agentWord: Readonly<Record<AgentStateWord, Word>> = {
  active: { word: 'active', sign: 'idle' },
  paused: { word: 'paused', sign: 'parked' },
  benched: { word: 'benched', sign: 'parked' },
  frozen: { word: 'frozen', sign: 'parked' },
  probation: { word: 'on probation', sign: 'starting' },
  unavailable: { word: 'unavailable', sign: 'failed', tone: 'fault' },
}

export const laneWord: Readonly<Record<RelayLane['at'], string>> = {
  free: 'free',
  busy: 'at work',
  again: 'about to try again',
  rotate: 'about to change the agent',
}

/** 2 of 5 done, 1 failed. */
export function progressWords({ target, completed, failed }: Pick<Relay, 'target' | 'completed' | 'failed'>): string {
  const done = target === null ? `${completed} done` : `${completed} of ${target} done`
  return failed === 0 ? done : `${done}, ${failed} failed`
}

/** 3 h 24 min, 4 min 05 s, 12 s until then; null once it is past. */
export function countdown(iso: string, nowMs: number): string | null {
  const left = Math.ceil((Date.parse(iso) - nowMs) / 1_000) * 1_000
  return left <= 0 ? null : left < 60_000 ? `${left / 1_000} s` : took(left)
}

/** 14:30, or with its day when that is not today. */
export function clock(iso: string, nowMs: number): string {
  const at = new Date(iso)
  const time = at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  return at.toDateString() === new Date(nowMs).toDateString()
    ? time
    : `${at.toLocaleDateString([], { day: 'numeric', month: 'short' })}, ${time}`
}

export const percent = (share: number | null): string | null => (share === null ? null : `${Math.round(share * 100)} %`)

/** How long a try took, or runs. */
export const tryTook = ({ startedAt, endedAt }: Pick<Try, 'startedAt' | 'endedAt'>, nowMs: number): string =>
  took(Math.max(0, (endedAt === null ? nowMs : Date.parse(endedAt)) - Date.parse(startedAt)))

const unfinishedEnds: readonly (RelayEndReason | null)[] = [
  'stopped',
  'queue_stuck',
  'all_agents_unavailable',
  'failed',
]

/** One that ended before it was through can go on later. */
export const canGoOn = ({ state, endReason, target, completed }: Relay): boolean =>
  state === 'ended' && unfinishedEnds.includes(endReason) && (target === null || completed < target)

export const isUnfinished = ({ state }: Pick<Relay, 'state'>): boolean => state !== 'ended'

/** The name of a relay for people: its prompt's first line, or the queue. */
export const titleOf = ({ prompt }: Pick<Relay, 'prompt'>): string =>
  prompt === null ? 'The queue' : (prompt.split('\n').find((line) => line.trim() !== '') ?? 'A prompt').trim()
