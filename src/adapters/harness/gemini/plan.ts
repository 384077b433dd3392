/**
 * How Gemini CLI is launched: `-o stream-json` with the prompt on standard input. Measured on 0.61.0. Owns no reading of
 * its output.
 *
 * It retries a failed request ten times over four minutes, and no flag, variable or file of an ordinary user bounds that:
 * its system settings count only when root owns them. Its retries are told on standard error alone, so that this comes
 * along with its output; the dialogue gives the process up in time.
 */
import type { LaunchPlan, Start } from '#ports/harness'
import { withInstructions } from '../instructions.ts'
import { configuredEnv } from '../line-json.ts'
import { nodeShield, type Preload, preloaded } from '../node-shield.ts'
import { includeFlags, marked } from '../pictures.ts'
import { withStderr } from '../with-stderr.ts'

export function planGemini(start: Start): LaunchPlan {
  const modules = geminiShield(start)
  return {
    argv: withStderr([
      ...preloaded(start, modules),
      ...trustFlags,
      ...includeFlags(start),
      '--approval-mode',
      start.permissions === 'read-only' ? 'plan' : 'yolo',
      '-o',
      'stream-json',
      ...(start.model === null ? [] : ['-m', start.model]),
      ...(start.resume === null ? ['--session-id', start.freshId] : ['--resume', start.resume]),
    ]),
    env: { ...geminiEnv(start), ...configuredEnv(start.config) },
    files: modules,
    stdin: { mode: 'file', text: marked(start, withInstructions(start.instructions, start.prompt)) },
    lifetime: 'turn',
  }
}

/**
 * Without it no headless run begins. As a flag it comes after the settings were read: hooks, servers and commands of the
 * repository stay out. The variable, set for trusted repositories only, lets them in.
 */
export const trustFlags: readonly string[] = ['--skip-trust']

/** Only a setting of the user's or of root's turns its statistics off. It looks for updates in its terminal alone. */
export const geminiShield = (start: Start): readonly Preload[] =>
  nodeShield(start, { hidden: ['.gemini/.env'], silenced: ['play.googleapis.com'] })

/** A repository's `.env` is read all the same; it never overrides a variable that is there, even an empty one. */
const shielded = [
  'GOOGLE_GEMINI_BASE_URL',
  'GOOGLE_VERTEX_BASE_URL',
  'GEMINI_SANDBOX',
  'GEMINI_SYSTEM_MD',
  'NODE_OPTIONS',
  'BASH_ENV',
  'LD_PRELOAD',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'http_proxy',
  'https_proxy',
]

export function geminiEnv(start: Start): Record<string, string> {
  const held = start.trusted ? [] : shielded.map((name) => [name, start.hostEnv[name] ?? ''] as const)
  return {
    ...Object.fromEntries(held),
    // Its launcher would start a second Node and swallow signals.
    GEMINI_CLI_NO_RELAUNCH: 'true',
    GEMINI_TELEMETRY_ENABLED: 'false',
    ...(start.trusted ? { GEMINI_CLI_TRUST_WORKSPACE: 'true' } : {}),
  }
}

/** Credentials, endpoints and the place of its own configuration. */
export const passEnv: readonly string[] = [
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'GOOGLE_GEMINI_BASE_URL',
  'GOOGLE_VERTEX_BASE_URL',
  'GOOGLE_GENAI_USE_VERTEXAI',
  'GOOGLE_GENAI_USE_GCA',
  'GOOGLE_GENAI_API_VERSION',
  'GOOGLE_CLOUD_PROJECT',
  'GOOGLE_CLOUD_LOCATION',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'GEMINI_DEFAULT_AUTH_TYPE',
  'GEMINI_CLI_HOME',
  'GEMINI_CLI_USE_COMPUTE_ADC',
  'GEMINI_FORCE_FILE_STORAGE',
  'CLOUD_SHELL',
]
