/**
 * Looks at a world from outside and names what does not belong: rows without a tree, trees without a row, branches and
 * processes that no session names, sessions stuck between two states. Reads git, /proc and the API, nothing of the store.
 */
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Session } from '#contract/session'
import { ok, type World } from '#test/support/world'

/** Empty when all is well. */
export async function faultsOfWorld(w: World): Promise<string[]> {
  const said = await doctorSays(w)
  // What the daemon itself is doing for a moment (git, a snapshot after a turn) is no fault; what stays is one.
  for (let look = 1; ; look++) {
    const sessions = await allSessions(w)
    const found = [
      ...stuck(sessions),
      ...trees(w, sessions),
      ...branches(w, sessions),
      ...ownDirectories(w, sessions),
      ...processes(w, sessions),
      ...said,
    ]
    if (found.length === said.length || look === 300) return found
    await pause(100)
  }
}

export async function allSessions(w: World): Promise<Session[]> {
  return (await ok<{ sessions: Session[] }>(w.call('GET', '/api/v1/sessions?includeTerminated=true&limit=1000')))
    .sessions
}

function stuck(sessions: readonly Session[]): string[] {
  return sessions.flatMap((one) => {
    if (one.phase === 'starting') return [`${one.id} is still starting`]
    if (one.status === 'working' && one.launch === null) return [`${one.id} works without a launch`]
    if (one.phase === 'ended' && one.launch !== null) return [`${one.id} ended with a launch`]
    if (one.phase === 'ended' && one.turn?.state === 'running') return [`${one.id} ended in a turn`]
    return []
  })
}

const gitTrees = (w: World): string[] =>
  w.repo
    .git('worktree', 'list', '--porcelain')
    .split('\n')
    .flatMap((line) => (line.startsWith('worktree ') ? [line.slice(9)] : []))
    .filter((path) => path !== w.repo.path)

/** Every tree that git or the file system knows is a session's, and every live session has its own. */
function trees(w: World, sessions: readonly Session[]): string[] {
  const known = new Set(sessions.map((one) => one.workspace))
  const listed = gitTrees(w)
  const base = join(w.home, 'worktrees')
  const onDisk = list(base).flatMap((project) => list(project))
  return [
    ...listed.filter((path) => !known.has(path)).map((path) => `git lists the worktree ${path} that no session names`),
    ...listed.filter((path) => !existsSync(path)).map((path) => `git lists the worktree ${path} that is gone`),
    ...onDisk.filter((path) => !known.has(path)).map((path) => `${path} belongs to no session`),
    ...sessions
      .filter((one) => one.phase === 'live' && !existsSync(join(one.workspace ?? '', '.git')))
      .map((one) => `${one.id} is live without its workspace`),
  ]
}

function branches(w: World, sessions: readonly Session[]): string[] {
  const known = new Set(sessions.map((one) => one.branch))
  return w.repo
    .git('for-each-ref', '--format=%(refname:short)', 'refs/heads/drover')
    .split('\n')
    .filter((name) => name !== '' && !known.has(name))
    .map((name) => `the branch ${name} belongs to no session`)
}

function ownDirectories(w: World, sessions: readonly Session[]): string[] {
  const known = new Set(sessions.map((one) => one.id))
  return list(join(w.home, 'sessions'))
    .filter((path) => !known.has(relative(join(w.home, 'sessions'), path)))
    .map((path) => `${path} is left of no session`)
}

/** What runs is the daemon, or belongs to a session that is in a turn. */
function processes(w: World, sessions: readonly Session[]): string[] {
  const working = new Set(sessions.filter((one) => one.turn?.state === 'running').map((one) => one.id))
  return w.processes().flatMap(({ pid, command }) => {
    if (pid === w.daemon.pid) return []
    const owner = sessionOf(pid)
    if (owner !== null && working.has(owner)) return []
    return [`process ${pid} (${command}) belongs to ${owner ?? 'nobody'}`]
  })
}

function sessionOf(pid: number): string | null {
  try {
    const environ = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
    return environ.find((pair) => pair.startsWith('DROVER_SESSION_ID='))?.slice(18) ?? null
  } catch {
    return null
  }
}

async function doctorSays(w: World): Promise<string[]> {
  const { checks } = await ok<{ checks: { section: string; name: string; level: string; message: string }[] }>(
    w.call('GET', '/api/v1/doctor'),
  )
  return checks
    .filter((check) => check.section === 'Consistency' && check.level !== 'PASS')
    .map((check) => `doctor: ${check.name}: ${check.message}`)
}

function list(path: string): string[] {
  return existsSync(path) ? readdirSync(path).map((name) => join(path, name)) : []
}

/** One word for everything in a directory but git's own: names, kinds, who may run it, and bytes. */
export function fingerprint(dir: string): string {
  const hash = createHash('sha256')
  const walk = (path: string): void => {
    for (const name of readdirSync(path).sort()) {
      if (name === '.git') continue
      const full = join(path, name)
      const found = lstatSync(full)
      hash.update(`${relative(dir, full)}\0${found.isDirectory() ? 'd' : (found.mode & 0o170100).toString(8)}\0`)
      if (found.isDirectory()) walk(full)
      else if (found.isSymbolicLink()) hash.update(readlinkSync(full))
      else hash.update(readFileSync(full))
    }
  }
  walk(dir)
  return hash.digest('hex')
}
