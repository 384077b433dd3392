/** Drover's own small files: the vault of words that may hold secrets, reading a piece of a spool, writing by rename. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Paths } from '#ports/paths'
import type { Vault } from '#ports/vault'

export function createVault(paths: Paths, redact: (text: string) => string): Vault {
  const fileOf = (sessionId: string, key: string): string => join(paths.session(sessionId), 'vault', key)
  return {
    keep(sessionId, key, text) {
      const file = fileOf(sessionId, key)
      if (redact(text) !== text) writeByRename(file, text)
      else rmSync(file, { force: true })
    },
    read(sessionId, key) {
      const file = fileOf(sessionId, key)
      return existsSync(file) ? readFileSync(file, 'utf8') : null
    },
    drop: (sessionId, key) => rmSync(fileOf(sessionId, key), { force: true }),
  }
}

export function writeByRename(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.new`
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, file)
}

const longestWords = 256 * 1024

/** A short text that somebody keeps beside their code; null: no plain file of a bearable size is there. */
export function readWords(path: string): string | null {
  try {
    const found = statSync(path)
    return found.isFile() && found.size <= longestWords ? readFileSync(path, 'utf8') : null
  } catch {
    // Not there, or not ours to read: its reader goes on without it.
    return null
  }
}

/** At most `limit` bytes from a byte offset. A character cut at the end is left for the next read. */
export async function readPiece(
  path: string,
  from: number,
  limit: number,
): Promise<{ text: string; next: number; size: number }> {
  if (!existsSync(path)) return { text: '', next: from, size: 0 }
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const buffer = Buffer.alloc(Math.max(0, Math.min(limit, size - from)))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from)
    const whole = wholeCharacters(buffer.subarray(0, bytesRead))
    return { text: whole.toString('utf8'), next: from + whole.length, size }
  } finally {
    await file.close()
  }
}

function wholeCharacters(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return needed > back && bytes.length > back ? bytes.subarray(0, bytes.length - back) : bytes
  }
  return bytes
}

export const removeTree = (path: string): Promise<void> => rm(path, { recursive: true, force: true })
