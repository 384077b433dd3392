/**
 * How GitHub Copilot CLI is launched: `--output-format json` with the prompt on standard input. Measured on 1.0.102. Owns
 * no reading of its output.
 */
import { join } from 'node:path'
import type { LaunchPlan, Start } from '#ports/harness'
import { guardOf } from '../guard-wiring.ts'
import { configuredEnv } from '../line-json.ts'

export function planCopilot(start: Start): LaunchPlan {
  const guard = guardOf('copilot', start)
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
      ...serverFlags(start),
      ...guard.argv,
      ...(start.model === null ? [] : ['--model', start.model]),
      ...start.pictures.flatMap(({ path }) => ['--attachment', path]),
      ...(start.resume === null ? ['--session-id', start.freshId] : [`--resume=${start.resume}`]),
    ],
    env: { ...copilotEnv(start), ...configuredEnv(start.config), ...roleEnv(start) },
    files: [...roleFiles(start), ...guard.files],
    stdin: { mode: 'file', text: start.prompt },
    lifetime: 'turn',
  }
}

/** A denial outranks every permission, also the one that a run without a terminal cannot do without. */
function permissionFlags(start: Start): readonly string[] {
  if (start.permissions === 'bypass') return ['--allow-all']
  return ['--allow-all-tools', '--deny-tool=shell', '--deny-tool=write']
}

/** Instructions are read from folders of this shape, and from no other file in them. */
const folder = 'instructions'

export const roleFiles = ({ instructions }: Start): LaunchPlan['files'] =>
  instructions === null
    ? []
    : [
        {
          path: `${folder}/.github/instructions/drover.instructions.md`,
          content: `---\napplyTo: "**"\n---\n${instructions}\n`,
        },
      ]

/** A list: what the user has there stays. */
export function roleEnv(start: Start): Record<string, string> {
  if (start.instructions === null) return {}
  const own = configuredEnv(start.config)[folders] ?? start.hostEnv[folders] ?? ''
  return { [folders]: [own, join(start.launchDir, folder)].filter((one) => one !== '').join(',') }
}
const folders = 'COPILOT_CUSTOM_INSTRUCTIONS_DIRS'

/** The server is given the whole environment. Its tools are allowed by its name, where not all are allowed anyway. */
export function serverFlags({ mcp, permissions }: Start): readonly string[] {
  if (mcp === null) return []
  const servers = { [mcp.name]: { type: 'local', command: mcp.command, args: mcp.args, tools: ['*'] } }
  const allowed = permissions === 'bypass' ? [] : [`--allow-tool=${mcp.name}`]
  return ['--additional-mcp-config', JSON.stringify({ mcpServers: servers }), ...allowed]
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
