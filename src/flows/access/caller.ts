/** Who asks, and who may pass. Doors authenticate; flows and core decide what each may do. */
import type { SessionKind } from '#contract/session'

export type Caller =
  | { readonly type: 'operator'; readonly via: 'token' | 'page' | 'proxy'; readonly label: string }
  | {
      readonly type: 'session'
      readonly sessionId: string
      readonly launchId: string
      readonly projectId: string
      readonly kind: SessionKind
    }

/** What Drover itself does in the operator's name. */
export const operator: Caller = { type: 'operator', via: 'token', label: 'operator' }

/** Tokens, page bearers, sign-in codes. Kept apart from the use cases; used by the doors only. */
export interface Gate {
  /** null: no such token. Constant time. */
  identify(bearer: string): Caller | null
  /** A fresh single-use code for the cockpit's link. */
  issueCode(): { code: string; expiresAt: string }
  /** CODE_EXPIRED for a burnt, old or unknown code. */
  exchange(code: string, label: string): { bearer: string; id: number }
  bearers(): readonly {
    id: number
    label: string
    createdAt: string
    lastUsedAt: string | null
    revokedAt: string | null
  }[]
  revoke(id: number): void
  /** New operator token; the old one stops working. */
  rotate(): Promise<void>
  /** Called with the bearer's identity when it is revoked or rotated, so that streams can be dropped. */
  onRevoked(listener: (label: string) => void): () => void
}
