/**
 * The harness for grok (@vibe-kit/grok-cli), made of the custom harness: launch and probe come from a table, the words from
 * a dialogue of its own. It can do little, and says so: no sessions, no usage, everything printed at the end, tools that
 * always run. Its prompt travels by argv and is cut off by the system at 128 KB.
 */
import type { Harness, HarnessConfig, LaunchPlan, Start } from '#ports/harness'
import { createCustom } from '../custom/custom.ts'
import { locateScript } from '../node-script.ts'
import { nodeShield, preloaded, refuseUnshielded } from '../node-shield.ts'
import { readinessOf } from '../readiness.ts'
import { openGrok } from './dialogue.ts'

const install = 'npm install -g @vibe-kit/grok-cli@0.0.34'

/** `text_path` is needed by the table and read by nobody: the dialogue is `openGrok`. */
const table: HarnessConfig = {
  command: ['grok', '-p', '$PROMPT'],
  model_flag: '-m',
  output: 'ndjson',
  text_path: '[role=assistant].content',
  pass_env: ['GROK_API_KEY', 'GROK_BASE_URL', 'GROK_MODEL', 'MORPH_API_KEY'],
}

export function createGrok(): Harness {
  const base = createCustom('grok', table)
  const locate: Harness['locate'] = (host, config) =>
    locateScript(host, config, { command: 'grok', package: '@vibe-kit/grok-cli', script: 'dist/index.js' })
  return {
    ...base,
    name: 'Grok CLI',
    can: { ...base.can, tools: true },
    install,
    proven: 'tested',
    testedVersions: '0.0.34 (which calls itself 1.0.1)',
    locate,
    probe: (host, config, signal) =>
      readinessOf(host, config, signal, {
        command: 'grok',
        install,
        testedFrom: '1.0.1',
        testedTo: '1.0.1',
        signInHint: 'Set GROK_API_KEY where the daemon starts, or put `apiKey` into ~/.grok/user-settings.json.',
        locate,
        signedIn: async ({ env, readText }) => {
          if ((env.GROK_API_KEY ?? '') !== '') return 'yes'
          const settings = await readText(`${env.HOME ?? ''}/.grok/user-settings.json`)
          return settings?.includes('"apiKey"') === true ? 'yes' : 'no'
        },
      }),
    plan,
    open: openGrok,
  }
}

/** Servers of a repository's settings are started, and missing settings are written into the repository. */
const repositorySettings = ['.grok/settings.json']

function plan(start: Start): LaunchPlan {
  refuseUnshielded(start, 'grok')
  const { argv, env, ...own } = createCustom('grok', { ...table, ...start.config }).plan(start)
  const modules = nodeShield(start, { hidden: repositorySettings })
  const program = [start.program.binary, ...start.program.prefix]
  // A repository's `.env` is read; it never overrides a variable that is there, even an empty one.
  const shield = start.trusted ? {} : { GROK_BASE_URL: start.hostEnv.GROK_BASE_URL ?? '' }
  return {
    ...own,
    argv: [...preloaded(start, modules), ...argv.slice(program.length)],
    env: { ...shield, ...env },
    files: [...own.files, ...modules],
  }
}
