/** Is GitHub Copilot CLI here, which version, and is somebody signed in? Reads its own files; makes no model call. */
import { join } from 'node:path'
import type { HarnessConfig, Host, Located, Readiness } from '#ports/harness'
import { locateNative } from '../native-program.ts'
import { hasAny, readinessOf, type SignedIn } from '../readiness.ts'

export const install = 'npm install -g @github/copilot@1.0.102'
export const testedVersions = '1.0.102'

const platforms = ['linux-x64', 'linux-arm64', 'linuxmusl-x64', 'linuxmusl-arm64', 'darwin-arm64', 'darwin-x64']

export const locateCopilot = (host: Host, config: HarnessConfig): Promise<Located | null> =>
  locateNative(host, config, {
    command: 'copilot',
    package: '@github/copilot',
    binaries: platforms.map((platform) => `@github/copilot-${platform}/copilot`),
  })

export const probeCopilot = (host: Host, config: HarnessConfig, signal: AbortSignal): Promise<Readiness> =>
  readinessOf(host, config, signal, {
    command: 'copilot',
    install,
    testedFrom: '1.0.102',
    testedTo: '1.0.102',
    signInHint: 'Run `copilot login`, or set COPILOT_GITHUB_TOKEN where the daemon starts.',
    locate: locateCopilot,
    signedIn,
  })

const keys = ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN', 'COPILOT_PROVIDER_BASE_URL']

/** Its token lies in the key chain where there is one: its absence from the file says nothing. */
async function signedIn(host: Host): Promise<SignedIn> {
  if (hasAny(host, keys)) return 'yes'
  const home = host.env.COPILOT_HOME ?? join(host.env.HOME ?? '', '.copilot')
  const config = (await host.readText(join(home, 'config.json'))) ?? ''
  return /"logged_in_users"|"loggedInUsers"|"copilot_tokens"|"copilotTokens"/.test(config) ? 'yes' : 'unknown'
}
