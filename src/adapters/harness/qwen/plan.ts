/**
 * How Qwen Code is launched: `-o stream-json` with the prompt on standard input. Measured on 0.24.4. Owns no reading of
 * its output.
 *
 * It retries a failed request for minutes and says nothing of the first one: its requests are watched from outside.
 */
import type { LaunchPlan, Start } from '#ports/harness'
import { guardOf } from '../guard-wiring.ts'
import { httpTap } from '../http-tap.ts'
import { asArgument, besideArgument } from '../instructions.ts'
import { configuredEnv } from '../line-json.ts'
import { nodeShield, type Preload, preloaded, refuseUnshielded } from '../node-shield.ts'
import { includeFlags, marked } from '../pictures.ts'

export function planQwen(start: Start): LaunchPlan {
  const modules = qwenModules(start)
  const unguarded = start.guard === null ? null : unguardedBy(start)
  const guard = guardOf('qwen', unguarded === null ? start : { ...start, guard: null })
  return {
    argv: [
      ...preloaded(start, modules),
      ...includeFlags(start),
      '-o',
      'stream-json',
      '--include-partial-messages',
      '--approval-mode',
      start.permissions === 'read-only' ? 'plan' : 'yolo',
      ...trustFlags(start),
      ...roleFlags(start),
      ...(start.model === null ? [] : ['-m', start.model]),
      ...conversation(start),
    ],
    env: { ...qwenEnv(start), ...configuredEnv(start.config), ...guard.env },
    files: [...modules, ...guard.files],
    stdin: { mode: 'file', text: marked(start, besideArgument(start)) },
    lifetime: 'turn',
    ...(unguarded === null ? {} : { unguarded }),
  }
}

export const systemSettings = 'QWEN_CODE_SYSTEM_SETTINGS_PATH'

/** Its hooks stand in a settings file, of which it reads one of this kind; its safe mode runs no hook at all. */
export function unguardedBy(start: Start): string | null {
  if (!start.trusted) return 'its safe mode, in which repositories that nobody trusts are worked on, runs no hook'
  const own = configuredEnv(start.config)[systemSettings] ?? start.hostEnv[systemSettings] ?? ''
  return own === '' ? null : `${systemSettings} is set already`
}

function conversation(start: Start): readonly string[] {
  if (start.resume === null) return ['--session-id', start.freshId]
  return ['--resume', start.resume, ...(start.fork ? ['--fork-session'] : [])]
}

/**
 * It trusts every folder by default: hooks, servers and extensions of the repository would run. Its safe mode keeps them
 * out, together with the user's own; to mark the folder as untrusted would take its tools away.
 */
export const trustFlags = (start: Start): readonly string[] => (start.trusted ? [] : ['--safe-mode'])

/**
 * Its flag for servers hands the environment on whole and reads no variable: nothing is named. `trust` lets exactly these tools
 * through in every mode; without its search for tools they are offered from the first request on. Flags that take lists
 * take every word up to the next flag: the prompt is none, since it travels by standard input.
 */
export function roleFlags(start: Start): readonly string[] {
  const text = asArgument(start)
  const { mcp } = start
  const servers = mcp === null ? {} : { [mcp.name]: { command: mcp.command, args: mcp.args, trust: true } }
  return [
    ...(text === null ? [] : ['--append-system-prompt', text]),
    ...(mcp === null
      ? []
      : ['--mcp-config', JSON.stringify({ mcpServers: servers }), '--exclude-tools', 'tool_search']),
  ]
}

/** Its safe mode still takes the endpoint, variables and commands out of a repository's settings. */
const repositorySettings = ['.qwen/settings.json', '.qwen/.env']

/** Refuses a build that would read them all the same. */
export function qwenShield(start: Start): readonly Preload[] {
  refuseUnshielded(start, 'qwen')
  return nodeShield(start, { hidden: repositorySettings })
}

/** Its failed requests are told on standard output, which its own interface has for itself. */
export const qwenModules = (start: Start): readonly Preload[] => [httpTap, ...qwenShield(start)]

/** A repository's `.env` sets variables all the same, but never one that is there, even an empty one. */
const shielded = [
  'OPENAI_BASE_URL',
  'ANTHROPIC_BASE_URL',
  'GOOGLE_GEMINI_BASE_URL',
  'QWEN_SANDBOX',
  'QWEN_SYSTEM_MD',
  'NODE_OPTIONS',
  'BASH_ENV',
  'LD_PRELOAD',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'http_proxy',
  'https_proxy',
]

export function qwenEnv(start: Start): Record<string, string> {
  const held = start.trusted ? [] : shielded.map((name) => [name, start.hostEnv[name] ?? ''] as const)
  return {
    ...Object.fromEntries(held),
    QWEN_CODE_NO_RELAUNCH: 'true',
    QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
    QWEN_TELEMETRY_ENABLED: 'false',
    QWEN_USAGE_STATISTICS_ENABLED: 'false',
    QWEN_CODE_SKIP_UPDATE_CHECK_ONCE: 'true',
  }
}

/** Credentials, endpoints and the place of its own configuration. */
export const passEnv: readonly string[] = [
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'OPENAI_MODEL',
  'QWEN_MODEL',
  'QWEN_HOME',
  'QWEN_DEFAULT_AUTH_TYPE',
  'QWEN_CODE_MAX_OUTPUT_TOKENS',
  'QWEN_CODE_SYSTEM_SETTINGS_PATH',
  'QWEN_CODE_SYSTEM_DEFAULTS_PATH',
  'DASHSCOPE_API_KEY',
  'BAILIAN_CODING_PLAN_API_KEY',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_BASE_URL',
  'ANTHROPIC_MODEL',
  'GEMINI_API_KEY',
  'GEMINI_MODEL',
  'GOOGLE_API_KEY',
  'GOOGLE_GEMINI_BASE_URL',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'GOOGLE_CLOUD_PROJECT',
  'GOOGLE_CLOUD_LOCATION',
  'OPENROUTER_API_KEY',
  'FIREWORKS_API_KEY',
]
