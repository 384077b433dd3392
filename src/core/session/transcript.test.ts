/** What counts as damage of a transcript between two turns. */
import { expect, it } from 'vitest'
import { damageOf, type TranscriptFacts, type TranscriptMark } from './transcript.ts'

const before: TranscriptMark = { nativeId: 'n', bytes: 100, unreadable: 1 }
const now: TranscriptFacts = { bytes: 100, unreadable: 1, fault: null }

const table: readonly (readonly [string, TranscriptMark | null, TranscriptFacts | null, RegExp | null])[] = [
  ['as it was', before, now, null],
  ['longer', before, { ...now, bytes: 120 }, null],
  ['nothing to look at: the CLI tells', before, null, null],
  ['cut', before, { ...now, bytes: 99 }, /cut from 100 to 99 bytes/],
  ['emptied', before, { ...now, bytes: 0, unreadable: 0 }, /cut/],
  ['lines that were readable are not any more', before, { ...now, unreadable: 2 }, /can no longer be read/],
  ['a torn line was made whole', before, { ...now, unreadable: 0 }, null],
  ['broken by itself', null, { ...now, fault: 'it is broken' }, /it is broken/],
  ['never looked at before', null, { ...now, unreadable: 5 }, null],
  ['another conversation was remembered', { ...before, nativeId: 'other' }, { ...now, bytes: 1 }, null],
]

it.each(table)('%s', (_, mark, facts, wanted) => {
  const damage = damageOf('n', mark, facts)
  if (wanted === null) expect(damage).toBeNull()
  else expect(damage).toMatch(wanted)
})
