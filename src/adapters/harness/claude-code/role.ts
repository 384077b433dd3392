/**
 * What a launch of Claude Code takes along for a role: its instructions and Drover's tool server. Measured on 2.1.325.
 *
 * It records the system prompt of a conversation's first turn and goes on with that record, whatever a later launch says:
 * the record is switched off at every launch that brings instructions, so that the text of this launch counts.
 */
import type { Start } from '#ports/harness'
import { instructionsPath } from '../instructions.ts'
import { compareVersions } from '../native-program.ts'

export const roleFlags = (start: Start): readonly string[] => [...instructionFlags(start), ...serverFlags(start)]

function instructionFlags(start: Start): readonly string[] {
  if (start.instructions === null) return []
  const added = ['--append-system-prompt-file', instructionsPath(start)]
  return knowsRecord(start.version) ? [...added, '--system-prompt-snapshot', 'off'] : added
}

/** The oldest version that is known to have the switch; an older one would refuse it. */
const knowsRecord = (version: string | null): boolean => version === null || compareVersions(version, '2.1.300') >= 0

/**
 * `${NAME}` is read from the environment when the server starts. Without `alwaysLoad` its tools would be hidden behind a search.
 * Allowed by the name of the server: its own tools and nothing else.
 */
function serverFlags({ mcp, permissions }: Start): readonly string[] {
  if (mcp === null) return []
  const env = Object.fromEntries(mcp.env.map((name) => [name, `\${${name}}`]))
  const servers = { [mcp.name]: { command: mcp.command, args: mcp.args, env, alwaysLoad: true } }
  const allowed = permissions === 'bypass' ? [] : ['--allowedTools', `mcp__${mcp.name}`]
  return ['--mcp-config', JSON.stringify({ mcpServers: servers }), ...allowed]
}
