/**
 * For tests that end the daemon at a named point: a world, a command that meets the point, and files whose bytes a careless
 * save would change.
 */
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Session, Snapshot } from '#contract/session'
import { ok, type World } from '#test/support/world'
import { fingerprint } from './whole.ts'

/** Runs a command on a daemon that dies at this point from now on, and starts a sound one. */
export async function dieAt(w: World, point: string, command: () => Promise<unknown>): Promise<void> {
  w.arm(point)
  // Answered or cut off: both are right, the state afterwards is what counts.
  const answered = command().catch(() => undefined)
  await w.gone()
  await answered
  w.arm(null)
  await w.start()
}

/** A test that failed half-way may leave no daemon: the next one has its own. */
export async function revive(w: World): Promise<void> {
  w.arm(null)
  const ready = await w.call('GET', '/readyz').catch(() => null)
  if (ready?.status === 200) return
  await w.crash().catch(() => undefined)
  await w.start()
}

export const kill = async (w: World, id: string): Promise<Session> =>
  (await ok<{ session: Session }>(w.call('POST', `/api/v1/sessions/${id}/kill`, {}))).session

export const snapshots = async (w: World, id: string): Promise<Snapshot[]> =>
  (await ok<{ snapshots: Snapshot[] }>(w.call('GET', `/api/v1/sessions/${id}/snapshots`))).snapshots

/** Line ends, zero bytes, modes, links, odd names: six paths. */
export function fill(dir: string): void {
  writeFileSync(join(dir, 'crlf.txt'), 'one\r\ntwo\r\n')
  writeFileSync(join(dir, 'bytes.bin'), Buffer.from([0, 255, 13, 10, 0, 1, 2]))
  writeFileSync(join(dir, 'run.sh'), '#!/bin/sh\n')
  chmodSync(join(dir, 'run.sh'), 0o755)
  symlinkSync('crlf.txt', join(dir, 'a link'))
  mkdirSync(join(dir, 'söme dir'), { recursive: true })
  writeFileSync(join(dir, 'söme dir', 'ünï.txt'), 'x')
  writeFileSync(join(dir, 'README.md'), '# Changed\n')
}

/** The fingerprint of a snapshot (the newest without a number), recovered into a directory. */
export async function contentOf(w: World, id: string, n?: number): Promise<string> {
  const to = join(w.dir, `recovered-${id}`)
  rmSync(to, { recursive: true, force: true })
  const number = n ?? (await snapshots(w, id)).at(-1)?.n
  await ok(w.call('POST', `/api/v1/sessions/${id}/snapshots/${number}/restore`, { to }))
  return fingerprint(to)
}
