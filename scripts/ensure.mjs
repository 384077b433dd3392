/**
 * Makes sure that the dependencies are installed, before anything that needs them. Plain JavaScript of Node 18, no
 * dependency: it runs on whatever Node the system has. What comes after it in an npm script runs on the Node 24 that the
 * install brings, because npm puts node_modules/.bin first on the PATH.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npmEnvironment } from './npm-environment.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const lock = join(root, 'package-lock.json')
const installed = join(root, 'node_modules', '.package-lock.json')
const stamp = join(root, 'node_modules', '.drover-lock')
const hash = () => createHash('sha256').update(readFileSync(lock)).digest('hex')

/** Fresh: installed after the lock was written, or from a lock with exactly this content. */
function isFresh() {
  if (!existsSync(installed) || !existsSync(join(root, 'node_modules', '.bin', 'node'))) return false
  if (statSync(installed).mtimeMs >= statSync(lock).mtimeMs - 2000) return true
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash()
}

/**
 * Exactly what is locked, without any package's install script: the native driver ships its binaries, and building it again
 * would need a compiler. Only the package `node` needs its script, which fetches the Node of this platform.
 */
const steps = [
  ['ci', '--ignore-scripts'],
  ['rebuild', 'node'],
]

/** A registry that never answers must not hold a command for ever. */
const longest = 20 * 60_000

function install(words) {
  const tty = process.stderr.isTTY
  const begun = Date.now()
  const seconds = () => Math.round((Date.now() - begun) / 1000)
  if (!tty) process.stderr.write(`installing dependencies (npm ${words.join(' ')})\n`)
  const timer = tty
    ? setInterval(() => process.stderr.write(`\r\u001b[Kinstalling dependencies ${seconds()}s`), 250)
    : null
  const child = spawn('npm', [...words, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...npmEnvironment() },
    timeout: longest,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    const end = (code) => {
      if (timer) clearInterval(timer)
      if (tty) process.stderr.write('\r\u001b[K')
      if (code === 0) process.stderr.write(`dependencies installed in ${seconds()}s\n`)
      resolve({ code, output })
    }
    child.on('error', (error) => {
      output += error.message
      end(1)
    })
    child.on('exit', (code, signal) => {
      if (code === null)
        output += `\nnpm ${words.join(' ')} was ended by ${signal} after ${seconds()}s (limit ${longest / 60_000} minutes)`
      end(code ?? 1)
    })
  })
}

if (!isFresh()) {
  let code = 0
  let output = ''
  for (const step of steps) {
    if (code === 0) ({ code, output } = await install(step))
  }
  if (code !== 0) {
    process.stderr.write(`${output.trimEnd()}\n\nThe dependencies could not be installed.\n`)
    process.stderr.write(
      'Is the npm registry reachable (`npm ping`)? Is there space left? Then run the same command again.\n',
    )
    process.exit(1)
  }
  writeFileSync(stamp, hash())
}
