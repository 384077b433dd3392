/**
 * `npm run test:crash`: the long forms of what `npm test` proves in short. Two hundred rounds of the crash machine, a hundred
 * thousand simulated schedules, ten thousand malformed requests, every fault point, five hundred sessions, a soak.
 * Flags: `--rounds n`, `--seed n`, `--soak seconds` (3600 for the hour; prints its samples), `--only
 * machine|simulation|suites|soak`.
 */
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules', '.bin')

function flag(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : process.argv[at + 1]
}

function run(title, command, args, env = {}) {
  process.stderr.write(`${title}\n`)
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, ...env },
  })
  return new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(code ?? 1))
  })
}

const node = join(bin, 'node')
const only = flag('only', 'all')
const wanted = (name) => only === 'all' || only === name
const seed = flag('seed', String(Math.floor(Math.random() * 1_000_000)))
const failed = []
const check = async (name, ...command) => {
  if ((await run(...command)) !== 0) failed.push(name)
}

if (only !== 'simulation') await check('build', 'build', node, ['scripts/build.mjs', '--if-stale', '--quiet'])
if (wanted('simulation')) await check('simulation', 'simulated schedules', node, ['test/simulation/simulate.ts'])
if (wanted('machine')) {
  const args = ['test/crash/machine.ts', '--rounds', flag('rounds', '200'), '--seed', seed]
  await check('machine', `the crash machine, seed ${seed}`, node, args)
}
if (wanted('suites')) {
  const env = { DROVER_FULL: '1', DROVER_SEED: seed, ...(flag('soak') ? { DROVER_SOAK_SECONDS: flag('soak') } : {}) }
  const args = [
    'run',
    '--project',
    'e2e',
    'test/crash',
    'test/fuzz',
    '--testTimeout',
    '600000',
    '--no-file-parallelism',
  ]
  await check('suites', 'faults, fault points, upgrade, fuzz, soak', join(bin, 'vitest'), args, env)
}
if (only === 'soak') {
  const env = { DROVER_FULL: '1', DROVER_SOAK_SECONDS: flag('soak', '120') }
  const args = ['run', '--project', 'e2e', 'test/crash/soak.test.ts', '-t', 'a soak']
  await check('soak', `a soak of ${env.DROVER_SOAK_SECONDS} s`, join(bin, 'vitest'), args, env)
}
process.stdout.write(failed.length === 0 ? 'all held\n' : `failed: ${failed.join(', ')}\n`)
process.exitCode = failed.length === 0 ? 0 : 1
