/** Encryption and signature as others read them: `http_ece` opens what is sealed here, and Node verifies the token. */
import { createECDH, createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto'
import { decrypt } from 'http_ece'
import { describe, expect, test } from 'vitest'
import { encrypt, publicKeyOf, vapid } from './push.ts'

describe('web push', () => {
  test.each(['hello', '', 'ü'.repeat(1500)])('another implementation opens it: %#', (text) => {
    const device = createECDH('prime256v1')
    const p256dh = device.generateKeys('base64url')
    const auth = randomBytes(16).toString('base64url')
    const sealed = encrypt(text, { p256dh, auth })
    expect(sealed.includes(Buffer.from('hello'))).toBe(false)
    const opened = decrypt(sealed, { version: 'aes128gcm', privateKey: device, authSecret: auth })
    expect(opened.toString('utf8')).toBe(text)
  })

  test('the token names the service and is signed with the key that pages know', () => {
    const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
    const now = Date.parse('2026-01-02T03:04:05Z')
    const header = vapid('https://push.example.com/send/1', key, 'mailto:a@example.com', now)
    const [, head = '', claims = '', signature = '', k] =
      /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)$/.exec(header) ?? []
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
    expect(read(head)).toEqual({ typ: 'JWT', alg: 'ES256' })
    expect(read(claims)).toEqual({
      aud: 'https://push.example.com',
      exp: now / 1000 + 43_200,
      sub: 'mailto:a@example.com',
    })
    expect(k).toBe(publicKeyOf(key))
    const { d: _, ...known } = key
    const good = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: known, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    expect(good).toBe(true)
  })
})
