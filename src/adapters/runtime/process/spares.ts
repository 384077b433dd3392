/**
 * Keeps one wrapper that was started before anybody needs it: starting a process out of a large daemon takes longer than all
 * the rest of a launch, so it is done when nobody waits. A spare waits at its input, which is the daemon's: it ends when the
 * daemon does. Its order lies in a file without a name, since an environment holds secrets. What an order says is order.ts's;
 * when a launch takes a spare, and what happens to one that dies, is start.ts's.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, renameSync, unlinkSync, writeFileSync, writeSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { spareMode, wrapperFile, wrapperMark, wrapperScript } from './wrapper.ts'

/** Long enough that the turn which took the last one is not in the way of the next, short enough for the next turn. */
const refillMs = 150

export interface Spare {
  /** How its command line can be told from every other's. */
  readonly name: string
  readonly child: ChildProcess
  /** At most once. What it cannot be told ends it, which whoever waits for it sees. */
  begin(order: string): void
}

export interface Spares {
  /** null: none is ready. */
  take(): Spare | null
  /** Soon there is one again. */
  refill(): void
}

export const noSpares: Spares = { take: () => null, refill: () => undefined }

export function createSpares(dir: string): Spares {
  // Only Linux lets a shell open a file that has no name any more.
  if (!existsSync('/proc/self/fd')) return noSpares
  let script: string | null = null
  let waiting: Spare | null = null
  let soon = false

  const make = (): void => {
    soon = false
    if (waiting !== null) return
    try {
      script ??= putScript(dir)
      const spare = startSpare(script, join(dir, randomUUID()))
      waiting = spare
      spare.child.once('exit', () => {
        if (waiting === spare) waiting = null
      })
    } catch {
      // No descriptor, no process, no room on the disk: launches go the ordinary way, which says what is wrong.
    }
  }
  return {
    take() {
      const spare = waiting
      waiting = null
      return spare
    },
    refill() {
      if (waiting !== null || soon) return
      soon = true
      setTimeout(make, refillMs).unref()
    },
  }
}

/** By rename: a spare of an earlier daemon may still read the old one. */
function putScript(dir: string): string {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const path = join(dir, wrapperFile)
  writeFileSync(`${path}.new`, wrapperScript, { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return path
}

function startSpare(script: string, name: string): Spare {
  let order: number | null = openSync(name, 'wx+', 0o600)
  const close = (): void => {
    if (order !== null) closeSync(order)
    order = null
  }
  try {
    unlinkSync(name)
    const child = spawn('/bin/sh', [script, wrapperMark, name, spareMode], {
      cwd: '/',
      env: {},
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore', order],
    })
    const input = child.stdin as Socket
    child.unref()
    input.unref()
    // Its end is told by `exit`; there is nothing else to say of either.
    child.on('error', () => undefined)
    input.on('error', () => undefined)
    child.once('exit', close)
    return {
      name,
      child,
      begin(text) {
        try {
          const bytes = Buffer.from(text)
          for (let done = 0; done < bytes.length; ) done += writeSync(order ?? -1, bytes, done)
          close()
          input.end('\n')
        } catch {
          close()
          input.destroy()
        }
      },
    }
  } catch (error) {
    close()
    throw error
  }
}
