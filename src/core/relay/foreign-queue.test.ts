import { expect, test } from 'vitest'
import { decideForeignQueue, type ForeignQueueFacts } from './foreign-queue.ts'

const text = (...done: boolean[]) => ({
  text: JSON.stringify({
    version: 2,
    tasks: done.map((isDone, n) => ({ id: `l-${n}`, title: `t${n}`, isDone, order: n })),
  }),
})
const rows: readonly [string, Partial<ForeignQueueFacts>, string | null][] = [
  ['no such file', {}, null],
  ['open laps and an own queue that was never used', { found: text(false, true, false) }, '2 open in .laps/laps.json'],
  ['open laps that were brought over, or an own queue beside them', { found: text(false), known: 1 }, null],
  ['laps that are all done', { found: text(true, true) }, null],
  ['D07: a file that is no queue', { found: { text: '{"tasks": [' } }, 'cannot be read: the file is no JSON'],
  ['D07: a file that nobody may read', { found: { fault: 'EACCES' } }, 'cannot be read: EACCES'],
  ['a damaged file beside an own queue', { found: { text: '{' }, known: 3 }, null],
]

test.each(rows)('%s', (_, given, words) => {
  const decision = decideForeignQueue({ projectId: 'shop', found: null, known: 0, ...given })
  if (words === null) expect(decision).toBe('accept')
  else expect(decision).toMatchObject({ refused: 'QUEUE_UNREADABLE', message: expect.stringContaining(words) })
})
