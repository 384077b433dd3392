/**
 * What opencode tells its own screens alone. It waits 2, 4, 8, 16 and 30 seconds between the attempts of a request, or as long
 * as the provider's header asks, and tells nobody: of a stream that broke off not even its log says a word; and it tells of a
 * tool only when it is over, so that a long one looks like a hang (measured on 1.18.33). A plugin that comes with the launch
 * prints both. Owns that plugin, its lines, and when to wait for a retry no longer.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LaunchPlan, Spoken, Start } from '#ports/harness'
import { type Fields, listIn, numberIn, textIn } from '../line-json.ts'
import { inlineConfig } from './inline-config.ts'

const file = 'retries.mjs'
const word = 'drover_retry'
const toolWord = 'drover_tool'

const script = `const tell = (line) => process.stdout.write(JSON.stringify(line) + '\\n')
export const retries = async () => ({
  event: async ({ event }) => {
    const status = event.type === 'session.status' ? event.properties.status : undefined
    if (status?.type !== 'retry') return
    const { attempt, message, next } = status
    tell({ type: '${word}', attempt, message, delayMs: next - Date.now() })
  },
  'tool.execute.before': async ({ tool, sessionID, callID }, { args }) => {
    tell({ type: '${toolWord}', tool, sessionID, callID, args })
  },
})
`

/** An inline configuration of the user's that cannot be read takes no plugin. */
export const tellsRetries = (start: Start): boolean => inlineConfig(start) !== null

/** Added to what the inline configuration holds. */
export const withRetryPlugin = (start: Start, config: Fields): Fields => ({
  ...config,
  plugin: [...listIn(config.plugin), pathToFileURL(join(start.launchDir, file)).href],
})

export const retryPluginFiles: LaunchPlan['files'] = [{ path: file, content: script }]

export interface Retry {
  /** How often the request failed so far. */
  readonly attempt: number | null
  readonly message: string
  readonly delayMs: number
}

/** null: another line. */
export function retryOf(event: Fields): Retry | null {
  if (event.type !== word) return null
  return {
    attempt: numberIn(event.attempt),
    message: textIn(event.message) ?? 'no reason was told',
    delayMs: Math.max(0, numberIn(event.delayMs) ?? 0),
  }
}

/** A tool call that begins, and whose it is: subagents have conversations of their own. */
export interface Begun {
  readonly sessionId: string
  readonly tool: Extract<Spoken, { kind: 'tool' }>
}

/** null: another line. */
export function toolBegun(event: Fields): Begun | null {
  const [sessionId, callId] = [textIn(event.sessionID), textIn(event.callID)]
  if (event.type !== toolWord || sessionId === null || callId === null) return null
  return { sessionId, tool: { kind: 'tool', callId, name: textIn(event.tool) ?? 'tool', input: event.args ?? null } }
}

/** Waiting so long in all would keep a failed turn open beyond a minute. */
const longestWaitMs = 45_000

export const isTooLong = (waitedMs: number, retry: Retry): boolean => waitedMs + retry.delayMs > longestWaitMs
