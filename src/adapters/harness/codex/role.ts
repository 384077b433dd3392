/**
 * What Codex takes along for a role: its instructions and Drover's tool server. Measured on 0.166.0. Owns both shapes, for
 * `exec` and for the app-server.
 *
 * Instructions become a message of the developer when a thread begins, and no later launch changes that: a text that is
 * another by now goes before every prompt. What a thread began with is kept as a fingerprint, and given to the next launch.
 */
import { createHash } from 'node:crypto'
import type { HarnessConfig, Json, McpServer, Start } from '#ports/harness'
import { asArgument, withInstructions } from '../instructions.ts'
import { fieldsIn, textIn } from '../line-json.ts'

const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** How the text of this launch goes into a new thread; null: it does not fit, or there is none. */
const intoThread = (start: Start, by: 'flag' | 'words'): string | null =>
  by === 'flag' ? asArgument(start) : start.instructions

/**
 * The fingerprint of what the thread began with, as long as that holds; null: it began with nothing, nobody knows, or another
 * text has been before a prompt: from then on the newest one stands before every prompt.
 */
export function recordedOf(start: Start, by: 'flag' | 'words'): string | null {
  if (start.resume === null) {
    const text = intoThread(start, by)
    return text === null ? null : fingerprint(text)
  }
  const previous = fieldsIn(start.previous)
  const known = previous.counted === start.resume ? textIn(previous.recorded) : null
  return start.instructions === null || known === fingerprint(start.instructions) ? known : null
}

/** The words of a prompt in a thread that began with `recorded`. */
export const promptIn = (recorded: string | null, { instructions }: Start, prompt: string): string =>
  instructions === null || recorded === fingerprint(instructions) ? prompt : withInstructions(instructions, prompt)

export const instructionFlags = (start: Start): readonly string[] => {
  const text = intoThread(start, 'flag')
  return text === null ? [] : setting('developer_instructions', text)
}

/** `approve` lets exactly these tools through where nobody is asked; `required` makes the first request wait for them. */
const serverOf = (mcp: McpServer): HarnessConfig => ({
  command: mcp.command,
  args: mcp.args,
  env_vars: mcp.env,
  default_tools_approval_mode: 'approve',
  required: true,
  startup_timeout_sec: 60,
  tool_timeout_sec: 60,
})

export const serverFlags = ({ mcp }: Start): readonly string[] =>
  mcp === null
    ? []
    : Object.entries(serverOf(mcp)).flatMap(([key, value]) => setting(`mcp_servers.${mcp.name}.${key}`, value))

/** For requests of the app-server, which keeps none of it: told whenever a thread is opened. */
export const threadRole = ({ instructions, mcp, guard }: Start): { developerInstructions?: string; config?: Json } => {
  const config = {
    ...(mcp === null ? {} : { mcp_servers: { [mcp.name]: serverOf(mcp) } }),
    // Without it the guard's hook, which the launch brings, would be passed over.
    ...(guard === null ? {} : { bypass_hook_trust: true }),
  }
  return {
    ...(instructions === null ? {} : { developerInstructions: instructions }),
    ...(Object.keys(config).length === 0 ? {} : { config }),
  }
}

/** JSON is read as TOML but for two characters; a half of a pair has no meaning in either. */
function setting(key: string, value: Json): readonly string[] {
  const text = JSON.stringify(typeof value === 'string' ? Buffer.from(value).toString('utf8') : value)
  return ['-c', `${key}=${text.replaceAll('\u007f', '\\u007f')}`]
}
