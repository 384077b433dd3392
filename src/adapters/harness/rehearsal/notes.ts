/**
 * What the rehearsal in a terminal tells the world besides its screen, in the order in which it happened: lines of its own
 * file of the conversation, and hooks by the command that Drover gave its launch.
 */
import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

export interface Notes {
  /** The file of the conversation. */
  readonly path: string
  /** Whole lines, ends included. */
  row(text: string): Promise<void>
  hook(event: string, facts: object): Promise<void>
  /** Everything was told. */
  told(): Promise<void>
}

export function openNotes(dir: string, id: string, command: string | undefined): Notes {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const path = join(dir, `${id}.jsonl`)
  appendFileSync(path, '', { mode: 0o600 })
  let before: Promise<void> = Promise.resolve()
  const next = (act: () => void | Promise<void>): Promise<void> => {
    before = before.then(act)
    return before
  }
  return {
    path,
    row: (text) => next(() => appendFileSync(path, text)),
    hook(event, facts) {
      const data = JSON.stringify({ session_id: id, transcript_path: path, ...facts })
      return next(() => (command === undefined || command === '' ? undefined : call(command, event, data)))
    },
    told: () => before,
  }
}

/** A hook that fails is none of the agent's business: it goes on, as agents do. */
const call = (command: string, event: string, data: string): Promise<void> =>
  new Promise((resolve) => {
    const hook = spawn(command, ['hooks', 'rehearsal', event], { stdio: ['pipe', 'ignore', 'ignore'] })
    hook.on('error', () => resolve())
    hook.on('close', () => resolve())
    hook.stdin.on('error', () => {})
    hook.stdin.end(data)
  })
