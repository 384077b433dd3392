/** What the page and the worker that reads patches say to each other. Types only. */
import type { Layout, Row } from './rows.ts'

export interface Spot {
  readonly id: string
  readonly side: 'old' | 'new'
  readonly line: number
}

export type ToWorker =
  | { readonly type: 'load'; readonly key: string; readonly path: string; readonly bytes: ArrayBuffer }
  | { readonly type: 'rows'; readonly key: string; readonly layout: Layout; readonly from: number; readonly to: number }
  | { readonly type: 'locate'; readonly key: string; readonly layout: Layout; readonly spots: readonly Spot[] }
  | { readonly type: 'drop'; readonly key: string }

/** `columns`: the longest line, so that the width does not jump while rows come and go. */
export interface Loaded {
  readonly rows: Readonly<Record<Layout, number>>
  readonly columns: number
  readonly note: string | null
  readonly truncated: boolean
}

export type FromWorker =
  | ({ readonly type: 'loaded'; readonly key: string } & Loaded)
  | {
      readonly type: 'rows'
      readonly key: string
      readonly layout: Layout
      readonly from: number
      readonly rows: readonly Row[]
    }
  | {
      readonly type: 'located'
      readonly key: string
      readonly layout: Layout
      readonly at: Readonly<Record<string, number | null>>
    }
