/**
 * `npm run test:live`: every agent CLI of the cache through its live suites, then the smoke lanes, driven from the shell in
 * throw-away homes. Prints one line a step as it goes and ends with `Passed: N`, `Failed: N`, `Observations: N`, each with its
 * lines. Fails on a failed step, on processes that stay behind and on files that appear in the checkout.
 * Flags: `--lane NAME` (one or more) runs only that; `--lanes` all lanes without the live suites; `--without-clis` leaves the
 * cache alone; `--beside` neither builds nor looks at the checkout (other tests are at work in it); `--list` names the lanes.
 */
import { spawn, spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { newTally, note, runLane } from '../test/smoke/lane.ts'
import { lanes } from '../test/smoke/lanes/all.ts'
import { checkoutStatus, newIn } from '../test/smoke/stray.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const args = process.argv.slice(2)
const on = (name) => args.includes(`--${name}`)
const named = args.flatMap((word, at) => (args[at - 1] === '--lane' ? [word] : []))
const tally = newTally()
const say = (line) => process.stderr.write(`${line}\n`)

function run(command, words) {
  const child = spawn(command, words, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text))
  return new Promise((done) => {
    child.on('error', () => done({ code: 1, out }))
    child.on('close', (code) => done({ code: code ?? 1, out }))
  })
}

async function liveSuites() {
  const { code, out } = await run(process.execPath, [join(root, 'scripts', 'test.mjs'), '--live'])
  const counts = out.trim().split('\n').at(-1)
  note(tally, code === 0 ? 'passed' : 'failed', `live suites of the agent CLIs: ${counts}`, say)
  const skipped = Number(/(\d+) skipped/.exec(counts)?.[1] ?? 0)
  if (skipped > 0) note(tally, 'observations', `live suites: ${skipped} cases did not run, named above`, say)
}

function checkout(before) {
  const after = checkoutStatus(root)
  if (before === null || after === null) {
    note(tally, 'observations', 'the checkout is no git repository: stray files are not looked for', say)
    return
  }
  const found = newIn(after, before)
  if (found.length === 0) note(tally, 'passed', 'no stray file in the checkout', say)
  else note(tally, 'failed', `stray files in the checkout: ${found.join(', ')}`, say)
}

const unknown = named.filter((name) => !lanes.some((lane) => lane.name === name))
if (on('list')) {
  process.stdout.write(lanes.map((lane) => `${lane.name.padEnd(11)} ${lane.shows}\n`).join(''))
} else if (unknown.length > 0) {
  say(`there is no lane ${unknown.join(', ')}; there are ${lanes.map((lane) => lane.name).join(', ')}`)
  process.exitCode = 2
} else {
  const before = on('beside') ? null : checkoutStatus(root)
  const build = [join(root, 'scripts', 'build.mjs'), '--if-stale', '--quiet']
  if (!on('beside') && (await run(process.execPath, build)).code !== 0) note(tally, 'failed', 'the build', say)
  else {
    if (named.length === 0 && !on('lanes')) await liveSuites()
    const curl = spawnSync('curl', ['--version']).status === 0
    if (!curl) note(tally, 'observations', 'no lane runs without curl', say)
    const wanted = lanes.filter((lane) => curl && (named.length === 0 || named.includes(lane.name)))
    for (const lane of wanted) await runLane(lane, !on('without-clis'), tally, say)
  }
  if (!on('beside')) checkout(before)
  const lines = (title, found) => `${title}: ${found.length}\n${found.map((line) => `  ${line}\n`).join('')}`
  process.stdout.write(
    lines('Passed', tally.passed) + lines('Failed', tally.failed) + lines('Observations', tally.observations),
  )
  process.exitCode = tally.failed.length === 0 ? 0 : 1
}
