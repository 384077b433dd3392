/** The home's layout, and making it: 0700, umask 077 before anything is created. Everything else derives from these paths. */
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Paths } from '#ports/paths'

/** `sun_path` holds 108 bytes on Linux and 104 on macOS, the end mark included. */
const longestSocket = process.platform === 'darwin' ? 103 : 107

export function homePath(env: NodeJS.ProcessEnv): string {
  return env.DROVER_HOME ? resolve(env.DROVER_HOME) : join(homedir(), '.drover')
}

export function openHome(env: NodeJS.ProcessEnv): Paths {
  process.umask(0o077)
  const given = homePath(env)
  mkdirSync(given, { recursive: true, mode: 0o700 })
  const home = realpathSync(given)
  if ((statSync(home).mode & 0o077) !== 0) chmodSync(home, 0o700)
  const paths = pathsIn(home, env)
  mkdirSync(paths.worktrees, { recursive: true, mode: 0o700 })
  mkdirSync(join(home, 'sessions'), { recursive: true, mode: 0o700 })
  return paths
}

function pathsIn(home: string, env: NodeJS.ProcessEnv): Paths {
  const session = (id: string): string => join(home, 'sessions', id)
  return {
    home,
    db: join(home, 'drover.db'),
    lock: join(home, 'daemon.lock'),
    running: join(home, 'running.json'),
    token: join(home, 'token'),
    socket: socketPath(home, env),
    log: join(home, 'daemon.log'),
    worktrees: join(home, 'worktrees'),
    temp: join(home, 'tmp'),
    workspace: (projectId, sessionId) => join(home, 'worktrees', projectId, sessionId),
    session,
    launch: (sessionId, n) => join(session(sessionId), 'launches', String(n)),
  }
}

/** In the home where the OS can hold the path, else a short one under the runtime directory, the same at every start. */
function socketPath(home: string, env: NodeJS.ProcessEnv): string {
  const inside = join(home, 'drover.sock')
  if (Buffer.byteLength(inside) <= longestSocket) return inside
  const runtime = env.XDG_RUNTIME_DIR && Buffer.byteLength(env.XDG_RUNTIME_DIR) < 60 ? env.XDG_RUNTIME_DIR : tmpdir()
  const own = join(runtime, `drover-${process.getuid?.() ?? 0}`)
  mkdirSync(own, { recursive: true, mode: 0o700 })
  return join(own, `${createHash('sha256').update(home).digest('hex').slice(0, 16)}.sock`)
}
