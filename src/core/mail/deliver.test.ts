import { describe, expect, it } from 'vitest'
import {
  backoffMs,
  batchBytes,
  decideDelivery,
  decideSettlement,
  hourMs,
  type ReceiverFacts,
  sourceOf,
  type Waiting,
} from './deliver.ts'

const now = 10 * hourMs
const receiver = (over: Partial<ReceiverFacts> = {}): ReceiverFacts => ({
  phase: 'live',
  ending: false,
  activity: 'idle',
  turnRunning: false,
  asks: false,
  parkedUntil: null,
  canSteer: false,
  wakes: [],
  maxWakesPerHour: 30,
  effortHolds: false,
  ...over,
})
const mail = (number: number, over: Partial<Waiting> = {}): Waiting => ({
  number,
  from: 'p-1',
  source: 'session',
  type: 'status',
  priority: 'normal',
  bytes: 100,
  attempts: 0,
  notBefore: null,
  ...over,
})
const message = (number: number, over: Partial<Waiting> = {}): Waiting =>
  mail(number, { type: 'message', from: 'operator', source: 'operator', ...over })
const operators = { from: 'operator', source: 'operator' } as const
const later = (ms: number) => ({ notBefore: now + ms })
const said = (facts: Partial<ReceiverFacts>, ...queue: Waiting[]): string => {
  const decision = decideDelivery(receiver(facts), queue, now)
  switch (decision.do) {
    case 'nothing':
      return 'nothing'
    case 'hold':
      return `hold ${decision.why}${decision.until === null ? '' : ` ${decision.until - now}`}`
    case 'turn':
      return `${decision.as} ${decision.numbers.join()}`
    default:
      return `${decision.do} ${decision.numbers.join()}`
  }
}
const working = { turnRunning: true, activity: 'working' } as const
const woken = { wakes: Array.from({ length: 30 }, (_, n) => now - hourMs + 1000 * (n + 1)) }

describe('what the receiver does', () => {
  it.each<[string, Partial<ReceiverFacts>, string]>([
    ['idle', {}, 'batch 1'],
    ['starting', { phase: 'starting' }, 'hold starting'],
    ['starting, with its first turn running', { phase: 'starting', ...working }, 'hold starting'],
    ['ended', { phase: 'ended' }, 'undeliverable 1'],
    ['ending', { ending: true }, 'nothing'],
    ['ending in a turn', { ending: true, ...working }, 'nothing'],
    ['working', working, 'hold working'],
    ['working where words can be put in', { ...working, canSteer: true }, 'hold working'],
    ['working and asking', { ...working, asks: true, activity: 'waiting_input' }, 'hold asking'],
    ['working and blocked', { ...working, activity: 'blocked' }, 'hold blocked'],
    ['asking between turns', { activity: 'waiting_input' }, 'hold asking'],
    ['with a request open between turns', { asks: true }, 'hold asking'],
    ['blocked between turns', { activity: 'blocked' }, 'hold blocked'],
    ['parked', { parkedUntil: now + 1 }, 'hold parked'],
    ['parked until a time that has come, and not told so yet', { parkedUntil: now - 1 }, 'hold parked'],
    ['in an effort whose budget is reached', { effortHolds: true }, 'hold effort'],
    ['working in an effort whose budget is reached', { ...working, effortHolds: true }, 'hold working'],
    ['not seen, without a turn', { activity: 'unknown' }, 'batch 1'],
    ['woken often', woken, 'hold wakes 1000'],
    ['woken often, one of them an hour ago', { wakes: [now - hourMs, ...woken.wakes.slice(1)] }, 'batch 1'],
    ['woken often, by a clock that was ahead', { wakes: woken.wakes.map((at) => at + hourMs) }, 'batch 1'],
    ['woken more often than is allowed now', { ...woken, maxWakesPerHour: 10 }, 'hold wakes 21000'],
    ['never to be woken', { maxWakesPerHour: 0 }, `hold wakes ${hourMs}`],
  ])('%s: %s', (_, facts, expected) => {
    expect(said(facts, mail(1))).toBe(expected)
  })

  it.each<[string, Partial<ReceiverFacts>, string]>([
    ['woken often', woken, 'batch 1'],
    ['blocked', { activity: 'blocked' }, 'batch 1'],
    ['parked', { parkedUntil: now + 1 }, 'hold parked'],
    ['working', working, 'hold working'],
    ['ended', { phase: 'ended' }, 'undeliverable 1'],
  ])('what the operator says wakes it: %s', (_, facts, expected) => {
    expect(said(facts, mail(1, operators))).toBe(expected)
  })

  it('nothing waits: nothing happens, whatever it does', () => {
    for (const facts of [{}, working, woken, { phase: 'ended' }] as const) expect(said(facts)).toBe('nothing')
  })
})

describe('what of the queue is taken', () => {
  it.each<[string, Waiting[], string]>([
    ['all of it', [mail(1), mail(2, { from: 'p-2' }), mail(3)], 'batch 1,2,3'],
    ['a message alone', [message(1), mail(2)], 'message 1'],
    ['up to the next message', [mail(1), mail(2), message(3), mail(4)], 'batch 1,2'],
    ['messages one by one', [message(1), message(2)], 'message 1'],
    ['not what backs off', [mail(1, later(5000)), mail(2, { from: 'p-2' })], 'batch 2'],
    [
      'nothing that would overtake its own sender',
      [mail(1, later(5000)), mail(2), mail(3, { from: 'p-2' })],
      'batch 3',
    ],
    [
      'nothing while all backs off',
      [mail(1, later(9000)), mail(2, { from: 'p-2', ...later(5000) })],
      'hold backoff 5000',
    ],
    ['what has backed off long enough', [mail(1, later(0))], 'batch 1'],
    ['what would wait longer than it ever had to: the clock was set back', [mail(1, later(400_000))], 'batch 1'],
    ['not what has to wait that long', [mail(1, { ...later(400_000), attempts: 8 })], 'hold backoff 400000'],
    ['a message past the mail of others that backs off', [mail(1, later(5000)), message(2)], 'message 2'],
    [
      'the operator speaks again: the operator’s own mail is due',
      [mail(1, { ...operators, ...later(5000) }), message(2)],
      'batch 1',
    ],
    ['and nobody else’s', [mail(1, later(5000)), mail(2, operators)], 'batch 2'],
  ])('%s', (_, queue, expected) => {
    expect(said({}, ...queue)).toBe(expected)
  })

  it('mail of sessions goes along with what the operator says, though it may wake nobody', () => {
    expect(said(woken, mail(1), mail(2, operators), mail(3))).toBe('batch 1,2,3')
    expect(said(woken, mail(1), message(2, { from: 'p-2', source: 'session' }))).toBe('batch 1')
  })

  it('at most 100 mails', () => {
    const queue = Array.from({ length: 250 }, (_, n) => mail(n + 1))
    expect(decideDelivery(receiver(), queue, now)).toMatchObject({ do: 'turn', numbers: { length: 100 } })
  })

  it('at most 256 KB, and at least one', () => {
    const half = batchBytes / 2
    expect(said({}, mail(1, { bytes: half }), mail(2, { bytes: half }), mail(3))).toBe('batch 1,2')
    expect(said({}, mail(1, { bytes: half }), mail(2, { bytes: half + 1 }), mail(3))).toBe('batch 1')
    expect(said({}, mail(1, { bytes: 4 * batchBytes }), mail(2))).toBe('batch 1')
  })
})

describe('into a turn that runs', () => {
  const urgent = { priority: 'urgent' } as const
  const steerable = { ...working, canSteer: true }
  it.each<[string, Waiting[], string]>([
    ['what is urgent', [mail(1, urgent)], 'steer 1'],
    ['not what is high', [mail(1, { priority: 'high' })], 'hold working'],
    [
      'with what its sender said before, and nobody else',
      [mail(1), mail(2, { from: 'p-2' }), mail(3, urgent), mail(4)],
      'steer 1,3',
    ],
    ['not past a message of its sender', [message(1, { from: 'p-1' }), mail(2, urgent)], 'hold working'],
    ['never a message', [message(1, urgent)], 'hold working'],
    ['not past what backs off', [mail(1, later(5000)), mail(2, urgent)], 'hold working'],
  ])('%s', (_, queue, expected) => {
    expect(said(steerable, ...queue)).toBe(expected)
  })
  it('is held where no words can be put in, or an answer is awaited (must never 32)', () => {
    expect(said(working, mail(1, urgent))).toBe('hold working')
    expect(said({ ...steerable, asks: true }, mail(1, urgent))).toBe('hold asking')
  })
})

describe('after the turn that carried it', () => {
  const turn = { state: 'error', limited: false, resetAt: null } as const
  it.each([
    [{ state: 'running' }, { do: 'leave' }],
    [{ state: 'completed' }, { do: 'read' }],
    [{ state: 'cancelled' }, { do: 'read' }],
    [{ state: 'error' }, { do: 'again', attempts: 1, notBefore: now + 5000 }],
    [{ state: 'lost' }, { do: 'again', attempts: 1, notBefore: now + 5000 }],
    [
      { limited: true, resetAt: now + 1 },
      { do: 'again', attempts: 0, notBefore: null },
    ],
    [
      { limited: true, resetAt: now },
      { do: 'again', attempts: 0, notBefore: now + 60_000 },
    ],
    [{ limited: true }, { do: 'again', attempts: 0, notBefore: now + 60_000 }],
    [{ limited: true, state: 'completed' }, { do: 'read' }],
  ] as const)('%j: %j', (over, expected) => {
    expect(decideSettlement({ type: 'status', attempts: 0 }, { ...turn, ...over }, now)).toEqual(expected)
  })

  it.each([
    [1, { do: 'again', attempts: 2, notBefore: now + 10_000 }],
    [3, { do: 'again', attempts: 4, notBefore: now + 40_000 }],
    [4, { do: 'give-up', attempts: 5 }],
    [9, { do: 'give-up', attempts: 10 }],
  ])('after %i failures before: %j', (attempts, expected) => {
    expect(decideSettlement({ type: 'question', attempts }, turn, now)).toEqual(expected)
  })

  it.each([
    ['error', 'keep'],
    ['lost', 'keep'],
    ['completed', 'read'],
    ['cancelled', 'read'],
    ['running', 'leave'],
  ] as const)('a message whose turn is %s is never said again: %s', (state, expected) => {
    const limited = state === 'error'
    expect(decideSettlement({ type: 'message', attempts: 0 }, { ...turn, state, limited }, now)).toEqual({
      do: expected,
    })
  })

  it('waits 5 s, doubling to 10 minutes', () => {
    expect([1, 2, 3, 4, 7, 8, 20].map(backoffMs)).toEqual([5000, 10_000, 20_000, 40_000, 320_000, 600_000, 600_000])
  })
})

describe('whom a batch is believed as', () => {
  it.each([
    [['operator'], 'operator'],
    [['operator', 'daemon'], 'daemon'],
    [['daemon', 'session', 'operator'], 'session'],
  ] as const)('%j: %s', (sources, expected) => expect(sourceOf(sources)).toBe(expected))
})
