/** Telling another program's address that its job ended. Tries once and says what it saw. */
import type { Seen } from './notifier.ts'

export interface JobCaller {
  /** `signature`: HMAC-SHA256 of the body with this secret, hexadecimal, in `X-Drover-Signature: sha256=…`. Never rejects. */
  call(
    url: string,
    message: { readonly id: string; readonly body: string; readonly secret: string },
    signal: AbortSignal,
  ): Promise<Seen>
}
