/**
 * How Gemini CLI's hooks come with a launch. It takes them from settings files alone: the user's, which are not ours to write, and
 * those of the system, which count only when root owns them and every folder above. A module loaded before it shows this one
 * process a file of the system's that is nowhere; where the machine has a real one, or somebody named another, that stays and
 * no hook runs. Measured on 0.61.0. Owns that module.
 */
import { hookCommand } from '../terminal/hook-command.ts'

export const settingsVariable = 'GEMINI_CLI_SYSTEM_SETTINGS_PATH'
/** A file of the root folder, which belongs to root everywhere; nothing is ever put there. */
const shown = '/drover-system-settings.json'
const hookMs = 10_000

const events = ['SessionStart', 'BeforeAgent', 'AfterAgent', 'BeforeTool', 'AfterTool', 'Notification', 'SessionEnd']

/** Of a conversation that is gone on with it names its file at the first prompt alone: how long that is by then is read with it. */
export const promptEvent = 'SessionStart.prompt'
const toldAs = (event: string): string => (event === 'BeforeAgent' ? promptEvent : event)

/** While a hook runs its name stands on the screen, and its command where it has none. */
const settings = {
  hooks: Object.fromEntries(
    events.map((event) => [
      event,
      [
        {
          matcher: '*',
          hooks: [{ type: 'command', name: 'drover', command: hookCommand('gemini', toldAs(event)), timeout: hookMs }],
        },
      ],
    ]),
  ),
}

const source = `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const shown = ${JSON.stringify(shown)}
const content = ${JSON.stringify(JSON.stringify(settings))}
const real = ['/etc/gemini-cli/settings.json', '/Library/Application Support/GeminiCli/settings.json']
if (!process.env.${settingsVariable} && !real.some((path) => fs.existsSync(path))) {
  process.env.${settingsVariable} = shown
  const stats = fs.statSync(process.execPath)
  Object.assign(stats, { uid: 0, gid: 0, mode: 0o100644, size: Buffer.byteLength(content), isDirectory: () => false, isSymbolicLink: () => false })
  const answers = {
    existsSync: () => true,
    accessSync: () => undefined,
    statSync: () => stats,
    lstatSync: () => stats,
    realpathSync: () => shown,
    readFileSync: (options) => (options === undefined ? Buffer.from(content) : content),
  }
  for (const [call, answer] of Object.entries(answers)) {
    const own = fs[call]
    fs[call] = Object.assign((path, ...rest) => (path === shown ? answer(rest[0]) : own(path, ...rest)), own)
  }
  for (const call of ['access', 'stat', 'lstat', 'realpath', 'readFile']) {
    const own = fs.promises[call]
    fs.promises[call] = async (path, ...rest) => (path === shown ? answers[call + 'Sync'](rest[0]) : own(path, ...rest))
  }
  syncBuiltinESMExports()
}
`

export const terminalSettings = { path: 'terminal-settings.mjs', content: source } as const
