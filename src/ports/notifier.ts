/** Sending a message to where a person hears it. Tries once and says what it saw; what that means, and when to try again, is decided in core. */
import type { Message } from '#contract/notify'

export type Place =
  | { readonly type: 'slack'; readonly url: string }
  | { readonly type: 'ntfy'; readonly url: string; readonly token: string | null }
  | { readonly type: 'webhook'; readonly url: string; readonly secret: string | null }
  | { readonly type: 'desktop' }
  | {
      readonly type: 'push'
      readonly endpoint: string
      readonly p256dh: string
      readonly auth: string
      /** Asked for the address that is connected to: a name may resolve to anything. */
      readonly reachable: (address: string) => boolean
    }

/** What was seen of one try. */
export type Seen =
  | {
      readonly type: 'answered'
      readonly status: number
      readonly retryAfter: string | undefined
      readonly location: string | undefined
    }
  | { readonly type: 'shown' }
  /** `again`: may succeed another time. */
  | { readonly type: 'failed'; readonly error: string; readonly again: boolean }

export interface Notifier {
  /** `link`: where the cockpit shows it, as an address; null: it has none that others reach. Never rejects. */
  send(place: Place, message: Message, link: string | null, signal: AbortSignal): Promise<Seen>
  /** The public key that pages subscribe with, base64url. */
  pushKey(): string
}
