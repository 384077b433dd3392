/**
 * How Claude Code is launched: flags, environment, how the prompt travels. Measured on 2.1.325 and 2.1.197. Owns no
 * reading of its output.
 *
 * turn: `-p` with the prompt on standard input, one process a turn. session: stream-json both ways, so that permissions
 * can be asked for and further prompts go into the same process; used for `ask` and for `lifetime = "session"`.
 */
import type { HarnessConfig, LaunchPlan, Start } from '#ports/harness'
import { type GuardWiring, guardOf } from '../guard-wiring.ts'
import { instructionsFiles } from '../instructions.ts'
import { configuredEnv } from '../line-json.ts'
import { roleFlags } from './role.ts'

/** Tools that write files or run commands. Denied by name, which outranks any allow rule of the user's settings. */
const writingTools = ['Bash', 'Edit', 'Write', 'NotebookEdit', 'Monitor', 'Workflow', 'EnterWorktree', 'ExitWorktree']

export const lifetimeOf = (start: {
  readonly config: HarnessConfig
  readonly permissions: string
}): 'turn' | 'session' => (start.permissions === 'ask' || start.config.lifetime === 'session' ? 'session' : 'turn')

export function planClaude(start: Start, isRoot: boolean): LaunchPlan {
  const lifetime = lifetimeOf(start)
  const guard = guardOf('claude-code', start)
  const argv = [
    start.program.binary,
    ...start.program.prefix,
    '-p',
    '--output-format',
    'stream-json',
    '--verbose',
    '--include-partial-messages',
    ...(lifetime === 'session' ? sessionFlags : []),
    ...permissionFlags(start),
    ...roleFlags(start),
    ...conversationFlags(start),
    ...(start.model === null ? [] : ['--model', start.model]),
    // In `-p` no trust dialog guards a repository's own hooks and servers: they stay out until the operator trusts it.
    ...(start.trusted && start.persona == null ? [] : ['--setting-sources', 'user']),
    ...personaFlags(start),
  ]
  return {
    argv: withGuard(argv, guard),
    env: environment(start, isRoot),
    files: [...instructionsFiles(start), ...guard.files],
    stdin: lifetime === 'session' ? { mode: 'followed' } : { mode: 'file', text: start.prompt },
    lifetime,
  }
}

/** Tools that are denied are one list: of two flags only one would count. */
function withGuard(argv: readonly string[], { argv: added }: GuardWiring): readonly string[] {
  const [at, its] = [argv.indexOf(denied), added.indexOf(denied)]
  if (at === -1 || its === -1) return [...argv, ...added]
  const tools = new Set(`${argv[at + 1]},${added[its + 1]}`.split(','))
  return [
    ...argv.slice(0, at + 1),
    [...tools].join(','),
    ...argv.slice(at + 2),
    ...added.slice(0, its),
    ...added.slice(its + 2),
  ]
}
const denied = '--disallowedTools'

/**
 * A persona of a door is told little: without the sections about this machine and the repository, about half the tokens of a
 * request. Without tools none is offered to the model, those of servers in the user's settings neither.
 */
function personaFlags({ persona }: Start): readonly string[] {
  if (persona == null) return []
  return [
    '--exclude-dynamic-system-prompt-sections',
    ...(persona.tools === 'none' ? ['--tools', '', '--strict-mcp-config'] : []),
    ...(persona.budgetUsd === null ? [] : ['--max-budget-usd', String(persona.budgetUsd)]),
  ]
}

/** Replayed messages tell when words that were said into a running turn are taken in. */
const sessionFlags = ['--input-format', 'stream-json', '--permission-prompt-tool', 'stdio', '--replay-user-messages']

export function permissionFlags(start: Start): readonly string[] {
  if (start.permissions === 'bypass') return ['--dangerously-skip-permissions']
  if (start.permissions === 'ask') return ['--permission-mode', 'default']
  return ['--permission-mode', 'default', denied, writingTools.join(',')]
}

export function conversationFlags(start: Start): readonly string[] {
  if (start.resume === null) return ['--session-id', start.freshId]
  if (!start.fork) return ['--resume', start.resume]
  return ['--resume', start.resume, '--fork-session', '--session-id', start.freshId]
}

/**
 * Five retries ride out a blip of some 17 s. A permanent failure (a 401 is retried too) is known after that time. After the
 * last retry of a stream that keeps breaking, the CLI would ask once more without a stream; where that answer is empty it
 * prompts itself, and leaves a transcript that it cannot follow back on the next resume (2.1.325: everything before is
 * forgotten). So that last request is not made: the turn fails as it should, after half the time, and the transcript is whole.
 * The time limit is for a server that never begins to answer; a stream that has begun is not cut by it.
 */
export function environment(start: Start, isRoot: boolean): Record<string, string> {
  const { hostEnv } = start
  return {
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: hostEnv.CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK ?? '1',
    CLAUDE_CODE_MAX_RETRIES: hostEnv.CLAUDE_CODE_MAX_RETRIES ?? '5',
    API_TIMEOUT_MS: hostEnv.API_TIMEOUT_MS ?? '120000',
    // As root it refuses to skip permissions unless told that it is contained.
    ...(isRoot && start.permissions === 'bypass' ? { IS_SANDBOX: '1' } : {}),
    ...configuredEnv(start.config),
  }
}

/** Credentials, endpoints and the places of its own configuration. */
export const passEnv: readonly string[] = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'ANTHROPIC_BASE_URL',
  'ANTHROPIC_CUSTOM_HEADERS',
  'ANTHROPIC_MODEL',
  'ANTHROPIC_SMALL_FAST_MODEL',
  'ANTHROPIC_DEFAULT_OPUS_MODEL',
  'ANTHROPIC_DEFAULT_SONNET_MODEL',
  'ANTHROPIC_DEFAULT_HAIKU_MODEL',
  'ANTHROPIC_BEDROCK_BASE_URL',
  'ANTHROPIC_VERTEX_BASE_URL',
  'ANTHROPIC_VERTEX_PROJECT_ID',
  'ANTHROPIC_FOUNDRY_API_KEY',
  'ANTHROPIC_FOUNDRY_BASE_URL',
  'ANTHROPIC_FOUNDRY_RESOURCE',
  'API_TIMEOUT_MS',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_PROFILE',
  'AWS_REGION',
  'AWS_BEARER_TOKEN_BEDROCK',
  'CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CODE_USE_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX',
  'CLAUDE_CODE_USE_FOUNDRY',
  'CLAUDE_CODE_SKIP_BEDROCK_AUTH',
  'CLAUDE_CODE_SKIP_VERTEX_AUTH',
  'CLAUDE_CODE_MAX_OUTPUT_TOKENS',
  'CLAUDE_CODE_MAX_RETRIES',
  'CLAUDE_CODE_SUBAGENT_MODEL',
  'CLAUDE_CONFIG_DIR',
  'CLOUD_ML_REGION',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'GOOGLE_CLOUD_PROJECT',
  'MAX_THINKING_TOKENS',
]
