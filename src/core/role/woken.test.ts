/** Which words make a report owed again. */
import { describe, expect, it } from 'vitest'
import type { ReportState } from '#contract/role'
import { isOwedAgain, plainReminder, type Said, type Weight, weightOf } from './woken.ts'

const news: Said = { source: 'daemon', type: 'merged', body: 'It landed.' }
const nudge: Said = { source: 'operator', type: 'health_check', body: plainReminder }
const mail: Said = { source: 'session', type: 'status', body: 'Look at this too.' }

describe('the words of a turn', () => {
  it.each<[string, readonly Said[], Weight]>([
    [
      'the daemon’s own go on with what is owed',
      [{ source: 'daemon', type: null, body: 'What you waited for.' }],
      'goes-on',
    ],
    ['and so does its news', [news, news], 'goes-on'],
    ['mail of a session asks for something', [mail], 'asks'],
    ['a turn of the operator does', [{ source: 'operator', type: null, body: 'Go.' }], 'asks'],
    ['also beside news', [news, { ...mail, source: 'operator' }], 'asks'],
    ['a nudge reminds', [nudge], 'reminds'],
    ['also beside news', [nudge, news], 'reminds'],
    ['also one of a session', [{ ...nudge, source: 'session' }], 'reminds'],
    ['but not beside somebody’s words', [nudge, mail], 'asks'],
    ['nor with words of its own', [{ ...nudge, body: 'Write a changelog too.' }], 'asks'],
    ['nor do its words in a mail of another type', [{ ...nudge, type: 'message' }], 'asks'],
  ])('%s', (_, words, wanted) => expect(weightOf(words)).toBe(wanted))
})

describe('a report is owed again', () => {
  it.each<[ReportState, Weight, boolean]>([
    ['owed', 'goes-on', false],
    ['owed', 'reminds', false],
    ['owed', 'asks', false],
    ['reported', 'goes-on', false],
    ['reported', 'reminds', false],
    ['reported', 'asks', true],
    ['missing', 'goes-on', false],
    ['missing', 'reminds', true],
    ['missing', 'asks', true],
  ])('%s, %s: %s', (report, weight, wanted) => expect(isOwedAgain(report, weight)).toBe(wanted))
})
