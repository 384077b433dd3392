/**
 * How GitHub Copilot CLI is launched: `--output-format json` with the prompt on standard input. Measured on 1.0.102. Owns
 * no reading of its output.
 */
import type { LaunchPlan, Start } from '#ports/harness'
import { configuredEnv } from '../line-json.ts'

export function planCopilot(start: Start): LaunchPlan {
  return {
    argv: [
      start.program.binary,
      ...start.program.prefix,
      '--output-format',
      'json',
      '--no-color',
      // Nobody is there to answer a question of its own.
      '--no-ask-user',
      ...copilotFlags,
      ...permissionFlags(start),
      ...(start.model === null ? [] : ['--model', start.model]),
      ...(start.resume === null ? ['--session-id', start.freshId] : [`--resume=${start.resume}`]),
    ],
    env: { ...copilotEnv(start), ...configuredEnv(start.config) },
    files: [],
    stdin: { mode: 'file', text: start.prompt },
    lifetime: 'turn',
  }
}

/** A denial outranks every permission, also the one that a run without a terminal cannot do without. */
function permissionFlags(start: Start): readonly string[] {
  if (start.permissions === 'bypass') return ['--allow-all']
  return ['--allow-all-tools', '--deny-tool=shell', '--deny-tool=write']
}

export const copilotFlags: readonly string[] = ['--no-auto-update', '--disable-client-telemetry', '--no-remote-export']

/**
 * Hooks, servers and skills of a folder load only when it is trusted. Its flag for that refuses a session of a given id;
 * the variable, when it is exactly "true", trusts the folder for this process and is kept nowhere.
 */
export const copilotEnv = (start: Start): Record<string, string> => ({
  COPILOT_AUTO_UPDATE: 'false',
  COPILOT_ALLOW_ALL: start.trusted ? 'true' : '',
})

/** Credentials, endpoints and the place of its own configuration. */
export const passEnv: readonly string[] = [
  'COPILOT_GITHUB_TOKEN',
  'GH_TOKEN',
  'GITHUB_TOKEN',
  'GH_HOST',
  'COPILOT_GH_HOST',
  'COPILOT_HOME',
  'COPILOT_MODEL',
  'COPILOT_OFFLINE',
  'COPILOT_PROVIDER_BASE_URL',
  'COPILOT_PROVIDER_TYPE',
  'COPILOT_PROVIDER_API_KEY',
  'COPILOT_PROVIDER_API_KEY_COMMAND',
  'COPILOT_PROVIDER_BEARER_TOKEN',
  'COPILOT_PROVIDER_WIRE_API',
  'COPILOT_PROVIDER_TRANSPORT',
  'COPILOT_PROVIDER_AZURE_API_VERSION',
  'COPILOT_PROVIDER_MODEL_ID',
  'COPILOT_PROVIDER_WIRE_MODEL',
  'COPILOT_PROVIDER_MAX_PROMPT_TOKENS',
  'COPILOT_PROVIDER_MAX_OUTPUT_TOKENS',
  'COPILOT_PROVIDER_HEADERS',
]
