/**
 * From event rows to what a reader sees: a tool and its result are one item, a question and its answer are one, what a turn
 * cost is said where it ends. Pure and incremental: folding rows in any batches gives the same items.
 */
import type { EventRow } from '#contract/agent-event'

export type RowOf<K extends EventRow['kind']> = Extract<EventRow, { kind: K }>

export interface TurnCost {
  readonly input: number | null
  readonly output: number | null
  readonly costUsd: number | null
}

export type Item =
  | { readonly type: 'said'; readonly id: number; readonly row: RowOf<'user' | 'text' | 'thinking'> }
  | {
      readonly type: 'tool'
      readonly id: number
      readonly row: RowOf<'tool'>
      readonly result: RowOf<'tool_result'> | null
      /** The turn is over and no result came. */
      readonly abandoned: boolean
    }
  | { readonly type: 'result'; readonly id: number; readonly row: RowOf<'tool_result'> }
  | {
      readonly type: 'request'
      readonly id: number
      readonly row: RowOf<'request'>
      readonly answer: RowOf<'request_resolved'> | null
    }
  | {
      readonly type: 'note'
      readonly id: number
      readonly row: RowOf<'session' | 'notice' | 'error' | 'cancelled' | 'request_resolved'>
    }
  | {
      readonly type: 'end'
      readonly id: number
      readonly row: RowOf<'turn_end'>
      readonly cost: TurnCost
      readonly outcome: RowOf<'result'> | null
      readonly usageId: number | null
    }

interface OpenTurn {
  readonly cost: TurnCost
  readonly result: RowOf<'result'> | null
  readonly usageId: number | null
}

/** Where later rows find the items they belong to: only what is still open, so copying it for a batch is cheap. */
export interface Fold {
  readonly items: Item[]
  readonly calls: Map<string, number>
  readonly asks: Map<string, number>
  readonly turns: Map<number, OpenTurn>
}

export const newFold = (): Fold => ({ items: [], calls: new Map(), asks: new Map(), turns: new Map() })

/** A fold that can be gone on with while the old one stays as it is. */
export const copyFold = (fold: Fold): Fold => ({
  items: [...fold.items],
  calls: new Map(fold.calls),
  asks: new Map(fold.asks),
  turns: new Map(fold.turns),
})

const sum = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : a + b)
const callKey = (row: EventRow, callId: string): string => `${row.turn ?? ''}/${callId}`

const freshTurn: OpenTurn = { cost: { input: null, output: null, costUsd: null }, result: null, usageId: null }
const turnOf = (fold: Fold, n: number | null): OpenTurn => fold.turns.get(n ?? 0) ?? freshTurn

function closeTurn(fold: Fold, row: RowOf<'turn_end'>): void {
  const turn = turnOf(fold, row.turn)
  for (const [key, index] of fold.calls) {
    const item = fold.items[index]
    if (item?.type !== 'tool' || item.row.turn !== row.turn) continue
    fold.items[index] = { ...item, abandoned: true }
    fold.calls.delete(key)
  }
  fold.items.push({
    type: 'end',
    id: row.id,
    row,
    cost: turn.cost,
    outcome: turn.result,
    usageId: turn.usageId,
  })
  fold.turns.delete(row.turn ?? 0)
}

function addUsage(fold: Fold, row: RowOf<'usage'>): void {
  const turn = turnOf(fold, row.turn)
  const cost = {
    input: sum(turn.cost.input, row.input),
    output: sum(turn.cost.output, row.output),
    costUsd: sum(turn.cost.costUsd, row.costUsd),
  }
  fold.turns.set(row.turn ?? 0, { ...turn, cost, usageId: row.id })
}

function addToolResult(fold: Fold, row: RowOf<'tool_result'>): void {
  const key = callKey(row, row.callId)
  const index = fold.calls.get(key)
  const item = index === undefined ? undefined : fold.items[index]
  fold.calls.delete(key)
  if (index !== undefined && item?.type === 'tool') fold.items[index] = { ...item, result: row }
  else fold.items.push({ type: 'result', id: row.id, row })
}

function addAnswer(fold: Fold, row: RowOf<'request_resolved'>): void {
  const index = fold.asks.get(row.requestId)
  const item = index === undefined ? undefined : fold.items[index]
  fold.asks.delete(row.requestId)
  if (index !== undefined && item?.type === 'request') fold.items[index] = { ...item, answer: row }
  else fold.items.push({ type: 'note', id: row.id, row })
}

/** Takes one more row into the fold, in the order of ids. */
export function foldRow(fold: Fold, row: EventRow): void {
  switch (row.kind) {
    case 'user':
    case 'text':
    case 'thinking':
      fold.items.push({ type: 'said', id: row.id, row })
      return
    case 'tool':
      fold.calls.set(callKey(row, row.callId), fold.items.length)
      fold.items.push({ type: 'tool', id: row.id, row, result: null, abandoned: false })
      return
    case 'tool_result':
      addToolResult(fold, row)
      return
    case 'request':
      fold.asks.set(row.requestId, fold.items.length)
      fold.items.push({ type: 'request', id: row.id, row, answer: null })
      return
    case 'request_resolved':
      addAnswer(fold, row)
      return
    case 'usage':
      addUsage(fold, row)
      return
    case 'result':
      fold.turns.set(row.turn ?? 0, { ...turnOf(fold, row.turn), result: row })
      return
    case 'turn_end':
      closeTurn(fold, row)
      return
    default:
      fold.items.push({ type: 'note', id: row.id, row })
  }
}
