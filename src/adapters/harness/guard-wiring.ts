/**
 * How each agent CLI is made to ask before it calls a tool: flags, variables and files for one launch, as data. Measured on
 * claude 2.1.325, codex 0.166.0, opencode 1.18.33, gemini 0.61.0, qwen 0.24.4, copilot 1.0.102, pi 0.73.1. A hook that is
 * missing or breaks lets everything pass on most of them; therefore the hook itself turns its faults into refusals.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LaunchPlan, Start } from '#ports/harness'
import { guardHook, hookFile } from './guard-hook.ts'
import { asFields, type Fields, listIn, objectOf } from './line-json.ts'

export interface GuardPlace {
  /** Where the launch's files are placed. */
  readonly launchDir: string
  readonly cwd: string
  /** Has the operator trusted what this repository brings? */
  readonly trusted: boolean
  /** The agent's own sub-agent tools. */
  readonly nativeSubagents: 'allow' | 'deny'
  /** opencode: the inline configuration that the launch has without the guard. */
  readonly opencodeConfig?: string
}

export interface GuardWiring extends Pick<LaunchPlan, 'argv' | 'env' | 'files'> {
  /** To be merged into the settings file that the launch gives the CLI; absent: nothing. */
  readonly settings?: Readonly<Record<string, unknown>>
}

type Wire = (place: GuardPlace, hook: string) => GuardWiring

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const run = (path: string): string => `/bin/sh ${quote(path)}`
const hookSeconds = 20

const exitHook = { path: hookFile, content: guardHook('exit') }

/** Claude's shape, which others took over. */
const commandHooks = (event: string, hook: string, timeout: number) => ({
  hooks: { [event]: [{ matcher: '*', hooks: [{ type: 'command', command: run(hook), timeout }] }] },
})

/** A hook of the http type fails open: the command type can be made to fail closed. */
const claude: Wire = ({ nativeSubagents }, hook) => ({
  argv: [
    '--settings',
    JSON.stringify(commandHooks('PreToolUse', hook, hookSeconds)),
    ...(nativeSubagents === 'deny' ? ['--disallowedTools', 'Task,Agent,Workflow,ListAgents,SendMessage'] : []),
  ],
  env: {},
  files: [exitHook],
})

export const hookTrustFlag = '--dangerously-bypass-hook-trust'

/** The flag that lets our hook run would let the repository's run too, unless its folder is named untrusted. */
const codex: Wire = ({ cwd, trusted, nativeSubagents }, hook) => ({
  argv: [
    hookTrustFlag,
    '-c',
    `hooks.PreToolUse=[{matcher="*",hooks=[{type="command",command=${JSON.stringify(run(hook))},timeout=${hookSeconds}}]}]`,
    ...(trusted ? [] : ['-c', `projects={${JSON.stringify(cwd)}={trust_level="untrusted"}}`]),
    ...(nativeSubagents === 'deny' ? ['-c', 'agents.enabled=false'] : []),
  ],
  env: {},
  files: [exitHook],
})

const runHook = (hook: string): string => `import { spawnSync } from 'node:child_process'
const ask = (payload) => {
  const ran = spawnSync('/bin/sh', [${JSON.stringify(hook)}], { input: JSON.stringify(payload), encoding: 'utf8', timeout: ${hookSeconds * 1000} })
  if (ran.status === 0) return null
  return (ran.stderr || '').trim() || "Drover's guard did not answer; nothing is done meanwhile."
}
`

const opencodePlugin = 'guard-plugin.mjs'

/** Beside the plugin, which is silently left out next to some packages, plain rules: the least that must hold. */
function opencodeRules(own: Fields, subagents: 'allow' | 'deny'): Fields {
  const bash = asFields(own.bash) ?? { '*': own.bash ?? 'allow' }
  return {
    ...own,
    // The last rule that fits is the one that counts.
    bash: { ...bash, 'git push*': 'deny', 'git * push*': 'deny' },
    external_directory: 'deny',
    ...(subagents === 'deny' ? { task: 'deny' } : {}),
  }
}

const opencode: Wire = ({ launchDir, nativeSubagents, opencodeConfig }, hook) => {
  const config = objectOf((opencodeConfig ?? '{}').trim()) ?? {}
  const content = {
    ...config,
    plugin: [...listIn(config.plugin), pathToFileURL(join(launchDir, opencodePlugin)).href],
    permission: opencodeRules(asFields(config.permission) ?? {}, nativeSubagents),
  }
  const plugin = `${runHook(hook)}export const guard = async ({ directory }) => ({
  'tool.execute.before': async ({ tool }, { args }) => {
    const reason = ask({ tool, input: args, cwd: directory })
    if (reason !== null) throw new Error(reason)
  },
})
`
  return {
    argv: [],
    env: { OPENCODE_CONFIG_CONTENT: JSON.stringify(content) },
    files: [exitHook, { path: opencodePlugin, content: plugin }],
  }
}

/** It takes hooks from a settings file alone, which moves its sessions: whoever gives it one merges this in. */
const gemini: Wire = ({ nativeSubagents }, hook) => ({
  argv: [],
  env: {},
  files: [exitHook],
  settings: {
    ...commandHooks('BeforeTool', hook, hookSeconds * 1000),
    ...(nativeSubagents === 'deny' ? { tools: { exclude: ['invoke_agent'] } } : {}),
  },
})

const qwenSettings = 'guard-settings.json'

/** Array flags swallow a prompt behind them: none is used. */
const qwen: Wire = ({ launchDir, nativeSubagents }, hook) => {
  const settings = {
    ...commandHooks('PreToolUse', hook, hookSeconds * 1000),
    ...(nativeSubagents === 'deny' ? { tools: { exclude: ['agent'] } } : {}),
  }
  return {
    argv: [],
    env: { QWEN_CODE_SYSTEM_SETTINGS_PATH: join(launchDir, qwenSettings) },
    files: [exitHook, { path: qwenSettings, content: JSON.stringify(settings) }],
    settings,
  }
}

const copilotPlugin = 'guard-plugin'

const copilot: Wire = ({ launchDir, nativeSubagents }, hook) => ({
  argv: [
    '--plugin-dir',
    join(launchDir, copilotPlugin),
    ...(nativeSubagents === 'deny' ? ['--excluded-tools=task'] : []),
  ],
  env: {},
  files: [
    { path: hookFile, content: guardHook('copilot') },
    {
      path: `${copilotPlugin}/plugin.json`,
      content: JSON.stringify({ name: 'drover-guard', version: '1.0.0', hooks: 'hooks.json' }),
    },
    {
      path: `${copilotPlugin}/hooks.json`,
      content: JSON.stringify({
        version: 1,
        hooks: { preToolUse: [{ type: 'command', bash: run(hook), timeoutSec: hookSeconds }] },
      }),
    },
  ],
})

const piExtension = 'guard-extension.ts'

const pi: Wire = ({ launchDir, cwd }, hook) => ({
  argv: ['-e', join(launchDir, piExtension)],
  env: {},
  files: [
    exitHook,
    {
      path: piExtension,
      content: `${runHook(hook)}export default function (pi) {
  pi.on('tool_call', (event) => {
    const reason = ask({ tool: event.toolName, input: event.input, cwd: ${JSON.stringify(cwd)} })
    return reason === null ? undefined : { block: true, reason }
  })
}
`,
    },
  ],
})

const wires: Readonly<Record<string, Wire>> = { 'claude-code': claude, codex, opencode, gemini, qwen, copilot, pi }

/** `unguarded`: this CLI has no way to be asked before it acts. */
export function guardWiring(harnessId: string, place: GuardPlace): GuardWiring | 'unguarded' {
  const wire = Object.hasOwn(wires, harnessId) ? wires[harnessId] : undefined
  return wire === undefined ? 'unguarded' : wire(place, join(place.launchDir, hookFile))
}

const none: GuardWiring = { argv: [], env: {}, files: [] }

/** What a plan adds for a guard; nothing where none is asked for. */
export function guardOf(harnessId: string, start: Start, opencodeConfig?: string): GuardWiring {
  if (start.guard === null) return none
  const { launchDir, cwd, trusted } = start
  const { nativeSubagents } = start.guard
  const place = { launchDir, cwd, trusted, nativeSubagents }
  const wiring = guardWiring(harnessId, opencodeConfig === undefined ? place : { ...place, opencodeConfig })
  return wiring === 'unguarded' ? none : wiring
}
