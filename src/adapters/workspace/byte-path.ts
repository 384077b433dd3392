/**
 * Owns how file names travel inside this folder: git and the kernel know bytes, not characters, so a repository path is
 * a "byte string" (one character per byte, latin1) that survives newlines, quotes and invalid UTF-8. Turns them into
 * Buffers for the file system, into C-quoted lines for git's stdin, and into readable text for people.
 */

/** A path relative to a work tree, one character per byte. */
export type BytePath = string

export const bytesOf = (path: BytePath): Buffer => Buffer.from(path, 'latin1')
export const fromText = (text: string): BytePath => Buffer.from(text, 'utf8').toString('latin1')
export const shown = (path: BytePath): string => bytesOf(path).toString('utf8')

/** An absolute file name: the root is ordinary text, the rest is bytes. */
export const under = (root: string, path: BytePath): Buffer => Buffer.concat([Buffer.from(`${root}/`), bytesOf(path)])

/** NUL-separated output of git. */
export function splitNul(output: Buffer): BytePath[] {
  const parts = output.toString('latin1').split('\0')
  if (parts.at(-1) === '') parts.pop()
  return parts
}

export const parentOf = (path: BytePath): BytePath => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** One line for commands that read C-quoted names (`hash-object --stdin-paths`). */
export function quoted(name: Buffer): Buffer {
  if (!name.some((byte) => byte < 0x20 || byte === 0x22 || byte === 0x5c)) {
    return Buffer.concat([name, Buffer.from('\n')])
  }
  const escaped = [...name].map((byte) =>
    byte < 0x20 || byte === 0x22 || byte === 0x5c || byte > 0x7e
      ? `\\${byte.toString(8).padStart(3, '0')}`
      : String.fromCharCode(byte),
  )
  return Buffer.from(`"${escaped.join('')}"\n`)
}

/** No component climbs, hides in `.git` or is empty: safe to write beneath a root. */
export function isSafe(path: BytePath): boolean {
  if (path === '' || path.startsWith('/') || path.includes('\0')) return false
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git')
}
