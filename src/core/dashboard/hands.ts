/** What keys do to the dashboard: which agent is chosen, what is being typed, and what is to be done. Pure; doing it is the command line's. */
import type { Session } from '#contract/session'

export type Key =
  | 'up'
  | 'down'
  | 'page_up'
  | 'page_down'
  | 'enter'
  | 'escape'
  | 'backspace'
  | 'interrupt'
  /** One sign that was typed. */
  | { readonly sign: string }

export type Mode =
  | { readonly type: 'list' }
  | { readonly type: 'answer'; readonly id: string; readonly request: Request; readonly typed: string }
  | { readonly type: 'stop'; readonly id: string }

type Request = NonNullable<Session['request']>

export interface Hands {
  /** The agent that keys are about. */
  readonly chosen: string | null
  readonly mode: Mode
  /** The last thing to be told; the next key takes it away. */
  readonly said: string | null
}

export type Act =
  | { readonly type: 'quit' }
  | { readonly type: 'attach'; readonly id: string }
  | { readonly type: 'answer'; readonly id: string; readonly requestId: string; readonly answer: string }
  | { readonly type: 'stop'; readonly id: string }

export interface Pressed {
  readonly hands: Hands
  readonly act: Act | null
}

export const freeHands: Hands = { chosen: null, mode: { type: 'list' }, said: null }

const page = 10

/** The chosen one, or the first where it is gone. */
export const chosenOf = (hands: Hands, order: readonly Session[]): Session | null =>
  order.find(({ id }) => id === hands.chosen) ?? order[0] ?? null

const still = (hands: Hands): Pressed => ({ hands, act: null })
const say = (hands: Hands, said: string): Pressed => still({ ...hands, said })
const atList = (hands: Hands): Hands => ({ ...hands, mode: { type: 'list' } })

export function press(before: Hands, key: Key, order: readonly Session[]): Pressed {
  if (key === 'interrupt') return { hands: before, act: { type: 'quit' } }
  const hands: Hands = { ...before, said: null }
  const { mode } = hands
  if (mode.type === 'list') return inList(hands, key, order)
  if (key === 'escape') return still(atList(hands))
  return mode.type === 'stop' ? inStop(hands, key, mode) : inAnswer(hands, key, mode)
}

function inList(hands: Hands, key: Key, order: readonly Session[]): Pressed {
  const chosen = chosenOf(hands, order)
  const steps = { up: -1, down: 1, page_up: -page, page_down: page, k: -1, j: 1 } as const
  const word = typeof key === 'string' ? key : key.sign
  if (word === 'q') return { hands, act: { type: 'quit' } }
  if (chosen === null) return still(hands)
  if (word in steps) return still({ ...hands, chosen: moved(order, chosen, steps[word as keyof typeof steps]) })
  if (word === 'n') return toNext(hands, order, chosen)
  if (word === 'enter') return { hands, act: { type: 'attach', id: chosen.id } }
  if (word === 'a') {
    if (chosen.request === null) return say(hands, `${chosen.id} asks nothing`)
    const mode: Mode = { type: 'answer', id: chosen.id, request: chosen.request, typed: '' }
    return still({ ...hands, chosen: chosen.id, mode })
  }
  if (word === 's') {
    if (chosen.phase === 'ended') return say(hands, `${chosen.id} has ended`)
    return still({ ...hands, chosen: chosen.id, mode: { type: 'stop', id: chosen.id } })
  }
  return still(hands)
}

function moved(order: readonly Session[], chosen: Session, by: number): string {
  const at = order.indexOf(chosen) + by
  return order[Math.max(0, Math.min(order.length - 1, at))]!.id
}

/** The next one after the chosen that asks, round and round. */
function toNext(hands: Hands, order: readonly Session[], chosen: Session): Pressed {
  const at = order.indexOf(chosen)
  const next = [...order.slice(at + 1), ...order.slice(0, at + 1)].find(({ request }) => request !== null)
  return next === undefined ? say(hands, 'nobody asks anything') : still({ ...hands, chosen: next.id })
}

function inStop(hands: Hands, key: Key, { id }: { readonly id: string }): Pressed {
  const sure = typeof key !== 'string' && key.sign === 'y'
  return { hands: atList(hands), act: sure ? { type: 'stop', id } : null }
}

/** Approvals take y or n at once; questions a line, or the number of an option. */
function inAnswer(hands: Hands, key: Key, mode: Extract<Mode, { type: 'answer' }>): Pressed {
  const { id, request, typed } = mode
  const done = (answer: string): Pressed => ({
    hands: atList(hands),
    act: { type: 'answer', id, requestId: request.requestId, answer },
  })
  const type = (text: string) => still({ ...hands, mode: { ...mode, typed: text } })
  if (request.type === 'approval') {
    const sign = typeof key === 'string' ? '' : key.sign
    return sign === 'y' ? done('allow') : sign === 'n' ? done('deny') : still(hands)
  }
  if (typeof key !== 'string') return type(typed + key.sign)
  if (key === 'backspace') return type([...typed].slice(0, -1).join(''))
  if (key !== 'enter' || typed.trim() === '') return still(hands)
  return done(optionMeant(request.options, typed.trim()))
}

const optionMeant = (options: readonly string[], typed: string): string =>
  /^[1-9]\d?$/.test(typed) ? (options[Number(typed) - 1] ?? typed) : typed
