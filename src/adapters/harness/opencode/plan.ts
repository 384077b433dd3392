/**
 * How opencode is launched: `opencode run --format json` with the prompt on standard input (an argument would reach the
 * model in quotes). Measured on 1.18.33. Owns no reading of its output. Standard error comes along with it: causes that events
 * hide are told in its log.
 */
import type { LaunchPlan, Start } from '#ports/harness'
import { guardOf } from '../guard-wiring.ts'
import { instructionsFiles } from '../instructions.ts'
import { configuredEnv } from '../line-json.ts'
import { withStderr } from '../with-stderr.ts'
import { afterFirstStart } from './first-start.ts'
import { inlineConfig, withRole } from './inline-config.ts'
import { retryPluginFiles, withRetryPlugin } from './retries.ts'

/**
 * Every writing tool is denied by its own name, since a rule of the user's for one tool outranks our rule for all.
 * A denied tool is not even offered to the model.
 */
const readOnly = {
  '*': 'deny',
  bash: 'deny',
  edit: 'deny',
  write: 'deny',
  patch: 'deny',
  task: 'deny',
  external_directory: 'deny',
  question: 'deny',
  read: 'allow',
  grep: 'allow',
  glob: 'allow',
  list: 'allow',
  webfetch: 'allow',
  todowrite: 'allow',
  todoread: 'allow',
} as const

/** Drover's own tools and nothing else besides. */
const readOnlyWith = ({ mcp }: Start): Readonly<Record<string, string>> =>
  mcp === null ? readOnly : { ...readOnly, [`${mcp.name}_*`]: 'allow' }

export function planOpencode(start: Start): LaunchPlan {
  const config = withRole(start, inlineConfig(start), true)
  const inline = config === null ? {} : { OPENCODE_CONFIG_CONTENT: JSON.stringify(withRetryPlugin(start, config)) }
  const guard = guardOf('opencode', start, inline.OPENCODE_CONFIG_CONTENT)
  return {
    argv: withStderr(
      afterFirstStart([
        start.program.binary,
        ...start.program.prefix,
        'run',
        '--format',
        'json',
        '--thinking',
        // Its error events hide some causes ("check server logs"): the log comes by standard error, errors only.
        '--print-logs',
        '--log-level',
        'ERROR',
        // Approves what would be asked; what the user denies stays denied.
        ...(start.permissions === 'bypass' ? ['--auto'] : []),
        ...(start.model === null ? [] : ['--model', start.model]),
        ...start.pictures.flatMap(({ path }) => ['--file', path]),
        ...conversation(start),
      ]),
    ),
    env: { ...opencodeEnv(start), ...inline, ...guard.env },
    files: [...(config === null ? [] : retryPluginFiles), ...instructionsFiles(start), ...guard.files],
    stdin: { mode: 'file', text: start.prompt },
    lifetime: 'turn',
  }
}

/** A title of our own saves the request that would ask a model for one. */
function conversation(start: Start): readonly string[] {
  if (start.resume === null) return ['--title', start.sessionId]
  return ['--session', start.resume, ...(start.fork ? ['--fork'] : [])]
}

/**
 * With the project's configuration read, opencode writes into a `.opencode` folder of the worktree (an ignore file,
 * installed packages, a schema line in the config itself): an untrusted one is not read at all.
 */
export function opencodeEnv(start: Start): Record<string, string> {
  return {
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_TERMINAL_TITLE: '1',
    OPENCODE_DISABLE_SHARE: '1',
    ...(start.trusted ? {} : { OPENCODE_DISABLE_PROJECT_CONFIG: '1' }),
    ...(start.permissions === 'read-only' ? { OPENCODE_PERMISSION: JSON.stringify(readOnlyWith(start)) } : {}),
    ...configuredEnv(start.config),
  }
}

/** Its configuration, and the keys of the providers it knows by their usual names. */
export const passEnv: readonly string[] = [
  'OPENCODE_API_KEY',
  'OPENCODE_AUTH_CONTENT',
  'OPENCODE_CONFIG',
  'OPENCODE_CONFIG_CONTENT',
  'OPENCODE_CONFIG_DIR',
  'OPENCODE_DISABLE_DEFAULT_PLUGINS',
  'OPENCODE_DISABLE_MODELS_FETCH',
  'OPENCODE_MODELS_URL',
  'ANTHROPIC_API_KEY',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_PROFILE',
  'AWS_REGION',
  'AWS_BEARER_TOKEN_BEDROCK',
  'AZURE_API_KEY',
  'AZURE_RESOURCE_NAME',
  'CEREBRAS_API_KEY',
  'DEEPSEEK_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'GOOGLE_CLOUD_PROJECT',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'GROQ_API_KEY',
  'MISTRAL_API_KEY',
  'MOONSHOT_API_KEY',
  'OPENAI_API_KEY',
  'OPENROUTER_API_KEY',
  'TOGETHER_API_KEY',
  'VERTEX_LOCATION',
  'XAI_API_KEY',
  'ZAI_API_KEY',
  'ZHIPU_API_KEY',
]
