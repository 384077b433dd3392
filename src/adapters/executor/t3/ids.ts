/** Ids that are the same for the same request, always: a request that is repeated after a crash starts nothing twice. Pure. */
import { createHash } from 'node:crypto'

/** The namespace for addresses, of RFC 9562. */
const urlNamespace = '6ba7b8119dad11d180b400c04fd430c8'

/** Version 5: a name in a namespace, hashed. */
export function uuidOf(name: string): string {
  const hash = createHash('sha1').update(Buffer.from(urlNamespace, 'hex')).update(name).digest()
  const bytes = hash.subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export const projectIdOf = (key: string): string => uuidOf(`afk-project:${key}`)
export const threadIdOf = (key: string): string => uuidOf(`drover-thread:${key}`)
/** T3 keeps to its first answer to an id: what was refused once and is tried anew needs another. */
export const commandIdOf = (step: string, key: string, refusals = 0): string =>
  uuidOf(`drover-command:${step}:${key}${refusals === 0 ? '' : `:${refusals}`}`)
export const messageIdOf = (key: string): string => uuidOf(`drover-message:${key}`)
