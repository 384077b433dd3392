/**
 * Where programs keep the tool servers of their user, and how an entry for Drover stands there. Pure: text in, text out; what
 * else stands in the file stays. Reading, asking and writing is the command's.
 */
import { join } from 'node:path'
import { DroverError } from '#contract/error'

export interface Entry {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export interface McpClient {
  readonly name: string
  file(home: string, env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): string
  /** null: it stands there as it would be written. */
  add(text: string | null, entry: Entry): string | null
  /** null: nothing of ours is in it. */
  remove(text: string): string | null
}

const own = 'drover'

/** A JSON file in which the servers are one object: its keys lead there. */
function jsonClient(
  name: string,
  file: McpClient['file'],
  path: readonly string[],
  shape: (entry: Entry) => Record<string, unknown>,
): McpClient {
  return {
    name,
    file,
    add(text, entry) {
      const whole = parseJson(name, text ?? '{}')
      const servers = tableAt(whole, path, true)!
      const wanted = shape(entry)
      if (JSON.stringify(servers[own]) === JSON.stringify(wanted)) return null
      servers[own] = wanted
      return written(whole, text)
    },
    remove(text) {
      const whole = parseJson(name, text)
      const servers = tableAt(whole, path, false)
      if (servers === null || !Object.hasOwn(servers, own)) return null
      delete servers[own]
      return written(whole, text)
    },
  }
}

type Table = Record<string, unknown>

function parseJson(name: string, text: string): Table {
  try {
    const whole: unknown = JSON.parse(text.trim() === '' ? '{}' : text)
    if (typeof whole === 'object' && whole !== null && !Array.isArray(whole)) return whole as Table
  } catch {
    // Comments, or damage: not ours to rewrite.
  }
  throw new DroverError('USAGE', `the configuration of ${name} is no plain JSON object`, {
    hint: 'Add the server by hand: `drover mcp install <client> --print` says what to write.',
  })
}

function tableAt(whole: Table, path: readonly string[], make: boolean): Table | null {
  let table = whole
  for (const step of path) {
    const next = table[step]
    if (typeof next === 'object' && next !== null && !Array.isArray(next)) table = next as Table
    else if (!make) return null
    else {
      const fresh: Table = {}
      table[step] = fresh
      table = fresh
    }
  }
  return table
}

/** With the indentation and the last line end that the file had. */
function written(whole: Table, before: string | null): string {
  const indent = /\n([ \t]+)"/.exec(before ?? '')?.[1] ?? '  '
  return `${JSON.stringify(whole, null, indent)}${before === null || before.endsWith('\n') ? '\n' : ''}`
}

const tomlText = (text: string): string => JSON.stringify(text)

/** A TOML file with `[mcp_servers.NAME]`: a block of our own at its end. */
const codex: McpClient = {
  name: 'codex',
  file: (home, env) => join(env.CODEX_HOME || join(home, '.codex'), 'config.toml'),
  add(text, entry) {
    const env = Object.entries(entry.env).map(([name, value]) => `${name} = ${tomlText(value)}`)
    const block = [
      `[mcp_servers.${own}]`,
      `command = ${tomlText(entry.command)}`,
      `args = [${entry.args.map(tomlText).join(', ')}]`,
      ...(env.length === 0 ? [] : [`env = { ${env.join(', ')} }`]),
    ].join('\n')
    const before = text ?? ''
    if (before.includes(`${block}\n`)) return null
    const rest = without(before)
    return `${rest}${rest === '' || rest.endsWith('\n') ? '' : '\n'}${rest === '' ? '' : '\n'}${block}\n`
  },
  remove: (text) => (without(text) === text ? null : without(text)),
}

/** The block, its sub-tables and the empty line before it. */
const without = (text: string): string =>
  text
    .replace(/(^|\n)\n?\[mcp_servers\.drover(?:\.[^\]\n]+)?\][^\n]*(?:\n(?!\[)[^\n]*)*/g, '$1')
    .replace(/^\n(?=\[)/, '')

const plain = ({ command, args, env }: Entry): Table => ({
  command,
  args: [...args],
  ...(Object.keys(env).length === 0 ? {} : { env: { ...env } }),
})

export const mcpClients: readonly McpClient[] = [
  jsonClient(
    'claude-code',
    (home) => join(home, '.claude.json'),
    ['mcpServers'],
    (entry) => ({
      type: 'stdio',
      ...plain(entry),
    }),
  ),
  codex,
  jsonClient(
    'claude-desktop',
    (home, env, platform) =>
      platform === 'darwin'
        ? join(home, 'Library', 'Application Support', 'Claude', 'claude_desktop_config.json')
        : join(env.XDG_CONFIG_HOME || join(home, '.config'), 'Claude', 'claude_desktop_config.json'),
    ['mcpServers'],
    plain,
  ),
  jsonClient(
    'opencode',
    (home, env) => join(env.XDG_CONFIG_HOME || join(home, '.config'), 'opencode', 'opencode.json'),
    ['mcp'],
    ({ command, args, env }) => ({
      type: 'local',
      command: [command, ...args],
      environment: { ...env },
      enabled: true,
    }),
  ),
  jsonClient('gemini', (home) => join(home, '.gemini', 'settings.json'), ['mcpServers'], plain),
  jsonClient('qwen', (home) => join(home, '.qwen', 'settings.json'), ['mcpServers'], plain),
  jsonClient(
    'copilot',
    (home) => join(home, '.copilot', 'mcp-config.json'),
    ['mcpServers'],
    (entry) => ({
      type: 'local',
      ...plain(entry),
      tools: ['*'],
    }),
  ),
  jsonClient('cursor', (home) => join(home, '.cursor', 'mcp.json'), ['mcpServers'], plain),
]
