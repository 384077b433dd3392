/**
 * Web Push in its own words: a message encrypted for one subscription (RFC 8291, aes128gcm) and signed for its push service
 * (RFC 8292, VAPID). Pure but for randomness; keys and the way there are others'.
 */
import { createCipheriv, createECDH, createPrivateKey, hkdfSync, type JsonWebKey, randomBytes, sign } from 'node:crypto'

export interface Keys {
  readonly p256dh: string
  readonly auth: string
}

const hkdf = (salt: Buffer, key: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** Push services take 4,096 bytes in all; what is over is the caller's to cut. */
export function encrypt(text: string, keys: Keys): Buffer {
  const theirs = Buffer.from(keys.p256dh, 'base64url')
  const mine = createECDH('prime256v1')
  const public_ = mine.generateKeys()
  const shared = mine.computeSecret(theirs)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, public_])
  const key = hkdf(Buffer.from(keys.auth, 'base64url'), shared, info, 32)
  const salt = randomBytes(16)
  const content = hkdf(salt, key, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(salt, key, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', content, nonce)
  // 0x02 ends the last record, and there is one.
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.update(Buffer.from([2])), cipher.final()])
  const head = Buffer.alloc(21)
  salt.copy(head)
  head.writeUInt32BE(4096, 16)
  head.writeUInt8(public_.length, 20)
  return Buffer.concat([head, public_, sealed, cipher.getAuthTag()])
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The `Authorization` of one request; good for twelve hours at this service alone. */
export function vapid(endpoint: string, key: JsonWebKey, subject: string, nowMs: number): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(nowMs / 1000) + 12 * 3600, sub: subject }
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const private_ = createPrivateKey({ key, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(text), { key: private_, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKeyOf(key)}`
}

/** Uncompressed, as pages and push services want it. */
export const publicKeyOf = ({ x = '', y = '' }: JsonWebKey): string =>
  Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url')
