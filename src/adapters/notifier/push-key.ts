/** The key that this home signs its pushes with: a 0600 file, made when a page first asks for it. Losing it ends the subscriptions. */
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

export function createPushKey(file: string): () => JsonWebKey {
  let known: JsonWebKey | null = null
  return () => {
    known ??= read(file) ?? make(file)
    return known
  }
}

/** null: none is there, or nothing that could be used. */
function read(file: string): JsonWebKey | null {
  if (!existsSync(file)) return null
  try {
    const key = JSON.parse(readFileSync(file, 'utf8')) as JsonWebKey
    return key.kty === 'EC' && key.crv === 'P-256' && typeof key.d === 'string' ? key : null
  } catch {
    // A torn file holds no key: pages subscribe anew.
    return null
  }
}

function make(file: string): JsonWebKey {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const draft = `${file}.${process.pid}.new`
  writeFileSync(draft, `${JSON.stringify(key)}\n`, { mode: 0o600 })
  renameSync(draft, file)
  return key
}
