/** Is Gemini CLI here, which version, and does it have credentials? Reads its settings; makes no model call. */
import { join } from 'node:path'
import type { HarnessConfig, Host, Located, Readiness } from '#ports/harness'
import { fieldsIn, objectOf, textIn } from '../line-json.ts'
import { locateScript } from '../node-script.ts'
import { hasAny, readinessOf, type SignedIn } from '../readiness.ts'

export const install = 'npm install -g @google/gemini-cli@0.61.0'
export const testedVersions = '0.61.0'

export const locateGemini = (host: Host, config: HarnessConfig): Promise<Located | null> =>
  locateScript(host, config, { command: 'gemini', package: '@google/gemini-cli', script: 'bundle/gemini.js' })

export const probeGemini = (host: Host, config: HarnessConfig, signal: AbortSignal): Promise<Readiness> =>
  readinessOf(host, config, signal, {
    command: 'gemini',
    install,
    testedFrom: '0.61.0',
    testedTo: '0.61.0',
    signInHint: 'Run `gemini` once to sign in, or set GEMINI_API_KEY where the daemon starts.',
    locate: locateGemini,
    signedIn,
  })

const keys = ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_GENAI_USE_GCA']

async function signedIn(host: Host): Promise<SignedIn> {
  if (hasAny(host, keys)) return 'yes'
  const home = join(host.env.GEMINI_CLI_HOME ?? host.env.HOME ?? '', '.gemini')
  if ((await host.readText(join(home, 'oauth_creds.json'))) !== null) return 'yes'
  const settings = fieldsIn(objectOf((await host.readText(join(home, 'settings.json'))) ?? ''))
  const chosen = textIn(fieldsIn(fieldsIn(settings.security).auth).selectedType)
  // A method was chosen; its credentials may lie in a key chain.
  return chosen === null ? 'no' : 'unknown'
}
