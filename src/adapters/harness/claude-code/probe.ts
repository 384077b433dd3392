/** Is Claude Code here, which version, and is somebody signed in? Asks the CLI itself; makes no model call. */
import type { HarnessConfig, Host, Located, Readiness } from '#ports/harness'
import { fieldsIn } from '../line-json.ts'
import { locateNative, testedBetween, versionOf } from '../native-program.ts'

export const install = 'npm install -g @anthropic-ai/claude-code@2.1.325'
export const testedVersions = '2.1.197 and 2.1.325'

const platforms = ['linux-x64', 'linux-arm64', 'linux-x64-musl', 'linux-arm64-musl', 'darwin-arm64', 'darwin-x64']

export const locateClaude = (host: Host, config: HarnessConfig): Promise<Located | null> =>
  locateNative(host, config, {
    command: 'claude',
    package: '@anthropic-ai/claude-code',
    binaries: platforms.map((platform) => `@anthropic-ai/claude-code-${platform}/claude`),
  })

export async function probeClaude(host: Host, config: HarnessConfig, signal: AbortSignal): Promise<Readiness> {
  const program = await locateClaude(host, config)
  if (program === null) {
    const message = 'No `claude` on PATH.'
    return { state: 'missing', binary: null, version: null, tested: 'unknown', message, hint: `Install it: ${install}` }
  }
  const version = await versionOf(host, program, signal)
  const facts = { binary: program.binary, version, tested: testedBetween(version, '2.1.197', '2.1.325') }
  if (version === null) {
    const hint = `Run \`${program.binary} --version\` to see why.`
    return { ...facts, state: 'unknown', message: 'It does not tell its version.', hint }
  }
  const signedIn = await isSignedIn(host, program, signal)
  if (signedIn === false) {
    const hint = 'Run `claude auth login`, or set ANTHROPIC_API_KEY where the daemon starts.'
    return { ...facts, state: 'signed-out', message: 'Nobody is signed in.', hint }
  }
  const message =
    signedIn === null ? 'Installed; it does not tell whether somebody is signed in.' : 'Installed and signed in.'
  return { ...facts, state: signedIn === null ? 'unknown' : 'ready', message }
}

/** null: this version does not tell. */
async function isSignedIn(host: Host, program: Located, signal: AbortSignal): Promise<boolean | null> {
  const argv = [program.binary, ...program.prefix, 'auth', 'status']
  const { stdout } = await host.exec(argv, { timeoutMs: 15_000, signal })
  try {
    const { loggedIn } = fieldsIn(JSON.parse(stdout))
    return typeof loggedIn === 'boolean' ? loggedIn : null
  } catch {
    return null // older versions have no such command and print help
  }
}
