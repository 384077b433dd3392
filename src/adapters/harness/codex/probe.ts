/** Is Codex here, which version, and is somebody signed in? Asks the CLI itself; makes no model call. */
import { join } from 'node:path'
import type { HarnessConfig, Host, Located, Readiness } from '#ports/harness'
import { locateNative, testedBetween, versionOf } from '../native-program.ts'

export const install = 'npm install -g @openai/codex@0.166.0'
export const testedVersions = '0.166.0'

const targets = [
  ['linux-x64', 'x86_64-unknown-linux-musl'],
  ['linux-arm64', 'aarch64-unknown-linux-musl'],
  ['darwin-arm64', 'aarch64-apple-darwin'],
  ['darwin-x64', 'x86_64-apple-darwin'],
] as const

export const locateCodex = (host: Host, config: HarnessConfig): Promise<Located | null> =>
  locateNative(host, config, {
    command: 'codex',
    package: '@openai/codex',
    binaries: targets.map(([platform, target]) => `@openai/codex-${platform}/vendor/${target}/bin/codex`),
  })

export async function probeCodex(host: Host, config: HarnessConfig, signal: AbortSignal): Promise<Readiness> {
  const program = await locateCodex(host, config)
  if (program === null) {
    const message = 'No `codex` on PATH.'
    return { state: 'missing', binary: null, version: null, tested: 'unknown', message, hint: `Install it: ${install}` }
  }
  const version = await versionOf(host, program, signal)
  const facts = { binary: program.binary, version, tested: testedBetween(version, '0.166.0', '0.166.0') }
  if (version === null) {
    const hint = `Run \`${program.binary} --version\` to see why.`
    return { ...facts, state: 'unknown', message: 'It does not tell its version.', hint }
  }
  if (host.env.CODEX_API_KEY || host.env.OPENAI_API_KEY) {
    return { ...facts, state: 'ready', message: 'Installed, with an API key in the environment.' }
  }
  const login = await host.exec([program.binary, ...program.prefix, 'login', 'status'], { timeoutMs: 15_000, signal })
  if (login.code === 0) return { ...facts, state: 'ready', message: 'Installed and signed in.' }
  if (await hasOwnProvider(host)) {
    return { ...facts, state: 'unknown', message: 'Installed; its config names a model provider of its own.' }
  }
  const hint = 'Run `codex login`, or set OPENAI_API_KEY where the daemon starts.'
  return { ...facts, state: 'signed-out', message: 'Nobody is signed in.', hint }
}

/** With a provider of its own it needs no login; whether that provider lets us in is not known before a call. */
async function hasOwnProvider(host: Host): Promise<boolean> {
  const home = host.env.CODEX_HOME ?? join(host.env.HOME ?? '', '.codex')
  return /^\s*model_provider\s*=/m.test((await host.readText(join(home, 'config.toml'))) ?? '')
}
