// A tiny agent that speaks the drover line protocol, written only from docs/harnesses.md. Lives as long as its input.
// `--defect NAME` makes it wrong in one way, so that a test can see the conformance cases find it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const args = process.argv.slice(2)
const once = args.includes('--once')
const defect = args.includes('--defect') ? args[args.indexOf('--defect') + 1] : null
const resumed = args.includes('--resume') ? args[args.indexOf('--resume') + 1] : null
const dir = join(process.env.HOME, 'drover-agent')
mkdirSync(dir, { recursive: true })
const id = (defect === 'another-id' ? null : resumed) ?? crypto.randomUUID()
const file = join(dir, `${id}.json`)
const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`)
const left = { 'no-result': 'result', 'no-tool-result': 'tool_result', 'no-parts': 'text_delta' }[defect]
const out = (line) => {
  if (line.type === left) return
  if (line.type === 'result' && defect === 'always-good') write({ ...line, ok: true })
  else write(line)
  if (line.type === 'result' && defect === 'two-results') write(line)
}
const speak = (text) => {
  out({ type: 'text_delta', text: text.slice(0, 3) })
  out({ type: 'text_delta', text: text.slice(3) })
  out({ type: 'text', text })
}
if (defect === 'text-first') speak('hello')
if (defect === 'fresh-start' && !existsSync(file)) writeFileSync(file, '{"words":[]}')
const earlier = join(dir, `${resumed}.json`)
if (resumed && !existsSync(earlier)) {
  out({ type: 'error', category: 'context_lost', message: `no session ${resumed}` })
  out({ type: 'result', ok: false, text: 'no such session' })
  process.exit(1)
}
const memory = resumed && defect !== 'forgetful' ? JSON.parse(readFileSync(earlier, 'utf8')) : { words: [] }
const save = () => writeFileSync(file, JSON.stringify(memory))
save()
out({ type: 'session', id, model: null })

let waiting = null
let stop = null
let turn = Promise.resolve()
async function play({ text }) {
  const prompt = defect === 'deaf' ? text.replace(/<instructions>[\s\S]*<\/instructions>\s*/, '') : text
  if (prompt.startsWith('REMEMBER ')) memory.words.push(prompt.slice(9))
  save()
  if (prompt.includes('FAIL')) {
    out({ type: 'error', category: 'usage_limit', message: 'spent', resetsAt: '2030-01-01T00:00:00Z' })
    return out({ type: 'result', ok: false, text: 'spent' })
  }
  if (prompt.includes('TOOL')) {
    out({ type: 'tool', id: 't1', name: 'look', input: { at: 'sky' } })
    out({ type: 'tool_result', id: 't1', ok: true, output: 'blue' })
  }
  if (prompt.includes('WRITE ')) writeFileSync(prompt.split('WRITE ')[1], 'written\n')
  if (prompt.includes('THINK')) out({ type: 'thinking', text: 'hm' })
  if (prompt.includes('USAGE')) {
    memory.turns = defect === 'totals' ? (memory.turns ?? 0) + 1 : 1
    save()
    out({ type: 'usage', input: 7 * memory.turns, output: 3 * memory.turns, costUsd: 0.5 * memory.turns })
  }
  if (prompt.includes('ASK')) {
    out({ type: 'request', id: 'q1', kind: 'question', text: 'Which?' })
    if (defect === 'impatient') speak('whatever')
    else speak((await new Promise((resolve) => (waiting = resolve))).text)
  }
  speak(prompt === 'RECALL' ? memory.words.join(' ') || 'nothing' : prompt)
  if (prompt.includes('HUGE')) speak('x'.repeat(5_000_000))
  if (prompt.includes('ENDLESS')) {
    await new Promise((resolve) => (stop = resolve))
    return out({ type: 'result', ok: false, interrupted: true, text: 'interrupted' })
  }
  out({ type: 'result', ok: true, text: 'done', durationMs: 1 })
}
const input = createInterface({ input: process.stdin })
input.on('line', (line) => {
  const message = JSON.parse(line)
  if (message.type === 'prompt') turn = turn.then(() => play(message)).then(() => once && input.close())
  if (message.type === 'answer') waiting?.(message)
  if (message.type === 'interrupt') stop?.()
})
// Words still on their way are waited for: an exit would cut them off.
const leave = () => process.stdout.write('', () => process.exit(0))
input.on('close', () => turn.then(() => (defect === 'lingers' ? setTimeout(leave, 600_000) : leave())))
