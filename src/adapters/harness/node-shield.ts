/**
 * Keeps from a CLI that is a Node script what it offers no switch for: settings that an untrusted repository brings, and the
 * way of its usage statistics. A module loaded before the CLI makes the named files look absent to that process, and answers
 * requests to the named hosts itself. The user's own settings, the files on disk and the commands that the agent runs are
 * left alone. Owns the module and how such modules are loaded; which files and hosts these are, each adapter tells.
 */
import { join } from 'node:path'
import { DroverError } from '#contract/error'
import type { LaunchPlan, Start } from '#ports/harness'

export type Preload = LaunchPlan['files'][number]

export interface Shielding {
  /** Files of the workspace, relative to it. */
  readonly hidden?: readonly string[]
  /** Names of servers that are told nothing. */
  readonly silenced?: readonly string[]
}

/** Writing a hidden file is refused in the same way: the CLI would overwrite what it cannot see. */
const source = `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const isHidden = (path) => {
  const text = path instanceof URL ? fileURLToPath(path) : Buffer.isBuffer(path) ? path.toString() : path
  return typeof text === 'string' && hidden.has(resolve(text))
}
const absent = (call, path) =>
  Object.assign(new Error(\`ENOENT: no such file or directory, \${call} '\${path}'\`), {
    code: 'ENOENT',
    errno: -2,
    syscall: call,
    path: String(path),
  })

const calls = ['readFile', 'open', 'stat', 'lstat', 'access', 'copyFile', 'writeFile', 'appendFile', 'rename', 'rm', 'unlink']
for (const call of calls) {
  const sync = fs[call + 'Sync']
  fs[call + 'Sync'] = (...args) => {
    const found = args.slice(0, 2).find(isHidden)
    if (found === undefined) return sync(...args)
    if (args[1]?.throwIfNoEntry === false) return undefined
    throw absent(call, found)
  }
  const later = fs[call]
  fs[call] = (...args) => {
    const found = args.slice(0, 2).find(isHidden)
    return found === undefined ? later(...args) : process.nextTick(args.at(-1), absent(call, found))
  }
  const promised = fs.promises[call]
  fs.promises[call] = async (...args) => {
    const found = args.slice(0, 2).find(isHidden)
    if (found !== undefined) throw absent(call, found)
    return promised(...args)
  }
}
const exists = fs.existsSync
fs.existsSync = (path) => !isHidden(path) && exists(path)
syncBuiltinESMExports()

const send = globalThis.fetch
globalThis.fetch = async (...args) => {
  const [to] = args
  const host = URL.parse(to instanceof Request ? to.url : String(to))?.hostname
  return silenced.has(host) ? new Response('[]', { status: 200 }) : send(...args)
}
`

/** Nothing where there is nothing to keep out. */
export function nodeShield(start: Start, { hidden = [], silenced = [] }: Shielding): readonly Preload[] {
  const files = start.trusted ? [] : hidden.map((path) => join(start.cwd, path))
  if (files.length + silenced.length === 0) return []
  const lists = `const hidden = new Set(${JSON.stringify(files)})\nconst silenced = new Set(${JSON.stringify(silenced)})\n`
  return [{ path: 'node-shield.mjs', content: `${lists}${source}` }]
}

/** The program with modules loaded before it; a program that is no Node script is left as it is. */
export function preloaded(start: Start, modules: readonly Preload[]): readonly string[] {
  const { binary, prefix } = start.program
  if (prefix.length === 0) return [binary]
  return [binary, ...modules.flatMap((one) => ['--import', join(start.launchDir, one.path)]), ...prefix]
}

/** Better no launch than one that obeys, or sends a key to, whoever wrote the repository. */
export function refuseUnshielded(start: Start, harness: string): void {
  if (start.trusted || start.program.prefix.length > 0) return
  throw new DroverError(
    'SETUP_NOT_TRUSTED',
    `${start.program.binary} is not the npm package of ${harness}: settings that the repository brings cannot be kept from it.`,
    {
      hint: `Approve the repository with: drover project trust — or install ${harness} from npm, or set [harness.${harness}] binary to its command.`,
      details: { harness, binary: start.program.binary },
    },
  )
}
