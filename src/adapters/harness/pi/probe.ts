/** Is pi here, which version, and does it have credentials? Reads its own files; makes no model call. */
import { join } from 'node:path'
import type { HarnessConfig, Host, Located, Readiness } from '#ports/harness'
import { fieldsIn, objectOf } from '../line-json.ts'
import { locateScript } from '../node-script.ts'
import { hasAny, readinessOf, type SignedIn } from '../readiness.ts'
import { passEnv } from './plan.ts'

export const install = 'npm install -g @mariozechner/pi-coding-agent@0.73.1'
export const testedVersions = '0.73.1'

export const locatePi = (host: Host, config: HarnessConfig): Promise<Located | null> =>
  locateScript(host, config, { command: 'pi', package: '@mariozechner/pi-coding-agent', script: 'dist/cli.js' })

export const probePi = (host: Host, config: HarnessConfig, signal: AbortSignal): Promise<Readiness> =>
  readinessOf(host, config, signal, {
    command: 'pi',
    install,
    testedFrom: '0.73.1',
    testedTo: '0.73.1',
    signInHint: 'Run `pi` and type /login, or set the key of a provider where the daemon starts.',
    locate: locatePi,
    signedIn,
  })

const keys = passEnv.filter((name) => name.endsWith('_API_KEY') || name.endsWith('_TOKEN'))

async function signedIn(host: Host): Promise<SignedIn> {
  if (hasAny(host, keys)) return 'yes'
  const home = host.env.PI_CODING_AGENT_DIR ?? join(host.env.HOME ?? '', '.pi', 'agent')
  const auth = fieldsIn(objectOf((await host.readText(join(home, 'auth.json'))) ?? ''))
  if (Object.keys(auth).length > 0) return 'yes'
  // A provider of the user's own brings its key with it.
  return (await host.readText(join(home, 'models.json'))) === null ? 'no' : 'unknown'
}
