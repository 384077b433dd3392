/** What an npm is told that this repository starts, asked of a real npm on the Node of node_modules. */
import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { npmEnvironment } from '../../../scripts/npm-environment.mjs'

const root = resolve(import.meta.dirname, '../../..')
const bundled = join(root, 'node_modules', '.bin')
let dir: string
beforeAll(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'drover-npm-')))
  // A machine: a Node with settings beside it, and a user with settings of their own.
  mkdirSync(join(dir, 'machine', 'bin'), { recursive: true })
  mkdirSync(join(dir, 'machine', 'etc'))
  symlinkSync(process.execPath, join(dir, 'machine', 'bin', 'node'))
  writeFileSync(join(dir, 'machine', 'etc', 'npmrc'), 'registry=http://machine.invalid/\n')
  mkdirSync(join(dir, 'user'))
  writeFileSync(join(dir, 'user', '.npmrc'), 'cafile=/users/own.pem\n')
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe('npmEnvironment', () => {
  it('passes proxies, certificates and settings of npm in either case, and nothing else', () => {
    const passed = {
      HTTP_PROXY: 'a',
      https_proxy: 'b',
      NO_PROXY: 'c',
      no_proxy: 'd',
      NODE_EXTRA_CA_CERTS: 'e',
      SSL_CERT_FILE: 'f',
      SSL_CERT_DIR: 'g',
      npm_config_registry: 'h',
      NPM_CONFIG_CAFILE: 'i',
    }
    const kept = {
      AWS_SECRET_ACCESS_KEY: 'x',
      HOME: '/nowhere',
      npm_lifecycle_event: 'test',
      PATH: '',
      UNSET: undefined,
    }
    expect(npmEnvironment({ ...passed, ...kept })).toEqual(passed)
  })

  it("names the machine's settings where the Node of node_modules would hide them", () => {
    const path = `${bundled}:${join(dir, 'machine', 'bin')}`
    const file = join(dir, 'machine', 'etc', 'npmrc')
    expect(npmEnvironment({ PATH: path })).toEqual({ npm_config_globalconfig: file })
    const hidden = join(root, 'node_modules', 'node', 'etc', 'npmrc')
    const nested = {
      PATH: path,
      npm_config_globalconfig: hidden,
      npm_config_prefix: join(root, 'node_modules', 'node'),
    }
    expect(npmEnvironment(nested).npm_config_globalconfig).toBe(file)
    expect(npmEnvironment({ PATH: path, npm_config_globalconfig: '/own' }).npm_config_globalconfig).toBe('/own')
    expect(npmEnvironment({ PATH: bundled, npm_config_prefix: join(dir, 'machine') }).npm_config_globalconfig).toBe(
      file,
    )
    expect(npmEnvironment({ PATH: bundled })).toEqual({})
  })

  it('is what a real npm on that Node reads, in another HOME and with a prefix', () => {
    const PATH = `${bundled}:${join(dir, 'machine', 'bin')}:${process.env.PATH}`
    const ask = (env: Record<string, string>, key: string): string =>
      execFileSync('npm', ['config', 'get', key, '--prefix', dir], {
        cwd: dir,
        env: { PATH, HOME: dir, ...env },
        encoding: 'utf8',
        timeout: 30_000,
      }).trim()
    expect(ask({}, 'registry')).not.toContain('machine.invalid')
    const env = npmEnvironment({ PATH, HOME: join(dir, 'user') })
    expect(ask(env, 'registry')).toBe('http://machine.invalid/')
    expect(ask(env, 'cafile')).toBe('/users/own.pem')
  })

  it('is used by everything that starts npm', () => {
    const starters: string[] = []
    for (const folder of ['scripts', 'test', 'bench', 'src']) {
      for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
        if (!/\.(ts|mjs|cjs)$/.test(file)) continue
        const text = readFileSync(join(root, folder, file), 'utf8')
        if (!/(spawn|exec\w*|run)\(\s*'(npm|npx)'/.test(text)) continue
        starters.push(join(folder, file))
        expect(text, `${folder}/${file} starts npm`).toContain('npmEnvironment(')
      }
    }
    expect(starters).toEqual(expect.arrayContaining(['scripts/ensure.mjs', 'test/e2e/pack.test.ts']))
  })
})
