/**
 * How Codex is launched: `codex exec --json` with the prompt on standard input. Measured on 0.166.0. Owns no reading of
 * its output.
 *
 * The sandbox flag is always given and is the only permission flag. Codex would then write the directory (the main
 * checkout, for a worktree) as trusted into the user's config, for ever: a trust level given for this launch keeps it
 * from that, and says at the same time whether the repository's own `.codex` counts.
 */
import type { LaunchPlan, Start } from '#ports/harness'
import { configuredEnv } from '../line-json.ts'

export function planCodex(start: Start): LaunchPlan {
  return {
    argv: [
      start.program.binary,
      ...start.program.prefix,
      'exec',
      '--json',
      '-s',
      start.permissions === 'read-only' ? 'read-only' : 'danger-full-access',
      '-c',
      trustOf(start),
      '-c',
      'check_for_update_on_startup=false',
      // A scratch workspace is a repository of Drover's own making or none at all.
      '--skip-git-repo-check',
      ...(start.model === null ? [] : ['-m', start.model]),
      ...conversation(start),
      '-',
    ],
    env: configuredEnv(start.config),
    files: [],
    stdin: { mode: 'file', text: start.prompt },
    lifetime: 'turn',
  }
}

/** One inline table: a dotted key would fall apart at the dots of the path. */
const trustOf = (start: Start): string =>
  `projects={${JSON.stringify(start.cwd)}={trust_level="${start.trusted ? 'trusted' : 'untrusted'}"}}`

function conversation(start: Start): readonly string[] {
  if (start.resume === null) return []
  return [start.fork ? 'fork' : 'resume', start.resume]
}

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
