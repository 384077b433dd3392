/** Makes the home: 0700, umask 077 before anything is created. Its layout is `config/home`'s; the daemon's paths derive from it. */
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Paths } from '#ports/paths'
import { homeLayout, homePath } from './config/home.ts'
import { commandScript } from './hook-script.ts'

/** `sun_path` holds 108 bytes on Linux and 104 on macOS, the end mark included. */
const longestSocket = process.platform === 'darwin' ? 103 : 107

export function openHome(env: NodeJS.ProcessEnv): Paths {
  process.umask(0o077)
  const given = homePath(env)
  mkdirSync(given, { recursive: true, mode: 0o700 })
  const home = realpathSync(given)
  if ((statSync(home).mode & 0o077) !== 0) chmodSync(home, 0o700)
  const paths = pathsIn(home, env)
  mkdirSync(paths.worktrees, { recursive: true, mode: 0o700 })
  mkdirSync(homeLayout(home).sessions, { recursive: true, mode: 0o700 })
  return paths
}

/**
 * The `drover` command of this home's agents, in a directory of its own that goes on their PATH: by the daemon's own Node,
 * whichever one is theirs, and where nothing was installed too. Written again at every start, since an upgrade moves both.
 */
export function putCommand(home: string, node: string, program: string): string {
  const { bin } = homeLayout(home)
  const command = join(bin, 'drover')
  try {
    mkdirSync(bin, { recursive: true, mode: 0o700 })
    writeFileSync(`${command}.new`, commandScript([node, program]), { mode: 0o700 })
    renameSync(`${command}.new`, command)
    return command
  } catch {
    // A disk that is full keeps no daemon from starting; agents still find the program by its variable.
    return program
  }
}

function pathsIn(home: string, env: NodeJS.ProcessEnv): Paths {
  const { db, lock, running, token, log, worktrees, sessions, merges, temp } = homeLayout(home)
  const session = (id: string): string => join(sessions, id)
  return {
    home,
    db,
    lock,
    running,
    token,
    socket: socketPath(home, env),
    log,
    worktrees,
    temp,
    workspace: (projectId, sessionId) => join(worktrees, projectId, sessionId),
    session,
    merge: (mergeId) => join(merges, mergeId),
    mergeTree: (name) => join(merges, 'trees', name),
    launch: (sessionId, n) => join(session(sessionId), 'launches', String(n)),
  }
}

/** In the home where the OS can hold the path, else a short one under the runtime directory, the same at every start. */
function socketPath(home: string, env: NodeJS.ProcessEnv): string {
  const inside = homeLayout(home).socket
  if (Buffer.byteLength(inside) <= longestSocket) return inside
  const runtime = env.XDG_RUNTIME_DIR && Buffer.byteLength(env.XDG_RUNTIME_DIR) < 60 ? env.XDG_RUNTIME_DIR : tmpdir()
  const own = join(runtime, `drover-${process.getuid?.() ?? 0}`)
  mkdirSync(own, { recursive: true, mode: 0o700 })
  return join(own, `${createHash('sha256').update(home).digest('hex').slice(0, 16)}.sock`)
}
