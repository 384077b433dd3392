/**
 * How rows, changes and signs look on a stream. A row's JSON is made once, however many clients read it. Who gets which
 * frame when is the streams' business.
 */
import type { Delta, EventRow } from '#contract/agent-event'
import type { Change } from '#contract/change'

const written = new WeakMap<object, string>()

/** JSON holds no raw line end, so one `data:` line is always enough. */
const dataOf = (value: object): string => {
  const known = written.get(value)
  if (known !== undefined) return known
  const text = JSON.stringify(value)
  written.set(value, text)
  return text
}

export const rowFrame = (row: EventRow): string => `id: ${row.id}\ndata: ${dataOf(row)}\n\n`

/** On a page's combined stream: the number says how far both logs were read. */
export const pageRowFrame = (seq: number, row: EventRow): string =>
  `id: ${seq}:${row.id}\nevent: row\ndata: ${dataOf(row)}\n\n`

export const changeFrame = (change: Change): string =>
  `id: ${change.seq}\nevent: ${change.type}\ndata: ${dataOf(change)}\n\n`

export const deltaFrame = (delta: Delta): string => `event: delta\ndata: ${JSON.stringify(delta)}\n\n`

export const signFrame = (name: 'caught-up' | 'gap', data: object): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

export const beat = ': beat\n\n'
