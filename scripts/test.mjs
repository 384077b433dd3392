/**
 * `npm test` and `npm run check`: format, lint, types, then the tests, project after project. Ends with one line,
 * `N passed, N failed, N skipped`, that counts each check as one. `--quick` stops after the unit tests. `npm test` runs the
 * short live cases of the agent CLIs found in the cache; `--live` runs all of them and nothing else.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProject } from './test-projects.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const quick = process.argv.includes('--quick')
const live = process.argv.includes('--live')
/** Each real CLI through the whole of Drover, in three minutes or so with the three that CI installs. */
const shortLive = ['whole', 'five', 'asking'].map((name) => `test/live/${name}.live.test.ts`)
const say = (text) => process.stderr.write(`${text}\n`)
/** What is formatted and linted: code and its settings. Prose is left to its writers. */
const code = [
  'src',
  'web',
  'test',
  'bench',
  'scripts',
  'bin',
  'package.json',
  'biome.json',
  'tsconfig.json',
  'vitest.config.ts',
].filter((name) => existsSync(join(root, name)))
const total = { passed: 0, failed: 0, skipped: 0 }
/** What failed beside others and passed alone: it counts as passed, and is told. */
const unsteady = []
const scratch = mkdtempSync(join(tmpdir(), 'drover-test-'))
const bin = (name) => join(root, 'node_modules', '.bin', name)

/** No step holds the whole run: a command that does not end by itself is ended, and the step says so. */
const longestCheck = 20 * 60_000
const longestTests = 90 * 60_000

/** Runs a command; its output is kept back and shown only when it fails. */
function run(command, args, { show = false, env = {}, limit = longestCheck } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    timeout: limit,
    env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code, signal) => {
      const ended = `${[command, ...args].join(' ')} was ended by ${signal}; a step may take ${limit / 60_000} minutes`
      if (code === null) say(ended)
      resolve({ code: code ?? 1, output })
    })
  })
}

const seconds = (begun) => `${Math.round((Date.now() - begun) / 100) / 10}s`

async function check(name, command, args) {
  const begun = Date.now()
  const { code, output } = await run(command, args)
  total[code === 0 ? 'passed' : 'failed']++
  say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} ${seconds(begun)}`)
  if (code !== 0) say(output.trimEnd())
}

/** `project` may be several that are run together. */
async function tests(project, files = []) {
  const begun = Date.now()
  say(`tests: ${project}`)
  const start = async (args, env) => (await run(bin('vitest'), args, { show: true, env, limit: longestTests })).code
  const ran = await runProject({ project, files, root, scratch, start, say })
  for (const word of Object.keys(total)) total[word] += ran.total[word]
  unsteady.push(...ran.unsteady)
  say(`${ran.total.failed === 0 ? 'ok    ' : 'FAILED'} ${project} ${seconds(begun)}`)
}

/** Only what changed since the last look is looked at again; what is known of the rest is kept where `npm ci` removes it. */
const types = (name, project) =>
  check(name, bin('tsc'), [
    ...['-p', project, '--noEmit', '--pretty', 'false', '--incremental'],
    ...[
      '--tsBuildInfoFile',
      join(root, 'node_modules', '.cache', 'drover', `${project.replace('.', 'src')}.tsbuildinfo`),
    ],
  ])

/** Side by side: none of them changes a file of the others. */
const checks = () =>
  Promise.all([
    check('format and lint', bin('biome'), ['ci', '--colors=off', '--diagnostic-level=error', ...code]),
    types('types', '.'),
    ...(existsSync(join(root, 'web', 'tsconfig.json')) ? [types('types of the cockpit', 'web')] : []),
  ])

try {
  await check('build', process.execPath, ['scripts/build.mjs', '--if-stale', '--quiet'])
  if (live) await tests('live')
  else {
    await checks()
    for (const project of quick ? ['unit'] : ['unit and simulation', 'integration', 'e2e']) await tests(project)
    if (!quick) await tests('live', shortLive)
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
process.exitCode = total.failed === 0 ? 0 : 1
for (const line of unsteady) say(line)
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`)
