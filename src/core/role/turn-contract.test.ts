/** What follows a turn of a role: every combination of what was said, awaited and owed. */
import { describe, expect, it } from 'vitest'
import { causeOfEnd, deathMail, deathReason, judgeTurn, type TurnFacts } from './turn-contract.ts'

const facts: TurnFacts = {
  outcome: 'completed',
  code: null,
  lifetime: 'task',
  report: 'owed',
  terminal: null,
  wait: null,
  queued: 0,
  parked: false,
  reminders: 0,
  policy: { reminders: 1 },
}
const judged = (over: Partial<TurnFacts>) => judgeTurn({ ...facts, ...over })

describe('after a turn', () => {
  it.each<[string, Partial<TurnFacts>, object]>([
    ['a clean end without a word is reminded', {}, { do: 'remind' }],
    ['once', { reminders: 1 }, { do: 'missing' }],
    ['as often as the policy says', { reminders: 1, policy: { reminders: 2 } }, { do: 'remind' }],
    ['never where it says so', { policy: { reminders: 0 } }, { do: 'missing' }],
    ['a terminal mail is a report', { terminal: 7 }, { do: 'reported', mail: 7 }],
    [
      'also of a turn that failed',
      { terminal: 7, outcome: 'error', code: 'AGENT_STALLED' },
      { do: 'reported', mail: 7 },
    ],
    ['also after its verdict', { terminal: 7, report: 'missing' }, { do: 'reported', mail: 7 }],
    ['also while it waited', { terminal: 7, wait: 'waiting' }, { do: 'reported', mail: 7 }],
    ['what was agreed is no violation', { wait: 'waiting', reminders: 5 }, { do: 'waiting' }],
    ['nor after a failure', { wait: 'waiting', outcome: 'error' }, { do: 'waiting' }],
    ['what came is told', { wait: 'met' }, { do: 'resume', late: false, turn: true }],
    ['by the mail that came', { wait: 'met', queued: 2 }, { do: 'resume', late: false, turn: false }],
    ['a deadline is always told', { wait: 'late', queued: 2 }, { do: 'resume', late: true, turn: true }],
    ['parked work waits for its reset', { wait: 'met', parked: true }, { do: 'nothing' }],
    ['mail on its way is something to come', { queued: 1 }, { do: 'nothing' }],
    ['a parked one is left alone', { parked: true }, { do: 'nothing' }],
    ['a failed turn is no answer', { outcome: 'error', code: 'AGENT_FAILED' }, { do: 'nothing' }],
    ['nor a lost one', { outcome: 'lost' }, { do: 'nothing' }],
    ['the operator’s cancel keeps it', { outcome: 'cancelled' }, { do: 'nothing' }],
    ['a stall ends it', { outcome: 'error', code: 'AGENT_STALLED' }, { do: 'release', endReason: 'stalled' }],
    ['so does the time of a turn', { outcome: 'error', code: 'TURN_TIMEOUT' }, { do: 'release', endReason: 'aborted' }],
    [
      'even one that agreed to wait',
      { outcome: 'error', code: 'AGENT_STALLED', wait: 'waiting' },
      { do: 'release', endReason: 'stalled' },
    ],
    ['nothing owed, nothing done', { report: 'reported' }, { do: 'nothing' }],
    ['a missing report is told once', { report: 'missing' }, { do: 'nothing' }],
    ['before its first turn it owes no word', { outcome: null }, { do: 'nothing' }],
    ['one that lives on owes none', { lifetime: 'effort' }, { do: 'nothing' }],
    ['though it may wait', { lifetime: 'effort', wait: 'met' }, { do: 'resume', late: false, turn: true }],
    ['and no mail of its ends it', { lifetime: 'effort', terminal: 3 }, { do: 'nothing' }],
    ['nor does a stall', { lifetime: 'effort', outcome: 'error', code: 'AGENT_STALLED' }, { do: 'nothing' }],
  ])('%s', (_, over, wanted) => expect(judged(over)).toEqual(wanted))

  it('never reports, reminds and ends at once, whatever the facts', () => {
    const bools = [true, false]
    for (const outcome of ['completed', 'error', 'cancelled', 'lost', null] as const)
      for (const code of [null, 'AGENT_STALLED', 'TURN_TIMEOUT', 'AGENT_FAILED'])
        for (const report of ['owed', 'reported', 'missing'] as const)
          for (const wait of [null, 'met', 'late', 'waiting'] as const)
            for (const queued of [0, 1])
              for (const parked of bools)
                for (const reminders of [0, 1])
                  for (const terminal of [null, 4]) {
                    const verdict = judged({ outcome, code, report, wait, queued, parked, reminders, terminal })
                    if (terminal !== null) expect(verdict.do).toBe('reported')
                    if (verdict.do === 'missing' || verdict.do === 'remind')
                      expect([outcome, report, wait, queued, parked]).toEqual(['completed', 'owed', null, 0, false])
                    if (verdict.do === 'release') expect(report).toBe('owed')
                  }
  })
})

describe('worker_died', () => {
  it.each([
    ['missing', 'runner', null, 'Clean exit without terminal mail'],
    ['aborted', 'operator', null, 'Aborted'],
    ['stalled', 'runner', 'silent for 900 s', 'stalled'],
    ['stopped', 'watchdog', 'idle', 'stalled'],
  ] as const)('%s by %s', (cause, by, detail, wanted) => {
    const reason = deathReason(cause, by, detail)
    expect(reason).toContain(wanted)
    if (detail !== null) expect(reason).toContain(detail)
    const said = { agentName: 'w-1', capability: 'builder', taskId: 't-1', reason, lastActivity: 'x', terminatedBy: by }
    expect(deathMail(said)).toMatchObject({
      type: 'worker_died',
      priority: 'high',
      subject: 'worker_died: w-1',
      payload: said,
    })
  })

  it.each([
    ['killed', 'aborted'],
    ['aborted', 'aborted'],
    ['stalled', 'stalled'],
    ['completed', null],
    ['merged', null],
    ['archived', null],
    ['agent_exit', null],
    [null, null],
  ] as const)('the end %s is told as %s', (endReason, cause) => expect(causeOfEnd(endReason)).toBe(cause))
})
