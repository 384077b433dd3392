/** The files that agent CLIs keep, as adapters may see them: names, sizes, lines. Owns no format; writes nothing. */
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import type { Files } from '#ports/harness'

/** Everything that keeps a file from being read means the same here: there is nothing to look at. */
export const files: Files = {
  list: (directory) => readdir(directory).catch(() => []),
  size: (file) =>
    stat(file).then(
      (found) => (found.isFile() ? found.size : null),
      () => null,
    ),
  async eachLine(file, hear) {
    let bytes = 0
    let parts: Buffer[] = []
    try {
      for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
        bytes += chunk.length
        let from = 0
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
          hear(Buffer.concat([...parts, chunk.subarray(from, at)]).toString('utf8'))
          parts = []
          from = at + 1
        }
        if (from < chunk.length) parts.push(chunk.subarray(from))
      }
    } catch {
      return null
    }
    if (parts.length > 0) hear(Buffer.concat(parts).toString('utf8'))
    return bytes
  },
}
