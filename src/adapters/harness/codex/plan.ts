/**
 * How Codex is launched. Measured on 0.166.0. Owns no reading of its output.
 *
 * turn: `codex exec --json` with the prompt on standard input, one process a turn. session: `codex app-server`, JSON-RPC
 * lines both ways, so that it can ask, take words into a running turn and be interrupted; used for `ask` and for
 * `lifetime = "session"`.
 *
 * The sandbox is always told and nothing else about permissions is left to the user's config. Codex would then write the
 * directory (the main checkout, for a worktree) as trusted into that config, for ever: a trust level given for this launch
 * keeps it from that, and says at the same time whether the repository's own `.codex` counts.
 */
import type { HarnessConfig, LaunchPlan, Start } from '#ports/harness'
import { guardOf, hookTrustFlag } from '../guard-wiring.ts'
import { configuredEnv } from '../line-json.ts'
import { instructionFlags, promptIn, recordedOf, serverFlags } from './role.ts'

export const lifetimeOf = (start: {
  readonly config: HarnessConfig
  readonly permissions: string
}): 'turn' | 'session' => (start.permissions === 'ask' || start.config.lifetime === 'session' ? 'session' : 'turn')

export function planCodex(start: Start): LaunchPlan {
  const lifetime = lifetimeOf(start)
  const program = [start.program.binary, ...start.program.prefix]
  return {
    argv: [...program, ...(lifetime === 'session' ? serverArguments(start) : execArguments(start))],
    env: configuredEnv(start.config),
    files: guardOf('codex', start).files,
    stdin:
      lifetime === 'session'
        ? { mode: 'followed' }
        : { mode: 'file', text: promptIn(recordedOf(start, 'flag'), start, start.prompt) },
    lifetime,
  }
}

function execArguments(start: Start): readonly string[] {
  return [
    'exec',
    ...guardOf('codex', start).argv,
    ...(start.resume === null ? pictureFlags(start) : []),
    '--json',
    '-s',
    sandboxOf(start),
    ...settings(start),
    ...instructionFlags(start),
    ...serverFlags(start),
    // A scratch workspace is a repository of Drover's own making or none at all.
    '--skip-git-repo-check',
    ...(start.model === null ? [] : ['-m', start.model]),
    ...conversation(start),
    '-',
  ]
}

/** Sandbox, model, thread and what a role brings travel in the dialogue. With a goal it would begin turns by itself, one after the other. */
const serverArguments = (start: Start): readonly string[] => [
  'app-server',
  // Its server knows no such flag: the trust of the hook is told with the thread.
  ...guardOf('codex', start).argv.filter((word) => word !== hookTrustFlag),
  ...settings(start),
  '-c',
  'features.goals=false',
]

export const settings = (start: Start): readonly string[] => [
  '-c',
  trustOf(start),
  '-c',
  'check_for_update_on_startup=false',
  '-c',
  'analytics.enabled=false',
]

/**
 * `ask` has no sandbox: everything is asked for first, and what the operator allowed must not fail at a second gate. (In a
 * narrower sandbox Codex tries an allowed command inside it, and tries again outside only if it notices the refusal in time.)
 */
export const sandboxOf = (start: Start): 'danger-full-access' | 'read-only' =>
  start.permissions === 'read-only' ? 'read-only' : 'danger-full-access'

/** One inline table: a dotted key would fall apart at the dots of the path. */
const trustOf = (start: Start): string =>
  `projects={${JSON.stringify(start.cwd)}={trust_level="${start.trusted ? 'trusted' : 'untrusted'}"}}`

function conversation(start: Start): readonly string[] {
  if (start.resume === null) return []
  const flags = pictureFlags(start)
  return [start.fork ? 'fork' : 'resume', ...flags, ...(flags.length === 0 ? [] : ['--']), start.resume]
}

/** It takes as many files as follow, and parts them at commas: never before a word that is no flag. */
const pictureFlags = ({ pictures }: Start): readonly string[] =>
  pictures.filter(({ path }) => !path.includes(',')).flatMap(({ path }) => ['-i', path])

/** Credentials, endpoints and the place of its own configuration. */
export const passEnv: readonly string[] = [
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'OPENAI_ORGANIZATION',
  'OPENAI_PROJECT',
  'CODEX_API_KEY',
  'CODEX_HOME',
  'CODEX_SQLITE_HOME',
  'CODEX_CA_CERTIFICATE',
  'AZURE_OPENAI_API_KEY',
  'RUST_LOG',
]
