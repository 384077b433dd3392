/** Whether a delivery was signed with the secret: HMAC-SHA-256 over the body, compared in constant time. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export function isSigned(body: string, secret: string, signature: string | undefined): boolean {
  const given = /^sha256=([0-9a-f]{64})$/.exec(signature ?? '')?.[1]
  if (given === undefined || secret === '') return false
  const wanted = createHmac('sha256', secret).update(body, 'utf8').digest()
  return timingSafeEqual(wanted, Buffer.from(given, 'hex'))
}
