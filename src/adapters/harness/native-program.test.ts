/** Finding the native binary behind an npm shim, in real directories; and the three probes against small real programs. */
import { execFile } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { access, constants, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Harness, Host } from '#ports/harness'
import { createClaudeCode } from './claude-code/claude-code.ts'
import { createCodex } from './codex/codex.ts'
import { compareVersions, testedBetween } from './native-program.ts'
import { createOpencode } from './opencode/opencode.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'drover-program-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function program(path: string, script = 'exit 0'): string {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  return file
}

const host = (env: Record<string, string> = {}): Host => ({
  env: { HOME: join(root, 'home'), ...env },
  which: async (name) => (existsSync(join(root, 'bin', name)) ? join(root, 'bin', name) : null),
  realpath,
  isExecutable: (path) =>
    access(path, constants.X_OK).then(
      () => true,
      () => false,
    ),
  readText: async (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null),
  exec: ([command = '', ...args], { timeoutMs }) =>
    new Promise((resolve) =>
      execFile(command, args, { timeout: timeoutMs }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : null, stdout, stderr }),
      ),
    ),
})

const { signal } = new AbortController()
const harnesses: readonly (readonly [Harness, string, string])[] = [
  [createClaudeCode(), '@anthropic-ai/claude-code/bin/claude.exe', '@anthropic-ai/claude-code-linux-x64/claude'],
  [createCodex(), '@openai/codex/bin/codex.js', '@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex'],
  [createOpencode(), 'opencode-ai/bin/opencode.exe', 'opencode-linux-x64/bin/opencode'],
]
const commandOf = (harness: Harness): string => (harness.id === 'claude-code' ? 'claude' : harness.id)

describe.each(harnesses)('$id', (harness, shim, native) => {
  const link = (to: string): void => {
    mkdirSync(join(root, 'bin'), { recursive: true })
    symlinkSync(to, join(root, 'bin', commandOf(harness)))
  }

  it('takes the native binary beside the shim', async () => {
    link(program(`lib/node_modules/${shim}`))
    const binary = program(`lib/node_modules/${native}`)
    expect(await harness.locate(host(), {})).toEqual({ binary, prefix: [] })
  })

  it('takes it from below the package where npm nests it', async () => {
    const name = shim.split('/').slice(0, shim.startsWith('@') ? 2 : 1)
    link(program(`lib/node_modules/${shim}`))
    const binary = program(`lib/node_modules/${name.join('/')}/node_modules/${native}`)
    expect(await harness.locate(host(), {})).toEqual({ binary, prefix: [] })
  })

  it('takes what there is when there is no other, and a program outside npm as it is', async () => {
    const only = program(`lib/node_modules/${shim}`)
    link(only)
    expect(await harness.locate(host(), {})).toEqual({ binary: only, prefix: [] })
    const own = program('own/tool')
    expect(await harness.locate(host(), { binary: own })).toEqual({ binary: own, prefix: [] })
  })

  it('is missing where nothing is installed, or where the configured one is not', async () => {
    expect(await harness.locate(host(), {})).toBeNull()
    expect(await harness.locate(host(), { binary: join(root, 'nowhere') })).toBeNull()
    expect(await harness.probe(host(), {}, signal)).toMatchObject({ state: 'missing', binary: null, version: null })
  })

  it('tells an untested version, one said on standard error as pi does, and one that says nothing', async () => {
    const other = program('own/other', 'case "$1" in --version) echo "tool 9.9.9";; esac')
    expect(await harness.probe(host(), { binary: other }, signal)).toMatchObject({
      version: '9.9.9',
      tested: 'outside',
    })
    const beside = program('own/beside', 'case "$1" in --version) echo "8.8.8" >&2;; esac')
    expect(await harness.probe(host(), { binary: beside }, signal)).toMatchObject({ version: '8.8.8' })
    const mute = program('own/mute', 'exit 3')
    expect(await harness.probe(host(), { binary: mute }, signal)).toMatchObject({ state: 'unknown', version: null })
  })
})

describe('who is signed in', () => {
  const [claude, codex, opencode] = harnesses.map(([harness]) => harness) as [Harness, Harness, Harness]

  it('claude-code asks the CLI', async () => {
    const tool = (loggedIn: boolean): string =>
      program(
        `own/claude-${loggedIn}`,
        `case "$1" in --version) echo 2.1.325;; auth) echo '{"loggedIn": ${loggedIn}}';; esac`,
      )
    expect(await claude.probe(host(), { binary: tool(true) }, signal)).toMatchObject({
      state: 'ready',
      tested: 'inside',
    })
    expect(await claude.probe(host(), { binary: tool(false) }, signal)).toMatchObject({ state: 'signed-out' })
  })

  it('codex asks the CLI, and rules nothing out with a provider of its own', async () => {
    const binary = program('own/codex', 'case "$1" in --version) echo codex-cli 0.166.0;; login) exit 1;; esac')
    expect(await codex.probe(host(), { binary }, signal)).toMatchObject({ state: 'signed-out', tested: 'inside' })
    expect(await codex.probe(host({ OPENAI_API_KEY: 'x' }), { binary }, signal)).toMatchObject({ state: 'ready' })
    mkdirSync(join(root, 'home', '.codex'), { recursive: true })
    writeFileSync(join(root, 'home', '.codex', 'config.toml'), 'model_provider = "mine"\n')
    expect(await codex.probe(host(), { binary }, signal)).toMatchObject({ state: 'unknown' })
  })

  it('opencode looks for credentials, and never says signed out', async () => {
    const binary = program('own/opencode', 'echo 1.18.33')
    expect(await opencode.probe(host(), { binary }, signal)).toMatchObject({ state: 'unknown', tested: 'inside' })
    mkdirSync(join(root, 'home', '.local', 'share', 'opencode'), { recursive: true })
    writeFileSync(join(root, 'home', '.local', 'share', 'opencode', 'auth.json'), '{"zai":{"type":"api"}}')
    expect(await opencode.probe(host(), { binary }, signal)).toMatchObject({ state: 'ready' })
  })
})

it('compares versions by number', () => {
  expect(compareVersions('2.1.99', '2.1.325')).toBeLessThan(0)
  expect(compareVersions('2.1.325', '2.1.325')).toBe(0)
  expect(compareVersions('3.0.0', '2.9.9')).toBeGreaterThan(0)
  expect(testedBetween('2.1.200', '2.1.197', '2.1.325')).toBe('inside')
  expect(testedBetween(null, '1.0.0', '2.0.0')).toBe('unknown')
})
