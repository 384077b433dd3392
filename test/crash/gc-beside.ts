/**
 * Somebody who prunes the repository again and again while the daemon is killed, and the look afterwards: the repository is
 * sound, and every session's newest snapshot holds what its agent wrote last.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Session, Snapshot } from '#contract/session'
import { ok, type World } from '#test/support/world'

const run = promisify(execFile)

/** The answer ends it, and tells how often it ran. A gc that meets a lock of somebody else is tried again. */
export function pruneBeside(repo: string): () => Promise<number> {
  let going = true
  let rounds = 0
  const loop = (async () => {
    while (going) {
      const done = await run('git', ['-C', repo, 'gc', '--quiet', '--prune=now']).then(
        () => true,
        () => false,
      )
      if (done) rounds += 1
      await pause(100)
    }
  })()
  return async () => {
    going = false
    await loop
    return rounds
  }
}

export const writtenFile = 'written.txt'

/** What is wrong, in a line each. */
export async function unsound(w: World, sessions: readonly Session[]): Promise<readonly string[]> {
  const faults: string[] = []
  const checked = await run('git', ['-C', w.repo.path, 'fsck', '--connectivity-only', '--no-dangling'])
  const said = `${checked.stdout}${checked.stderr}`.trim()
  if (said !== '') faults.push(`the repository is broken: ${said.slice(0, 300)}`)
  for (const { id, workspace } of sessions) {
    const { snapshots } = await ok<{ snapshots: Snapshot[] }>(w.call('GET', `/api/v1/sessions/${id}/snapshots`))
    const newest = snapshots.at(-1)
    const wrote = readFileSync(join(workspace ?? '', writtenFile), 'utf8')
    const kept = newest === undefined ? null : await show(w.repo.path, `${newest.ref}:${writtenFile}`)
    if (kept !== wrote) faults.push(`${id}: snapshot ${newest?.n ?? 'none'} holds ${kept?.trim()}, not ${wrote.trim()}`)
  }
  return faults
}

const show = (repo: string, name: string): Promise<string | null> =>
  run('git', ['-C', repo, 'show', name]).then(
    ({ stdout }) => stdout,
    () => null,
  )
