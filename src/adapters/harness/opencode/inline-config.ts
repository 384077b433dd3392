/**
 * `OPENCODE_CONFIG_CONTENT`: the configuration of one launch, which opencode puts on top of its files. Owns what a role adds
 * to it (its instructions, which are appended to opencode's own, and Drover's tool server) without losing what the user has
 * there. Measured on 1.18.33.
 */
import { DroverError } from '#contract/error'
import type { Start } from '#ports/harness'
import { instructionsPath } from '../instructions.ts'
import { configuredEnv, type Fields, fieldsIn, listIn, objectOf } from '../line-json.ts'

/** The user's own; null: it cannot be read, and stays as it is. */
export function inlineConfig(start: Start): Fields | null {
  const own = configuredEnv(start.config).OPENCODE_CONFIG_CONTENT ?? start.hostEnv.OPENCODE_CONFIG_CONTENT ?? '{}'
  return objectOf(own.trim())
}

/** `servers`: whether the tool server goes this way. Refused where the user's own cannot be read: a role that is not told is none. */
export function withRole(start: Start, config: Fields | null, servers: boolean): Fields | null {
  const mcp = servers ? start.mcp : null
  if (start.instructions === null && mcp === null) return config
  if (config === null)
    throw new DroverError(
      'INVALID_CONFIG',
      'OPENCODE_CONFIG_CONTENT is not a plain JSON object: a role cannot be added.',
      {
        hint: 'Write it as JSON without comments, or move it into a file and name that in OPENCODE_CONFIG.',
        details: { harness: 'opencode', key: 'OPENCODE_CONFIG_CONTENT' },
      },
    )
  const { instructions } = start
  return {
    ...config,
    ...(instructions === null ? {} : { instructions: [...listIn(config.instructions), instructionsPath(start)] }),
    ...(mcp === null ? {} : { mcp: { ...fieldsIn(config.mcp), [mcp.name]: serverOf(mcp) } }),
  }
}

/** It is given the whole environment of opencode. The time is for its start as well as for a call. */
const serverOf = (mcp: NonNullable<Start['mcp']>): Fields => ({
  type: 'local',
  command: [mcp.command, ...mcp.args],
  enabled: true,
  timeout: 60_000,
})
