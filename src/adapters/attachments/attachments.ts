/** Attachments as files in the session's own directory. What may be kept, and under which name, is decided in core. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Attachments } from '#ports/attachments'
import type { Paths } from '#ports/paths'

export function createAttachments(paths: Paths): Attachments {
  const directory = (sessionId: string): string => join(paths.session(sessionId), 'attachments')
  return {
    async keep(sessionId, id, bytes) {
      const file = join(directory(sessionId), basename(id))
      await mkdir(directory(sessionId), { recursive: true, mode: 0o700 })
      await writeFile(`${file}.new`, bytes, { mode: 0o600 })
      await rename(`${file}.new`, file)
    },
    find(sessionId, id) {
      const file = join(directory(sessionId), basename(id))
      return existsSync(file) ? file : null
    },
    read(sessionId, id, most) {
      const file = join(directory(sessionId), basename(id))
      const size = statSync(file, { throwIfNoEntry: false })?.size
      return size === undefined || size > most ? null : readFileSync(file, 'base64')
    },
    total(sessionId) {
      if (!existsSync(directory(sessionId))) return 0
      return readdirSync(directory(sessionId)).reduce(
        (sum, name) => sum + (statSync(join(directory(sessionId), name), { throwIfNoEntry: false })?.size ?? 0),
        0,
      )
    },
    drop: (sessionId) => rm(directory(sessionId), { recursive: true, force: true }),
  }
}
