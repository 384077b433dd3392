/**
 * `[harness.NAME]` with `protocol = "acp"`, read strictly: a missing command or a value of the wrong shape is an error that
 * names the key. Owns the keys that count here; the rest of the table belongs to other kinds of custom harness.
 */
import { DroverError } from '#contract/error'
import type { HarnessConfig, Json } from '#ports/harness'
import { configuredEnv } from '../line-json.ts'

export interface AcpConfig {
  readonly command: readonly [string, ...string[]]
  /** The program in place of the command's first word; null: that word. */
  readonly binary: string | null
  /** How the command line takes a model; null: the model is chosen inside the session. */
  readonly modelFlag: string | null
  readonly model: string | null
  readonly env: Readonly<Record<string, string>>
  readonly passEnv: readonly string[]
}

const known = new Set(['protocol', 'command', 'binary', 'model', 'models', 'model_flag', 'env', 'pass_env', 'lifetime'])

export function readAcpConfig(name: string, config: HarnessConfig): AcpConfig {
  const bad = (key: string, why: string, hint = 'See docs/harnesses.md for the keys of an ACP agent.'): never => {
    throw new DroverError('INVALID_CONFIG', `[harness.${name}] ${key}: ${why}`, {
      hint,
      details: { harness: name, key },
    })
  }
  const text = (key: string): string | null => {
    const value = config[key]
    if (value === undefined || value === null) return null
    return typeof value === 'string' && value !== '' ? value : bad(key, 'must be a string')
  }
  for (const key of Object.keys(config)) if (!known.has(key)) bad(key, 'says nothing to an ACP agent')
  const [program, ...rest] = strings(config.command) ?? bad('command', 'must be an array of strings')
  if (program === undefined || program === '')
    return bad('command', 'is missing', 'Give the argv as an array, such as command = ["gemini", "--acp"].')
  const binary = text('binary')
  for (const [key, path] of Object.entries({ command: program, binary: binary ?? '' }))
    if (path.includes('/') && !/^(\/|~\/)/.test(path))
      bad(key, `"${path}" depends on where it is run`, 'Give a bare name found on PATH, or an absolute path.')
  if (config.lifetime === 'turn') bad('lifetime', 'an ACP agent is one process for the whole session')
  return {
    command: [program, ...rest],
    binary,
    modelFlag: text('model_flag'),
    model: text('model'),
    env: configuredEnv(config),
    passEnv: strings(config.pass_env) ?? bad('pass_env', 'must be an array of strings'),
  }
}

/** [] when absent, null when it is something else. */
function strings(value: Json | undefined): readonly string[] | null {
  if (value === undefined || value === null) return []
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? (value as readonly string[]) : null
}
