/**
 * The lines of the timeline: calls of one kind in a row are one line, and a conversation that merely goes on is not announced
 * again. What is not drawn stays in the page as an unseen mark, so that every stored event can be found. Pure.
 */
import type { Item } from '../../live/reduce/items.ts'
import { kindOf } from './tool-kind.ts'

export type ToolItem = Extract<Item, { type: 'tool' }>

export interface Line {
  readonly key: number
  /** One item, or at least two calls of one kind that came out well. */
  readonly items: readonly Item[]
  readonly run: boolean
  /** Items before it that are not drawn. */
  readonly silent: readonly Item[]
}

/** What a call is grouped by; null: it stands alone, as a failure does, or a call that still runs. */
function runKey(item: Item): string | null {
  if (item.type !== 'tool' || !item.result?.ok) return null
  const kind = kindOf(item.row.name)
  return `${item.row.turn}/${kind === 'other' ? item.row.name : kind}`
}

export function linesOf(items: readonly Item[]): readonly Line[] {
  const lines: Line[] = []
  let silent: Item[] = []
  let model: string | null | undefined
  let last: string | null = null
  for (const item of items) {
    if (item.type === 'note' && item.row.kind === 'session') {
      const { row } = item
      const begins =
        model === undefined ? row.turn === null || row.turn <= 1 : row.model !== null && row.model !== model
      model = row.model ?? model ?? null
      if (!begins) {
        silent.push(item)
        continue
      }
    }
    const key = runKey(item)
    const before = lines.at(-1)
    if (key !== null && key === last && before !== undefined && silent.length === 0)
      lines[lines.length - 1] = { ...before, items: [...before.items, item], run: true }
    else {
      lines.push({ key: item.id, items: [item], run: false, silent })
      silent = []
    }
    last = key
  }
  return lines
}

/** Lines are made afresh with every batch: one that holds the same items need not be drawn again. */
export const sameLine = (one: Line, other: Line): boolean =>
  sameItems(one.items, other.items) && sameItems(one.silent, other.silent)

const sameItems = (one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length && one.every((item, i) => item === other[i])
