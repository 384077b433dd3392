/**
 * How pi is launched: `--mode json -p` with the prompt on standard input. Measured on 0.73.1. Owns no reading of its output.
 */
import type { LaunchPlan, Start } from '#ports/harness'
import { guardOf } from '../guard-wiring.ts'
import { instructionsFiles, instructionsPath } from '../instructions.ts'
import { configuredEnv } from '../line-json.ts'
import { nodeShield, type Preload, preloaded, refuseUnshielded } from '../node-shield.ts'

export function planPi(start: Start): LaunchPlan {
  const modules = piModules(start)
  const guard = guardOf('pi', start)
  return {
    argv: [
      ...preloaded(start, modules),
      '--mode',
      'json',
      '-p',
      ...(start.permissions === 'read-only' ? ['--tools', 'read,grep,find,ls'] : []),
      ...trustFlags(start),
      ...guard.argv,
      ...(start.instructions === null ? [] : ['--append-system-prompt', instructionsPath(start)]),
      ...(start.model === null ? [] : ['--model', start.model]),
      ...(start.resume === null ? [] : [start.fork ? '--fork' : '--session', start.resume]),
      ...start.pictures.map(({ path }) => `@${path}`),
    ],
    env: piEnv(start),
    files: [...modules, ...instructionsFiles(start), ...guard.files],
    stdin: { mode: 'file', text: start.prompt },
    lifetime: 'turn',
  }
}

export const piEnv = (start: Start): Record<string, string> => ({
  // Startup only: update checks and the ping of an installation.
  PI_OFFLINE: '1',
  PI_TELEMETRY: '0',
  PI_SKIP_VERSION_CHECK: '1',
  ...configuredEnv(start.config),
})

/** Refuses a build that would read the repository's settings all the same. */
export function piModules(start: Start): readonly Preload[] {
  refuseUnshielded(start, 'pi')
  return nodeShield(start, { hidden: repositorySettings })
}

/** The shell of its commands, packages to install, extensions to load. */
const repositorySettings = ['.pi/settings.json']

/** Extensions are code of the repository. With discovery off the user's own stay out too; no finer flag exists. One that is named (`-e`) is loaded. */
export const trustFlags = (start: Start): readonly string[] =>
  start.trusted ? [] : ['--no-extensions', '--no-skills', '--no-prompt-templates', '--no-themes']

/** The keys of the providers it knows, and the places of its own configuration. */
export const passEnv: readonly string[] = [
  'PI_CODING_AGENT_DIR',
  'PI_CODING_AGENT_SESSION_DIR',
  'PI_PACKAGE_DIR',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_OAUTH_TOKEN',
  'OPENAI_API_KEY',
  'AZURE_OPENAI_API_KEY',
  'AZURE_OPENAI_BASE_URL',
  'AZURE_OPENAI_RESOURCE_NAME',
  'AZURE_OPENAI_API_VERSION',
  'AZURE_OPENAI_DEPLOYMENT_NAME_MAP',
  'DEEPSEEK_API_KEY',
  'GEMINI_API_KEY',
  'GROQ_API_KEY',
  'CEREBRAS_API_KEY',
  'XAI_API_KEY',
  'FIREWORKS_API_KEY',
  'OPENROUTER_API_KEY',
  'AI_GATEWAY_API_KEY',
  'ZAI_API_KEY',
  'MISTRAL_API_KEY',
  'MINIMAX_API_KEY',
  'MOONSHOT_API_KEY',
  'OPENCODE_API_KEY',
  'KIMI_API_KEY',
  'CLOUDFLARE_API_KEY',
  'CLOUDFLARE_ACCOUNT_ID',
  'CLOUDFLARE_GATEWAY_ID',
  'GITHUB_TOKEN',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'GOOGLE_CLOUD_PROJECT',
  'GOOGLE_CLOUD_LOCATION',
  'AWS_PROFILE',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_BEARER_TOKEN_BEDROCK',
  'AWS_REGION',
]
