/**
 * A full-screen program for tests, run by node itself: the alternate screen, raw keys, bracketed paste. It ignores Ctrl+C as a
 * signal and as a key, shows each paste and each key it got, and appends them as JSON lines to the file it is given. `q` ends it.
 */
import { appendFileSync } from 'node:fs'

const file = process.argv[2] ?? '/dev/null'
const note = (words: object): void => appendFileSync(file, `${JSON.stringify(words)}\n`)
process.on('SIGINT', () => note({ signal: 'INT' }))
process.stdout.on('resize', () => note({ size: [process.stdout.columns, process.stdout.rows] }))
process.stdin.setRawMode(true)
process.stdout.write('\x1b[?1049h\x1b[?2004h\x1b[2J\x1b[H\x1b]2;a title\x07\x1b[1;32mready\x1b[0m\r\n')
let held = ''
process.stdin.on('data', (data: Buffer) => {
  held += data.toString('utf8')
  for (;;) {
    const begin = held.indexOf('\x1b[200~')
    if (begin === 0) {
      const end = held.indexOf('\x1b[201~')
      if (end < 0) return
      const text = held.slice(6, end)
      held = held.slice(end + 6)
      note({ paste: text })
      process.stdout.write(`pasted ${text.length}\r\n`)
      continue
    }
    const keys = begin < 0 ? held : held.slice(0, begin)
    held = held.slice(keys.length)
    if (keys === '') return
    note({ keys })
    if (keys === 'q') {
      process.stdout.write('\x1b[?1049l')
      process.exit(7)
    }
    process.stdout.write(`[${JSON.stringify(keys).slice(1, -1)}]`)
  }
})
process.stdin.on('end', () => note({ end: true }))
note({ ready: process.stdin.isTTY })
