/**
 * The words on the WebSocket `/mux`: JSON in text frames, a terminal's bytes in binary ones. A binary frame begins with the
 * two bytes of the number that `opened` named, in both directions.
 */

export const muxPath = '/mux'
/** More in one frame ends the connection. */
export const muxFrameLimit = 1024 * 1024
/** So many bytes may be under way to a viewer that has not said that it drew them (`ack`). */
export const muxWindow = 512 * 1024
export const muxHead = 2

/** Why a connection was closed; everything else is the protocol's own. */
export const muxClosed = { late: 4408, unauthorized: 4401, forbidden: 4403, tooMany: 4429, unread: 4413 } as const

/** One drives: its keys and its size count. The others watch. */
export type MuxRole = 'driver' | 'observer'

export type ToMux =
  /** The first frame; without a bearer only behind the trusted proxy. */
  | { readonly ch: 'system'; readonly type: 'auth'; readonly bearer?: string | undefined }
  | { readonly ch: 'system'; readonly type: 'ping' }
  | { readonly ch: 'sessions'; readonly type: 'subscribe' }
  /** `seat`: a name of the page's own, under which it takes its place again after a break. `watch`: does not want to drive. */
  | {
      readonly ch: 'terminal'
      readonly type: 'open'
      readonly id: string
      readonly cols: number
      readonly rows: number
      readonly seat?: string | undefined
      readonly watch?: boolean | undefined
    }
  | { readonly ch: 'terminal'; readonly type: 'data'; readonly id: string; readonly data: string }
  | {
      readonly ch: 'terminal'
      readonly type: 'resize'
      readonly id: string
      readonly cols: number
      readonly rows: number
    }
  | { readonly ch: 'terminal'; readonly type: 'drive'; readonly id: string }
  /** All bytes that were drawn since `opened`. */
  | { readonly ch: 'terminal'; readonly type: 'ack'; readonly id: string; readonly bytes: number }
  | { readonly ch: 'terminal'; readonly type: 'close'; readonly id: string }

export interface MuxError {
  readonly code: string
  readonly message: string
  readonly hint: string | null
}

export type FromMux =
  | { readonly ch: 'system'; readonly type: 'ready' | 'pong' }
  | ({ readonly ch: 'system'; readonly type: 'error' } & MuxError)
  /** Something changed; whoever wants to know what asks. `seq` goes on without holes only until a `gap`. */
  | {
      readonly ch: 'sessions'
      readonly type: 'changed' | 'gap'
      readonly seq: number
      readonly change?: string
      readonly sessionId?: string
    }
  | { readonly ch: 'terminal'; readonly type: 'opened'; readonly id: string; readonly n: number }
  /** `driven`: somebody drives. */
  | {
      readonly ch: 'terminal'
      readonly type: 'role'
      readonly id: string
      readonly role: MuxRole
      readonly driven: boolean
      readonly viewers: number
    }
  | {
      readonly ch: 'terminal'
      readonly type: 'resized'
      readonly id: string
      readonly cols: number
      readonly rows: number
    }
  | { readonly ch: 'terminal'; readonly type: 'exited'; readonly id: string; readonly why: 'exited' | 'gone' }
  | ({ readonly ch: 'terminal'; readonly type: 'error'; readonly id: string } & MuxError)
