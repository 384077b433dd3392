/** Is opencode here, which version, and does it have any credentials? Makes no model call. */
import { join } from 'node:path'
import type { HarnessConfig, Host, Located, Readiness } from '#ports/harness'
import { fieldsIn, objectOf } from '../line-json.ts'
import { locateNative, testedBetween, versionOf } from '../native-program.ts'
import { passEnv } from './plan.ts'

export const install = 'npm install -g opencode-ai@1.18.33'
export const testedVersions = '1.18.33'

const platforms = ['linux-x64', 'linux-arm64', 'linux-x64-musl', 'linux-arm64-musl', 'darwin-arm64', 'darwin-x64']

/** Its builds for old processors lie beside the others; without AVX2 only they run. */
export async function locateOpencode(host: Host, config: HarnessConfig): Promise<Located | null> {
  const cpu = await host.readText('/proc/cpuinfo')
  const old = cpu !== null && /^flags\s*:/m.test(cpu) && !/\bavx2\b/.test(cpu)
  const names = platforms.flatMap((name) => (old ? [`${name}-baseline`, name] : [name, `${name}-baseline`]))
  return locateNative(host, config, {
    command: 'opencode',
    package: 'opencode-ai',
    binaries: names.map((name) => `opencode-${name}/bin/opencode`),
  })
}

export async function probeOpencode(host: Host, config: HarnessConfig, signal: AbortSignal): Promise<Readiness> {
  const program = await locateOpencode(host, config)
  if (program === null) {
    const message = 'No `opencode` on PATH.'
    return { state: 'missing', binary: null, version: null, tested: 'unknown', message, hint: `Install it: ${install}` }
  }
  const version = await versionOf(host, program, signal)
  const facts = { binary: program.binary, version, tested: testedBetween(version, '1.18.33', '1.18.33') }
  if (version === null) {
    const hint = `Run \`${program.binary} --version\` to see why.`
    return { ...facts, state: 'unknown', message: 'It does not tell its version.', hint }
  }
  if (await hasCredentials(host)) return { ...facts, state: 'ready', message: 'Installed, with credentials.' }
  // It has models that ask for no key, and any provider may be configured: nothing can be ruled out.
  const hint = 'Run `opencode auth login`, or set the key of a provider where the daemon starts.'
  return { ...facts, state: 'unknown', message: 'Installed; no credentials were found.', hint }
}

async function hasCredentials(host: Host): Promise<boolean> {
  if (passEnv.some((name) => name.endsWith('_API_KEY') && (host.env[name] ?? '') !== '')) return true
  const data = host.env.XDG_DATA_HOME ?? join(host.env.HOME ?? '', '.local', 'share')
  const text = await host.readText(join(data, 'opencode', 'auth.json'))
  return text !== null && Object.keys(fieldsIn(objectOf(text))).length > 0
}
