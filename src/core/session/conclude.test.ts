import { describe, expect, it } from 'vitest'
import { conclude, type EndFacts, type Stopping } from './conclude.ts'

const exit = (code: number | null, how: 'exited' | 'vanished' = 'exited') => ({
  code,
  signal: null,
  how,
  stderrTail: '',
})
const ended = (signal: string) => ({ ...exit(128), signal })
const facts = (over: Partial<EndFacts> = {}): EndFacts => ({
  n: 3,
  turn: { sawResult: 'ok', sawError: false, category: null },
  stopping: null,
  exit: exit(0),
  exitAccepted: false,
  unlaunched: null,
  toldBefore: over.turn === undefined || over.turn.sawResult !== 'none' || over.turn.sawError,
  durationMs: 5,
  noise: 0,
  classify: () => 'unknown',
  ...over,
})
const saw = (sawResult: 'none' | 'ok' | 'error', sawError = false) => ({ sawResult, sawError, category: null })

const unlaunched = { code: 'LAUNCH_FAILED', message: 'No such program.', details: { errno: 'ENOENT' } }

describe('how a turn ends', () => {
  const table: [string, Partial<EndFacts>, string, string | null, string | null][] = [
    ['a good result and exit 0', {}, 'completed', null, 'agent'],
    ['exit 0 without a final event', { turn: saw('none') }, 'error', 'AGENT_FAILED', 'agent'],
    ['a result flagged as error', { turn: saw('error') }, 'error', 'AGENT_FAILED', 'agent'],
    ['a good result and a failure event', { turn: saw('ok', true) }, 'error', 'AGENT_FAILED', 'agent'],
    ['a good result and exit 1', { exit: exit(1) }, 'error', 'AGENT_FAILED', 'agent'],
    ['exit 3 that the harness accepts', { exit: exit(3), exitAccepted: true }, 'completed', null, 'agent'],
    ['vanished without a result', { turn: saw('none'), exit: exit(null, 'vanished') }, 'lost', null, 'reaper'],
    ['vanished after a good result', { exit: exit(null, 'vanished') }, 'completed', null, 'agent'],
    ['a long-lived process that goes on', { exit: null }, 'completed', null, 'agent'],
    ['a long-lived process without a result', { exit: null, turn: saw('none') }, 'error', 'AGENT_FAILED', 'agent'],
    ['killed from outside', { turn: saw('none'), exit: ended('SIGKILL') }, 'error', 'AGENT_CRASHED', 'reaper'],
    ['terminated from outside', { turn: saw('none'), exit: ended('SIGTERM') }, 'error', 'AGENT_CRASHED', 'reaper'],
    [
      'killed from outside, told by the adapter at the end',
      { turn: saw('error', true), exit: ended('SIGKILL'), toldBefore: false },
      'error',
      'AGENT_CRASHED',
      'reaper',
    ],
    ['a fault of its own', { turn: saw('none'), exit: ended('SIGSEGV') }, 'error', 'AGENT_CRASHED', 'agent'],
    [
      'failed, then ended because it was given up',
      { turn: saw('error', true), exit: ended('SIGTERM') },
      'error',
      'AGENT_FAILED',
      'agent',
    ],
    ['a good result, then killed', { exit: ended('SIGKILL') }, 'error', 'AGENT_FAILED', 'agent'],
    [
      'cancelled, by a signal',
      { stopping: 'cancel', turn: saw('none'), exit: ended('SIGTERM') },
      'cancelled',
      null,
      'operator',
    ],
    ['cancelled', { stopping: 'cancel', turn: saw('none'), exit: exit(143) }, 'cancelled', null, 'operator'],
    ['cancelled although it finished well', { stopping: 'cancel' }, 'cancelled', null, 'operator'],
    ['killed', { stopping: 'kill', exit: exit(137) }, 'cancelled', null, 'operator'],
    ['stopped with the daemon', { stopping: 'stop', exit: exit(143) }, 'cancelled', null, 'daemon'],
    ['silent for too long', { stopping: 'stall', exit: exit(143) }, 'error', 'AGENT_STALLED', 'watchdog'],
    ['silent over a spent quota', { stopping: 'limit', exit: exit(143) }, 'error', 'AGENT_FAILED', 'watchdog'],
    ['over its time', { stopping: 'timeout', exit: exit(143) }, 'error', 'TURN_TIMEOUT', 'daemon'],
    ['no process of it came to be', { unlaunched, turn: saw('none'), exit: null }, 'error', 'LAUNCH_FAILED', 'daemon'],
    ['an adapter that failed twice', { stopping: 'adapter', exit: exit(143) }, 'error', 'ADAPTER_FAILED', 'daemon'],
  ]
  it.each(table)('%s', (_name, over, outcome, code, endedBy) => {
    const end = conclude(facts(over))
    expect([end.outcome, end.code, end.endedBy]).toEqual([outcome, code, endedBy])
  })

  it('always gives exactly one turn_end, last', () => {
    const stops: Stopping[] = [null, 'cancel', 'timeout', 'kill', 'adapter', 'stop']
    for (const stopping of stops)
      for (const result of ['none', 'ok', 'error'] as const)
        for (const error of [true, false])
          for (const end of [null, exit(0), exit(1), exit(null, 'vanished')])
            for (const noise of [0, 3]) {
              const { events, outcome } = conclude(facts({ stopping, turn: saw(result, error), exit: end, noise }))
              expect(events.filter((event) => event.kind === 'turn_end')).toHaveLength(1)
              expect(events.at(-1)).toMatchObject({ kind: 'turn_end', turn: 3, outcome })
              if (outcome === 'error' && !error) expect(events.some((event) => event.kind === 'error')).toBe(true)
              if (outcome === 'cancelled') expect(events.some((event) => event.kind === 'cancelled')).toBe(true)
            }
  })

  it('carries why it was never launched as evidence', () => {
    const end = conclude(facts({ unlaunched, turn: saw('none'), exit: null, durationMs: null }))
    expect(end.events).toEqual([
      {
        kind: 'error',
        code: 'LAUNCH_FAILED',
        category: 'launch',
        message: 'No such program.',
        evidence: [
          { channel: 'runtime', type: 'LAUNCH_FAILED', message: 'No such program.', details: { errno: 'ENOENT' } },
        ],
      },
      { kind: 'turn_end', turn: 3, outcome: 'error', exitCode: null, durationMs: null },
    ])
  })

  it('counts noise and carries standard error as evidence', () => {
    const end = conclude(facts({ turn: saw('none'), exit: { ...exit(2), stderrTail: 'boom\n' }, noise: 7 }))
    expect(end.events[0]).toMatchObject({ kind: 'notice', code: 'noise', lines: 7 })
    expect(end.events[1]).toMatchObject({
      kind: 'error',
      evidence: [
        { channel: 'exit', exitCode: 2 },
        { channel: 'stderr', message: 'boom' },
      ],
    })
  })
})
