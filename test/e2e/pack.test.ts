/**
 * The package as a user gets it: packed, installed into an empty directory, driven by the binary it brings. Hermetic: what it
 * depends on is packed from node_modules, and npm is offline.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npmEnvironment } from '../../scripts/npm-environment.mjs'
import { root } from './cli-world.ts'

let dir: string
let env: Record<string, string>
beforeAll(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'drover-pack-')))
  const home = join(dir, 'user')
  mkdirSync(home)
  env = {
    // Node 24 first: what a user with a current Node has.
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: home,
    DROVER_HOME: join(dir, 'home'),
    DROVER_PORT: '0',
    ...npmEnvironment(),
    // Nothing is fetched: whatever is missing is an error at once, on a machine without a network too.
    npm_config_offline: 'true',
    npm_config_cache: join(dir, 'cache'),
  }
})
afterAll(async () => {
  await run(join(dir, 'empty', 'node_modules', '.bin', 'drover'), ['stop', '-y']).catch(() => {})
  rmSync(dir, { recursive: true, force: true })
})

function run(command: string, args: readonly string[], cwd = dir): Promise<string> {
  return new Promise((done, fail) => {
    execFile(command, args, { cwd, env, maxBuffer: 1 << 26, timeout: 60_000 }, (error, out, err) => {
      const slow = error?.killed === true ? ' (ended after 60 s)' : ''
      if (error) fail(new Error(`${command} ${args.join(' ')}${slow}: ${error.message}\n${out}\n${err}`))
      else done(out)
    })
  })
}

const manifest = (name: string): { dependencies?: Record<string, string> } =>
  JSON.parse(readFileSync(join(root, name === 'drover' ? '' : join('node_modules', name), 'package.json'), 'utf8'))

/** Everything that the packed product needs at run time, however deep. */
function dependenciesOf(name: string): readonly string[] {
  const direct = Object.keys(manifest(name).dependencies ?? {})
  return [...new Set(direct.flatMap((one) => [one, ...dependenciesOf(one)]))]
}

/** An installed module as an archive, so that npm resolves and unpacks it as it would one from the registry. */
async function archiveOf(name: string): Promise<string> {
  const to = mkdtempSync(join(dir, 'part-'))
  const from = join(root, 'node_modules', name)
  await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', to, from])
  return join(to, readdirSync(to)[0]!)
}

test('npm pack gives a package whose drover works in an empty directory', async () => {
  await run('npm', ['pack', '--silent', '--pack-destination', dir], root)
  const archive = readdirSync(dir).find((name) => name.endsWith('.tgz'))!
  const contents = (await run('tar', ['-tzf', join(dir, archive)])).split('\n')
  for (const file of ['bin/drover.cjs', 'dist/cli.cjs', 'dist/daemon.mjs', 'dist/rehearsal.mjs', 'package.json']) {
    expect(contents).toContain(`package/${file}`)
  }
  // What the crash tests plant is in their own build only.
  for (const name of ['daemon.mjs', 'cli.cjs', 'harness-check.mjs']) {
    const shipped = await run('tar', ['-xzOf', join(dir, archive), `package/dist/${name}`])
    expect(shipped.includes('DROVER_DEFECT') || shipped.includes('offset-first'), name).toBe(false)
  }
  expect(contents.filter((name) => /package\/(src|test|scripts|web)\//.test(name))).toEqual([])

  const empty = join(dir, 'empty')
  mkdirSync(empty)
  writeFileSync(join(empty, 'package.json'), '{"name":"empty","private":true}')
  const parts = await Promise.all(dependenciesOf('drover').map(archiveOf))
  await run('npm', ['install', '--no-audit', '--no-fund', ...parts, join(dir, archive)], empty)
  const installed = readdirSync(join(empty, 'node_modules')).filter((name) => !name.startsWith('.'))
  expect(installed).toContain('drover')
  // One native dependency; everything else is in the bundles.
  expect(installed.length).toBeLessThan(5)

  const drover = (...args: string[]) => run(join(empty, 'node_modules', '.bin', 'drover'), args, empty)
  expect(await drover('version')).toMatch(/^drover \d+\.\d+\.\d+\n$/)
  expect(JSON.parse(await drover('start', '--json')).state).toBe('ready')
  expect(JSON.parse(await drover('status', '--json')).state).toBe('ready')
  const { project } = JSON.parse(await drover('up', '--json'))
  expect(project.id).toBe('demo')
  const told = await drover('spawn', '--harness', 'rehearsal', '--prompt', '@say packed and working', '--wait')
  expect(told).toContain('packed and working')
  expect(JSON.parse(await drover('config', 'check', '--json')).ok).toBe(true)
  await drover('stop')
  expect(JSON.parse(await drover('status', '--json')).state).toBe('not_running')
})

test('an old Node is refused with a sentence', async () => {
  const { runInNewContext } = await import('node:vm')
  const source = readFileSync(join(root, 'bin', 'drover.cjs'), 'utf8').replace(/^#!.*\n/, '')
  for (const [version, refused] of [
    ['20.20.2', true],
    ['22.18.0', true],
    ['22.19.0', false],
    ['24.0.0', false],
  ] as const) {
    let said = ''
    let exit: number | null = null
    const stop = new Error('stopped')
    const process = {
      versions: { node: version },
      env: {},
      stderr: { write: (text: string) => (said += text) },
      exit: (code: number) => {
        exit = code
        throw stop
      },
    }
    const require = () => {
      throw stop
    }
    expect(() => runInNewContext(source, { process, require, __dirname: '/x', Number })).toThrow()
    expect([version, exit]).toEqual([version, refused ? 1 : null])
    if (refused) expect(said).toMatch(/^drover needs Node 22\.19 or newer; this is/)
  }
})
