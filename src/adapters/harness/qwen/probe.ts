/** Is Qwen Code here, which version, and does it have credentials? Reads its settings; makes no model call. */
import { join } from 'node:path'
import type { HarnessConfig, Host, Located, Readiness } from '#ports/harness'
import { fieldsIn, objectOf, textIn } from '../line-json.ts'
import { locateScript } from '../node-script.ts'
import { hasAny, readinessOf, type SignedIn } from '../readiness.ts'

export const install = 'npm install -g @qwen-code/qwen-code@0.24.4'
export const testedVersions = '0.24.4'

/** Its entry starts a second Node for one flag; the flag is given at once instead. */
export const locateQwen = (host: Host, config: HarnessConfig): Promise<Located | null> =>
  locateScript(host, config, {
    command: 'qwen',
    package: '@qwen-code/qwen-code',
    script: 'cli.js',
    nodeFlags: ['--expose-gc'],
  })

export const probeQwen = (host: Host, config: HarnessConfig, signal: AbortSignal): Promise<Readiness> =>
  readinessOf(host, config, signal, {
    command: 'qwen',
    install,
    testedFrom: '0.24.4',
    testedTo: '0.24.4',
    signInHint: 'Run `qwen` once and choose how to sign in, or set OPENAI_API_KEY where the daemon starts.',
    locate: locateQwen,
    signedIn,
  })

const keys = [
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'GEMINI_API_KEY',
  'DASHSCOPE_API_KEY',
  'BAILIAN_CODING_PLAN_API_KEY',
]

async function signedIn(host: Host): Promise<SignedIn> {
  if (hasAny(host, keys)) return 'yes'
  const home = host.env.QWEN_HOME ?? join(host.env.HOME ?? '', '.qwen')
  if ((await host.readText(join(home, 'oauth_creds.json'))) !== null) return 'yes'
  const settings = fieldsIn(objectOf((await host.readText(join(home, 'settings.json'))) ?? ''))
  const auth = fieldsIn(fieldsIn(settings.security).auth)
  if (textIn(auth.apiKey) !== null) return 'yes'
  return textIn(auth.selectedType) === null ? 'no' : 'unknown'
}
