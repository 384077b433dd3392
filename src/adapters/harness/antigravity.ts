/**
 * What Antigravity's CLI needs beyond an argv. It has no flag for a model: it reads one from its settings file, which is the
 * user's. And it tells its conversation's id in a log of its own only. So a small program runs it: the model is set for the
 * run and put back at its end, the log is read, and what is printed becomes lines with `text` and `conversation`.
 *
 * Put back in every case: before anything is set, a note beside the settings says what stood there. The run that made the note
 * puts it back when it ends or is asked to; one that was killed hard leaves the note, and the next run, with a model or
 * without, puts it back first. A value that somebody else changed meanwhile is theirs. Runs with a model wait for each other.
 *
 * Nobody here has run the real CLI: read from public documentation and reports of others.
 */
import { join } from 'node:path'
import type { LaunchPlan, Start } from '#ports/harness'

/** Arguments: the model or nothing, the log, then the whole argv. Plain JavaScript: it runs without Drover. */
const runner = `
const fs = require('node:fs'), path = require('node:path'), { spawn } = require('node:child_process')
const [model, log, file, ...args] = process.argv.slice(1)
const settings = path.join(process.env.HOME || '', '.gemini', 'antigravity-cli', 'settings.json')
const note = settings + '.drover'
const read = (name) => { try { return JSON.parse(fs.readFileSync(name, 'utf8')) } catch { return null } }
const write = (name, value) => {
  const next = name + '.' + process.pid + '.new'
  const fd = fs.openSync(next, 'w', 0o600)
  fs.writeSync(fd, JSON.stringify(value, null, 2) + '\\n')
  fs.fsyncSync(fd)
  fs.closeSync(fd)
  if (fs.existsSync(name)) fs.chmodSync(next, fs.statSync(name).mode & 0o777)
  fs.renameSync(next, name)
}
const lives = (pid) => { try { process.kill(pid, 0); return true } catch (error) { return error.code === 'EPERM' } }
const putBack = (left) => {
  const now = read(settings)
  if (now !== null && now.model === left.set) {
    const { model: _, ...rest } = now
    if (left.had) write(settings, { ...now, model: left.before })
    else if (left.file) write(settings, rest)
    else if (Object.keys(rest).length === 0) fs.rmSync(settings, { force: true })
    else write(settings, rest)
  }
  fs.rmSync(note, { force: true })
}
const restoreLeft = () => {
  const left = read(note)
  if (left !== null && !lives(left.pid)) putBack(left)
  else if (left === null && fs.existsSync(note)) fs.rmSync(note, { force: true })
}
let mine = null
const release = () => { if (mine !== null) { putBack(mine); mine = null } }
const take = async () => {
  fs.mkdirSync(path.dirname(settings), { recursive: true })
  for (;;) {
    restoreLeft()
    const there = fs.existsSync(settings)
    const now = there ? read(settings) : {}
    if (now === null || typeof now !== 'object' || Array.isArray(now)) throw new Error(settings + ' is not a JSON object')
    const left = { pid: process.pid, set: model, had: 'model' in now, before: now.model, file: there }
    const own = note + '.' + process.pid
    write(own, left)
    try {
      fs.linkSync(own, note)
      mine = left
      write(settings, { ...now, model })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    } finally {
      fs.rmSync(own, { force: true })
    }
    await new Promise((go) => setTimeout(go, 200))
  }
}
const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n')
let told = false
const tell = () => {
  if (told) return
  let text = ''
  try { text = fs.readFileSync(log, 'utf8') } catch {}
  const id = /conversation=([A-Za-z0-9_-]+)/.exec(text)
  if (id !== null) { told = true; say({ conversation: id[1] }) }
}
const main = async () => {
  restoreLeft()
  let child = null, asked = null
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => {
    asked = name
    release()
    if (child === null) process.exit(143)
    child.kill(name)
  })
  if (model !== '') await take()
  child = spawn(file, args, { stdio: ['inherit', 'pipe', 'inherit'] })
  let rest = ''
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (chunk) => {
    tell()
    const lines = (rest + chunk).split('\\n')
    rest = lines.pop()
    for (const line of lines) say({ text: line })
  })
  child.on('error', (error) => { release(); console.error(error.message); process.exit(127) })
  child.on('close', (code, signal) => {
    release()
    tell()
    if (rest !== '') say({ text: rest })
    process.exitCode = code === null ? (signal === 'SIGKILL' ? 137 : 143) : code
  })
}
main().catch((error) => { release(); console.error(error.message); process.exitCode = 1 })
`

/** The plan of the table, run by the runner. */
export function runAntigravity(plan: LaunchPlan, start: Start): LaunchPlan {
  const [binary = '', ...args] = plan.argv
  const log = join(start.launchDir, 'agy.log')
  const whole = [binary, `--log-file=${log}`, ...args]
  return { ...plan, argv: [process.execPath, '-e', runner, '--', start.model ?? '', log, ...whole] }
}
