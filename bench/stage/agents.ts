/**
 * Real launches that do what a figure needs: dump a prepared file at a sign, or copy what the benchmark writes into a pipe.
 * The sign and the pipes are FIFOs, so that nobody polls.
 */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Session } from '#contract/session'
import { ok, type World } from '#test/support/world'

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export function makeFifo(path: string): string {
  execFileSync('mkfifo', [path])
  return path
}

/** Does `work` on all of them, a few at a time. */
export async function each<T, R>(list: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(list.length)
  let next = 0
  const line = async (): Promise<void> => {
    while (next < list.length) {
      const mine = next++
      results[mine] = await work(list[mine]!)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, line))
  return results
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** Sessions whose first turn has ended: they wait for the next. */
export async function idleSessions(world: World, count: number): Promise<string[]> {
  const prompt = `echo '{"type":"session","id":"bench"}'\necho '{"type":"result","ok":true,"text":"here"}'`
  return each(numbers(count), 4, async () => {
    const { id } = await world.spawn(prompt, { harness: 'script', model: undefined })
    await world.turnEnd(id)
    return id
  })
}

/** Sessions that copy what is written into their pipe to their output, until the pipe is closed. */
export interface Piped {
  readonly id: string
  readonly fifo: string
}

export async function pipedSessions(
  world: World,
  dir: string,
  count: number,
): Promise<{ sessions: readonly Piped[]; handles: readonly number[]; close(): void }> {
  const handles: number[] = []
  const sessions = await each(numbers(count), 4, async (n) => {
    const fifo = makeFifo(join(dir, `pipe-${n}`))
    // Both ends held here: the agent never waits at the door and never sees the end too early.
    handles.push(openSync(fifo, 'r+'))
    const { id } = await world.spawn(`exec cat '${fifo}'`, { harness: 'script', model: undefined })
    return { id, fifo }
  })
  return {
    sessions,
    handles,
    close() {
      for (const handle of handles) closeSync(handle)
    },
  }
}

export async function live(world: World, id: string): Promise<Session> {
  return (await ok<{ session: Session }>(world.call('GET', `/api/v1/sessions/${id}`))).session
}

export interface Signs {
  /** Lets all begin; the answer takes the sign away. */
  go(): () => void
  /** Lets all end. */
  leave(): () => void
}

/** Gives each session a turn that dumps the file at a sign and ends at another; resolves once all processes wait for the first. */
export async function armed(world: World, ids: readonly string[], dir: string, file: string): Promise<Signs> {
  const own = mkdtempSync(join(dir, 'signs-'))
  const [go, leave] = [makeFifo(join(own, 'go')), makeFifo(join(own, 'leave'))]
  const ready = join(own, 'ready')
  writeFileSync(ready, '')
  // The one that writes waits itself: fifty programs that only start are no work of whoever reads them.
  const prompt = `echo x >> '${ready}'\ncat '${go}' '${file}'\n: < '${leave}'\n`
  await each(ids, 4, (id) => ok(world.call('POST', `/api/v1/sessions/${id}/turns`, { prompt })))
  while (readFileSync(ready).length < ids.length * 2) await pause(10)
  await pause(100)
  return {
    go() {
      // Who waits is let in and reads the end of the pipe; a late one at the next knock.
      const knock = (): void => closeSync(openSync(go, 'r+'))
      knock()
      const timer = setInterval(knock, 20)
      return () => clearInterval(timer)
    },
    leave() {
      const handle = openSync(leave, 'r+')
      return () => closeSync(handle)
    },
  }
}
