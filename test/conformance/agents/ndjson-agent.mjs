// A tiny agent with JSON lines of its own shape, a session directory and totals for usage. Prompt by file, as argv says.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const args = process.argv.slice(2)
const after = (flag) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined)
const prompt = readFileSync(after('--file'), 'utf8')
const out = (line) => process.stdout.write(`${JSON.stringify(line)}\n`)
const dir = join(process.env.HOME, 'ndjson-agent')
mkdirSync(dir, { recursive: true })
const resumed = after('--continue')
const id = resumed ?? crypto.randomUUID()
const file = join(dir, `${id}.json`)
if (resumed && !existsSync(file)) {
  process.stderr.write(`no such session: ${resumed}\n`)
  process.exit(1)
}
const memory = resumed ? JSON.parse(readFileSync(file, 'utf8')) : { words: [] }
out({ event: 'hello', meta: { session: id } })
const speak = (text) => out({ event: 'message', meta: { session: id }, body: { parts: [{ kind: 'text', text }] } })
if (prompt.startsWith('REMEMBER ')) memory.words.push(prompt.slice(9))
writeFileSync(file, JSON.stringify(memory))
if (prompt.includes('FAIL') || after('--model') === 'no-such-model') {
  out({ event: 'failed', error: { type: 'overloaded_error', message: 'The model is overloaded', status: 529 } })
  process.exit(1)
}
speak(prompt === 'RECALL' ? memory.words.join(' ') || 'nothing' : prompt)
if (prompt.includes('HUGE')) speak('x'.repeat(5_000_000))
if (prompt.includes('WRITE ')) writeFileSync(prompt.split('WRITE ')[1], 'written\n')
out({ event: 'progress', tokens: { input_tokens: 10, output_tokens: 5 }, spent: 0.01 })
out({ event: 'progress', tokens: { input_tokens: 25, output_tokens: 9 }, spent: 0.02 })
if (prompt.includes('ENDLESS')) setTimeout(() => {}, 300_000)
