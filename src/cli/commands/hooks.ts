/**
 * `drover hooks <harness> <event>`, where the home has no script of its own for it: one line to the spool of the launch that it
 * runs in. Silent, and never a failure: an agent must not suffer from it.
 */
import { appendFileSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { hookFailures, mostHookBytes } from '#contract/hook'
import { readStdin } from '../ask.ts'
import type { Run } from '../command.ts'

export const hooks: Run = async (context) => {
  const [harness, event] = context.args
  const { DROVER_SESSION_ID: session, DROVER_LAUNCH_ID: launch, DROVER_SPOOL: spool } = context.env
  if (!session || !launch || !spool) return 0
  try {
    const text = await readStdin()
    const data = Buffer.byteLength(text) > mostHookBytes ? null : parsed(text)
    const path = (data as { transcript_path?: unknown } | null)?.transcript_path
    const size = /^session.?start/i.test(event!) && typeof path === 'string' ? sizeOf(path) : null
    const line = { hook: harness, event, ...(size === null ? {} : { size }), data: data ?? {} }
    // One write: lines of hooks that run at the same time do not mix.
    writeSync(openSync(spool, 'a', 0o600), `${JSON.stringify(line)}\n`)
  } catch (cause) {
    note(context.env.DROVER_HOME_TAG, `${launch} ${harness} ${event}: ${(cause as Error).message}\n`)
  }
  return 0
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function note(home: string | undefined, line: string): void {
  if (home === undefined) return
  try {
    appendFileSync(join(home, hookFailures), line, { mode: 0o600 })
  } catch {
    // There is nobody left to tell.
  }
}
