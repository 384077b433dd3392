/** Reads where a stream's client left off. Pure. What cannot be read is a gap, never a refusal. */

export type Cursor = number | 'none' | 'unreadable'

export function readCursor(text: string | undefined): Cursor {
  if (text === undefined || text === '') return 'none'
  return /^\d{1,15}$/.test(text) ? Number(text) : 'unreadable'
}

/** `<seq>` or, after a row of the page's session, `<seq>:<n>`. The header of a reconnect is newer than the address. */
export function readPageCursor(
  header: string | undefined,
  query: { after?: string | undefined; sessionAfter?: string | undefined },
): { readonly seq: Cursor; readonly row: Cursor } {
  const row = readCursor(query.sessionAfter)
  if (header === undefined || header === '') return { seq: readCursor(query.after), row }
  const pair = /^(\d{1,15}):(\d{1,15})$/.exec(header)
  return pair === null ? { seq: readCursor(header), row } : { seq: Number(pair[1]), row: Number(pair[2]) }
}

/** `kept` is the last number that is gone: a cursor below it has lost something, one above `last` never came from here. */
export const isGap = (cursor: Cursor, kept: number, last: number): boolean =>
  cursor === 'unreadable' || (typeof cursor === 'number' && (cursor < kept || cursor > last))
